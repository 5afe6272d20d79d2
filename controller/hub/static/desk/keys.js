// Keys for the players of a table; a new one makes the old one worthless.
import { html, useState } from "/static/ui.js";
import { DeskForm } from "./form.js";

export function Keys({ hall, act }) {
  const [made, setMade] = useState(null);
  const make = async (filled) => {
    const table = filled.get("table");
    const answer = await act("/api/keys", { role: "player", table });
    if (!answer.error) setMade(answer);
  };
  return html`<details class="card"><summary>Keys for players</summary><${DeskForm} work=${make}>
    <select name="table" aria-label="Table">${hall.tables.map((table) => html`<option key=${table} value=${table}>${table}</option>`)}</select><button data-do="new-key">New key</button><//>
    ${made && html`<p>Table ${made.table}: <code data-key>${made.key}</code></p><p class="quiet">It is shown this once; the one before is refused from now on.</p>`}</details>`;
}
