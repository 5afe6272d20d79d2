// Which module draws which board, by `layout.kind`. A new game's board is one more line here.
import * as kakuzu from "./kakuzu.js";
import * as gyges from "./gyges.js";
import * as kalah from "./kalah.js";
import * as nardy from "./nardy.js";

const BOARDS = { gyges, kakuzu, pits: kalah, nardy };

export function boardFor(layout) {
  return BOARDS[layout?.kind] ?? null;
}
