// Which module draws which board, by `layout.kind`. A game whose board is of a kind of its own, called as the
// game, brings its module along: it is fetched when such a board is first to be drawn.
import * as kakuzu from "./kakuzu.js";
import * as gyges from "./gyges.js";
import * as kalah from "./kalah.js";
import * as nardy from "./nardy.js";

const BOARDS = { gyges, kakuzu, pits: kalah, nardy };
const NAME = /^[a-z][a-z0-9-]*$/;
const asked = new Set();

export function boardFor(layout) {
  const kind = layout?.kind;
  if (NAME.test(kind ?? "") && !BOARDS[kind] && !asked.has(kind)) fetchBoard(kind);
  return BOARDS[kind] ?? null;
}

// Until it is there the page says that it cannot draw this board; then it is told to look again.
async function fetchBoard(kind) {
  asked.add(kind);
  try {
    BOARDS[kind] = await import(`/static/games/${kind}/board.js`);
    dispatchEvent(new Event("lunka-board"));
  } catch {
    // No such game is installed here, or it brings no drawing for pages.
  }
}
