// Keys for the players of a table; a new one makes the old one worthless.
import { html, useState } from "/static/ui.js";

export function Keys({ hall, act }) {
  const [made, setMade] = useState(null);
  const make = async (event) => {
    event.preventDefault();
    const table = new FormData(event.currentTarget).get("table");
    const answer = await act("/api/keys", { role: "player", table });
    if (!answer.error) setMade(answer);
  };
  return html`<details class="card"><summary>Keys for players</summary><form class="enter" onSubmit=${make}>
    <select name="table" aria-label="Table">${hall.tables.map((table) => html`<option key=${table} value=${table}>${table}</option>`)}</select><button data-do="new-key">New key</button></form>
    ${made && html`<p>Table ${made.table}: <code data-key>${made.key}</code></p><p class="quiet">It is shown this once; the one before is refused from now on.</p>`}</details>`;
}
