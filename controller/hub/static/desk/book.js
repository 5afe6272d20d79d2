// The hall's book: the newest decisions and orders.
import { html, useEffect, useState } from "/static/ui.js";
import { ask } from "../api.js";

export function Book({ hall, words }) {
  const [open, setOpen] = useState(false);
  const [events, setEvents] = useState([]);
  useEffect(() => {
    if (open) read(hall.key, events).then(setEvents);
  }, [open, hall.desk]);
  return html`<details class="card events" onToggle=${(e) => setOpen(e.currentTarget.open)}><summary>${words.t("desk.book")}</summary>
    <ol reversed>${events.slice(-200).reverse().map((event) => html`<li key=${event.seq} value=${event.seq}><b>${event.kind}</b> <time>${new Date(event.at * 1000).toLocaleTimeString(words.language)}</time> <code>${JSON.stringify(event.data)}</code></li>`)}</ol></details>`;
}

async function read(key, known) {
  const all = [...known];
  for (;;) {
    const answer = await ask(`/api/book?since=${all.at(-1)?.seq ?? 0}`, { key });
    if (answer.error || answer.events.length === 0) return all;
    all.push(...answer.events);
  }
}
