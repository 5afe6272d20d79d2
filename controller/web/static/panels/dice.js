// Dice and cube: roll, or enter what lies there; raise the stake, answer, resign; the match.
import { html, lazy, useEffect, useState } from "../ui.js";

const Contribute = lazy(async () => (await import("./contribute.js")).Contribute);
const Dialogs = lazy(async () => (await import("./dialogs.js")).Dialogs);
const FACES = [1, 2, 3, 4, 5, 6];
// Where each word stands, so that no other comes under a finger; a raise may be raised at once.
const FIRST = ["double", "take", "accept"];
const SECOND = ["drop", "refuse"];
// Who says this has lost: it is asked once more.
const FORFEITS = new Set(["drop"]);

export function Dice({ view, words, may, onCommand }) {
  const [open, setOpen] = useState(null);
  if (view.layout?.kind !== "nardy") return null;
  const able = (name) => view.commands.includes(name);
  const said = view.decisions ?? [];
  const resignations = said.filter(({ id }) => id.startsWith("resign"));
  const others = said.filter(({ id }) => !id.startsWith("resign"));
  const say = (each) => (FORFEITS.has(each.id) ? setOpen(each) : onCommand({ do: "decide", decision: each.id, side: each.side }));
  const word = (names) => others.filter(({ id }) => names.includes(id)).map((each) => html`<button key=${each.id} type="button" data-decide=${each.id} disabled=${!may} onClick=${() => say(each)}>${words.said(each.text)}</button>`);
  const rest = others.map(({ id }) => id).filter((id) => !FIRST.includes(id) && !SECOND.includes(id));
  const parts = { view, words, onCommand, onClose: () => setOpen(null) };
  return html`<section class="card dicing">
    <${Roll} view=${view} words=${words} may=${may && able("roll")} onCommand=${onCommand} />
    <div class="slots">
      <span class="slot">${able("early") && html`<button type="button" data-do="early" disabled=${!may} onClick=${() => setOpen("early")}>${words.t("early")}</button>`}${able("void") && html`<button type="button" data-do="void" disabled=${!may} onClick=${() => setOpen("void")}>${words.t("void")}</button>`}${word(rest)}</span>
      <span class="slot"><button type="button" data-do="resign" disabled=${!may || !resignations.length} onClick=${() => setOpen("lose")}>${words.t("resign")}</button></span>
      <span class="slot">${word(FIRST)}</span>
      <span class="slot">${word(SECOND)}
        ${able("pass") && html`<button type="button" data-do="pass" disabled=${!may} onClick=${() => onCommand({ do: "pass" })}>${words.t("passTurn")}</button>`}
        ${able("next") && html`<button type="button" class="main" data-do="next" disabled=${!may} onClick=${() => onCommand({ do: "next" })}>${words.t("nextGame")}</button>`}</span>
    </div>
    ${open && html`<${Dialogs} open=${open.id ? "decide" : open} decision=${open} resignations=${resignations} ...${parts} />`}
    ${view.contributed && html`<${Contribute} view=${view} words=${words} may=${may} onCommand=${onCommand} />`}
    <${Standing} view=${view} words=${words} />
  </section>`;
}

// Dice and Roll stay where they are while a roll is played: whoever presses twice presses nothing
// else.
function Roll({ view, words, may, onCommand }) {
  const [first, setFirst] = useState(null);
  const able = may && Boolean(view.draw);
  useEffect(() => setFirst(null), [able]);
  if (view.draws_by === "board") return html`<button type="button" class="main" data-do="roll" disabled=${!able} onClick=${() => onCommand({ do: "roll" })}>${words.t("roll")}</button>`;
  const enter = (n) => (first === null ? setFirst(n) : (setFirst(null), onCommand({ do: "roll", dice: [first, n] })));
  return html`<h2 class="ask">${words.t(view.draw?.by === "inferred" ? "mayEnterDice" : "enterDice")}${first !== null ? ` ${first} –` : ""}</h2>
    <div class="row faces">${FACES.map((n) => html`<button key=${n} type="button" data-die=${n} disabled=${!able} onClick=${() => enter(n)}>${n}</button>`)}</div>`;
}

// Several rolls explain the last turn: whoever threw the dice may say which it was.
export function WhichRoll({ view, words, may, onCommand }) {
  const last = view.moves.at(-1);
  if (!last || last.named || (last.rolls ?? []).length < 2) return null;
  return html`<p class="quiet">${words.t("whichRoll")}</p>
    <div class="row">${last.rolls.map((dice) => html`<button key=${dice.join("")} type="button" data-roll=${dice.join("")} disabled=${!may || !view.commands.includes("roll")} onClick=${() => onCommand({ do: "roll", dice, ply: last.ply })}>${dice.join("–")}</button>`)}</div>`;
}

// In a tournament the players work the pips out themselves: the table does not send them.
function Standing({ view, words }) {
  const { pips, score, length, crawford } = view.shown ?? {};
  return html`<dl class="standing">
    ${pips && html`<dt>${words.t("pips")}</dt><dd data-pips=${pips.join(":")}>${pips.join(" : ")}</dd>`}
    ${length > 0 && html`<dt>${words.t("match_length")} ${length}</dt><dd>${score.join(" : ")}${crawford ? " · Crawford" : ""}</dd>`}
  </dl>`;
}
