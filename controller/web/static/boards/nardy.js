// The nardy board: White's home below at the right, points 13 to 24 above, the bar between the
// halves, the trays at the right. Sensors count; whose a checker is follows from the position.
import { html } from "../ui.js";
import { Badge, Ring } from "../parts/light.js";

export const sides = ["White", "Black"];

// What a new game may choose; `games` are those that have it, `unless` names what excludes it,
// `named` are numbers that people call by a word, and `rare` is what a house settles once.
const SHORT = ["short"];
const LONG = ["long", "gulbar", "mad-gulbar"];
export const choices = [
  { key: "match_length", kind: "number", allowed: [0, 1, 3, 5, 7], named: { 0: "single_game" }, least: 1, most: 99, usual: 0 },
  { key: "crawford", kind: "switch", usual: true, when: "match_length" },
  { key: "jacoby", kind: "switch", usual: false, games: SHORT, unless: "match_length" },
  { key: "beaver", kind: "switch", usual: false, games: SHORT, unless: "match_length" },
  { key: "auto_doubles", kind: "number", allowed: [0, 1, 2, 3], least: 0, most: 10, usual: 0, games: SHORT, unless: "match_length" },
  { key: "home_mars", kind: "number", allowed: [3, 4], usual: 3, games: LONG },
  { key: "repeats", kind: "number", allowed: [2, 4], usual: 2, games: ["mad-gulbar"] },
  { key: "block_rule", kind: "word", allowed: ["ahead", "none"], usual: "ahead", games: LONG, rare: true },
  { key: "raise_step", kind: "word", allowed: ["double", "add"], usual: "double", rare: true },
  { key: "hit_then_bear_off", kind: "word", allowed: ["allowed", "forbidden", "forced"], usual: "allowed", games: SHORT, rare: true },
  { key: "hit_and_hide", kind: "switch", usual: true, games: SHORT, rare: true },
];

// A hand takes one checker at a time.
export const single = true;

// The dice say who begins.
export const rolled = true;

const ABOVE = [...range(13, 18), "bar-white", ...range(19, 24), "off-black"];
const BELOW = [...range(7, 12).reverse(), "bar-black", ...range(1, 6).reverse(), "off-white"];
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function range(from, to) {
  return [...Array(to - from + 1).keys()].map((n) => String(from + n));
}

export function Board({ places, hands, words, shown, last }) {
  const colours = coloursOf(places);
  const row = (cells, half) => cells.map((cell, at) => html`<${Point} key=${cell} cell=${cell} half=${half} at=${at} place=${places[cell]} colours=${colours} hands=${hands} />`);
  return html`<div class="frame">
    <div class="board nardy" role="group" aria-label=${words.t("board")}>
      ${row(ABOVE, "above")}
      <${Middle} shown=${shown} last=${last} words=${words} />
      ${row(BELOW, "below")}
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
    data-health=${place.health} aria-label=${spoken} ...${handling}>
    <span class="name" aria-hidden="true">${Number(cell) ? cell : ""}${trouble && html`<em>${trouble}</em>`}</span>
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

// A die that is played is dimmed, and said to be.
function Die({ n, spent, words }) {
  return html`<svg class="die ${spent ? "spent" : ""}" viewBox="0 0 30 30" role="img" aria-label=${spent ? `${n}, ${words.t("spent")}` : n}><rect x="1" y="1" width="28" height="28" rx="6" />
    ${PIPS[n].map((at) => html`<circle key=${at} cx=${7 + 8 * (at % 3)} cy=${7 + 8 * Math.floor(at / 3)} r="2.6" />`)}</svg>`;
}
