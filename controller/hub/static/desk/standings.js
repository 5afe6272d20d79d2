// The standings with their tie-breaks.
import { html } from "/static/ui.js";

export function Standings({ it, words }) {
  if (!it.standings.length || !it.round) return null;
  const breaks = Object.keys(it.standings[0].tiebreaks);
  return html`<details class="card inner" open><summary>${words.t("standings")}</summary><div class="wide" tabindex="0"><table class="standings"><thead><tr><td></td><th>${words.t("player")}</th><th>${words.t("desk.points")}</th><th>${words.t("desk.won")}</th>${breaks.map((name) => html`<th key=${name}>${words.named("desk.break", name)}</th>`)}</tr></thead>
    <tbody>${it.standings.map((line) => html`<tr key=${line.number} class=${line.active ? "" : "gone"}><td>${line.place}</td><td><b>${line.name}</b>${line.struck_out ? html` <small class="quiet">${words.t("desk.struckOut")}</small>` : null}</td><td class="num">${line.points}</td><td class="num">${words.t("desk.of", { won: line.won, played: line.played })}</td>
      ${breaks.map((name) => html`<td key=${name} class="num">${round(line.tiebreaks[name])}</td>`)}</tr>`)}</tbody></table></div></details>`;
}

const round = (value) => (typeof value === "number" ? Math.round(value * 100) / 100 : "");
