// One side of the table: name, clock, stones at home, and whether it is to move.
import { html } from "../ui.js";
import { Clock } from "../parts/clock.js";
import { Sign } from "../parts/light.js";

export function Player({ view, viewAt, side, own, words }) {
  const { score, running } = view.sides[side];
  const state = stateOf(view, side);
  const called = words.sideOf(view.sides[side]);
  const who = words.who(view.sides[side]);
  return html`<section class="player ${state ?? ""} ${state?.startsWith("to") ? "acts" : ""}" data-side=${side} style=${{ "--seat": side }} aria-label=${called}>
    <span class="lamp" aria-hidden="true">${state === "wins" ? html`<${Sign} name="crown" />` : null}</span>
    <span class="who"><b>${who}</b>${who !== called && html`<small>${called}</small>`}${own && html` <small class="you" data-you=${side}>${words.t("you")}</small>`}</span>
    ${state && html`<span class="state">${words.of(state, who)}</span>`}
    <${Clock} side=${view.sides[side]} at=${viewAt} running=${running && view.status === "playing"} />
    <span class="score" title=${words.t("score")}><b>${score}</b></span>
  </section>`;
}

// What is to be said beside a side: that it acts and how, or that it won.
export function stateOf(view, side) {
  if (view.result?.shared?.length) return view.result.shared.includes(side) ? "drawn" : null;
  if (view.result) return view.result.winner === side ? "wins" : view.result.winner === null ? "drawn" : null;
  if (view.status !== "playing" || !view.acting.includes(side)) return null;
  return { answer: "toAnswer", roll: "toRoll" }[view.awaits] ?? "toMove";
}
