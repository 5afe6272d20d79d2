// The dialog that begins a game: every game that this board can play, with all its options and the
// rules of the house. What there is to choose comes from the table; here is only how it is asked.
import { html, useState } from "../ui.js";
import { Buttons, Dialog, Form } from "./dialog.js";
import { useJson } from "../parts/json.js";

// Rules of the house: `picks` are the values that most want, `when` names what a rule needs. The options of a
// game say this of themselves; one without a title is decided by the wood.
const ASKED = {
  minutes: { when: "clock", picks: [5, 10, 15, 30] },
  extra: { when: "clock", picks: [0, 5, 10, 30] },
  stake: { picks: [0, 1, 5, 10] },
  currency: { when: "stake" },
  clock_scope: { when: "clock" },
  flag: { when: "clock" },
};
const CLOCK = ["clock", "minutes", "extra"];
const OFF = new Set([false, 0, "none"]);
const HANDS = "hands";
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const engineName = (seat) => `Lunka ${seat.split(":")[1]}`;

export function NewGame(parts) {
  const choices = useJson("/api/choices");
  const { view, words, onClose } = parts;
  const [name, setName] = useState(view.game);
  if (!choices?.games) return html`<${Dialog} title=${words.t("new")} name="new" onClose=${onClose}><p class=${choices?.error ? "warning" : "quiet"}>${choices?.error ?? words.t("loading")}</p><${Buttons} words=${words} onCancel=${onClose} /><//>`;
  const game = choices.games.find((each) => each.name === name) ?? choices.games[0];
  return html`<${Dialog} title=${words.t("new")} name="new" onClose=${onClose}>
    ${choices.games.length > 1 && html`<fieldset class="pills"><legend>${words.t("game")}</legend>
      ${choices.games.map((each) => html`<label key=${each.name}><input type="radio" name="game" value=${each.name} checked=${each === game} onChange=${() => setName(each.name)} /><span>${words.said(each.title)}</span></label>`)}</fieldset>`}
    <${Choosing} key=${game.name} ...${parts} game=${game} house=${choices.house} />
  <//>`;
}

// What is typed belongs to the person typing: names and who begins are given only their first
// value, since the page is drawn anew with every view.
function Choosing({ view, words, game, house, onCommand, onClose }) {
  const known = view.game === game.name ? view.options : {};
  const asked = game.options.filter(({ title }) => title);
  const [options, setOptions] = useState(() => firstOf(asked, known));
  const [rules, setRules] = useState(() => firstOf(house.rules, house.now));
  const all = { ...rules, ...options };
  const seats = seatsOf(view, game, options.players, words);
  const draw = (choice, change) => html`<${Choice} key=${choice.key} choice=${choice} value=${all[choice.key]} words=${words} onChoose=${(value) => change({ [choice.key]: value })} />`;
  const open = (choices) => choices.filter((choice) => isAsked(choice, all));
  const option = (choice) => draw(choice, (part) => setOptions({ ...options, ...part }));
  const rule = (choice) => draw(choice, (part) => setRules({ ...rules, ...part }));
  const dice = game.begin.length === 0 ? ["dice"] : [];
  const plain = (keys) => open(house.rules.filter(({ key }) => keys.includes(key)));
  const match = options.match_length ? [] : ["clock_scope", "flag"];
  const rest = open(house.rules.filter(({ key }) => ![...CLOCK, "dice", ...match].includes(key)));
  const rare = open(asked.filter(({ rare }) => rare));
  const submit = async (form) => {
    const players = seats.map((_, at) => String(form.get(`player${at}`) ?? "").trim());
    const sheet = String(form.get("code") ?? "").trim();
    const playedBy = seats.map((_, at) => String(form.get(`seat${at}`) ?? HANDS));
    const names = players.map((name, at) => (playedBy[at] === HANDS ? name : engineName(playedBy[at])));
    const command = { do: "new", game: game.name, players: names, ...seated(view, playedBy), options: agreed(asked, { ...known, ...options }), begin: form.get("begin") ?? "first", ...other(rules, house.usual), ...(sheet && { sheet }) };
    if (await onCommand(command)) onClose();
  };
  return html`<${Form} onSubmit=${submit}>
    ${view.status === "playing" && view.moves.length > 0 && html`<p class="warning">${words.t("newWarning")}</p>`}
    <div class="fields two">
      ${seats.map((seat, at) => html`<${Seat} key=${`${seats.length}/${at}`} at=${at} seat=${seat} engines=${!rules.tournament} words=${words} />`)}
    </div>
    <div class="fields">
      ${game.presets?.length > 0 && html`<${Presets} presets=${game.presets} options=${options} words=${words} onChoose=${(part) => setOptions({ ...options, ...part })} />`}
      ${open(asked.filter(({ rare }) => !rare)).map(option)}
      ${game.coded && options.sheet !== "unknown" && html`<label><span>${words.t("sheetCode")}</span><input name="code" maxlength="20" autocomplete="off" placeholder="7KQ2-07A-EZ" /></label>`}
      ${game.begin.length > 0 && html`<fieldset class="pills"><legend>${words.t("begins")}</legend>
        ${[...game.begin, "lot"].map((word, at) => html`<label key=${word}><input type="radio" name="begin" value=${word} defaultChecked=${at === 0} /><span>${word === "lot" ? words.t("lot") : words.sideOf(game.sides[at])}</span></label>`)}
      </fieldset>`}
      ${plain([...dice, ...CLOCK]).map(rule)}
      <details class="rare"><summary>${words.t("moreRules")}</summary><div class="fields">${rare.map(option)}${rest.map(rule)}</div></details>
    </div>
    <${Buttons} words=${words} onCancel=${onClose} go=${words.t("begin")} />
  <//>`;
}

