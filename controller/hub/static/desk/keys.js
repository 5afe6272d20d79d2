// Keys for the players of a table; a new one makes the old one worthless.
import { html, useState } from "/static/ui.js";
import { DeskForm } from "./form.js";

export function Keys({ hall, words, act }) {
  const [made, setMade] = useState(null);
  const make = async (filled) => {
    const table = filled.get("table");
    const answer = await act("/api/keys", { role: "player", table });
    if (!answer.error) setMade(answer);
  };
  const makeOwn = async (filled) => {
    const answer = await act("/api/keys", { role: filled.get("role"), person: filled.get("person").trim() });
    if (!answer.error) setMade(answer);
  };
  return html`<details class="card"><summary>${words.t("desk.keys")}</summary><${DeskForm} work=${make}>
    <select name="table" aria-label=${words.t("table")}>${hall.tables.map((table) => html`<option key=${table} value=${table}>${table}</option>`)}</select><button data-do="new-key">${words.t("desk.newKey")}</button><//>
    <${DeskForm} work=${makeOwn}>
    <label class="grow"><span class="unseen">${words.t("name")}</span><input name="person" placeholder=${words.t("name")} required maxlength="60" /></label>
    <select name="role" aria-label=${words.t("desk.keyOf")}>${["director", "scorekeeper"].map((role) => html`<option key=${role} value=${role}>${words.t(`desk.role.${role}`)}</option>`)}</select><button data-do="own-key">${words.t("desk.newKey")}</button><//>
    ${made && html`<p>${made.person ?? `${words.t("table")} ${made.table}`}: <code data-key>${made.key}</code></p><p class="quiet">${words.t("desk.keyOnce")}</p>`}</details>`;
}
