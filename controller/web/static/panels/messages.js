// What the table says: the sentence, alerts, the question it asks; and what the page has to add.
import { html, useState } from "../ui.js";
import { Dialog, Buttons, Form } from "./dialog.js";
import { Sign } from "../parts/light.js";

export function Sentence({ view, words }) {
  return html`<p class="sentence" lang=${words.language} aria-live="polite" data-verdict=${view.verdict}>${words.said(view.sentence)}</p>`;
}

// What happened last, for ears only: eyes have the move list.
export function News({ view, words }) {
  return html`<p class="unseen" aria-live="polite">${words.said(view.news)}</p>`;
}

export function Alerts({ view, words }) {
  if (!view.alerts.length) return null;
  return html`<ul class="alerts" role="alert">${view.alerts.map((alert, at) => html`<li key=${at}><${Sign} name="bolt" />${words.said(alert)}</li>`)}</ul>`;
}

export function Question({ view, words, may, onCommand }) {
  const asked = view.question;
  if (!asked) return null;
  const answer = (choice) => onCommand({ do: "answer", question: asked.id, choice });
  return html`<section class="question" role="dialog" aria-modal="false" aria-labelledby="question-text" data-question=${asked.id}>
    <span class="asks"><${Sign} name="ask" /></span>
    <div><small>${words.t("question")}</small><h2 id="question-text">${words.said(asked.text)}</h2>
      <div class="options">${asked.options.map((option) => html`<button key=${option.id} type="button" class="main" data-choice=${option.id} disabled=${!may} onClick=${() => answer(option.id)}>${words.said(option.text)}</button>`)}</div>
    </div>
  </section>`;
}

export function Banner({ link, words }) {
  if (link === "live") return null;
  return html`<div class="banner" role="status" data-link=${link}><span class="spin" aria-hidden="true"></span>${words.t(link)}</div>`;
}

export function Notice({ notice, words, onClose }) {
  if (!notice) return null;
  return html`<div class="toast" role="alert"><span>${notice.said ? words.said(notice.said) : notice.text ?? words.t(notice.key)}</span>
    <button type="button" class="bare" aria-label=${words.t("close")} onClick=${onClose}>×</button></div>`;
}

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
