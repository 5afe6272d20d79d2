// After the event: closing, the archive, the report, gnubg's analysis with its progress.
import { html, useEffect, useState } from "/static/ui.js";
import { ask } from "../api.js";

export function After({ it, hall, words, act, command, file }) {
  const job = useJob(it.id, hall);
  if (!it.round) return null;
  const reopen = () => {
    const why = prompt(words.t("desk.reopenWhy"));
    if (why) command({ do: "reopen", why });
  };
  return html`<div class="row after">
    <button type="button" data-do="archive" onClick=${() => file("archive", `${it.id}.zip`)}>${words.t("desk.archive")}</button>
    <button type="button" data-do="report" onClick=${() => file("report", `${it.id}.html`)}>${words.t("desk.report")}</button>
    ${["standings", "crosstable"].map((what) => html`<button key=${what} type="button" data-do=${what} onClick=${() => file(`sheet?what=${what}&language=${words.language}`, `${it.id}-${what}.pdf`)}>${words.t(`desk.print.${what}`)}</button>
      <button type="button" onClick=${() => file(`sheet?what=${what}&format=csv`, `${it.id}-${what}.csv`)}>CSV</button>`)}
    <button type="button" data-do="analysis" disabled=${job.running} onClick=${() => act(`/api/competitions/${it.id}/analysis`, {}).then(job.look)}>${words.t("desk.analyse")}</button>
    ${it.status === "closed" ? html`<button type="button" onClick=${reopen}>${words.t("desk.reopen")}</button>` : html`<button type="button" data-do="close" onClick=${() => command({ do: "close" })}>${words.t("desk.close")}</button>`}
    ${job.now && html`<${Job} job=${job.now} words=${words} />`}
  </div>`;
}

function useJob(id, hall) {
  const [now, setNow] = useState(null);
  const look = async () => {
    const answer = await ask("/api/jobs", { key: hall.key });
    setNow(answer.jobs?.filter((job) => job.about === id).at(-1) ?? null);
  };
  const running = now?.state === "running" || now?.state === "waiting";
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [running]);
  useEffect(() => void look(), []);
  return { now, look, running };
}

function Job({ job, words }) {
  if (job.state === "failed") return html`<p class="warning">${job.error}</p>`;
  if (job.state !== "done") return html`<label class="job">${words.t("desk.analysed", { done: job.done, total: job.total })} <progress max=${job.total || 1} value=${job.done}></progress></label>`;
  return html`<div class="wide" tabindex="0"><table class="standings"><thead><tr><th>${words.t("player")}</th><th>${words.t("desk.errorRate")}</th><th>${words.t("desk.decisions")}</th></tr></thead>
    <tbody>${job.result.players.map((player) => html`<tr key=${player.name}><td>${player.name}</td><td class="num">${player.rate ?? "–"}</td><td class="num">${player.decisions}</td></tr>`)}</tbody></table>
    ${job.result.left_out.length > 0 && html`<ul class="quiet">${job.result.left_out.map((why, at) => html`<li key=${at}>${why}</li>`)}</ul>`}</div>`;
}
