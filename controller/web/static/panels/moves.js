// The moves so far, one line for each change of sides, newest in sight.
import { html, memo, useEffect, useRef } from "../ui.js";

export const Moves = memo(
  (props) => html`<${List} ...${props} />`,
  (before, now) => before.mark === now.mark && before.words === now.words && before.chosen === now.chosen,
);

function List({ moves, sides, spoken, words, chosen, onChoose }) {
  const list = useRef(null);
  useEffect(() => {
    const box = list.current;
    const shown = box?.querySelector(".chosen") ?? box?.lastElementChild;
    if (!shown) return;
    box.scrollTop = shown.offsetTop - box.offsetTop - box.clientHeight / 2;
  }, [moves.length, chosen]);
  if (moves.length === 0) return html`<p class="quiet no-moves">${words.t("noMoves")}</p>`;
  return html`<ol class="moves" ref=${list}>
    ${lines(moves).map((line, at) => html`<li key=${at} value=${at + 1} class=${line.some((m) => m.ply === chosen) ? "chosen" : ""}>
      <span class="mover side-${line[0].side} of-${sides.length}">${words.side(sides[line[0].side] ?? "")}</span>
      ${line.map((move) => html`<${Move} key=${move.ply} move=${move} spoken=${spoken} words=${words} chosen=${chosen} onChoose=${onChoose} />`)}
    </li>`)}
  </ol>`;
}

function Move({ move, spoken, words, chosen, onChoose }) {
  const open = move.sealed === false;
  const title = [move.seconds != null ? words.measure(move.seconds, "second", { maximumFractionDigits: 1 }) : "", open ? words.t("openMove") : ""].filter(Boolean).join(", ");
  const turn = `${rollOf(move)}${move.condoned ? words.t("condoned") : words.turn(move.turn, spoken)}`;
  const kind = `move ${open ? "open" : ""} ${move.ply === chosen ? "now" : ""}`;
  if (!onChoose) return html`<span class=${kind} title=${title}>${turn}</span>`;
  return html`<button type="button" class=${kind} title=${title} onClick=${() => onChoose(move.ply)}>${turn}</button>`;
}

// What was rolled, 31, or where only the play tells it: 31|21?
function rollOf({ dice, rolls, named }) {
  if (!rolls?.length) return dice?.length ? `${dice.join("")}: ` : "";
  return `${rolls.map((dice) => dice.join("")).join("|")}${named ? "" : "?"}: `;
}

// Extra moves stand on the same line as the move they follow.
function lines(moves) {
  const all = [];
  for (const move of moves) {
    const last = all.at(-1);
    if (last && last[0].side === move.side) last.push(move);
    else all.push([move]);
  }
  return all;
}

export function movesMark(moves) {
  const last = moves.at(-1);
  return last ? `${moves.length}/${moves.filter((m) => m.named).length}/${last.turn}/${last.sealed}/${moves.filter((m) => m.sealed === false).length}` : "0";
}
