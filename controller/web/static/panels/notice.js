// What the table refused, or the page has to say: it stays a while, or until it is closed.
import { html } from "../ui.js";

export function Notice({ notice, words, onClose }) {
  if (!notice) return null;
  return html`<div class="toast" role="alert"><span>${notice.said ? words.said(notice.said) : notice.text ?? words.t(notice.key)}</span>
    <button type="button" class="bare" aria-label=${words.t("close")} onClick=${onClose}>×</button></div>`;
}
