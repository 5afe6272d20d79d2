// The kalah board: South's row below from left to right, North's above from right to left, each
// side's store at its right. On an upright phone it is turned a quarter, South's row at the left.
import { html, memo } from "../ui.js";
import { Badge, Ring } from "../parts/light.js";
import { Stones } from "../parts/stones.js";

// How the sides are called in tags and move lists, in order.
export const sides = ["South", "North"];

// Turns that hands cannot show: each gets a button of its own when it is legal.
export const spoken = ["swap"];

export function Board({ layout, places, hands, words }) {
  const [south, north] = layout.rows;
  const pits = south.length;
  return html`<div class="frame">
    <div class="board kalah" style=${{ "--n": pits }} role="group" aria-label=${words.t("board")}>
      <span class="spine" aria-hidden="true"></span>
      ${south.map((cell, at) => html`<${Place} key=${cell} cell=${cell} shape="pit" row="south" at=${at + 1} place=${places[cell]} hands=${hands} />`)}
      <${Place} key="A" cell=${layout.stores[0]} shape="store" row="south" place=${places[layout.stores[0]]} hands=${hands} />
      ${north.map((cell, at) => html`<${Place} key=${cell} cell=${cell} shape="pit" row="north" at=${pits - at} place=${places[cell]} hands=${hands} />`)}
      <${Place} key="B" cell=${layout.stores[1]} shape="store" row="north" place=${places[layout.stores[1]]} hands=${hands} />
    </div>
  </div>`;
}

const Place = memo(drawPlace, (before, now) => before.place.mark === now.place.mark && before.place.stones === now.place.stones && before.hands === now.hands);

function drawPlace({ cell, shape, row, at, place, hands }) {
  const { stones, label, glow, wants, trouble, spoken } = place;
  const handling = hands && {
    onPointerDown: (event) => hands.down(cell, event),
    onClick: (event) => hands.click(cell, event),
    onContextMenu: (event) => event.preventDefault(),
  };
  return html`<button type="button" class="place ${shape} ${row} ${hands?.wood ? "free" : ""}" style=${{ "--at": at ?? 0 }}
    data-cell=${cell} data-count=${place.count ?? ""} data-stones=${stones.length}
    data-glow=${glow?.meaning ?? ""} data-movement=${glow?.movement ?? ""} data-wants=${wants ?? ""}
    data-health=${place.health} ...${handling}>
    <span class="unseen">${spoken}</span>
    <span class="label" aria-hidden="true"><b>${label}</b><i>${cell}</i>${trouble && html`<em>${trouble}</em>`}</span>
    <span class="bowl" aria-hidden="true">
      <${Stones} cell=${cell} shape=${shape} stones=${stones} />
      ${glow && html`<${Ring} glow=${glow} />`}
      <${Badge} glow=${glow} wants=${wants} />
    </span>
  </button>`;
}
