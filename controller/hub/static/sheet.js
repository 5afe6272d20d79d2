// A large sheet over the page: Escape, the backdrop and the cross close it.
import { html, useEffect, useRef } from "/static/ui.js";

export function Sheet({ name, title, label, words, onClose, children }) {
  const box = useRef(null);
  useEffect(() => {
    if (!box.current.open) box.current.showModal();
  }, []);
  return html`<dialog ref=${box} class="dialog wide" data-dialog=${name} aria-label=${label} onClose=${onClose} onPointerDown=${(event) => event.target === box.current && onClose()}>
    <div class="sheet"><div class="sheethead"><h2>${title}</h2><button type="button" class="bare" aria-label=${words.t("close")} onClick=${onClose}>×</button></div>${children}</div>
  </dialog>`;
}
