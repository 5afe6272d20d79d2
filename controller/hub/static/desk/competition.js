// One competition: its players, its rounds, its standings, and what comes after.
import { html, useState } from "/static/ui.js";
import { fetchFile } from "../api.js";
import { After } from "./after.js";
import { lawText } from "./create.js";
import { Players } from "./players.js";
import { Round } from "./round.js";
import { Standings } from "./standings.js";

export function Competition({ it, hall, words, act, onDispute, onError }) {
  const [chosen, setChosen] = useState(null);
  const number = chosen ?? it.round;
  const round = it.rounds.find((each) => each.round === number);
  const command = (body) => act("/api/competitions", { competition: it.id, ...body });
  // A file of this competition; a refusal is shown like any other.
  const file = async (path, name) => {
    const answer = await fetchFile(`/api/competitions/${it.id}/${path}`, hall.key, name);
    if (answer.error) onError(answer);
  };
  const parts = { it, hall, words, act, command, file, onDispute };
  return html`<section class="card competition" data-competition=${it.id}>
    <header class="deskhead"><h1>${it.title}</h1><span class="quiet">${about(it, words)}</span></header>
    <div class="rounds" role="group" aria-label=${words.t("desk.rounds")}>
      <button type="button" aria-pressed=${number === 0} onClick=${() => setChosen(0)}>${words.t("players")} <b class="count">${it.players.length}</b></button>
      ${it.rounds.map((each) => html`<button key=${each.round} type="button" data-round=${each.round} aria-pressed=${each.round === number} onClick=${() => setChosen(each.round)}>${words.t("desk.round", { round: each.round })}</button>`)}
      ${it.status !== "closed" && html`<button type="button" class="main" data-do="pair" disabled=${it.unpairable !== null} title=${words.said(it.unpairable_said)}
        onClick=${() => command({ do: "pair" }).then((answer) => answer.error || setChosen(null))}>${words.t("desk.pair", { round: it.round + 1 })}</button>`}
    </div>
    ${it.status !== "closed" && it.unpairable && html`<p class="quiet">${words.said(it.unpairable_said)}.</p>`}
    ${number === 0 || !round ? html`<${Players} ...${parts} />` : html`<${Round} key=${number} round=${round} ...${parts} />`}
    <${Standings} it=${it} words=${words} />
    <${After} ...${parts} />
  </section>`;
}

function about(it, words) {
  const rounds = words.t(it.of ? "desk.atRoundOf" : "desk.atRound", { round: it.round, of: it.of });
  const delay = it.rules.delay ? ` · ${words.t("desk.spectatorsLate", { n: it.rules.delay })}` : "";
  const law = it.rules.law ? `${lawText(it.rules.law, words)} · ` : "";
  return `${law}${words.named("desk.format", it.format)} · ${words.said(it.game)} · ${words.named("desk.status", it.status)} · ${rounds}${delay}`;
}
