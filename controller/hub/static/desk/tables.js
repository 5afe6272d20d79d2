// Every table's health, and orders to it: each is in the book with who, when and why.
import { html, useState } from "/static/ui.js";
import { Light } from "../board.js";
import { Acts } from "./acts.js";

export function Tables({ hall, words, act, onDispute }) {
  const [only, setOnly] = useState(false);
  const tables = hall.tables.filter((table) => !only || hall.lights[table]?.light !== "good");
  const ill = hall.tables.filter((table) => hall.lights[table]?.light !== "good").length;
  return html`<section class="card"><h2>Tables</h2>
    <label class="inline"><input type="checkbox" checked=${only} onChange=${(e) => setOnly(e.currentTarget.checked)} />Only those that need help <b class="count ${ill ? "bad" : ""}">${ill}</b></label>
    <ul class="stations">${tables.slice(0, 200).map((table) => html`<${Station} key=${table} table=${table} health=${hall.lights[table]} ...${{ words, act, onDispute }} />`)}</ul></section>`;
}

function Station({ table, health, words, act, onDispute }) {
  const order = (command) => act(`/api/tables/${table}/command`, { command });
  const other = () => {
    const text = prompt(`An order to ${table}, as JSON`, '{"do": "undo"}');
    if (!text) return;
    try {
      order(JSON.parse(text));
    } catch {
      order({ do: text });
    }
  };
  return html`<li data-station=${table}><details><summary><${Light} light=${health} words=${words} /> <b>${table}</b> <span class="quiet">${health.players?.join(" – ")}</span>
      ${health.sensors > 0 && html`<span class="count bad" title="sensors that are left out or silent">${health.sensors} sensors</span>`}${health.waiting > 0 && html`<span class="count" title="events on their way">${health.waiting}</span>`}</summary>
    ${health.conflict && html`<p class="warning">${health.conflict}</p>`}
    ${health.alerts?.map((said, at) => html`<p key=${at} class="warning">${said}</p>`)}
    <p class="quiet">${health.online ? "connected" : "not connected"} · ${health.status ?? "no state"} · ${health.profile ?? "?"} · Lunka ${health.version ?? "?"}</p>
    <${Acts} table=${table} order=${order} />
    <div class="row"><button type="button" class="small" data-do="resume" onClick=${() => order({ do: "resume" })}>Go on</button>
      <button type="button" class="small" data-do="dispute" onClick=${() => onDispute(table)}>Positions</button>
      <button type="button" class="small" data-do="other" onClick=${other}>Other order…</button></div></details></li>`;
}
