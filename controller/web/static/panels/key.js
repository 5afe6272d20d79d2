// Who only watches enters a key.
import { html, useState } from "../ui.js";
import { Dialog, Buttons, Form } from "./dialog.js";

export function KeyDialog({ table, words, onClose }) {
  const [wrong, setWrong] = useState(false);
  const submit = async (form) => {
    const right = await table.tryKey(String(form.get("key")).trim());
    setWrong(!right);
    if (right) onClose();
  };
  return html`<${Dialog} title=${words.t("enterKey")} name="key" onClose=${onClose}>
    <${Form} onSubmit=${submit}>
      <div class="fields"><label><span>${words.t("keyLabel")}</span>
        <input name="key" required autocomplete="off" autocapitalize="off" spellcheck=${false} aria-invalid=${wrong} />
        <small role=${wrong ? "alert" : undefined} class=${wrong ? "wrong" : ""}>${words.t(wrong ? "keyWrong" : "keyHelp")}</small></label></div>
      <${Buttons} words=${words} onCancel=${onClose} go=${words.t("unlockTable")} />
    <//>
  <//>`;
}
