// The record: every game, and each game step by step on the same board.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../ui.js";
import { boardFor } from "../boards/index.js";
import { Buttons, Dialog, Form } from "./dialog.js";
import { fetchFile } from "../orders.js";
import { useJson } from "../parts/json.js";
import { Sign } from "../parts/light.js";
import { recordPlaces } from "../places.js";
import { Pouch } from "../stones.js";
import { Moves } from "./moves.js";

const FORM_NAMES = { json: "JSON", sgf: "SGF", snowie: "Snowie", html: "HTML" };

export function Records({ path, words, table }) {
  const [, , id] = path.split("/");
  return id ? html`<${OneGame} key=${id} id=${id} words=${words} table=${table} />` : html`<${AllGames} words=${words} />`;
}

// Milliseconds that a turn is looked at while the game plays by itself.
const PACE = 1500;

function AllGames({ words }) {
  const answer = useJson("/api/games");
  if (!answer) return html`<p class="quiet">${words.t("loading")}</p>`;
  if (answer.error) return html`<p class="warning">${answer.error}</p>`;
  if (!answer.games.length) return html`<p class="quiet">${words.t("gamesEmpty")}</p>`;
  return html`<p class="row"><a class="button small" data-do="account" href="#/account">${words.t("account")}</a></p><section class="card games"><table><thead><tr>
      <th>${words.t("game")}</th><th>${words.t("players")}</th><th>${words.t("result")}</th><th class="num">${words.t("turns")}</th><th>${words.t("opened")}</th></tr></thead>
    <tbody>${answer.games.map((game) => html`<tr key=${game.id}>
      <td><a href=${`#/games/${game.id}`}>${game.id} · ${words.said(game.title) || game.game}</a></td><td>${names(game, words)}</td>
      <td>${resultText(game, words)}</td><td class="num">${game.turns}</td><td>${words.date(game.opened)}</td></tr>`)}</tbody></table></section>`;
}

const names = (game, words) => (game.players ?? []).map((name, side) => words.side(name || ["South", "North"][side])).join(" – ");

// Who won, the score (of two the winner's first), and how it ended if not by its last turn.
function resultText({ result, players }, words) {
  if (!result) return words.t("unfinished");
  const points = result.scores ?? [];
  const scores = (points.length === 2 && result.winner === 1 ? [...points].reverse() : points).join(":");
  const who = result.winner === null ? null : players?.[result.winner];
  return `${who ? words.t("won", { who: words.side(who), scores }) : scores} · ${words.t(result.reason)}`;
}

function OneGame({ id, words, table }) {
  const game = useJson(`/api/games/${encodeURIComponent(id)}`);
  if (!game) return html`<p class="quiet">${words.t("loading")}</p>`;
  if (game.error) return html`<p class="warning">${game.error}</p>`;
  return html`<${Stepping} id=${id} game=${game} words=${words} table=${table} />`;
}

function Stepping({ id, game, words, table }) {
  const last = game.positions.length - 1;
  const [ply, setPly] = useState(last);
  const pouch = useMemo(() => new Pouch(), [game]);
  const [playing, setPlaying] = useState(false);
  const go = (to) => (setPlaying(false), setPly(Math.min(last, Math.max(0, to))));
  useKeys({ ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(last) });
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => (ply < last ? setPly(ply + 1) : setPlaying(false)), PACE);
    return () => clearTimeout(timer);
  }, [playing, ply]);
  const play = () => (ply === last && !playing && setPly(0), setPlaying(!playing));
  const board = boardFor(game.layout);
  const tags = game.tags ?? {};
  const sides = game.sides ?? board?.sides ?? [];
  const position = game.positions[ply];
  const move = game.moves[ply - 1];
  return html`<div class="stage viewer">
    <div class="scene">
      <h1 class="title">${sides.map((side) => words.side(tags[side.replaceAll(" ", "")] || side)).join(" – ")} <small>${tags.Result === "*" ? words.t("unfinished") : tags.Result}</small></h1>
      ${board && html`<${board.Board} layout=${game.layout} places=${recordPlaces(position, game.layout, pouch, words)} hands=${null} words=${words} shown=${position.shown} />`}
      <${Steps} ply=${ply} last=${last} go=${go} words=${words} turn=${move && words.turn(move.turn, game.spoken)} playing=${playing} play=${play} />
      <${PlayOn} id=${id} ply=${ply} game=${game} table=${table} words=${words} />
      <p class="position"><code>${position.text}</code></p>
    </div>
    <div class="side">
      <section class="card"><h2>${words.t("moves")}</h2>
        <${Moves} moves=${game.moves} spoken=${game.spoken} sides=${sides} mark=${id} words=${words} chosen=${ply} onChoose=${go} /></section>
      <section class="card"><h2>${words.t("download")}</h2><${Forms} id=${id} words=${words} table=${table} /><p><a href="/verify">${words.t("checkExport")}</a></p>
        <dl class="tags">${Object.entries(tags).map(([tag, value]) => html`<div key=${tag}><dt>${tag}</dt><dd>${String(value)}</dd></div>`)}</dl></section>
      <${Events} events=${game.events ?? []} words=${words} />
      <p><a href="#/games">← ${words.t("allGames")}</a></p>
    </div>
  </div>`;
}

