// What the table refused, or the page has to say: it stays a while, or until it is closed.
import { html } from "../ui.js";

// `inside`: of an open dialog, where the page's own region is not heard.
export function Notice({ notice, words, onClose, inside }) {
  if (!notice) return null;
  return html`<div class="toast" role=${inside ? "alert" : undefined}><span>${noticeText(notice, words)}</span>
    <button type="button" class="bare" aria-label=${words.t("close")} onClick=${onClose}>×</button></div>`;
}

export function noticeText(notice, words) {
  return notice ? (notice.said ? words.said(notice.said) : (notice.text ?? words.t(notice.key))) : "";
}
