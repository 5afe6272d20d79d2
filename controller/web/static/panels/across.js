// The table for a screen that stands across the room: whose turn it is, the sentence, dice and clocks,
// each as large as the screen allows, and nothing to press but the way back at the top.
import { html } from "../ui.js";
import { Clock } from "../parts/clock.js";
import { Die } from "../parts/die.js";
import { stateOf } from "./players.js";

export function Across({ table, words }) {
  const { view } = table;
  const thrown = view.shown?.dice?.length ? view.shown.dice : view.shown?.passed ?? [];
  const token = view.shown?.token;
  const long = words.said(view.sentence).length > 90;
  return html`<div class="across">
    <div class="rivals">${view.sides.map((side, at) => html`<${Rival} key=${at} table=${table} side=${side} at=${at} words=${words} />`)}</div>
    <p class="told ${long ? "long" : ""}" lang=${words.language}>${words.said(view.sentence)}</p>
    <div class="thrown">${thrown.map((n, at) => html`<${Die} key=${at} n=${n} spent=${view.shown.spent?.[at]} words=${words} />`)}${token !== undefined && token !== null && html`<b class="token">${token}</b>`}</div>
  </div>`;
}

function Rival({ table, side, at, words }) {
  const { view, viewAt } = table;
  const state = stateOf(view, at);
  const who = words.who(side);
  return html`<section class="rival ${state ? "lit" : ""}" data-side=${at} aria-label=${words.sideOf(side)}>
    <b class="who">${who}</b><span class="score">${side.score}</span>
    <${Clock} side=${side} at=${viewAt} running=${side.running && view.status === "playing"} />
    <span class="state">${state ? words.of(state, who) : ""}</span>
  </section>`;
}
