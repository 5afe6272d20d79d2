// Breaking and mending: on the simulated board any sensor can fail and any stone can roll away.
import { html, useState } from "../ui.js";
import { namesOf } from "../places.js";
import { LeftOut } from "./left_out.js";

export function Sensors({ view, words, may, all, onCommand }) {
  const cells = Object.keys(view.cells);
  const [cell, setCell] = useState(cells[0]);
  const [faults, names] = [view.wood.faults, namesOf(view)];
  const leftOut = cells.filter((name) => view.cells[name].health === "left out");
  const act = (command) => () => onCommand({ ...command, cell });
  return html`<p class="quiet">${words.t("sensorsHelp")}</p>
    <label class="inline"><span>${words.t("cell")}</span><select name="cell" value=${cell} onChange=${(e) => setCell(e.currentTarget.value)}>
      ${cells.map((name) => html`<option key=${name} value=${name}>${words.place(name, names)}</option>`)}</select></label>
    <div class="row">
      ${["dead", "stuck", "chatter"].map((fault) => html`<button key=${fault} type="button" class="small" data-fault=${fault} disabled=${!may || !all} onClick=${act({ do: "break", fault })}>${words.t(fault)}</button>`)}
      <button type="button" class="small" data-fault="spill" disabled=${!may || !all} onClick=${act({ do: "spill" })}>${words.t("spill")}</button>
    </div>
    ${faults.length === 0 && leftOut.length === 0 && html`<p class="quiet">${words.t("nothingBroken")}</p>`}
    <ul class="faults">
      ${faults.map((fault) => html`<li key=${fault.cell + fault.fault}><b>${words.place(fault.cell, names)}</b> ${words.t(fault.fault)}
        <button type="button" class="small" data-mend=${fault.cell} disabled=${!may || !all} onClick=${() => onCommand({ do: "mend", cell: fault.cell })}>${words.t("mend")}</button></li>`)}
      <${LeftOut} cells=${leftOut} names=${names} words=${words} may=${may} onCommand=${onCommand} />
    </ul>`;
}
