// The board for ears: spoken aloud, and asked by single keys while this card is open.
import { html, useEffect, useState } from "../ui.js";
import { tell as tellReaders } from "../announcer.js";
import { namesOf } from "../places.js";
import { canSpeak, voice, withKey } from "../voice.js";

const QUESTIONS = { repeat: "r", last: "l", turn: "t", board: "b", may: "m", right: "w" };
const TYPING = "input, select, textarea, [contenteditable]";

export function Voice({ words, wood }) {
  const [on, setOn] = useState(voice.on);
  const [told, tell] = useState("");
  voice.language = words.language;
  const ask = async (question) => {
    const text = await answer(question, words);
    tell(text);
    tellReaders(text);
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
    ${canSpeak && html`<${Hearing} words=${words} />`}
    <p class="quiet">${words.t("askByKeys")}</p>
    <div class="slots">${Object.entries(QUESTIONS).map(([name, key]) => html`<button key=${name} type="button" data-ask=${name} aria-keyshortcuts=${key} onClick=${() => ask(name)}>${words.t(`ask_${name}`)} <kbd>${key.toUpperCase()}</kbd></button>`)}</div>
    <p class="answered" lang=${words.language}>${told}</p>
    ${wood && html`<${Wood} words=${words} ...${wood} />`}
  </div>`;
}

// Simulated wood is asked as real wood is: by a finger, where it weighs, and by its buttons.
function Wood({ view, words, may, all, onCommand }) {
  const cells = Object.keys(view.cells);
  const [cell, setCell] = useState(cells[0]);
  const names = namesOf(view);
  return html`<p class="quiet">${words.t("askByTouch")}</p>
    <label class="inline"><span>${words.t("cell")}</span><select name="finger" value=${cell} onChange=${(event) => setCell(event.currentTarget.value)}>
      ${cells.map((name) => html`<option key=${name} value=${name}>${words.place(name, names)}</option>`)}</select></label>
    <div class="row">
      <button type="button" class="small" data-do="touch" disabled=${!may} onClick=${() => onCommand({ do: "touch", cell })}>${words.t("pressFinger")}</button>
      ${["say", "next"].map((button) => html`<button key=${button} type="button" class="small" data-press=${button} disabled=${!may || !all} onClick=${() => onCommand({ do: "press", button })}>${words.t(`button_${button}`)}</button>`)}
    </div>`;
}

// How this browser says it: each phone has its own.
function Hearing({ words }) {
  const [hearing, setHearing] = useState(voice.hearing);
  const wish = (parts) => {
    voice.wish(parts);
    setHearing(voice.hearing);
  };
  const slide = (name, most) => html`<label><span>${words.t(`voice_${name}`)}</span><input type="range" name=${`voice-${name}`} min=${name === "rate" ? 0.5 : 0} max=${most} step="0.1" value=${hearing[name]} onInput=${(event) => wish({ [name]: Number(event.currentTarget.value) })} /></label>`;
  const tick = (name) => html`<label class="tick"><input type="checkbox" name=${`voice-${name}`} checked=${hearing[name]} onChange=${(event) => wish({ [name]: event.currentTarget.checked })} /><span>${words.t(`voice_${name}`)}</span></label>`;
  return html`<div class="fields hearing">${tick("short")}${tick("tones")}${slide("rate", 4)}${slide("volume", 1)}</div>`;
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
