// A director's act at a table: always with its reason, which is in the table's record for ever.
import { html, useState } from "/static/ui.js";
import { DeskForm } from "./form.js";

// What each act needs: how each of its fields is read. What they are called, the words say.
const ACTS = {
  pause: {},
  position: { position: "text" },
  dice: { dice: "numbers" },
  score: { score: "numbers" },
  cube: { cube: "number", owner: "owner" },
  clock: { seconds: "numbers" },
  undo: { to: "number" },
  annul: {},
};

const READ = {
  text: (word) => word,
  number: (word) => Number(word),
  numbers: (word) => word.split(/[^0-9.]+/).filter(Boolean).map(Number),
  owner: (word) => (word === "" ? null : Number(word)),
};

export function Acts({ table, order, words }) {
  const [action, setAction] = useState("pause");
  const fields = Object.entries(ACTS[action]);
  const direct = async (filled, form) => {
    const facts = Object.fromEntries(fields.map(([key, kind]) => [key, READ[kind](filled.get(key))]));
    const answer = await order({ do: "direct", action, why: filled.get("why"), ...facts });
    if (answer.error) return;
    form.reset();
    // The reset shows the first act again, and what is sent is what is shown.
    setAction("pause");
  };
  return html`<${DeskForm} work=${direct}>
    <label>${words.t("desk.act")} <select name="action" aria-label=${words.t("desk.actAt", { table })} value=${action} onChange=${(e) => setAction(e.currentTarget.value)}>${Object.keys(ACTS).map((key) => html`<option key=${key} value=${key}>${words.t(`desk.act.${key}`)}</option>`)}</select></label>
    ${fields.map(([key, kind]) => html`<label key=${key} class="grow">${words.t(`desk.field.${key}`)} ${kind === "owner" ? html`<select name=${key}><option value="">${words.t("desk.both")}</option><option value="0">${words.t("desk.firstSide")}</option><option value="1">${words.t("desk.secondSide")}</option></select>` : html`<input name=${key} type=${kind === "number" ? "number" : "text"} required=${kind !== "numbers"} />`}</label>`)}
    <label class="grow">${words.t("desk.why")} <input name="why" required maxlength="200" /></label><button class="danger" data-do="direct">${words.t("desk.doIt")}</button><//>`;
}
