// The dispute view: the last positions with their times, everything that happened, and the raw
// readings of a turn, asked of the table itself.
import { html, useEffect, useMemo, useState } from "/static/ui.js";
import { boardFor } from "/static/boards/index.js";
import { recordPlaces } from "/static/places.js";
import { Pouch } from "/static/stones.js";
import { ask } from "../api.js";
import { Sheet } from "../sheet.js";

export function Dispute({ table, hall, words, onClose }) {
  const [view, setView] = useState(null);
  useEffect(() => void ask(`/api/tables/${table}/dispute?plies=20`, { key: hall.key }).then(setView), [table]);
  const title = `${table}${view?.players ? `: ${view.players.join(" – ")}` : ""}`;
  return html`<${Sheet} name="dispute" title=${title} label=${title} words=${words} onClose=${onClose}>
    ${!view ? html`<p class="quiet">${words.t("loading")}</p>` : view.error ? html`<p class="warning">${words.refusal(view)}</p>` : html`<${Positions} view=${view} hall=${hall} words=${words} />`}</${Sheet}>`;
}

function Positions({ view, hall, words }) {
  const [at, setAt] = useState(view.positions.length - 1);
  const pouch = useMemo(() => new Pouch(), [view]);
  const position = view.positions[at];
  const board = boardFor(view.layout);
  const next = view.positions[at + 1];
  const happened = view.events.filter((event) => event.at >= position.at && (!next || event.at < next.at));
  return html`<div class="large"><div class="largeboard"><div inert>${board && html`<${board.Board} layout=${view.layout} places=${recordPlaces(position, view.layout, pouch, words)} hands=${null} words=${words} shown=${position.shown} />`}</div>
      <div class="steps"><button type="button" data-step="back" disabled=${at === 0} onClick=${() => setAt(at - 1)}>←</button>
        <input type="range" aria-label=${words.t("desk.position")} min="0" max=${view.positions.length - 1} value=${at} onInput=${(e) => setAt(e.currentTarget.valueAsNumber)} />
        <button type="button" data-step="forward" disabled=${!next} onClick=${() => setAt(at + 1)}>→</button>
        <output>${words.t("desk.afterTurn", { ply: position.ply })}</output></div>
      <p class="position"><code>${position.text}</code></p></div>
    <div class="beside"><p class="says">${position.turn ? `${words.side(view.sides[position.side])}: ${position.dice.length ? `${position.dice.join("-")}: ` : ""}${position.turn}` : words.t("desk.start")}</p>
      <p class="quiet">${time(position.at, words)}${position.seconds !== null ? ` · ${words.measure(position.seconds, "second", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} · ${words.named("desk.by", position.by)}` : ""}</p>
      <ol class="happened">${happened.map((event) => html`<li key=${event.seq}><time>${time(event.at, words)}</time> ${event.words}</li>`)}</ol>
      <${Readings} key=${position.ply} view=${view} ply=${position.ply} hall=${hall} words=${words} /></div></div>`;
}

function Readings({ view, ply, hall, words }) {
  const [found, setFound] = useState(null);
  const look = async () => {
    setFound({ waiting: true });
    setFound(await ask(`/api/tables/${view.table}/readings?record=${view.record}&game=${view.game}&ply=${ply}`, { key: hall.key }));
  };
  if (!found) return html`<button type="button" data-do="readings" onClick=${look}>${words.t("desk.askReadings", { ply })}</button>`;
  if (found.waiting) return html`<p class="quiet">${words.t("desk.asking")}</p>`;
  if (found.error) return html`<p class="warning">${words.refusal(found)}</p>`;
  if (!found.readings.length) return html`<p class="quiet">${words.t("desk.noReadings")}</p>`;
  return html`<div class="wide readings" tabindex="0"><table class="standings"><thead><tr><th>${words.t("cell")}</th><th>${words.t("desk.value")}</th><th>${words.t("desk.time")}</th><td></td></tr></thead><tbody>${found.readings.map((reading, at) => html`<tr key=${at}><td>${reading.cell}</td><td class="num">${reading.value ?? "–"} ${reading.sense ?? ""}</td><td class="num">${typeof reading.at === "number" ? reading.at.toFixed(2) : ""}</td><td>${reading.fault ?? ""}</td></tr>`)}</tbody></table>
    ${found.left_off > 0 && html`<p class="quiet">${words.t("desk.leftOff", { n: found.left_off })}</p>`}</div>`;
}

const time = (at, words) => new Date(at * 1000).toLocaleTimeString(words.language);
