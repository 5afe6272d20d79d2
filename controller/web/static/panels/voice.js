// The board for ears: spoken aloud, and asked by single keys while this card is open.
import { html, useEffect, useState } from "../ui.js";
import { canSpeak, voice, withKey } from "../voice.js";

const QUESTIONS = { repeat: "r", last: "l", turn: "t", board: "b", may: "m", right: "w" };
const TYPING = "input, select, textarea, [contenteditable]";

export function Voice({ words }) {
  const [on, setOn] = useState(voice.on);
  const [told, tell] = useState({ count: 0, text: "" });
  voice.language = words.language;
  const ask = async (question) => {
    const text = await answer(question, words);
    tell(({ count }) => ({ count: count + 1, text }));
    voice.say(text);
  };
  useEffect(() => {
    const pressed = (event) => {
      const asked = Object.keys(QUESTIONS).find((name) => QUESTIONS[name] === event.key.toLowerCase());
      if (!asked || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(TYPING) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      ask(asked);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [words]);
  const press = () => {
    voice.toggle();
    setOn(voice.on);
  };
  return html`<div class="voice">
    ${canSpeak ? html`<button type="button" data-do="speak" class=${on ? "main" : ""} aria-pressed=${on} onClick=${press}>${words.t("speakAloud")}</button>` : html`<p class="quiet">${words.t("cannotSpeak")}</p>`}
    <p class="quiet">${words.t("askByKeys")}</p>
    <div class="slots">${Object.entries(QUESTIONS).map(([name, key]) => html`<button key=${name} type="button" data-ask=${name} aria-keyshortcuts=${key} onClick=${() => ask(name)}>${words.t(`ask_${name}`)} <kbd>${key.toUpperCase()}</kbd></button>`)}</div>
    <p class="answered" role="status" lang=${words.language}><span key=${told.count}>${told.text}</span></p>
  </div>`;
}

async function answer(question, words) {
  try {
    const reply = await fetch(`/api/ask/${question}`, { headers: withKey() });
    const found = await reply.json();
    return words.said(found.said) || found.error;
  } catch {
    return words.t("tableSilent");
  }
}
