// A board of the hall: small on the wall, large when somebody looks closer. Drawn by the very
// modules of a table's page; nothing here can move a stone.
import { Component } from "/static/vendor/preact.js";
import { html, memo, useEffect, useMemo, useRef } from "/static/ui.js";
import { boardFor } from "/static/boards/index.js";
import { Moves, movesMark } from "/static/panels/moves.js";
import { Clock } from "/static/parts/clock.js";
import { livePlaces, recordPlaces } from "/static/places.js";
import { Pouch } from "/static/stones.js";

// A table that sends nonsense must not take the wall down.
class Careful extends Component {
  componentDidCatch() {
    this.setState({ broken: true });
  }
  componentDidUpdate(before) {
    if (this.state.broken && before.mark !== this.props.mark) this.setState({ broken: false });
  }
  render({ words, children }, { broken }) {
    return broken ? html`<p class="quiet unreadable">${words.t("cannotDraw")}</p>` : children;
  }
}

function Small({ board, words }) {
  const pouch = useMemo(() => new Pouch(), []);
  const { Board } = boardFor(board.layout);
  const places = recordPlaces(board, board.layout, pouch, words);
  return html`<${Board} layout=${board.layout} places=${places} hands=${null} words=${words} shown=${board.shown} />`;
}

export function Side({ side, board, at, words }) {
  const wins = board.result?.winner === at;
  const moves = board.status === "playing" && board.mover === at;
  return html`<span class="seat ${wins ? "wins" : moves ? "moves" : ""}"><i class="lamp" aria-hidden="true"></i>
    <b>${words.who(side)}</b>
    <${Clock} side=${side} at=${board.at} running=${side.running && board.status === "playing"} />
    <output>${board.match ? board.match.score?.[at] : side.score}</output></span>`;
}

export const lightOf = (light) => (typeof light === "string" ? light : light?.light) ?? "away";

export function Light({ light, words }) {
  const name = lightOf(light);
  return html`<span class="light ${name}" data-light=${name} title=${words.t(name)}><span class="unseen">${words.t(name)}</span></span>`;
}

// One card of the wall. It asks for its board only while it is near the screen.
export const Card = memo(
  (props) => html`<${DrawnCard} ...${props} />`,
  (before, now) => before.board === now.board && lightOf(before.light) === lightOf(now.light) && before.words === now.words,
);

function DrawnCard({ table, light, board, hall, words, onOpen }) {
  const box = useRef(null);
  useEffect(() => {
    const seeing = new IntersectionObserver(([entry]) => hall.watch(table, entry.isIntersecting), { rootMargin: "200px" });
    seeing.observe(box.current);
    return () => {
      seeing.disconnect();
      hall.watch(table, false);
    };
  }, [table]);
  return html`<article class="tile" ref=${box} data-table=${table} data-ply=${board?.ply ?? ""} data-status=${board?.status ?? ""}>
    <button type="button" class="tilehead" aria-label=${words.t("enlarge", { table })} onClick=${() => onOpen(table)}>
      <${Light} light=${light} words=${words} /><b>${table}</b>
      ${board?.match?.length ? html`<small>${words.t("matchTo", { n: board.match.length })}</small>` : null}
      <small class="last">${board?.last ?? ""}</small></button>
    ${board ? html`<${Careful} words=${words} mark=${board}><${Seated} board=${board} words=${words} /></${Careful}>` : html`<div class="noboard"></div>`}
  </article>`;
}

// Who sits beyond the board stands above it, who sits before it below.
function Seated({ board, words }) {
  const seats = board.sides.map((side, at) => html`<${Side} key=${at} side=${side} at=${at} board=${board} words=${words} />`);
  return html`<div class="seats">${seats.slice(1)}</div><div class="tileboard" inert><${Small} board=${board} words=${words} /></div><div class="seats">${seats[0]}</div>`;
}

// The whole view of one table, as large as there is room.
export function Large({ whole, words, plain }) {
  const pouch = useMemo(() => new Pouch(), [whole?.table]);
  if (!whole?.view) return html`<p class="quiet">${whole ? words.t("notYet") : words.t("loading")}</p>`;
  return html`<${Careful} words=${words} mark=${whole.view}><${DrawnLarge} whole=${whole} pouch=${pouch} words=${words} plain=${plain} /></${Careful}>`;
}

function DrawnLarge({ whole, pouch, words, plain }) {
  const view = { ...whole.view, at: whole.at };
  const { Board } = boardFor(view.layout);
  const places = livePlaces(view, null, pouch, words);
  const seat = (at) => html`<${Side} key=${at} side=${view.sides[at]} at=${at} board=${view} words=${words} />`;
  return html`<div class="large" data-table=${whole.table} data-ply=${view.ply}>
    <div class="largeboard">
      <div class="seats above">${view.sides.map((_, at) => at).slice(1).map(seat)}</div>
      <div inert><${Board} layout=${view.layout} places=${places} hands=${null} words=${words} shown=${view.shown} /></div>
      <div class="seats">${seat(0)}</div>
    </div>
    ${!plain && html`<div class="beside"><p class="says">${words.said(view.sentence)}</p>
      ${view.alerts?.length > 0 && html`<ul class="alerts">${view.alerts.map((said, at) => html`<li key=${at}>${words.said(said)}</li>`)}</ul>`}
      <${Moves} moves=${view.moves} spoken=${view.spoken} sides=${view.sides.map((side) => side.name)} mark=${`${view.game_id}/${movesMark(view.moves)}`} words=${words} /></div>`}
  </div>`;
}
