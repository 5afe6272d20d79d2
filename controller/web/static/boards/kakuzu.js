// The Kakuzu board: 9 x 9 holes in nine squares, a stone in each or the number that lies open.
import { html, memo } from "../ui.js";
import { Badge, Ring } from "../parts/light.js";
import { look } from "../stones.js";

// How the sides are called in tags and move lists, in order; which of them play the game itself says.
export const sides = ["South", "West", "North", "East"];

// Turns that hands cannot show: each gets a button of its own when it is legal.
export const spoken = [...Array(9).keys()].flatMap((n) => [`name${n + 1}`, `gone${n + 1}`]);

// A stone that is lifted goes to a player: the hand is empty again at once.
export const aside = true;

export function Board({ layout, places, hands, words, shown }) {
  const numbers = shown?.numbers ?? {};
  return html`<div class="frame">
    ${shown && html`<${Tokens} shown=${shown} words=${words} />`}
    <div class="board kakuzu" role="group" aria-label=${words.t("board")}>
      ${layout.rows.flatMap((row, r) => row.map((cell, c) => html`<${Hole} key=${cell} cell=${cell} row=${r} column=${c}
        place=${places[cell]} number=${numbers[cell]} hands=${hands} />`))}
    </div>
  </div>`;
}

// What is looked for, what was found in this turn, what stays out of the bag, and what cannot be found any more.
function Tokens({ shown, words }) {
  const { token, found, gone, kept } = shown;
  return html`<p class="tokens" data-token=${token ?? ""}>
    <span class="token ${token === null ? "none" : ""}" aria-label=${token === null ? words.t("noToken") : words.t("token", { n: token })}>${token ?? "·"}</span>
    ${found.map((n, at) => html`<span key=${at} class="token found" title=${words.t("found")}>${n}</span>`)}
    ${kept?.length > 0 && html`<span class="kept">${words.t("keptOut")}: ${kept.join(" ")}</span>`}
    <span class="gone">${gone.length > 0 && `${words.t("gone")}: ${gone.join(" ")}`}</span>
  </p>`;
}

const Hole = memo(drawHole, (before, now) => before.place.mark === now.place.mark && before.place.stones === now.place.stones && before.hands === now.hands && before.number === now.number);

function drawHole({ cell, row, column, place, number, hands }) {
  const { stones, glow, wants, trouble, spoken: says } = place;
  const handling = hands && {
    onPointerDown: (event) => hands.down(cell, event),
    onClick: (event) => hands.click(cell, event),
    onContextMenu: (event) => event.preventDefault(),
  };
  const corner = `${column % 3 === 0 && column ? "left" : ""} ${row % 3 === 0 && row ? "top" : ""}`;
  return html`<button type="button" class="place hole ${corner} ${hands?.wood ? "free" : ""}"
    data-cell=${cell} data-count=${place.count ?? ""} data-stones=${stones.length} data-number=${number ?? ""}
    data-glow=${glow?.meaning ?? ""} data-movement=${glow?.movement ?? ""} data-wants=${wants ?? ""}
    data-health=${place.health} ...${handling}>
    <span class="unseen">${number ? `${says}, ${number}` : says}</span>
    <span class="bowl" aria-hidden="true">
      ${number && html`<b class="number">${number}</b>`}
      ${stones.slice(0, 1).map((stone) => html`<i key=${stone} class="stone ${look(stone)}"></i>`)}
      ${glow && html`<${Ring} glow=${glow} />`}
      ${(wants || glow?.movement === "flash" || glow?.movement === "blink") && html`<${Badge} glow=${glow} wants=${wants} />`}
      ${trouble && html`<em>${trouble}</em>`}
    </span>
  </button>`;
}
