// How a table comes into the hall: its link as a code for a camera, and the line to be typed there.
import { html, useState } from "/static/ui.js";
import { Code } from "/static/parts/code.js";
import { ask } from "../api.js";

export function Join({ hall, words, onError }) {
  const [codes, setCodes] = useState(null);
  // Asked for when somebody looks: whoever has a code brings a table in under its name.
  const look = async (event) => {
    if (!event.currentTarget.open) return setCodes(null);
    const answer = await ask("/api/codes", { key: hall.key });
    return answer.error ? onError(answer) : setCodes(answer.codes);
  };
  return html`<details class="card joining" onToggle=${look}><summary>${words.t("desk.join")}</summary>
    ${codes?.length === 0 && html`<p class="quiet">${words.t("desk.joinNone")}</p>`}
    ${codes?.map(({ table, url, rows }) => html`<section key=${table} data-join=${table}><${Code} name=${table} title=${`${words.t("table")} ${table}`} url=${url} rows=${rows} />
      <p class="quiet">${words.t("desk.joinLine")}</p><code>sudo lunka hall join '${url}'</code></section>`)}</details>`;
}
