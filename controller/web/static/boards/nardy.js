// The nardy board as it lies before White, who sits below: which cells lie where, the layout says.
// Sensors count; whose a checker is follows from the position.
import { html } from "../ui.js";
import { Die } from "../parts/die.js";
import { Badge, Ring } from "../parts/light.js";

export const sides = ["White", "Black"];

// A hand takes one checker at a time.
export const single = true;


const HALF = 6;

// The cells of a row; where a game has no bar, its place between the halves stays empty.
function across(parts) {
  return parts.flatMap((part, at) => (part.length === HALF && parts[at - 1]?.length === HALF ? ["bar", ...part] : part));
}

export function Board({ layout, places, hands, words, shown, last }) {
  const colours = coloursOf(places);
  const row = (cells, half) => cells.map((cell, at) => html`<${Point} key=${cell} cell=${cell} half=${half} at=${at} place=${places[cell]} colours=${colours} hands=${hands} />`);
  return html`<div class="frame">
    <div class="board nardy ${layout.opposed ? "" : "turned"}" role="group" aria-label=${words.t("board")}>
      ${row(across(layout.rows[0]), "above")}
      <${Middle} shown=${shown} last=${last} words=${words} />
      ${row(across(layout.rows[1]), "below")}
    </div>
  </div>`;
}

// Each checker keeps its colour while it travels; a cell that is as the table believes tells it.
const painted = new Map();

function coloursOf(places) {
  for (const place of Object.values(places)) {
    if (!place || place.stones.length !== Math.abs(place.count ?? 0)) continue;
    for (const stone of place.stones) painted.set(stone, place.count > 0 ? "white" : "black");
  }
  return painted;
}

// A checker in the hand looks as it did on the board.
export function Held({ stones }) {
  return stones.map((stone) => html`<i key=${stone} class="checker held ${painted.get(stone) ?? "white"}"></i>`);
}

function Point({ cell, half, at, place, colours, hands }) {
  if (!place) return html`<span class="point none"></span>`;
  const { stones, glow, wants, trouble, spoken } = place;
  const kind = cell.startsWith("bar") ? "bar" : cell.startsWith("off") ? "off" : at % 2 ? "dark" : "pale";
  const handling = hands && {
    onPointerDown: (event) => hands.down(cell, event),
    onClick: (event) => hands.click(cell, event),
    onContextMenu: (event) => event.preventDefault(),
  };
  return html`<button type="button" class="place point ${half} ${kind} ${hands?.wood ? "free" : ""}"
    data-cell=${cell} data-count=${place.count ?? ""} data-stones=${stones.length}
    data-glow=${glow?.meaning ?? ""} data-movement=${glow?.movement ?? ""} data-wants=${wants ?? ""}
    data-health=${place.health} ...${handling}>
    <span class="unseen">${spoken}</span>
    <span class="name" aria-hidden="true">${Number(cell) ? place.name : ""}${trouble && html`<em>${trouble}</em>`}</span>
    <span class="bowl" aria-hidden="true">
      ${stones.map((stone, n) => html`<i key=${stone} class="checker ${colours.get(stone) ?? "white"}" style=${{ "--i": n, "--n": Math.max(stones.length, kind === "off" ? 12 : 5) }}></i>`)}
      ${stones.length > 5 && html`<b class="many">${stones.length}</b>`}
      ${glow && html`<${Ring} glow=${glow} />`}
      <${Badge} glow=${glow} wants=${wants} />
    </span>
  </button>`;
}

// Dice and cube lie in the middle of the board.
function Middle({ shown, last, words }) {
  const numbers = shown?.dice?.length ? shown.dice : shown?.passed ?? [];
  const stake = shown?.offered ?? shown?.cube ?? 1;
  const owner = sides[shown?.owner];
  const whose = shown?.offered ? words.t("cubeOffered") : owner ? words.t("cubeOwned", { who: words.side(owner) }) : words.t("cubeFree");
  const said = `${words.t("cube")} ${stake}, ${whose}`;
  return html`<div class="middle" data-dice=${numbers.join("-")}>
    ${!numbers.length && last ? html`<${Past} last=${last} words=${words} />` : html`<span class="dice">${numbers.map((n, at) => html`<${Die} key=${at} n=${n} spent=${shown.spent?.[at]} words=${words} />`)}</span>`}
    <span class="cube ${shown?.offered ? "offered" : ""}" data-owner=${shown?.owner ?? ""} role="img" aria-label=${said} title=${said}>${stake}</span>
  </div>`;
}

// A roll that said who begins, or left nothing to play, stays in sight until the next one.
function Past({ last, words }) {
  const who = last.side === null ? "" : `${words.side(sides[last.side])}: `;
  return html`<span class="dice past" data-last=${last.dice.join("-")}>${last.dice.map((n, at) => html`<${Die} key=${at} n=${n} />`)}
    <span class="call">${who}${words.said(last.call)}</span></span>`;
}
