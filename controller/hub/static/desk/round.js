// One round: who meets whom at which table, what the tables reported, what the director decides.
import { html, useState } from "/static/ui.js";
import { DeskForm } from "./form.js";
import { ByLaw, Marks, possible } from "./law.js";
import { LiveBoard } from "./live.js";
import { Light } from "../board.js";

export function Round({ it, round, hall, words, act, command, file, onDispute }) {
  const open = round.boards.filter((board) => !board.bye && ["open", "reported"].includes(board.status));
  const reported = round.boards.filter((board) => board.status === "reported");
  const send = (board) => act(`/api/competitions/${it.id}/send`, { round: round.round, ...(board && { board }) });
  const unsent = open.filter((board) => board.status === "open" && ["no", "refused"].includes(board.sent));
  const all = async () => {
    for (const board of reported) await command({ do: "confirm", round: round.round, board: board.board });
  };
  const cancel = () => {
    const why = prompt(words.t("desk.cancelWhy", { round: round.round }));
    if (why) command({ do: "cancel", round: round.round, why });
  };
  const sheet = (what) => file(`sheet?what=${what}&round=${round.round}&language=${words.language}`, `${it.id}-${what}-${round.round}.pdf`);
  const last = round.round === it.round && it.status !== "closed";
  return html`<div class="round" data-shown=${round.round}>
    <div class="row">
      ${unsent.length > 0 && html`<button type="button" class="main" data-do="send" onClick=${() => send()}>${words.t(unsent.length === open.length ? "desk.send" : "desk.sendMore", { n: unsent.length })}</button>`}
      <button type="button" data-do="print-pairings" onClick=${() => sheet("pairings")}>${words.t("desk.print.pairings")}</button>
      <button type="button" data-do="print-results" onClick=${() => sheet("results")}>${words.t("desk.print.results")}</button>
      ${reported.length > 1 && html`<button type="button" data-do="confirm-all" onClick=${all}>${words.t("desk.confirmAll", { n: reported.length })}</button>`}
      ${last && html`<button type="button" class="danger" data-do="cancel-round" onClick=${cancel}>${words.t("desk.cancelRound")}</button>`}
    </div>
    <div class="wide" tabindex="0"><table class="boards"><thead><tr><td></td><th>${words.t("players")}</th><th>${words.t("table")}</th><th>${words.t("desk.rules")}</th><th>${words.t("result")}</th><td></td></tr></thead>
    <tbody>${round.boards.map((board) => html`<${BoardLine} key=${board.board} board=${board} ...${{ it, round, hall, words, send, command, onDispute }} />`)}</tbody></table></div>
  </div>`;
}

function BoardLine({ it, round, board, hall, words, send, command, onDispute }) {
  const at = { round: round.round, board: board.board };
  // What is filled in below this line: a result by hand, or what the law has for this board.
  const [doing, setDoing] = useState(null);
  const toggle = (what) => setDoing(doing === what ? null : what);
  const done = () => setDoing(null);
  // Drawn anew after a "no", the choice shows the table that the board still has.
  const [asked, setAsked] = useState(0);
  if (board.bye) return html`<tr class="settled"><td>${board.board}</td><td colspan="5"><b>${board.players[0]}</b> ${words.t(board.how === "excused" ? "desk.excused" : "desk.bye")}</td></tr>`;
  const open = board.status === "open" || board.status === "reported";
  // A table that another board of this round has is exchanged for this board's own.
  const assign = (table) => {
    const other = round.boards.find((each) => each.table === table && each.board !== board.board && ["open", "reported"].includes(each.status));
    if (!other) return command({ do: "assign", ...at, table });
    const facts = { one: board.players.join(" – "), two: other.players.join(" – "), table };
    return confirm(words.t("desk.sureSwap", facts)) ? command({ do: "swap", ...at, other: other.board }) : setAsked(asked + 1);
  };
  return html`<tr class=${board.status} data-board=${board.board}><td>${board.board}</td>
    <td><b>${board.players[0]}</b> – <b>${board.players[1]}</b>${board.match && html` <small class="quiet">${matchText(board.match, words)}</small>`} <${Marks} board=${board} words=${words} /></td>
    <td>${open ? html`<${Table} key=${asked} board=${board} hall=${hall} words=${words} onAssign=${assign} />` : board.table ?? ""}</td>
    <td class="quiet">${open ? words.named("desk.sent", board.sent) : ""}${open && board.refusal && html`<br /><small class="warning">${board.refusal}</small>`}</td>
    <td data-result>${resultText(board, words)}${open && !board.how && board.table && board.sent !== "no" && html`<${LiveBoard} key=${board.table} ...${{ round, board, hall, words }} />`}</td>
    <td class="acts">
      ${board.status === "reported" && html`<button type="button" class="small main" data-do="confirm" onClick=${() => command({ do: "confirm", ...at })}>${words.t("desk.confirmResult")}</button>`}
      ${it.status !== "closed" && html`<button type="button" class="small" data-do="correct" onClick=${() => toggle("correct")}>${words.t(board.how ? "desk.correct" : "desk.byHand")}</button>`}
      ${possible(it, round, board).map((what) => html`<button key=${what} type="button" class="small" data-do=${what} aria-expanded=${doing === what} onClick=${() => toggle(what)}>${words.t(`desk.${what}`)}</button>`)}
      ${open && board.table && board.sent !== "no" && html`<button type="button" class="small" data-do="send-again" onClick=${() => confirm(sureToSend(board, words)) && send(board.board)}>${words.t("desk.sendAgain")}</button>`}
      ${board.table && hall.lights[board.table] && html`<button type="button" class="small" onClick=${() => onDispute(board.table)}>${words.t("desk.positions")}</button>`}
    </td></tr>
    ${doing === "correct" && html`<${Correct} board=${board} at=${at} words=${words} command=${command} onDone=${done} />`}
    ${possible(it, round, board).includes(doing) && html`<${ByLaw} what=${doing} ...${{ it, round, board, words, command }} onDone=${done} />`}`;
}

