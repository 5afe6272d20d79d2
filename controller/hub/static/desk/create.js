// A new competition: its format, its game, its rules, its tables.
import { html, useEffect, useState } from "/static/ui.js";
import { getJson } from "/static/orders.js";
import { DeskForm } from "./form.js";

export function Create({ hall, act, open }) {
  const [format, setFormat] = useState("swiss");
  const [game, setGame] = useState("short");
  const [clock, setClock] = useState("none");
  const [games, setGames] = useState([]);
  useEffect(() => {
    getJson("/api/choices").then((answer) => setGames(answer.games), () => {});
  }, []);
  const matches = games.some(({ name, matches }) => name === game && matches);
  const create = async (filled, form) => {
    const answer = await act("/api/competitions", {
      do: "create",
      competition: filled.get("id"),
      title: filled.get("title"),
      format,
      game,
      ...(format === "swiss" && { rounds: Number(filled.get("rounds")) }),
      ...(matches && Number(filled.get("length")) > 0 && { length: Number(filled.get("length")) }),
      delay: Number(filled.get("delay")),
      tables: filled.getAll("tables"),
      house: { hints: filled.get("hints"), confirm: filled.get("confirm"), clock, ...(clock !== "none" && { minutes: Number(filled.get("minutes")), extra: Number(filled.get("extra")), ...(matches && { clock_scope: filled.get("clock_scope"), flag: filled.get("flag") }) }) },
    });
    if (!answer.error) form.closest("details").open = false;
  };
  return html`<details class="card create" open=${open}><summary>New competition</summary><${DeskForm} look="fields" work=${create}>
    <div class="fields two"><label><span>Title</span><input name="title" required maxlength="100" /></label>
      <label><span>Short name (for addresses)</span><input name="id" required pattern="[a-z0-9][a-z0-9\\-]{0,31}" placeholder="open-2026" /></label></div>
    <div class="row pick"><label><span>Format</span><select name="format" value=${format} onChange=${(e) => setFormat(e.currentTarget.value)}><option value="swiss">Swiss</option><option value="round-robin">Round robin</option><option value="knockout">Knockout</option></select></label>
      ${format === "swiss" && html`<label><span>Rounds</span><input name="rounds" type="number" min="1" max="50" defaultValue="5" /></label>`}
      <label><span>Game</span><select name="game" value=${game} onChange=${(e) => setGame(e.currentTarget.value)}>${games.map(({ name, title }) => html`<option key=${name} value=${name} selected=${name === game}>${title.en}</option>`)}</select></label>
      ${matches && html`<label><span>Match to</span><input name="length" type="number" min="0" max="64" defaultValue="5" /></label>`}
      <label><span>Spectators late by (s)</span><input name="delay" type="number" min="0" max="3600" defaultValue="0" /></label></div>
    <div class="row pick"><label><span>Hints</span><select name="hints"><option value="off">off</option><option value="legal">legal</option><option value="full">full</option></select></label>
      <label><span>Turns count</span><select name="confirm"><option value="auto">by hand</option><option value="button">by the clock button</option></select></label>
      <label><span>Clock</span><select name="clock" value=${clock} onChange=${(e) => setClock(e.currentTarget.value)}>${["none", "plain", "fischer", "delay", "bronstein"].map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>
      ${clock !== "none" && html`<label><span>Minutes</span><input name="minutes" type="number" min="1" max="600" defaultValue="15" /></label><label><span>Seconds a turn</span><input name="extra" type="number" min="0" max="600" defaultValue="10" /></label>`}
      ${clock !== "none" && matches && html`<label><span>Time for</span><select name="clock_scope"><option value="match">the match</option><option value="game">each game</option></select></label><label><span>A flag loses</span><select name="flag"><option value="match">the match</option><option value="game">the game</option></select></label>`}</div>
    <fieldset class="tables"><legend>Tables, in the order they are given out</legend>${hall.tables.map((table) => html`<label key=${table}><input type="checkbox" name="tables" value=${table} defaultChecked />${table}</label>`)}</fieldset>
    <button class="main" data-do="create">Create</button><//></details>`;
}
