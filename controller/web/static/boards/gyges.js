// The Gyges board: six lines of six fields, a goal beyond each end, and a box with the pieces that
// do not stand yet. Player 1 sits below. A piece has as many storeys as its size.
import { html, memo } from "../ui.js";
import { Badge, Ring } from "../parts/light.js";
import { Piece } from "../parts/piece.js";

// How the sides are called in tags and move lists, in order.
export const sides = ["Player 1", "Player 2"];

// Pieces are whole: a press lifts or puts down one piece, whatever its size.
export const whole = true;

const OF_EACH_SIZE = 4;

export function Board({ layout, places, hands, words }) {
  const [near, far] = layout.goals;
  const draw = (cell, shape) => html`<${Field} key=${cell} cell=${cell} shape=${shape} place=${places[cell]} hands=${hands} />`;
  return html`<div class="frame">
    <div class="board gyges" role="group" aria-label=${words.t("board")}>
      ${draw(far, "goal")}
      <div class="lines">${[...layout.lines].reverse().flatMap((line) => line.map((cell) => draw(cell, "field")))}</div>
      ${draw(near, "goal")}
    </div>
    ${hands?.free && html`<${Box} places=${places} hands=${hands} words=${words} />`}
  </div>`;
}

const Field = memo(drawField, (before, now) => before.place.mark === now.place.mark && before.place.stones === now.place.stones && before.hands === now.hands);

function drawField({ cell, shape, place, hands }) {
  const { stones, glow, wants, trouble, spoken } = place;
  const handling = hands && {
    onPointerDown: (event) => hands.down(cell, event),
    onClick: (event) => hands.click(cell, event),
    onContextMenu: (event) => event.preventDefault(),
  };
  return html`<button type="button" class="place ${shape} ${hands?.wood ? "free" : ""}"
    data-cell=${cell} data-count=${place.count ?? ""} data-stones=${stones.length}
    data-glow=${glow?.meaning ?? ""} data-movement=${glow?.movement ?? ""} data-wants=${wants ?? ""}
    data-health=${place.health} ...${handling}>
    <span class="unseen">${spoken}</span>
    <span class="bowl" aria-hidden="true">
      ${shape === "field" && stones.length === 0 && html`<small>${cell}</small>`}
      ${stones.length > 0 && html`<${Piece} size=${stones.length} />`}
      ${glow && html`<${Ring} glow=${glow} />`}
      ${trouble && html`<em>${trouble}</em>`}
      <${Badge} glow=${glow} wants=${wants ? Math.sign(wants) : null} />
    </span>
  </button>`;
}

// The pieces that stand nowhere, beside the simulated board; and the way back for one in hand.
function Box({ places, hands, words }) {
  const standing = Object.values(places).map((place) => place.stones.length);
  const left = [1, 2, 3].map((size) => OF_EACH_SIZE - standing.filter((each) => each === size).length - (hands.count === size));
  const any = left.some((count) => count > 0);
  if (hands.count === 0 && !any) return null;
  return html`<div class="box" role="group" aria-label=${words.t("box")}>
    <span>${words.t("box")}</span>
    ${any && left.map((count, at) => html`<button key=${at} type="button" class="fetch" data-fetch=${at + 1} disabled=${count <= 0 || hands.count > 0}
      aria-label=${`${words.t(`piece${at + 1}`)} × ${Math.max(0, count)}`} onPointerDown=${(event) => hands.fetch(at + 1, event)} onClick=${() => hands.fetch(at + 1)}>
      <${Piece} size=${at + 1} /><b>× ${Math.max(0, count)}</b></button>`)}
    ${hands.count > 0 && html`<button type="button" class="small" data-do="put-away" onClick=${() => hands.putAway()}>${words.t("putAway")}</button>`}
  </div>`;
}
