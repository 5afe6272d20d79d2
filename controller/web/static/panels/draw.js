// A token is to be drawn: by the board, or by a hand in the bag, and then it is entered. The buttons
// stay where they are while the number is looked for: a second press presses nothing else.
import { html, useRef } from "../ui.js";

export function Draw({ view, words, may, onCommand }) {
  const { draw } = view;
  const choices = useRef(null);
  const able = draw?.count === 1 && view.commands.includes("roll");
  if (view.draws_by === "board" && view.layout?.kind === "kakuzu") {
    return html`<section class="card draw"><button type="button" class="main" data-do="roll" disabled=${!may || !able} onClick=${() => onCommand({ do: "roll" })}>${words.t("drawToken")}</button></section>`;
  }
  if (able) choices.current = draw.choices;
  if (!choices.current || view.layout?.kind !== "kakuzu") return null;
  return html`<section class="card draw"><h2>${words.t("enterToken")}</h2><div class="row">
    ${choices.current.map((token) => html`<button key=${token} type="button" data-draw=${token} disabled=${!may || !able} onClick=${() => onCommand({ do: "roll", dice: [token] })}>${token}</button>`)}
  </div></section>`;
}
