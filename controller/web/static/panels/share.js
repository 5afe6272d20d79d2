// How others come in: an address and its code to watch with, and the one of one's own key; who has the
// table's key also sees one for each seat. Below it the view for a screen that stands across the table.
import { html } from "../ui.js";
import { Code } from "../parts/code.js";
import { useJson } from "../parts/json.js";
import { Buttons, Dialog } from "./dialog.js";

export function Share({ table, words, onClose }) {
  const answer = useJson("/api/share", table.key);
  const { watch, play, seats = [], table: whole } = answer ?? {};
  const sitting = (seat) => table.view?.sides.find((side) => side.seat === seat);
  const speaks = (seat) => words.t("shareSeat", { who: sitting(seat) ? words.whoAndSide(sitting(seat)) : seat });
  const own = table.seat !== null ? speaks(table.seat) : words.t(table.you?.role === "director" ? "shareDirector" : "sharePlay");
  return html`<${Dialog} title=${words.t("share")} name="share" onClose=${onClose}>
    ${!answer && html`<p class="quiet">${words.t("loading")}</p>`}
    ${answer && !watch && html`<p class="warning">${answer.error ?? words.t("shareNowhere")}</p>`}
    ${watch && html`<${Code} name="watch" title=${words.t("shareWatch")} ...${watch} />`}
    ${seats.map(({ seat, ...code }) => html`<${Code} key=${seat} name=${`seat-${seat}`} title=${speaks(seat)} ...${code} />`)}
    ${whole && html`<${Code} name="table" title=${words.t("sharePlay")} ...${whole} />`}
    ${play && html`<${Code} name="play" title=${own} ...${play} />`}
    <p><a class="button" href="#/across" onClick=${onClose}>${words.t("across")}</a></p>
    <${Buttons} words=${words} onCancel=${onClose} />
  <//>`;
}
