// The small dialogs that some buttons need.
import { html, useEffect } from "../ui.js";
import { getJson } from "../orders.js";
import { namesOf } from "../places.js";
import { Buttons, Dialog, Form } from "./dialog.js";
import { NewGame, rematch } from "./newgame.js";

const VOID_REASONS = ["voidCocked", "voidOff", "voidFloor", "voidEarly"];
const FACES = [1, 2, 3, 4, 5, 6];

export function Dialogs({ open, ...parts }) {
  return html`<${DIALOGS[open]} ...${parts} />`;
}

// Sensors that contradict the game: whoever looked says which of them are wrong, one by one.
function Vouch({ view, words, onCommand, onClose }) {
  const submit = async (form) => {
    const cells = form.getAll("cell");
    cells.length && (await onCommand({ do: "vouch", cells })) && onClose();
  };
  return html`<${Dialog} title=${words.t("vouchWhich")} name="vouch" onClose=${onClose}>
    <${Form} onSubmit=${submit}>
      <p>${words.t("vouchWarning")}</p>
      <div class="fields ticks">${view.doubted.map((cell) => html`<label key=${cell} class="switch"><input type="checkbox" name="cell" value=${cell} required=${view.doubted.length === 1} /><span>${words.t("sensor")} (${words.place(cell, namesOf(view))})</span></label>`)}</div>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.t("vouchGo")} />
    <//>
  <//>`;
}

function Resign({ view, words, own = null, onCommand, onClose }) {
  return html`<${Dialog} title=${words.t("resignWho")} name="resign" onClose=${onClose}>
    <div class="options">${view.sides.map((side, at) => (own === null || own === at) && html`<button key=${at} type="button" class="danger" data-side=${at}
      onClick=${() => (onCommand({ do: "resign", side: at }), onClose())}>${words.whoAndSide(side)}</button>`)}</div>
    <${Buttons} words=${words} onCancel=${onClose} />
  <//>`;
}

// Either side may resign, and says what it loses.
function Lose({ view, resignations, words, onCommand, onClose }) {
  const say = ({ id, side }) => (onCommand({ do: "decide", decision: id, side }), onClose());
  return resignations.length > 0 && html`<${Dialog} title=${words.t("resignWho")} name="resign" onClose=${onClose}>
    ${view.sides.map((side, at) => resignations.some((each) => each.side === at) && html`<p key=${at} class="resigning">${words.whoAndSide(side)}</p>
      <div class="options">${resignations.filter((each) => each.side === at).map((each) => html`<button key=${each.id} type="button" class="danger" data-decide=${each.id} data-side=${at} onClick=${() => say(each)}>${words.said(each.text)}</button>`)}</div>`)}
    <${Buttons} words=${words} onCancel=${onClose} />
  <//>`;
}

function Declare({ view, words, onCommand, onClose }) {
  return html`<${Dialog} title=${words.t("declareWhat")} name="declare" onClose=${onClose}>
    <div class="options">${view.turns.map((turn) => html`<button key=${turn} type="button" data-turn=${turn}
      onClick=${() => (onCommand({ do: "declare", turn }), onClose())}>${words.turn(turn, view.spoken)}</button>`)}</div>
    <${Buttons} words=${words} onCancel=${onClose} />
  <//>`;
}

// A roll that was thrown badly: why, and only then is it gone.
function Void({ words, onCommand, onClose }) {
  const submit = async (form) => {
    const floor = form.get("why") === words.t("voidFloor") && { floor: true }; // the clocks stand
    const why = String(form.get("other")).trim() || form.get("why");
    (await onCommand({ do: "void", why, ...floor })) && onClose();
  };
  const reason = (key, at) => html`<label key=${key}><input type="radio" name="why" value=${words.t(key)} checked=${at === 0} /><span>${words.t(key)}</span></label>`;
  return html`<${Dialog} title=${words.t("voidWhy")} name="void" onClose=${onClose}>
    <${Form} onSubmit=${submit}>
      <p>${words.t("voidWarning")}</p>
      <div class="fields"><fieldset class="pills">${VOID_REASONS.map(reason)}</fieldset>
        <label><span>${words.t("voidOther")}</span><input name="other" maxlength="200" autocomplete="off" /></label></div>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.t("voidGo")} />
    <//>
  <//>`;
}

