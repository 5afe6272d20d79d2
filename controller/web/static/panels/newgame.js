// The dialog that begins a game. What can be chosen comes from the board's own module; every other
// option of the game stays as it is at this table.
import { html, useState } from "../ui.js";
import { Buttons, Dialog, Form } from "./dialog.js";
import { boardFor } from "../boards/index.js";

// What is typed belongs to the person typing: names and who begins are given only their first
// value, since the page is drawn anew with every view.
export function NewGame({ view, words, onCommand, onClose }) {
  const board = boardFor(view.layout);
  const choices = (board?.choices ?? []).filter(({ games }) => !games || games.includes(view.game));
  const [options, setOptions] = useState(() => firstOptions(choices, view.options));
  // Where the number of players is chosen too, only the table knows how the seats will be called.
  const count = options.players ?? view.sides.length;
  const seats = [...Array(count).keys()].map((at) => (count === view.sides.length ? { called: words.sideOf(view.sides[at]), player: view.sides[at].player } : { called: `${words.t("player")} ${at + 1}`, player: `${words.t("player")} ${at + 1}` }));
  const offered = choices.filter(({ when, unless }) => (!when || options[when]) && !(unless && options[unless]));
  const draw = (choice) => html`<${Choice} key=${choice.key} choice=${choice} value=${options[choice.key]} words=${words}
    onChoose=${(value) => setOptions({ ...options, [choice.key]: value })} />`;
  const submit = async (form) => {
    const players = seats.map((seat, at) => String(form.get(`player${at}`) ?? "").trim());
    const command = { do: "new", game: view.game, players, options: agreed(choices, { ...view.options, ...options }), begin: form.get("begin") ?? "first" };
    const sheet = String(form.get("code") ?? "").trim();
    if (await onCommand(sheet ? { ...command, sheet } : command)) onClose();
  };
  return html`<${Dialog} title=${words.t("new")} name="new" onClose=${onClose}>
    <${Form} onSubmit=${submit}>
      ${view.status === "playing" && view.moves.length > 0 && html`<p class="warning">${words.t("newWarning")}</p>`}
      <div class="fields two">
        ${seats.map(({ called, player }, at) => html`<label key=${`${count}/${at}`}><span>${called}</span>
          <input name=${`player${at}`} defaultValue=${player ?? ""} maxlength="40" autocomplete="off" placeholder=${words.t("name")} /></label>`)}
      </div>
      <div class="fields">
        ${offered.filter(({ rare }) => !rare).map(draw)}
        ${offered.some(({ rare }) => rare) && html`<details class="rare"><summary>${words.t("moreRules")}</summary><div class="fields">${offered.filter(({ rare }) => rare).map(draw)}</div></details>`}
        ${board?.coded && options.sheet !== "unknown" && html`<label><span>${words.t("sheetCode")}</span><input name="code" maxlength="20" autocomplete="off" placeholder="7KQ2-07A-EZ" /></label>`}
        ${!board?.rolled && html`<fieldset class="pills"><legend>${words.t("begins")}</legend>
          ${[...view.sides.map((side) => [side.name.toLowerCase(), words.sideOf(side)]), ["lot", words.t("lot")]].map(([word, called], at) => html`<label key=${word}><input type="radio" name="begin" value=${word} defaultChecked=${at === 0} /><span>${called}</span></label>`)}
        </fieldset>`}
      </div>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.t("begin")} />
    <//>
  <//>`;
}

// Two options that exclude each other are never asked for together.
function agreed(choices, options) {
  const excluded = new Set(choices.filter(({ unless }) => unless && options[unless]).map(({ key }) => key));
  return Object.fromEntries(Object.entries(options).filter(([key]) => !excluded.has(key)));
}

function firstOptions(choices, now) {
  return Object.fromEntries(choices.map(({ key, usual }) => [key, now?.[key] ?? usual]));
}

function Choice({ choice, value, words, onChoose }) {
  const { key, kind, allowed } = choice;
  if (kind === "switch") {
    return html`<label class="switch"><input type="checkbox" name=${key} checked=${value} onChange=${(e) => onChoose(e.currentTarget.checked)} /><span>${words.t(key)}</span></label>`;
  }
  return html`<fieldset class="pills"><legend>${words.t(key)}</legend>
    ${allowed.map((each) => html`<label key=${each}><input type="radio" name=${key} value=${each} checked=${value === each} onChange=${() => onChoose(each)} /><span>${kind === "number" && !choice.named?.[each] ? each : words.t(choice.named?.[each] ?? each)}</span></label>`)}
    ${choice.most !== undefined && html`<label class="other"><input type="number" min=${choice.least} max=${choice.most} placeholder=${`${choice.least}–${choice.most}`} value=${allowed.includes(value) ? "" : value} aria-label=${words.t(key)} onInput=${(e) => e.currentTarget.value && e.currentTarget.validity.valid && onChoose(e.currentTarget.valueAsNumber)} /></label>`}
  </fieldset>`;
}
