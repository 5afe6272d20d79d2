// A heap of stones in a bowl.
import { html } from "../ui.js";
import { look, slots } from "../stones.js";

export function Stones({ cell, shape, stones }) {
  const places = slots(cell, shape);
  return stones.map((stone, index) => {
    const { x, y, turn } = places[index % places.length];
    const style = { "--x": x.toFixed(3), "--y": y.toFixed(3), "--turn": `${Math.round((turn - 0.5) * 50)}deg` };
    return html`<i key=${stone} class="stone ${look(stone)}" style=${style}></i>`;
  });
}
