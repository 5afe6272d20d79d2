// What all pages of the hall have: the top line, the language, troubles, redrawing.
import { html, useEffect, useMemo, useReducer, useState } from "/static/ui.js";
import { Words, first, keepLanguage, wordsIn } from "/static/words.js";
import { keepKey } from "/static/key.js";

// Many changes between two frames of the screen are one redraw.
export function useHall(hall) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  useEffect(() => {
    let due = 0;
    const stop = hall.listen(() => (due ||= requestAnimationFrame(() => ((due = 0), redraw()))));
    redraw();
    return () => (stop(), cancelAnimationFrame(due));
  }, [hall]);
}

// Nobody sees a page without its words: they are here before anything is drawn.
const firstFile = await first;

export function useWords() {
  const [file, setFile] = useState(firstFile);
  const words = useMemo(() => new Words(file), [file]);
  const { language } = words;
  const setLanguage = (code) => wordsIn(code).then(setFile, () => {});
  useEffect(() => {
    document.documentElement.lang = language;
    keepLanguage(language);
  }, [language]);
  return [words, setLanguage];
}

export function Top({ hall, words, here, onLanguage, children }) {
  useEffect(() => {
    document.title = words.t(`title.${here}`);
  }, [words, here]);
  const count = hall.tables.length;
  return html`<header class="top">
    <a class="brand" href="/"><img src="/static/art/icon.svg" alt="" width="34" height="34" /><b>${words.t("hall")}</b></a>
    <span class="where">${words.t("tables", { n: count })}</span>
    ${children}
    <nav><a href="/" aria-current=${here === "wall" ? "page" : undefined}>${words.t("hall")}</a><a href="/director" aria-current=${here === "director" ? "page" : undefined}>${words.t("director")}</a></nav>
    <span class="chips language" role="group" aria-label=${words.t("language")}>${words.languages.map(([code, [short, name]]) => html`<button key=${code} type="button" lang=${code} title=${name}
      aria-pressed=${words.language === code} data-language=${code} onClick=${() => onLanguage(code)}>${short}</button>`)}</span>
  </header>
  <${Troubles} hall=${hall} words=${words} />`;
}

// Where a key is needed: the desk, and the wall of a hall in which watching is not free.
export function KeyDoor({ hall, title, words, children }) {
  const [key, setKey] = useState("");
  const enter = (event) => {
    event.preventDefault();
    keepKey(key);
    hall.use(key);
  };
  return html`<main class="keydoor"><form class="card" onSubmit=${enter}><h1>${title}</h1>
    <p class="quiet">${children}</p>
    <label><span class="unseen">${words.t("key")}</span><input type="password" name="key" autocomplete="current-password" value=${key} onInput=${(e) => setKey(e.currentTarget.value)} required /></label>
    ${hall.error && html`<p class="warning">${words.refusal({ error: hall.error, said: hall.said })}</p>`}
    <button class="main">${words.t("enterHall")}</button></form></main>`;
}

function Troubles({ hall, words }) {
  if (hall.link === "lost") return html`<p class="banner"><i class="spin"></i>${words.t("hubLost")}</p>`;
  if (hall.trouble?.store) return html`<p class="banner" title=${hall.trouble.store}>${words.t("storeTrouble")}</p>`;
  if (hall.trouble?.broker) return html`<p class="banner" title=${hall.trouble.broker}>${words.t("brokerTrouble")}</p>`;
  return null;
}
