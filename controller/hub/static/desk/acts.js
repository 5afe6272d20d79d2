// A director's act at a table: always with its reason, which is in the table's record for ever.
import { html, useState } from "/static/ui.js";
import { DeskForm } from "./form.js";

// What each act needs, and how its fields become the command.
const ACTS = {
  pause: { title: "Stop the game", fields: [] },
  position: { title: "Another position", fields: [["position", "Position (as text)", "text"]] },
  dice: { title: "The dice", fields: [["dice", "Dice, like 6 5; empty: the roll is void", "numbers"]] },
  score: { title: "The score of the match", fields: [["score", "Score, like 3 1", "numbers"]] },
  cube: { title: "The cube", fields: [["cube", "It shows", "number"], ["owner", "It belongs to", "owner"]] },
  clock: { title: "The clock", fields: [["seconds", "Seconds left of each side, like 300 270", "numbers"]] },
  undo: { title: "Back to a turn", fields: [["to", "After turn", "number"]] },
  annul: { title: "Annul the game", fields: [] },
};

const READ = {
  text: (word) => word,
  number: (word) => Number(word),
  numbers: (word) => word.split(/[^0-9.]+/).filter(Boolean).map(Number),
  owner: (word) => (word === "" ? null : Number(word)),
};

export function Acts({ table, order }) {
  const [action, setAction] = useState("pause");
  const { fields } = ACTS[action];
  const direct = async (filled, form) => {
    const facts = Object.fromEntries(fields.map(([key, , kind]) => [key, READ[kind](filled.get(key))]));
    const answer = await order({ do: "direct", action, why: filled.get("why"), ...facts });
    if (answer.error) return;
    form.reset();
    // The reset shows the first act again, and what is sent is what is shown.
    setAction("pause");
  };
  return html`<${DeskForm} work=${direct}>
    <label>Director's act <select name="action" aria-label=${`Act at ${table}`} value=${action} onChange=${(e) => setAction(e.currentTarget.value)}>${Object.entries(ACTS).map(([key, { title }]) => html`<option key=${key} value=${key}>${title}</option>`)}</select></label>
    ${fields.map(([key, title, kind]) => html`<label key=${key} class="grow">${title} ${kind === "owner" ? html`<select name=${key}><option value="">both</option><option value="0">the first side</option><option value="1">the second side</option></select>` : html`<input name=${key} type=${kind === "number" ? "number" : "text"} required=${kind !== "numbers"} />`}</label>`)}
    <label class="grow">Why <input name="why" required maxlength="200" /></label><button class="danger" data-do="direct">Do it</button><//>`;
}
