// A dialog over the page: Escape and the backdrop close it, the focus stays inside.
import { html, useEffect, useRef } from "../ui.js";

export function Dialog({ title, onClose, children, name }) {
  const box = useRef(null);
  useEffect(() => {
    box.current.showModal();
  }, []);
  const onBackdrop = (event) => event.target === box.current && onClose();
  return html`<dialog ref=${box} class="dialog" data-dialog=${name} aria-label=${title} onClose=${onClose} onPointerDown=${onBackdrop}>
    <div class="sheet"><h2>${title}</h2>${children}</div>
  </dialog>`;
}

export function Buttons({ words, onCancel, go, danger }) {
  return html`<div class="buttons">
    <button type="button" onClick=${onCancel}>${words.t("cancel")}</button>
    ${go && html`<button type="submit" class="main ${danger ? "danger" : ""}">${go}</button>`}
  </div>`;
}

// A form that never leaves the page.
export function Form({ onSubmit, children }) {
  const submit = (event) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return html`<form onSubmit=${submit}>${children}</form>`;
}
