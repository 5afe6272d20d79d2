// The record: every game, and each game step by step on the same board.
import { html, useEffect, useMemo, useState } from "../ui.js";
import { boardFor } from "../boards/index.js";
import { getJson } from "../orders.js";
import { Sign } from "../parts/light.js";
import { recordPlaces } from "../places.js";
import { Pouch } from "../stones.js";
import { Moves } from "./moves.js";

const FORM_NAMES = { json: "JSON", sgf: "SGF", snowie: "Snowie", html: "HTML" };

export function Records({ path, words }) {
  const [, , id] = path.split("/");
  return id ? html`<${OneGame} key=${id} id=${id} words=${words} />` : html`<${AllGames} words=${words} />`;
}

function useJson(path) {
  const [answer, setAnswer] = useState(null);
  useEffect(() => {
    let here = true;
    getJson(path).then((got) => here && setAnswer(got), (error) => here && setAnswer({ error: error.message }));
    return () => (here = false);
  }, [path]);
  return answer;
}

function AllGames({ words }) {
  const answer = useJson("/api/games");
  if (!answer) return html`<p class="quiet">${words.t("loading")}</p>`;
  if (answer.error) return html`<p class="warning">${answer.error}</p>`;
  if (!answer.games.length) return html`<p class="quiet">${words.t("gamesEmpty")}</p>`;
  return html`<section class="card games"><table><thead><tr>
      <th>${words.t("game")}</th><th>${words.t("players")}</th><th>${words.t("result")}</th><th class="num">${words.t("turns")}</th><th>${words.t("opened")}</th></tr></thead>
    <tbody>${answer.games.map((game) => html`<tr key=${game.id}>
      <td><a href=${`#/games/${game.id}`}>${game.id} · ${game.game}</a></td><td>${names(game, words)}</td>
      <td>${resultText(game.result, words)}</td><td class="num">${game.turns}</td><td>${words.date(game.opened)}</td></tr>`)}</tbody></table></section>`;
}

const names = (game, words) => (game.players ?? []).map((name, side) => name || words.t(["south", "north"][side])).join(" – ");

function resultText(result, words) {
  if (!result) return words.t("unfinished");
  return `${(result.scores ?? []).join(" : ")} · ${words.t(result.reason)}`;
}

function OneGame({ id, words }) {
  const game = useJson(`/api/games/${encodeURIComponent(id)}`);
  if (!game) return html`<p class="quiet">${words.t("loading")}</p>`;
  if (game.error) return html`<p class="warning">${game.error}</p>`;
  return html`<${Stepping} id=${id} game=${game} words=${words} />`;
}

function Stepping({ id, game, words }) {
  const last = game.positions.length - 1;
  const [ply, setPly] = useState(last);
  const pouch = useMemo(() => new Pouch(), [game]);
  const go = (to) => setPly(Math.min(last, Math.max(0, to)));
  const board = boardFor(game.layout);
  const tags = game.tags ?? {};
  const sides = game.sides ?? board?.sides ?? [];
  const position = game.positions[ply];
  const move = game.moves[ply - 1];
  return html`<div class="stage viewer">
    <div class="scene">
      <h1 class="title">${sides.map((side) => tags[side.replaceAll(" ", "")] || words.side(side)).join(" – ")} <small>${tags.Result === "*" ? words.t("unfinished") : tags.Result}</small></h1>
      ${board && html`<${board.Board} layout=${game.layout} places=${recordPlaces(position, game.layout, pouch, words)} hands=${null} words=${words} shown=${position.shown} />`}
      <${Steps} ply=${ply} last=${last} go=${go} words=${words} move=${move} />
      <p class="position"><code>${position.text}</code></p>
    </div>
    <div class="side">
      <section class="card"><h2>${words.t("moves")}</h2>
        <${Moves} moves=${game.moves} sides=${sides} mark=${id} words=${words} chosen=${ply} onChoose=${go} /></section>
      <section class="card"><h2>${words.t("download")}</h2><${Forms} id=${id} words=${words} />
        <dl class="tags">${Object.entries(tags).map(([tag, value]) => html`<div key=${tag}><dt>${tag}</dt><dd>${String(value)}</dd></div>`)}</dl></section>
      <${Events} events=${game.events ?? []} words=${words} />
      <p><a href="#/games">← ${words.t("allGames")}</a></p>
    </div>
  </div>`;
}

// Every form that can hold the game; what a form cannot carry is said before it is taken home.
function Forms({ id, words }) {
  const answer = useJson(`/api/games/${encodeURIComponent(id)}/forms`);
  const forms = answer?.forms ?? [];
  const lossy = forms.filter(({ losses }) => losses.length);
  return html`<div class="row">${forms.map(({ form, ending }) => html`<a key=${form} class="button small" data-format=${form} download href=${`/api/games/${encodeURIComponent(id)}/export?format=${form}`}>${FORM_NAMES[form] ?? (form === "text" ? words.t("text") : `.${ending}`)}</a>`)}</div>
    ${answer?.error && html`<p class="warning">${answer.error}</p>`}
    ${lossy.map(({ form, ending, losses }) => html`<details key=${form} class="losses"><summary>${words.t("notCarried", { form: `.${ending}` })}</summary><ul>${losses.map((loss) => html`<li key=${loss}>${loss}</li>`)}</ul></details>`)}`;
}

function Steps({ ply, last, go, words, move }) {
  const button = (name, to, sign) => html`<button type="button" data-step=${name} aria-label=${words.t(name)} disabled=${to < 0 || to > last || to === ply} onClick=${() => go(to)}><${Sign} name=${sign} /></button>`;
  return html`<div class="steps">
    ${button("start", 0, "first")}${button("back", ply - 1, "previous")}
    <input type="range" min="0" max=${last} value=${ply} aria-label=${words.t("moves")} onInput=${(e) => go(e.currentTarget.valueAsNumber)} />
    ${button("forward", ply + 1, "next")}${button("end", last, "last")}
    <output>${words.t("ofPlies", { ply, plies: last })}${move ? ` · ${move.turn}` : ""}</output>
  </div>`;
}

function Events({ events, words }) {
  if (!events.length) return null;
  return html`<details class="card events"><summary>${words.t("events")} <b class="count">${events.length}</b></summary>
    <ol>${events.map((event, at) => html`<li key=${at}><b>${event.kind}</b> <code>${brief(event.data)}</code></li>`)}</ol></details>`;
}

const brief = (data) => Object.entries(data ?? {}).map(([key, value]) => `${key}=${typeof value === "object" ? JSON.stringify(value) : value}`).join(" ");
