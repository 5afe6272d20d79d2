// One board over a video: transparent ground, nothing to press. `?size=600` sets its width.
import { html, render } from "/static/ui.js";
import { takeKey } from "/static/key.js";
import { Large } from "./board.js";
import { Hall } from "./feed.js";
import { useHall, useWords } from "./shell.js";

function Overlay({ hall }) {
  const [words] = useWords();
  useHall(hall);
  return html`<main><h1 class="unseen">${table}</h1><${Large} whole=${hall.whole} words=${words} plain=${true} /></main>`;
}

const hall = new Hall(takeKey());
const table = decodeURIComponent(location.pathname.split("/").pop());
const size = Number(new URLSearchParams(location.search).get("size"));
if (size >= 100 && size <= 4000) document.documentElement.style.setProperty("--overlay", `${size}px`);
// The table may be heard of later than this page is opened.
const asking = setInterval(() => (hall.whole ? clearInterval(asking) : hall.look(table)), 1000);
hall.look(table);
render(html`<${Overlay} hall=${hall} />`, document.getElementById("app"));
