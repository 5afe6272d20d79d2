// Every table's health, and orders to it: each is in the book with who, when and why.
import { html, useState } from "/static/ui.js";
import { Light } from "../board.js";
import { Acts } from "./acts.js";

export function Tables({ hall, words, act, onDispute }) {
  const [only, setOnly] = useState(false);
  const tables = hall.tables.filter((table) => !only || hall.lights[table]?.light !== "good");
  const ill = hall.tables.filter((table) => hall.lights[table]?.light !== "good").length;
  return html`<section class="card"><h2>${words.t("desk.tables")}</h2>
    <label class="inline"><input type="checkbox" checked=${only} onChange=${(e) => setOnly(e.currentTarget.checked)} />${words.t("desk.onlyIll")} <b class="count ${ill ? "bad" : ""}">${ill}</b></label>
    <ul class="stations">${tables.slice(0, 200).map((table) => html`<${Station} key=${table} table=${table} health=${hall.lights[table]} ...${{ words, act, onDispute }} />`)}</ul></section>`;
}

function Station({ table, health, words, act, onDispute }) {
  const order = (command) => act(`/api/tables/${table}/command`, { command });
  const other = () => {
    const text = prompt(words.t("desk.orderJson", { table }), '{"do": "undo"}');
    if (!text) return;
    try {
      order(JSON.parse(text));
    } catch {
      order({ do: text });
    }
  };
  return html`<li data-station=${table}><details><summary><${Light} light=${health} words=${words} /> <b>${table}</b> <span class="quiet">${health.players?.join(" – ")}</span>
      ${health.sensors > 0 && html`<span class="count bad" title=${words.t("desk.sensorsOut")}>${words.t("desk.sensors", { n: health.sensors })}</span>`}${health.waiting > 0 && html`<span class="count" title=${words.t("desk.onTheirWay")}>${health.waiting}</span>`}</summary>
    ${health.conflict && html`<p class="warning">${health.conflict}</p>`}
    ${health.alerts?.map((said, at) => html`<p key=${at} class="warning">${words.said(said)}</p>`)}
    <p class="quiet">${words.t(health.online ? "desk.connected" : "away")} · ${health.status ? words.named("desk.game", health.status) : words.t("desk.noState")} · ${health.profile ?? "?"} · Lunka ${health.version ?? "?"}</p>
    <${Acts} table=${table} order=${order} words=${words} />
    <div class="row"><button type="button" class="small" data-do="resume" onClick=${() => order({ do: "resume" })}>${words.t("resume")}</button>
      <button type="button" class="small" data-do="dispute" onClick=${() => onDispute(table)}>${words.t("desk.positions")}</button>
      <button type="button" class="small" data-do="other" onClick=${other}>${words.t("desk.otherOrder")}</button></div></details></li>`;
}
