// Dice and cube: roll, or enter what lies there; raise the stake, answer, resign; the match.
import { html, useState } from "../ui.js";
import { Buttons, Dialog } from "./dialog.js";

const FACES = [1, 2, 3, 4, 5, 6];

export function Dice({ view, words, may, onCommand }) {
  const [open, setOpen] = useState(false);
  if (view.layout?.kind !== "nardy") return null;
  const able = (name) => view.commands.includes(name);
  const said = view.decisions ?? [];
  const resignations = said.filter(({ id }) => id.startsWith("resign"));
  const others = said.filter(({ id }) => !id.startsWith("resign"));
  return html`<section class="card dicing">
    <${Roll} view=${view} words=${words} may=${may && able("roll")} onCommand=${onCommand} />
    <${WhichRoll} view=${view} words=${words} may=${may && able("roll")} onCommand=${onCommand} />
    <div class="row">
      ${able("pass") && html`<button type="button" data-do="pass" disabled=${!may} onClick=${() => onCommand({ do: "pass" })}>${words.t("passTurn")}</button>`}
      ${able("next") && html`<button type="button" class="main" data-do="next" disabled=${!may} onClick=${() => onCommand({ do: "next" })}>${words.t("nextGame")}</button>`}
      ${others.map(({ id, text, side }) => html`<button key=${id} type="button" data-decide=${id} disabled=${!may} onClick=${() => onCommand({ do: "decide", decision: id, side })}>${words.said(text)}</button>`)}
      ${resignations.length > 0 && html`<button type="button" data-do="resign" disabled=${!may} onClick=${() => setOpen(true)}>${words.t("resign")}</button>`}
    </div>
    ${open && resignations.length > 0 && html`<${Resign} view=${view} resignations=${resignations} words=${words} onCommand=${onCommand} onClose=${() => setOpen(false)} />`}
    <${Standing} view=${view} words=${words} />
  </section>`;
}

// Either side may resign, and says what it loses.
function Resign({ view, resignations, words, onCommand, onClose }) {
  const say = ({ id, side }) => (onCommand({ do: "decide", decision: id, side }), onClose());
  return html`<${Dialog} title=${words.t("resignWho")} name="resign" onClose=${onClose}>
    ${view.sides.map((side, at) => html`<p key=${at} class="resigning">${words.whoAndSide(side)}</p>
      <div class="options">${resignations.filter((each) => each.side === at).map((each) => html`<button key=${each.id} type="button" class="danger" data-decide=${each.id} data-side=${at} onClick=${() => say(each)}>${words.said(each.text)}</button>`)}</div>`)}
    <${Buttons} words=${words} onCancel=${onClose} />
  <//>`;
}

// The board's own Roll stays where it is while a roll is played: whoever presses it twice presses
// nothing else.
function Roll({ view, words, may, onCommand }) {
  const [first, setFirst] = useState(null);
  if (view.draws_by === "board") return html`<button type="button" class="main" data-do="roll" disabled=${!may || !view.draw} onClick=${() => onCommand({ do: "roll" })}>${words.t("roll")}</button>`;
  if (!view.draw) return null;
  const enter = (n) => (first === null ? setFirst(n) : (setFirst(null), onCommand({ do: "roll", dice: [first, n] })));
  return html`<h2>${words.t(view.draw.by === "inferred" ? "mayEnterDice" : "enterDice")}${first !== null ? ` ${first} –` : ""}</h2>
    <div class="row">${FACES.map((n) => html`<button key=${n} type="button" data-die=${n} disabled=${!may} onClick=${() => enter(n)}>${n}</button>`)}</div>`;
}

// Several rolls explain the last turn: whoever threw the dice may say which it was.
function WhichRoll({ view, words, may, onCommand }) {
  const last = view.moves.at(-1);
  if (!last || last.named || (last.rolls ?? []).length < 2) return null;
  return html`<h2>${words.t("whichRoll")}</h2>
    <div class="row">${last.rolls.map((dice) => html`<button key=${dice.join("")} type="button" data-roll=${dice.join("")} disabled=${!may} onClick=${() => onCommand({ do: "roll", dice, ply: last.ply })}>${dice.join("–")}</button>`)}</div>`;
}

// In a tournament the players work the pips out themselves: the table does not send them.
function Standing({ view, words }) {
  const { pips, score, length, crawford } = view.shown ?? {};
  return html`<dl class="standing">
    ${pips && html`<dt>${words.t("pips")}</dt><dd data-pips=${pips.join(":")}>${pips.join(" : ")}</dd>`}
    ${length > 0 && html`<dt>${words.t("match_length")} ${length}</dt><dd>${score.join(" : ")}${crawford ? " · Crawford" : ""}</dd>`}
  </dl>`;
}
