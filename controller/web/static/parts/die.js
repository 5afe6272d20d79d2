// One die.
import { html } from "../ui.js";

const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

// A die that is played is dimmed, and said to be.
export function Die({ n, spent, words }) {
  return html`<svg class="die ${spent ? "spent" : ""}" viewBox="0 0 30 30" role="img" aria-label=${spent ? `${n}, ${words.t("spent")}` : n}><rect x="1" y="1" width="28" height="28" rx="6" />
    ${PIPS[n].map((at) => html`<circle key=${at} cx=${7 + 8 * (at % 3)} cy=${7 + 8 * Math.floor(at / 3)} r="2.6" />`)}</svg>`;
}
