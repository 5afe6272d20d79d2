// What a board of a round plays at this moment: score and clocks as its table shows them, and
// whether it holds the round up.
import { html, useEffect, useRef } from "/static/ui.js";
import { Clock } from "/static/parts/clock.js";

// A match is slow once half of its round is settled and its leader still lacks more than half of
// the points; a single game, which has none, once three quarters are.
const SETTLED = { match: 1 / 2, game: 3 / 4 };

// The table's view, where these two play there; else nothing is known of their game.
function viewOf(board, hall) {
  const view = board.table && hall.boards[board.table];
  const there = view?.sides?.map((side) => side.player) ?? [];
  return board.players.every((name) => there.includes(name)) && ["playing", "paused"].includes(view.status) ? view : null;
}

// Each player's side, in the order of the round; seats may have been exchanged since (K10).
const sidesOf = (board, view) => board.players.map((name) => view.sides.findIndex((side) => side.player === name));
const score = (view, at) => (view.match ? view.match.score?.[at] : view.sides[at].score) ?? 0;

function slow(round, board, view) {
  const played = round.boards.filter((each) => !each.bye && each.status !== "cancelled");
  const settled = played.filter((each) => each.how).length / played.length;
  const length = view.match?.length ?? 0;
  if (settled < (length ? SETTLED.match : SETTLED.game)) return false;
  return !length || 2 * Math.max(...sidesOf(board, view).map((at) => score(view, at))) < length;
}

// Asked for only while it is near the screen: an event may have two hundred boards.
export function LiveBoard({ round, board, hall, words }) {
  const box = useRef(null);
  useEffect(() => {
    const seeing = new IntersectionObserver(([entry]) => hall.watch(board.table, entry.isIntersecting), { rootMargin: "200px" });
    seeing.observe(box.current);
    return () => {
      seeing.disconnect();
      hall.watch(board.table, false);
    };
  }, [board.table]);
  const view = viewOf(board, hall);
  if (!view) return html`<span class="liveboard" ref=${box}></span>`;
  const sides = sidesOf(board, view);
  const clock = (at) => html`<${Clock} key=${at} side=${view.sides[at]} at=${view.at} running=${view.sides[at].running && view.status === "playing"} />`;
  return html`<span class="liveboard" ref=${box}><output data-live>${sides.map((at) => score(view, at)).join(" : ")}</output> ${sides.map(clock)}
    ${slow(round, board, view) && html`<small class="mark slow" data-slow title=${words.t("desk.slowWhy")}>${words.t("desk.slow")}</small>`}</span>`;
}
