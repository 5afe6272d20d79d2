// The evening's account, from the record: who won what, game by game, and who pays whom.
import { html, useState } from "../ui.js";
import { useJson } from "../parts/json.js";

export function Account({ words }) {
  const [whole, setWhole] = useState(false);
  const answer = useJson(`/api/account${whole ? "?whole=true" : ""}`);
  const pick = (all, key) => html`<button type="button" class="chip" aria-pressed=${whole === all} data-account=${all ? "all" : "evening"} onClick=${() => setWhole(all)}>${words.t(key)}</button>`;
  return html`<div class="account">
    <h1 class="title">${words.t("account")}</h1>
    <p class="row">${pick(false, "accountEvening")}${pick(true, "accountAll")}</p>
    ${!answer ? html`<p class="quiet">${words.t("loading")}</p>` : answer.error ? html`<p class="warning">${answer.error}</p>` : html`<${Counted} answer=${answer} words=${words} />`}
    <p><a href="#/games">← ${words.t("allGames")}</a></p>
  </div>`;
}

function Counted({ answer, words }) {
  if (!answer.games.length) return html`<p class="quiet">${words.t("accountEmpty")}</p>`;
  return html`
    ${answer.accounts.map((each) => html`<${Sums} key=${each.unit ?? "points"} ...${each} words=${words} />`)}
    ${answer.unknown > 0 && html`<p class="warning">${words.t("accountUnknown", { n: answer.unknown })}</p>`}
    <section class="card games"><table><thead><tr><th>${words.t("game")}</th><th>${words.t("result")}</th><th>${words.t("accountRunning")}</th></tr></thead>
      <tbody>${answer.games.map((game) => html`<tr key=${game.id}>
        <td><a href=${`#/games/${game.id}`}>${game.id} · ${words.said(game.title) || game.game}</a></td>
        <td><${Each} amounts=${game.amounts} unit=${game.unit} words=${words} /></td>
        <td><${Each} amounts=${game.running} unit=${game.unit} words=${words} /></td></tr>`)}</tbody></table></section>`;
}

function Sums({ unit, sums, payments, words }) {
  return html`<section class="card sums" data-unit=${unit ?? "points"}>
    <h2>${words.t("accountSums")}</h2>
    <dl>${Object.entries(sums).map(([player, amount]) => html`<div key=${player}><dt>${words.side(player)}</dt><dd>${money(amount, unit, words)}</dd></div>`)}</dl>
    <h2>${words.t("accountPayments")}</h2>
    ${payments.length ? html`<ul>${payments.map(({ payer, payee, amount }) => html`<li key=${`${payer} ${payee}`} data-payment><span>${words.t("accountPays", { payer: words.side(payer), payee: words.side(payee) })}</span> <b>${money(amount, unit, words, false)}</b></li>`)}</ul>` : html`<p class="quiet">${words.t("accountEven")}</p>`}
  </section>`;
}

const Each = ({ amounts, unit, words }) => html`<ul class="each">${Object.entries(amounts).map(([player, amount]) => html`<li key=${player}>${words.side(player)} ${money(amount, unit, words)}</li>`)}</ul>`;

// An amount in what was played for, as this language writes numbers; with its sign where it is a balance.
function money(amount, unit, words, signed = true) {
  const number = new Intl.NumberFormat(words.language, signed ? { signDisplay: "exceptZero" } : {}).format(amount);
  return `${number} ${unit ?? words.points(amount)}`.trim();
}