// A roll before the other's turn has ended: what lies there, and whether it will count.
function Early({ view, words, onCommand, onClose }) {
  const submit = async (form) => (await onCommand({ do: "early", dice: [Number(form.get("one")), Number(form.get("two"))] })) && onClose();
  const die = (name, at) => html`<fieldset key=${name} class="pills"><legend>${words.t("earlyDie", { n: at })}</legend>${FACES.map((n) => html`<label key=${n}><input type="radio" name=${name} value=${n} required /><span>${n}</span></label>`)}</fieldset>`;
  return html`<${Dialog} title=${words.t("early")} name="early" onClose=${onClose}>
    <${Form} onSubmit=${submit}>
      <p>${words.t(view.premature === "void" ? "earlyVoid" : "earlyStands")}</p>
      <div class="fields">${die("one", 1)}${die("two", 2)}</div>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.t("earlyGo")} />
    <//>
  <//>`;
}

// Any position, as text or from the record; the lights lead to it.
function SetUp({ words, onCommand, onClose }) {
  const submit = async (form) => {
    const position = String(form.get("position")).trim();
    const numbers = { game: Number(form.get("game")), ...(form.get("ply") && { ply: Number(form.get("ply")) }) };
    (await onCommand({ do: "setup", ...(position ? { position } : numbers) })) && onClose();
  };
  return html`<${Dialog} title=${words.t("setup_position")} name="setup" onClose=${onClose}>
    <${Form} onSubmit=${submit}>
      <p>${words.t("newWarning")}</p>
      <div class="fields">
        <label><span>${words.t("position")}</span><input name="position" maxlength="400" autocomplete="off" spellcheck=${false} /></label>
        <label><span>${words.t("fromGame")}</span><input name="game" type="number" min="1" /></label>
        <label><span>${words.t("afterTurn")}</span><input name="ply" type="number" min="0" /></label>
      </div>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.t("begin")} />
    <//>
  <//>`;
}

function Unlock({ words, onCommand, onClose }) {
  const submit = async (form) => (await onCommand({ do: "unlock", who: String(form.get("by")).trim() })) && onClose();
  return html`<${Dialog} title=${words.t("unlock")} name="unlock" onClose=${onClose}>
    <${Form} onSubmit=${submit}>
      <p>${words.t("unlockBy")}</p>
      <div class="fields"><label><span>${words.t("name")}</span><input name="by" required maxlength="40" autocomplete="off" /></label></div>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.t("unlock")} />
    <//>
  <//>`;
}

// What is said at the board and ends the game: who says it, what it costs, and once more "yes".
function Decide({ view, words, decision, onCommand, onClose }) {
  const { id, text, side } = decision;
  const submit = async () => (await onCommand({ do: "decide", decision: id, side })) && onClose();
  return html`<${Dialog} title=${`${words.whoAndSide(view.sides[side])}: ${words.said(text)}?`} name="decide" onClose=${onClose}>
    <${Form} onSubmit=${submit}>
      <p>${words.t(view.options.declined_raise === "first" ? "dropAtFirst" : "dropWarning", { n: view.shown?.declining ?? 1 })}</p>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.said(text)} danger=${true} />
    <//>
  <//>`;
}

// No dialog: what it needs is asked for, and the game begins.
function Rematch({ view, onCommand, onClose, offered }) {
  useEffect(() => {
    const again = ({ games, house }) => rematch(view, house, games.find(({ name }) => name === view.game)?.begin ?? [], onCommand, offered);
    getJson("/api/choices").then(again).catch(() => {}).finally(onClose); // lost: the banner says so
  }, []);
  return null;
}

// The same against the level that the board offers.
const OtherLevel = (parts) => html`<${Rematch} ...${parts} offered=${parts.view.suited?.offered} />`;

const DIALOGS = { level: OtherLevel, new: NewGame, resign: Resign, lose: Lose, declare: Declare, vouch: Vouch, void: Void, early: Early, setup: SetUp, unlock: Unlock, decide: Decide, rematch: Rematch };
