// Numbers that players add to the board's dice (docs/record.md): bound by their seal, shown once everybody has bound his, or a moment later.
import { html, useEffect } from "../ui.js";
import { sha256 } from "../parts/sha256.js";

// Milliseconds after which a bound number is shown, though others have bound none.
const PATIENCE = 10_000;

const place = (view, side) => `lunka-number-${view.game_id}-${side}`;

export function Contribute({ view, words, may, onCommand }) {
  const parts = view.contributed;
  const own = parts?.find(({ side, shown }) => side !== null && !shown && sessionStorage.getItem(place(view, side)));
  const everybody = own && view.sides.every((_, at) => parts.some(({ side }) => side === at));
  useEffect(() => {
    if (!own || !may) return undefined;
    const number = sessionStorage.getItem(place(view, own.side));
    const timer = setTimeout(() => onCommand({ do: "contribute", side: own.side, number }), everybody ? 0 : PATIENCE);
    return () => clearTimeout(timer);
  }, [own?.side, everybody, may]);
  if (!parts) return null;
  const bind = (side) => {
    const number = [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem(place(view, side), number);
    onCommand({ do: "contribute", side, seal: sha256(number) });
  };
  const closed = parts.some(({ side, shown }) => side !== null && shown);
  const withheld = parts.some(({ shown }) => !shown);
  return html`<details class="contribute"><summary>${words.t("yourNumber")}</summary><p class="quiet">${words.t("yourNumberWhy")}</p>
    <div class="row">${view.sides.map((side, at) => html`<button key=${at} type="button" data-contribute=${at} disabled=${!may || closed || parts.some((part) => part.side === at)} onClick=${() => bind(at)}>${words.whoAndSide(side)}${parts.some((part) => part.side === at) ? " ✓" : ""}</button>`)}
    ${withheld && !own && html`<button type="button" data-do="anew" disabled=${!may} onClick=${() => onCommand({ do: "contribute", anew: true })}>${words.t("promiseAnew")}</button>`}</div></details>`;
}
