// How well each sensor does, on any board: asked for only while somebody looks.
import { html, useEffect, useState } from "../ui.js";

const EVERY_MS = 5000;

export function Health({ words, names }) {
  const [sensors, setSensors] = useState(null);
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      const answer = await fetch("/api/sensors").catch(() => null);
      const told = answer?.ok ? (await answer.json()).sensors : null;
      if (!gone) setSensors(told);
    };
    ask();
    const timer = setInterval(ask, EVERY_MS);
    return () => ((gone = true), clearInterval(timer));
  }, []);
  return sensors ? html`<${Sensors} sensors=${sensors} words=${words} names=${names} />` : html`<p class="quiet">${words.t("healthWaits")}</p>`;
}

function Sensors({ sensors, words, names }) {
  const said = (told) => words.said(told);
  const weighed = sensors.some((sensor) => sensor.sense === "weight");
  const troubled = sensors.filter((sensor) => sensor.level !== "good");
  return html`<ul class="findings">${troubled.map((sensor) => html`<li key=${sensor.cell} class=${sensor.level}><b>${words.place(sensor.cell, names)}</b> ${said(sensor.says)}${sensor.remedy && html` <i>${said(sensor.remedy)}</i>`}</li>`)}</ul>
    <table><thead><tr><th>${words.t("cell")}</th>${weighed ? html`<th>${words.t("margin")}</th><th>${words.t("noise")}</th><th>${words.t("drift")}</th>` : html`<th>${words.t("edges")}</th>`}<th>${words.t("lastChange")}</th></tr></thead>
    <tbody>${sensors.map((sensor) => html`<tr key=${sensor.cell} class=${sensor.level} data-sensor=${sensor.cell}>
      <th>${words.place(sensor.cell, names)}</th>
      ${weighed ? html`<td><${Margin} sensor=${sensor} words=${words} /></td><td>${grams(sensor.noise_g, words)}</td><td>${grams(sensor.drift_g, words, true)}</td>` : html`<td>${sensor.edges ?? "–"}</td>`}
      <td>${ago(sensor.changed_s_ago, words)}</td></tr>`)}</tbody></table>`;
}

// A bar for now; a mark on it for the worst of the last two days.
function Margin({ sensor, words }) {
  if (sensor.margin === null) return "–";
  const worst = Math.min(...sensor.hours.map(([, margin]) => margin ?? 1), sensor.margin);
  const title = `${percent(sensor.margin)}, ${words.measure(48, "hour")}: ${percent(worst)}`;
  return html`<span class="margin" role="img" aria-label=${title} title=${title}><i style=${{ width: percent(Math.max(0, sensor.margin)) }}></i><b style=${{ left: percent(Math.max(0, worst)) }}></b></span>`;
}

const percent = (share) => `${Math.round(share * 100)}%`;
const grams = (value, words, signed) => (value === null ? "–" : words.measure(value, "gram", { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: signed ? "exceptZero" : "auto" }));

function ago(seconds, words) {
  if (seconds < 90) return words.measure(Math.round(seconds), "second");
  return seconds < 5400 ? words.measure(Math.round(seconds / 60), "minute") : words.measure(Math.round(seconds / 3600), "hour");
}
