// The light of a cell: a ring in the table's colour and movement, and a badge that says the same
// without colour.
import { html } from "../ui.js";
import { SIGNS, signOf } from "../meanings.js";

export function Ring({ glow }) {
  const style = { "--glow": glow.colour, "--level": Math.max(0.5, glow.level ?? 1).toFixed(2) };
  return html`<span class="ring ${glow.movement}" style=${style}></span>`;
}

export function Badge({ glow, wants }) {
  const style = glow ? { "--glow": glow.colour } : {};
  if (wants) return html`<span class="badge wants" style=${style}>${signed(wants)}</span>`;
  if (!glow) return null;
  const counted = glow.count > 0 && glow.meaning !== "may-lift";
  return html`<span class="badge ${counted ? "counted" : ""}" style=${style}>
    <${Sign} name=${signOf(glow.meaning)} />${counted && html`<b>${glow.count}</b>`}
  </span>`;
}

export function Sign({ name }) {
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${SIGNS[name]} />
  </svg>`;
}

export function signed(number) {
  return number > 0 ? `+${number}` : `−${-number}`;
}
