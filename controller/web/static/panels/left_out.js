// Sensors that are not believed any more, each with a way back.
import { html } from "../ui.js";

export function LeftOut({ cells, names, words, may, onCommand }) {
  return cells.map((name) => html`<li key=${name}><b>${words.place(name, names)}</b> ${words.t("leftOut")}
    <button type="button" class="small" data-restore=${name} disabled=${!may} onClick=${() => onCommand({ do: "restore", cell: name })}>${words.t("restore")}</button></li>`);
}
