// The wall: every board of the hall with its health light; each can be looked at closer.
import { html, render, useState } from "/static/ui.js";
import { takeKey } from "/static/key.js";
import { Card, Large, Light } from "./board.js";
import { Hall } from "./feed.js";
import { KeyDoor, Top, useHall, useWords } from "./shell.js";
import { Sheet } from "./sheet.js";

function Wall({ hall }) {
  const [words, setLanguage] = useWords();
  const [open, setOpen] = useState(null);
  useHall(hall);
  const look = (table) => {
    hall.look(table);
    setOpen(table);
  };
  const { tables } = hall;
  return html`<${Top} hall=${hall} words=${words} here="wall" onLanguage=${setLanguage} />
    ${hall.role === "nobody" && html`<${KeyDoor} hall=${hall} title=${words.t("hall")} words=${words}>${words.t("watchKey")}</${KeyDoor}>`}
    <main class="wallmain">
      ${hall.role !== "nobody" && html`<h1 class="unseen">${words.t("title.wall")}</h1>`}
      ${tables.length === 0 && hall.role !== "nobody" && html`<p class="quiet">${words.t("noTables")}</p>`}
      <div class="wall" data-count=${tables.length}>${tables.map((table) => html`<${Card} key=${table} table=${table} light=${hall.lights[table]} board=${hall.boards[table]} hall=${hall} words=${words} onOpen=${look} />`)}</div>
    </main>
    ${open && html`<${Sheet} name="large" title=${html`<${Light} light=${hall.lights[open]} words=${words} /> ${open} ${hall.whole?.delay ? html`<small>${words.t("late", { n: hall.whole.delay })}</small>` : null}`}
      label=${open} words=${words} onClose=${() => look(null)}>
      <${Large} whole=${hall.whole} words=${words} />
      <p class="quiet"><a href=${`/overlay/${open}`} target="_blank" rel="noopener">${words.t("overlayPage")}</a></p></${Sheet}>`}`;
}

const hall = new Hall(takeKey());
// A handle for the browser console and for tests.
window.lunkaHall = hall;
render(html`<${Wall} hall=${hall} />`, document.getElementById("app"));
