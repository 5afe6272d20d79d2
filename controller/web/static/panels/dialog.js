// A dialog over the page: Escape and the backdrop close it, the focus stays inside.
import { createContext, html, useContext, useEffect, useRef } from "../ui.js";
import { Notice } from "./notice.js";

// What the table last refused: nothing outside of an open dialog can be seen or heard, so it is told
// inside.
export const Told = createContext(null);

export function Dialog({ title, onClose, children, name }) {
  const box = useRef(null);
  const told = useContext(Told);
  useEffect(() => {
    box.current.showModal();
  }, []);
  const onBackdrop = (event) => event.target === box.current && onClose();
  return html`<dialog ref=${box} class="dialog" data-dialog=${name} aria-label=${title} onClose=${onClose} onPointerDown=${onBackdrop}>
    <div class="sheet"><h2>${title}</h2>${told?.notice && html`<${Notice} ...${told} inside />`}${children}</div>
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
