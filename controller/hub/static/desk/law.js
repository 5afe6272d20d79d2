// What the law of the event has for one board besides its result: who comes late (T10), a break
// between games, and two players who change places before their boards are sent.
import { html } from "/static/ui.js";
import { DeskForm } from "./form.js";

// Which of them this board can have now; the hub decides, and says why not.
export function possible(it, round, board) {
  const open = board.status === "open" && it.status !== "closed";
  return [
    open && Object.keys(it.rules.lateness ?? {}).length > 0 && "late",
    open && (it.rules.breaks?.number ?? 0) > (board.breaks ?? 0) && "rest",
    open && it.format === "swiss" && round.round === it.round && board.sent === "no" && others(round, board).length > 0 && "exchange",
  ].filter(Boolean);
}

// The players of other boards that may still change places.
function others(round, board) {
  const free = round.boards.filter((each) => each.board !== board.board && !each.bye && each.status === "open" && each.sent === "no");
  return free.flatMap((each) => each.players);
}

// What was said of it already: a point for the opponent, breaks that were taken.
export function Marks({ board, words }) {
  const points = (board.penalty ?? []).map((n, at) => n > 0 && html`<small key=${at} class="mark" data-penalty=${n}>${words.t("desk.penalty", { who: board.players[at], n })}</small>`);
  const breaks = board.breaks > 0 && html`<small class="mark" data-breaks=${board.breaks}>${words.t("desk.breaksTaken", { n: board.breaks })}</small>`;
  return html`${points}${breaks}`;
}

export function ByLaw({ what, it, round, board, words, command, onDone }) {
  const at = { round: round.round };
  const save = async (filled) => {
    const answer = await command({ do: what, ...at, ...SAID[what](filled, board) });
    if (!answer.error) onDone();
  };
  const Fields = FIELDS[what];
  return html`<tr class="correcting" data-law=${what}><td></td><td colspan="5"><${DeskForm} work=${save}>
    <${Fields} ...${{ it, round, board, words }} />
    <button class="main" data-do="save">${words.t(`desk.${what}Go`)}</button><button type="button" onClick=${onDone}>${words.t("desk.leave")}</button><//></td></tr>`;
}

const SAID = {
  late: (filled, board) => ({ board: board.board, player: filled.get("player"), minutes: Number(filled.get("minutes")) }),
  rest: (filled, board) => ({ board: board.board, ...(filled.get("why").trim() && { why: filled.get("why") }) }),
  exchange: (filled) => ({ player: filled.get("player"), other: filled.get("other") }),
};

const choose = (name, title, names) => html`<label>${title} <select name=${name}>${names.map((each) => html`<option key=${each} value=${each}>${each}</option>`)}</select></label>`;

const FIELDS = {
  late: ({ it, board, words }) => html`${choose("player", words.t("desk.lateWho"), board.players)}
    <label>${words.t("desk.lateMinutes")} <input name="minutes" type="number" min="0" max="600" required inputmode="numeric" /></label>
    <p class="quiet grow">${words.t("desk.lateRule", it.rules.lateness)}</p>`,
  rest: ({ it, board, words }) => html`<p class="quiet grow">${words.t("desk.restRule", { ...it.rules.breaks, taken: board.breaks ?? 0 })}</p>
    <label class="grow">${words.t("desk.why")} <input name="why" maxlength="200" /></label>`,
  exchange: ({ round, board, words }) => html`${choose("player", words.t("desk.exchangeWho"), board.players)}
    ${choose("other", words.t("desk.exchangeWith"), others(round, board))}`,
};