// Who plays a side: somebody with a name and hands, or an engine of a level, which has its own.
function Seat({ at, seat, engines, words }) {
  const [plays, setPlays] = useState(seat.engine ? `engine:${seat.engine}` : HANDS);
  const now = engines ? plays : HANDS;
  return html`<div class="seat" data-seat=${at}>
    <label><span>${seat.called}</span>
      <input name=${`player${at}`} defaultValue=${seat.engine ? seat.called : (seat.player ?? "")} maxlength="40" autocomplete="off" placeholder=${words.t("name")} hidden=${now !== HANDS} /></label>
    ${engines && html`<select name=${`seat${at}`} value=${now} aria-label=${words.t("playedBy", { side: seat.called })} onChange=${(e) => setPlays(e.currentTarget.value)}>
      <option value=${HANDS}>${words.t("hands")}</option>
      ${LEVELS.map((level) => html`<option key=${level} value=${`engine:${level}`}>${words.t("engineLevel", { level })}</option>`)}
    </select>`}</div>`;
}

// Options that go together, by name; one that is in force is marked, and each may be changed further.
function Presets({ presets, options, words, onChoose }) {
  const holds = (preset) => Object.entries(preset.options).every(([key, value]) => options[key] === value);
  return html`<fieldset class="pills"><legend>${words.t("preset")}</legend>
    ${presets.map((preset) => html`<label key=${preset.name}><input type="radio" name="preset" value=${preset.name} checked=${holds(preset)} onChange=${() => onChoose(preset.options)} /><span>${words.said(preset.title)}</span></label>`)}
  </fieldset>`;
}

// The same once more: game, options, rules and players; who did not begin last time begins.
// An engine may play it at another level, which changes its name as well.
export async function rematch(view, house, begin, onCommand, offered) {
  const began = view.moves[0]?.side ?? 0;
  const beginner = begin.length ? begin[(began + 1) % begin.length] : "first";
  const seats = view.sides.map(({ engine }) => (engine ? `engine:${offered ?? engine}` : HANDS));
  const players = view.sides.map((side, at) => (offered && side.engine ? engineName(seats[at]) : side.player));
  return onCommand({ do: "new", game: view.game, players, ...seated(view, seats), options: view.options, begin: beginner, ...other(house.now, house.usual) });
}

// Who plays, where it is not hands alone, here or in the game before.
function seated(view, seats) {
  const engines = seats.some((each) => each !== HANDS) || view.sides.some(({ engine }) => engine);
  return engines ? { seats } : {};
}

// House rules that differ from the table's own; where none does, nothing is said of them.
function other(rules, usual) {
  const changed = Object.entries(rules).filter(([key, value]) => value !== usual[key]);
  return changed.length ? { house: Object.fromEntries(changed) } : {};
}

// Where the number of players is chosen too, only the table knows how the seats will be called.
function seatsOf(view, game, players, words) {
  const count = players ?? game.sides.length;
  const called = (at) => (count === game.sides.length ? words.sideOf(game.sides[at]) : `${words.t("player")} ${at + 1}`);
  const same = count === view.sides.length;
  return [...Array(count).keys()].map((at) => ({ called: called(at), player: same ? words.who(view.sides[at]) : called(at), engine: same ? view.sides[at].engine : null }));
}

const isAsked = (choice, chosen) => {
  const { when, unless } = ASKED[choice.key] ?? choice;
  return (!when || isMet(when, chosen)) && !(unless && chosen[unless]);
};

// What an option needs: that another one is true (`pie`), or has one of these values (`capture=always|none`).
function isMet(when, chosen) {
  const [key, values] = when.split("=");
  return values ? values.split("|").includes(String(chosen[key])) : !OFF.has(chosen[key]);
}

// Two options that exclude each other are never asked for together.
function agreed(asked, options) {
  const excluded = new Set(asked.filter(({ unless }) => unless && options[unless]).map(({ key }) => key));
  return Object.fromEntries(Object.entries(options).filter(([key]) => !excluded.has(key)));
}

const firstOf = (choices, now) => Object.fromEntries(choices.map(({ key, usual }) => [key, now?.[key] ?? usual]));

function Choice({ choice, value, words, onChoose }) {
  const { key, allowed, least, most } = choice;
  const called = choice.title ? words.said(choice.title) : words.called(key);
  const named = (each) => (choice.words?.[each] ? words.said(choice.words[each]) : choice.title ? each : words.value(key, each));
  if (typeof choice.usual === "boolean") {
    return html`<label class="switch"><input type="checkbox" name=${key} checked=${value} onChange=${(e) => onChoose(e.currentTarget.checked)} /><span>${called}</span></label>`;
  }
  if (choice.longest) {
    return html`<label><span>${called}</span><input name=${key} defaultValue=${value} maxlength=${choice.longest} autocomplete="off" onInput=${(e) => onChoose(e.currentTarget.value.trim())} /></label>`;
  }
  const picks = allowed ?? choice.picks ?? ASKED[key]?.picks ?? [];
  return html`<fieldset class="pills"><legend>${called}</legend>
    ${picks.map((each) => html`<label key=${each}><input type="radio" name=${key} value=${each} checked=${value === each} onChange=${() => onChoose(each)} /><span>${named(each)}</span></label>`)}
    ${!allowed && html`<label class="other"><input type="number" min=${least} max=${most} placeholder=${`${least}–${most}`} value=${picks.includes(value) ? "" : value} aria-label=${called} onInput=${(e) => e.currentTarget.value && e.currentTarget.validity.valid && onChoose(e.currentTarget.valueAsNumber)} /></label>`}
  </fieldset>`;
}
