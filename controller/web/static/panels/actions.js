// Buttons for what the table can do at this moment, and the small dialogs some of them need.
import { html, useEffect, useState } from "../ui.js";
import { boardFor } from "../boards/index.js";
import { Buttons, Dialog, Form } from "./dialog.js";
import { Sign } from "../parts/light.js";
import { NewGame } from "./newgame.js";

const ORDER = ["confirm", "condone", "undo", "declare", "pause", "resume", "void", "vouch", "resign", "setup", "new"];
// Milliseconds that a sensor is doubted before the button comes: none shall appear under a pointer.
const REST = 2000;
const VOID_REASONS = ["voidCocked", "voidOff", "voidEarly"];
const PLAIN = new Set(["confirm", "condone", "undo"]);

export function Actions({ view, words, may, onCommand }) {
  const [open, setOpen] = useState(null);
  const close = () => setOpen(null);
  const resting = useRest(view.doubted.join());
  const offered = ORDER.filter((name) => view.commands.includes(name) && (name !== "vouch" || resting));
  const spoken = spokenTurns(view);
  const press = (name) => {
    if (PLAIN.has(name)) onCommand({ do: name });
    else if (name === "pause" || name === "resume") onCommand({ do: name, by: "page" });
    else setOpen(name);
  };
  const parts = { view, words, onCommand, onClose: close };
  return html`<section class="card actions" aria-label=${words.t("actions")}>
    <div class="row">
      ${offered.map((name) => html`<button key=${name} type="button" data-do=${name} class=${strong(view, name) ? "main" : ""} disabled=${!may} onClick=${() => press(name)}>${words.t(name === "setup" ? "setup_position" : name)}</button>`)}
    </div>
    ${spoken.length > 0 && html`<div class="row">${spoken.map((turn) => html`<button key=${turn} type="button" class="main" data-say=${turn} disabled=${!may} onClick=${() => onCommand({ do: "declare", turn })}>${words.turn(turn)}</button>`)}</div>`}
    ${view.commands.includes("hints") || view.hints_locked ? html`<${Hints} ...${parts} may=${may} onUnlock=${() => setOpen("unlock")} />` : null}
    ${open === "new" && html`<${NewGame} ...${parts} />`}
    ${open === "resign" && html`<${Resign} ...${parts} />`}
    ${open === "declare" && html`<${Declare} ...${parts} />`}
    ${open === "vouch" && html`<${Vouch} ...${parts} />`}
    ${open === "void" && html`<${Void} ...${parts} />`}
    ${open === "setup" && html`<${SetUp} ...${parts} />`}
    ${open === "unlock" && html`<${Unlock} ...${parts} />`}
  </section>`;
}

// Legal turns that no hand can show, such as swapping the seats.
function spokenTurns(view) {
  if (!view.commands.includes("declare")) return [];
  return view.turns.filter((turn) => boardFor(view.layout)?.spoken?.includes(turn));
}

// What the players most likely want next stands out.
function strong(view, name) {
  return name === "resume" || (name === "confirm" && (view.confirm === "button" || view.verdict === "complete"));
}

// Whether this has been the same for a while.
function useRest(what) {
  const [rested, setRested] = useState(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(what), REST);
    return () => clearTimeout(timer);
  }, [what]);
  return rested === what;
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
      <div class="fields ticks">${view.doubted.map((cell) => html`<label key=${cell} class="switch"><input type="checkbox" name="cell" value=${cell} required=${view.doubted.length === 1} /><span>${words.t("sensor")} ${cell}</span></label>`)}</div>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.t("vouchGo")} />
    <//>
  <//>`;
}

function Hints({ view, words, may, onCommand, onUnlock }) {
  const locked = view.hints_locked;
  return html`<div class="hints ${locked ? "locked" : ""}" data-locked=${locked}>
    <fieldset class="pills" disabled=${locked || !may}><legend>${words.t("hints")}${locked ? html` <span class="lock"><${Sign} name="lock" /> ${words.t("hintsLocked")}</span>` : null}</legend>
      ${["off", "legal", "full"].map((level) => html`<label key=${level}><input type="radio" name="hints" value=${level} checked=${view.hints === level} onChange=${() => onCommand({ do: "hints", level })} /><span>${words.t(`hint_${level}`)}</span></label>`)}
    </fieldset>
    ${locked && may && view.commands.includes("unlock") ? html`<button type="button" class="small" data-do="unlock" onClick=${onUnlock}>${words.t("unlock")}</button>` : null}
  </div>`;
}

function Resign({ view, words, onCommand, onClose }) {
  return html`<${Dialog} title=${words.t("resignWho")} name="resign" onClose=${onClose}>
    <div class="options">${view.sides.map((side, at) => html`<button key=${at} type="button" class="danger" data-side=${at}
      onClick=${() => (onCommand({ do: "resign", side: at }), onClose())}>${words.whoAndSide(side)}</button>`)}</div>
    <${Buttons} words=${words} onCancel=${onClose} />
  <//>`;
}

function Declare({ view, words, onCommand, onClose }) {
  return html`<${Dialog} title=${words.t("declareWhat")} name="declare" onClose=${onClose}>
    <div class="options">${view.turns.map((turn) => html`<button key=${turn} type="button" data-turn=${turn}
      onClick=${() => (onCommand({ do: "declare", turn }), onClose())}>${words.turn(turn)}</button>`)}</div>
    <${Buttons} words=${words} onCancel=${onClose} />
  <//>`;
}

// A roll that was thrown badly: why, and only then is it gone.
function Void({ words, onCommand, onClose }) {
  const submit = async (form) => {
    const why = String(form.get("other")).trim() || form.get("why");
    (await onCommand({ do: "void", why })) && onClose();
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
  const submit = async (form) => (await onCommand({ do: "unlock", by: String(form.get("by")).trim() })) && onClose();
  return html`<${Dialog} title=${words.t("unlock")} name="unlock" onClose=${onClose}>
    <${Form} onSubmit=${submit}>
      <p>${words.t("unlockBy")}</p>
      <div class="fields"><label><span>${words.t("name")}</span><input name="by" required maxlength="40" autocomplete="off" /></label></div>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.t("unlock")} />
    <//>
  <//>`;
}
