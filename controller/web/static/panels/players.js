// One side of the table: name, clock, stones at home, and whether it is to move.
import { html, useEffect, useState } from "../ui.js";
import { Sign } from "../parts/light.js";

export function Player({ view, viewAt, side, words }) {
  const { player, score, clock, running } = view.sides[side];
  const state = stateOf(view, side);
  const called = words.sideOf(view.sides[side]);
  return html`<section class="player ${state ?? ""}" data-side=${side} style=${{ "--seat": side }} aria-label=${called}>
    <span class="lamp" aria-hidden="true">${state === "wins" ? html`<${Sign} name="crown" />` : null}</span>
    <span class="who"><b>${player || called}</b>${player && html`<small>${called}</small>`}</span>
    ${state && html`<span class="state">${words.t(state)}</span>`}
    ${clock !== null && html`<${Clock} seconds=${clock} at=${viewAt} running=${running && view.status === "playing"} />`}
    <span class="score" title=${words.t("score")}><b>${score}</b></span>
  </section>`;
}

function stateOf(view, side) {
  if (view.result?.shared?.length) return view.result.shared.includes(side) ? "drawn" : null;
  if (view.result) return view.result.winner === side ? "wins" : view.result.winner === null ? "drawn" : null;
  return view.status === "playing" && view.mover === side ? "toMove" : null;
}

// Counts on between two views by itself, so that a running clock costs the table nothing.
function Clock({ seconds, at, running }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 200);
    return () => clearInterval(timer);
  }, [running]);
  const gone = running ? (performance.now() - at) / 1000 : 0;
  const left = Math.max(0, seconds - gone);
  return html`<time class="clock ${left < 20 ? "short" : ""} ${running ? "running" : ""}">${clockText(left)}</time>`;
}

export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${padded(m)}:${padded(s)}` : `${m}:${padded(s)}`;
}