// Every form that can hold the game; what a form cannot carry is said before it is taken home.
function Forms({ id, words, table }) {
  const take = (event, { form, ending }) => {
    if (table.you?.free !== false) return; // the browser fetches it by itself
    event.preventDefault();
    fetchFile(event.currentTarget.href, `lunka-game-${id}.${ending}`).catch(({ message }) => table.say({ text: message }));
  };
  const answer = useJson(`/api/games/${encodeURIComponent(id)}/forms`);
  const forms = answer?.forms ?? [];
  const lossy = forms.filter(({ losses }) => losses.length);
  return html`<div class="row">${forms.map(({ form, ending }) => html`<a key=${form} class="button small" data-format=${form} download href=${`/api/games/${encodeURIComponent(id)}/export?format=${form}`} onClick=${(event) => take(event, { form, ending })}>${FORM_NAMES[form] ?? (form === "text" ? words.t("text") : `.${ending}`)}</a>`)}</div>
    ${answer?.error && html`<p class="warning">${answer.error}</p>`}
    ${lossy.map(({ form, ending, losses }) => html`<details key=${form} class="losses"><summary>${words.t("notCarried", { form: `.${ending}` })}</summary><ul>${losses.map((loss) => html`<li key=${loss}>${loss}</li>`)}</ul></details>`)}`;
}

// Arrow keys step through the game, unless something else has use for them.
function useKeys(keys) {
  const now = useRef(keys);
  now.current = keys; // quick fingers: a key means what is shown, not what was drawn before it
  useLayoutEffect(() => { // what is shown can be stepped through at once
    const press = (event) => {
      const act = now.current[event.key];
      if (!act || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

// The lights lead the board to this position, and a new game goes on from it.
function PlayOn({ id, ply, game, table, words }) {
  const [asking, setAsking] = useState(false);
  const able = table.mayCommand && table.seen?.commands.includes("setup") && game.layout?.kind === table.view?.layout?.kind;
  const begin = async () => (await table.press({ do: "setup", game: Number(id), ply })) && (location.hash = "#/");
  const close = () => setAsking(false);
  return html`<p><button type="button" data-do="play-on" disabled=${!able} onClick=${() => setAsking(true)}>${words.t("playOn")}</button></p>
    ${asking && html`<${Dialog} title=${words.t("playOn")} name="play-on" onClose=${close}><${Form} onSubmit=${begin}>
      <p>${words.t("playOnWarning")}</p>${table.view?.moves.length > 0 && table.view.status === "playing" && html`<p class="warning">${words.t("newWarning")}</p>`}
      <${Buttons} words=${words} onCancel=${close} go=${words.t("begin")} /><//><//>`}`;
}

function Steps({ ply, last, go, words, turn, playing, play }) {
  const button = (name, to, sign) => html`<button type="button" data-step=${name} aria-label=${words.t(name)} disabled=${to < 0 || to > last || to === ply} onClick=${() => go(to)}><${Sign} name=${sign} /></button>`;
  return html`<div class="steps">
    ${button("start", 0, "first")}${button("back", ply - 1, "previous")}
    <input type="range" min="0" max=${last} value=${ply} aria-label=${words.t("moves")} onInput=${(e) => go(e.currentTarget.valueAsNumber)} />
    ${button("forward", ply + 1, "next")}${button("end", last, "last")}
    <button type="button" data-step="play" aria-pressed=${playing} aria-label=${words.t(playing ? "stopPlaying" : "autoplay")} disabled=${last === 0} onClick=${play}><${Sign} name=${playing ? "pause" : "play"} /></button>
    <output>${words.t("ofPlies", { ply, plies: last })}${turn ? ` · ${turn}` : ""}</output>
  </div>`;
}

function Events({ events, words }) {
  if (!events.length) return null;
  return html`<details class="card events"><summary>${words.t("events")} <b class="count">${events.length}</b></summary>
    <ol>${events.map((event, at) => html`<li key=${at}><b>${event.kind}</b> <code>${brief(event.data)}</code></li>`)}</ol></details>`;
}

const brief = (data) => Object.entries(data ?? {}).map(([key, value]) => `${key}=${typeof value === "object" ? JSON.stringify(value) : value}`).join(" ");