// What would be lost is named before it is: a match under way, or a result.
function sureToSend(board, words) {
  const facts = { who: `${board.players[0]} – ${board.players[1]}`, table: board.table };
  if (board.how) return words.t("desk.sureOver", { ...facts, result: resultText(board, words) });
  return words.t(board.sent === "refused" ? "desk.sureAgain" : "desk.sureAnew", facts);
}

function Table({ board, hall, words, onAssign }) {
  const tables = hall.tables.includes(board.table) || !board.table ? hall.tables : [board.table, ...hall.tables];
  return html`<span class="tablepick">${board.table && html`<${Light} light=${hall.lights[board.table]} words=${words} />`}
    <select aria-label=${words.t("desk.tableOf", { board: board.board })} value=${board.table ?? ""} onChange=${(e) => onAssign(e.currentTarget.value)}>
      ${!board.table && html`<option value="">–</option>`}${tables.map((table) => html`<option key=${table} value=${table} selected=${table === board.table}>${table}</option>`)}</select></span>`;
}

// A match of a bracket: "main 1.3".
function matchText(match, words) {
  const [stage, place] = match.split(" ");
  return `${words.named("desk.stage", stage)} ${place}`;
}

export function resultText(board, words) {
  if (board.status === "cancelled") return words.t("desk.cancelled");
  if (!board.how) return "";
  const winner = board.players[board.winner];
  if (board.how === "forfeit") return words.t("desk.forfeit", { winner });
  if (board.how !== "played") return words.named("desk.how", board.how);
  const won = board.winner === null ? words.t("desk.drawn") : words.t("desk.wins", { winner });
  return `${board.scores.join(" : ")} · ${won}${board.status === "reported" ? ` ${words.t("desk.reported")}` : ""}`;
}

// What is typed stays while the page is redrawn around it (`defaultValue`, not `value`).
// A result by hand always says why; it is in the book with the director's name.
function Correct({ board, at, words, command, onDone }) {
  const save = async (filled) => {
    const forfeit = filled.get("forfeit");
    const result = forfeit ? { forfeit } : { scores: [Number(filled.get("one")), Number(filled.get("other"))], ...(filled.get("winner") && { winner: filled.get("winner") }) };
    const answer = await command({ do: "correct", ...at, ...result, why: filled.get("why") });
    if (!answer.error) onDone();
  };
  return html`<tr class="correcting"><td></td><td colspan="5"><${DeskForm} work=${save}>
    <label>${board.players[0]} <input name="one" type="number" min="0" max="100000" defaultValue=${board.scores?.[0] ?? 0} /></label>
    <label>${board.players[1]} <input name="other" type="number" min="0" max="100000" defaultValue=${board.scores?.[1] ?? 0} /></label>
    <label>${words.t("desk.winner")} <select name="winner"><option value="">${words.t("desk.byScores")}</option>${board.players.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>
    <label>${words.t("desk.forfeitBy")} <select name="forfeit"><option value="">${words.t("desk.nobody")}</option>${board.players.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}<option value="both">${words.t("desk.both")}</option></select></label>
    <label class="grow">${words.t("desk.why")} <input name="why" required maxlength="200" /></label>
    <button class="main" data-do="save">${words.t("desk.save")}</button><button type="button" onClick=${onDone}>${words.t("desk.leave")}</button><//></td></tr>`;
}
