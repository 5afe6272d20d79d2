// The hand: stones that float at the pointer, and a tray that says how many there are.
import { html, useEffect, useRef } from "../ui.js";
import { Piece } from "../parts/piece.js";
import { Stones } from "../parts/stones.js";
import { look } from "../stones.js";

// Follows the pointer by itself: moving the mouse draws nothing anew.
export function Floating({ hands, stones }) {
  const box = useRef(null);
  useEffect(() => {
    let due = 0;
    const place = () => {
      due = 0;
      const { x, y, kind } = hands.pointer;
      // A finger hides what is under it: there the stones ride above.
      const lift = kind === "touch" ? -54 : -14;
      if (box.current) box.current.style.transform = `translate(${x}px, ${y + lift}px)`;
    };
    hands.onFollow = () => (due ||= requestAnimationFrame(place));
    place();
    return () => {
      hands.onFollow = null;
      cancelAnimationFrame(due);
    };
  }, [hands]);
  const hidden = stones.length === 0 || (hands.pointer.kind === "touch" && !hands.press);
  return html`<div class="floating ${hidden ? "hidden" : ""}" ref=${box} aria-hidden="true">
    ${hands.whole ? html`<${Piece} size=${stones.length} />` : hands.Held ? html`<${hands.Held} stones=${stones} />` : html`<span class="bowl"><${Stones} cell="hand" shape="hand" stones=${stones} /></span><b>${stones.length}</b>`}
  </div>`;
}

export function Tray({ hands, stones, words }) {
  const count = hands.count;
  return html`<div class="tray ${count ? "full" : ""}" data-hand=${count} aria-busy=${hands.table.orders.waiting > 0}>
    <span class="palm" aria-hidden="true">${hands.whole ? count > 0 && html`<${Piece} size=${count} />` : hands.Held ? html`<${hands.Held} stones=${stones} />` : stones.slice(0, 12).map((stone) => html`<i key=${stone} class="stone ${look(stone)}"></i>`)}</span>
    <span class="says">${count ? html`<b>${words.t("inHand")}: ${hands.whole ? words.t(`piece${count}`) : count}</b>` : words.t(hands.whole ? "handNoPiece" : "handEmpty")}</span>
    ${count > 0 && !hands.whole && html`<${OneOrAll} hands=${hands} words=${words} />`}
    ${count > 0 && hands.origin && html`<button type="button" class="small" data-do="put-back" onClick=${() => hands.putBack()}>${words.t("putBack")}</button>`}
  </div>`;
}

function OneOrAll({ hands, words }) {
  const chip = (all) => html`<button type="button" role="radio" aria-checked=${hands.all === all} data-drop=${all ? "all" : "one"}
    onClick=${() => hands.setAll(all)}>${words.t(all ? "dropAll" : "dropOne")}</button>`;
  return html`<span class="chips" role="radiogroup" aria-label=${words.t("dropHow")}>${chip(false)}${chip(true)}</span>`;
}
