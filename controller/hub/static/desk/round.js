// One round: who meets whom at which table, what the tables reported, what the director decides.
import { html, useState } from "/static/ui.js";
import { DeskForm } from "./form.js";
import { Light } from "../board.js";

const SENT = { no: "not sent", waiting: "waiting for the table", yes: "at the table", refused: "refused" };

export function Round({ it, round, hall, words, act, command, file, onDispute }) {
  const open = round.boards.filter((board) => !board.bye && ["open", "reported"].includes(board.status));
  const reported = round.boards.filter((board) => board.status === "reported");
  const send = (board) => act(`/api/competitions/${it.id}/send`, { round: round.round, ...(board && { board }) });
  const unsent = open.filter((board) => board.status === "open" && ["no", "refused"].includes(board.sent));
  const all = async () => {
    for (const board of reported) await command({ do: "confirm", round: round.round, board: board.board });
  };
  const cancel = () => {
    const why = prompt(`Why is round ${round.round} cancelled? It will be in the book.`);
    if (why) command({ do: "cancel", round: round.round, why });
  };
  const sheet = (what) => file(`sheet?what=${what}&round=${round.round}&language=${words.language}`, `${it.id}-${what}-${round.round}.pdf`);
  const last = round.round === it.round && it.status !== "closed";
  return html`<div class="round" data-shown=${round.round}>
    <div class="row">
      ${unsent.length > 0 && html`<button type="button" class="main" data-do="send" onClick=${() => send()}>Send ${unsent.length === open.length ? "" : `${unsent.length} more `}to the tables</button>`}
      <button type="button" data-do="print-pairings" onClick=${() => sheet("pairings")}>Print pairings</button>
      <button type="button" data-do="print-results" onClick=${() => sheet("results")}>Print results</button>
      ${reported.length > 1 && html`<button type="button" data-do="confirm-all" onClick=${all}>Confirm all ${reported.length}</button>`}
      ${last && html`<button type="button" class="danger" data-do="cancel-round" onClick=${cancel}>Cancel the round</button>`}
    </div>
    <div class="wide"><table class="boards"><thead><tr><th></th><th>Players</th><th>Table</th><th>Rules</th><th>Result</th><th></th></tr></thead>
    <tbody>${round.boards.map((board) => html`<${BoardLine} key=${board.board} board=${board} ...${{ it, round, hall, words, send, command, onDispute }} />`)}</tbody></table></div>
  </div>`;
}

function BoardLine({ it, round, board, hall, words, send, command, onDispute }) {
  const at = { round: round.round, board: board.board };
  const [correcting, setCorrecting] = useState(false);
  if (board.bye) return html`<tr class="settled"><td>${board.board}</td><td colspan="5"><b>${board.players[0]}</b> has a bye</td></tr>`;
  const open = board.status === "open" || board.status === "reported";
  return html`<tr class=${board.status} data-board=${board.board}><td>${board.board}</td>
    <td><b>${board.players[0]}</b> – <b>${board.players[1]}</b>${board.match && html` <small class="quiet">${board.match}</small>`}</td>
    <td>${open ? html`<${Table} board=${board} hall=${hall} words=${words} onAssign=${(table) => command({ do: "assign", ...at, table })} />` : board.table ?? ""}</td>
    <td class="quiet">${open ? SENT[board.sent] ?? "" : ""}${open && board.refusal && html`<br /><small class="warning">${board.refusal}</small>`}</td>
    <td data-result>${resultText(board)}</td>
    <td class="acts">
      ${board.status === "reported" && html`<button type="button" class="small main" data-do="confirm" onClick=${() => command({ do: "confirm", ...at })}>Confirm</button>`}
      ${it.status !== "closed" && html`<button type="button" class="small" data-do="correct" onClick=${() => setCorrecting(!correcting)}>${board.how ? "Correct" : "By hand"}</button>`}
      ${open && board.table && board.sent !== "no" && html`<button type="button" class="small" data-do="send-again" onClick=${() => confirm(sureToSend(board)) && send(board.board)}>Send again</button>`}
      ${board.table && hall.lights[board.table] && html`<button type="button" class="small" onClick=${() => onDispute(board.table)}>Positions</button>`}
    </td></tr>
    ${correcting && html`<${Correct} board=${board} at=${at} command=${command} onDone=${() => setCorrecting(false)} />`}`;
}

// What would be lost is named before it is: a match under way, or a result.
function sureToSend(board) {
  const who = `${board.players[0]} – ${board.players[1]}`;
  if (board.how) return `${who} have a result (${resultText(board)}). Begin their match anew at ${board.table}? A new result takes its place.`;
  if (board.sent === "refused") return `Send ${who} to ${board.table} again?`;
  return `${who} were sent to ${board.table} already. Begin their match anew? What they have played there is abandoned.`;
}

function Table({ board, hall, words, onAssign }) {
  const tables = hall.tables.includes(board.table) || !board.table ? hall.tables : [board.table, ...hall.tables];
  return html`<span class="tablepick">${board.table && html`<${Light} light=${hall.lights[board.table]} words=${words} />`}
    <select aria-label=${`Table of board ${board.board}`} value=${board.table ?? ""} onChange=${(e) => onAssign(e.currentTarget.value)}>
      ${!board.table && html`<option value="">–</option>`}${tables.map((table) => html`<option key=${table} value=${table} selected=${table === board.table}>${table}</option>`)}</select></span>`;
}

export function resultText(board) {
  if (board.status === "cancelled") return "cancelled";
  if (!board.how) return "";
  if (board.how === "forfeit") return `forfeit: ${board.players[board.winner]} wins`;
  if (board.how !== "played") return board.how;
  const won = board.winner === null ? "drawn" : `${board.players[board.winner]} wins`;
  return `${board.scores.join(" : ")} · ${won}${board.status === "reported" ? " (reported)" : ""}`;
}

// What is typed stays while the page is redrawn around it (`defaultValue`, not `value`).
// A result by hand always says why; it is in the book with the director's name.
function Correct({ board, at, command, onDone }) {
  const save = async (filled) => {
    const forfeit = filled.get("forfeit");
    const result = forfeit ? { forfeit } : { scores: [Number(filled.get("one")), Number(filled.get("other"))], ...(filled.get("winner") && { winner: filled.get("winner") }) };
    const answer = await command({ do: "correct", ...at, ...result, why: filled.get("why") });
    if (!answer.error) onDone();
  };
  return html`<tr class="correcting"><td></td><td colspan="5"><${DeskForm} work=${save}>
    <label>${board.players[0]} <input name="one" type="number" min="0" max="100000" defaultValue=${board.scores?.[0] ?? 0} /></label>
    <label>${board.players[1]} <input name="other" type="number" min="0" max="100000" defaultValue=${board.scores?.[1] ?? 0} /></label>
    <label>Winner <select name="winner"><option value="">by the scores</option>${board.players.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>
    <label>Forfeit by <select name="forfeit"><option value="">nobody</option>${board.players.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}<option value="both">both</option></select></label>
    <label class="grow">Why <input name="why" required maxlength="200" /></label>
    <button class="main" data-do="save">Save</button><button type="button" onClick=${onDone}>Leave</button><//></td></tr>`;
}
