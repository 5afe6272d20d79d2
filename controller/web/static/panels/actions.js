// Buttons for what the table can do at this moment, and the small dialogs some of them need.
import { html, lazy, useEffect, useState } from "../ui.js";
import { boardFor } from "../boards/index.js";
import { Sign } from "../parts/light.js";

const Dialogs = lazy(async () => (await import("./dialogs.js")).Dialogs);

// Each has a place of its own, whether it can be pressed or not: nothing comes under a finger.
const ALWAYS = ["undo", "confirm", "declare", "pause", "resign", "setup", "new", "rematch"];
// What is rare has places kept free at the end.
const RARE = ["condone", "vouch"];
// Milliseconds that a sensor is doubted before the button comes: none shall appear under a pointer.
const REST = 2000;
const PLAIN = new Set(["confirm", "condone", "undo", "pause", "resume"]);

export function Actions({ view, words, may, own, onCommand }) {
  const [open, setOpen] = useState(null);
  const resting = useRest(view.doubted.join());
  const able = (name) => (name === "rematch" ? mayRematch(view) : view.commands.includes(name)) && (name !== "vouch" || resting);
  const spoken = spokenTurns(view);
  const press = (name) => {
    if (PLAIN.has(name)) onCommand({ do: name });
    else setOpen(name);
  };
  const button = (name) => html`<button key=${name === "resume" ? "pause" : name} type="button" data-do=${name} class=${strong(view, name) ? "main" : ""} disabled=${!may || !able(name)} onClick=${() => press(name)}>${words.t(name === "setup" ? "setup_position" : name)}</button>`;
  const say = (turn) => html`<button key=${turn} type="button" class="main" data-say=${turn} disabled=${!may} onClick=${() => onCommand({ do: "declare", turn })}>${words.turn(turn, view.spoken)}</button>`;
  const decide = ({ id, text, side }) => html`<button key=${`${id}/${side}`} type="button" data-decide=${id} disabled=${!may} onClick=${() => onCommand({ do: "decide", decision: id, side })}>${words.said(text)}</button>`;
  const parts = { view, words, own, onCommand, onClose: () => setOpen(null) };
  return html`<section class="card actions" aria-label=${words.t("actions")}>
    ${own !== null && own !== undefined && html`<p class="quiet speaks" data-speaks=${own}>${words.t("speaksFor", { who: words.whoAndSide(view.sides[own]) })}</p>`}
    <div class="slots">${usual(view).map(button)}</div>
    <${Hints} ...${parts} may=${may} onUnlock=${() => setOpen("unlock")} />
    ${mayChange(view) && html`<div class="row"><button type="button" class="main" data-do="level" disabled=${!may} onClick=${() => press("level")}>${words.t("playLevel", { level: view.suited.offered })}</button></div>`}
    <div class="slots rare">${RARE.filter(able).map(button)}${spoken.length === 1 && say(spoken[0])}</div>
    ${decisions(view).length > 0 && html`<div class="row said">${decisions(view).map(decide)}</div>`}
    ${spoken.length > 1 && html`<div class="row">${spoken.map(say)}</div>`}
    ${open && html`<${Dialogs} key=${open} open=${open} ...${parts} />`}
  </section>`;
}

// A game that rests goes on where it was paused; a nardy resignation says its worth beside the dice.
function usual(view) {
  const resting = view.commands.includes("resume");
  const names = view.layout?.kind === "nardy" ? ALWAYS.filter((name) => name !== "resign") : ALWAYS;
  return names.map((name) => (name === "pause" && resting ? "resume" : name));
}

// A game that is over is played once more; a match that is not goes on with its next game instead.
function mayRematch(view) {
  return view.status === "over" && view.commands.includes("new") && !view.commands.includes("next");
}

// Another level of the engine is offered, never begun by itself.
function mayChange(view) {
  return mayRematch(view) && view.suited && view.suited.offered !== view.suited.level;
}

// What may be said instead of moving; in nardy it stands beside the dice.
function decisions(view) {
  return view.layout?.kind === "nardy" ? [] : (view.decisions ?? []);
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

function Hints({ view, words, may, onCommand, onUnlock }) {
  const locked = view.hints_locked;
  return html`<div class="hints ${locked ? "locked" : ""}" data-locked=${locked}>
    <fieldset class="pills" disabled=${locked || !may || !view.commands.includes("hints")}><legend>${words.t("hints")}${locked ? html` <span class="lock"><${Sign} name="lock" /> ${words.t("hintsLocked")}</span>` : null}</legend>
      ${["off", "legal", "full"].map((level) => html`<label key=${level}><input type="radio" name="hints" value=${level} checked=${view.hints === level} onChange=${() => onCommand({ do: "hints", level })} /><span>${words.t(`hint_${level}`)}</span></label>`)}
    </fieldset>
    ${locked && may && view.commands.includes("unlock") ? html`<button type="button" class="small" data-do="unlock" onClick=${onUnlock}>${words.t("unlock")}</button>` : null}
  </div>`;
}
