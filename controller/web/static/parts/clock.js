// A player's clock, for the page of a table, the wall and the overlay alike. It counts on between two
// views by itself, so that a running clock costs the table nothing.
import { html, useEffect, useState } from "../ui.js";

// What a side's clock shows so many seconds after its view: what is `left`, and what is `free` of a
// delay. The free seconds go first, and what is left stands still meanwhile.
export function clockAfter({ clock, free = 0 }, seconds) {
  return { left: Math.max(0, clock - Math.max(0, seconds - free)), free: Math.max(0, free - seconds) };
}

// `at` is when the view came (performance.now).
export function Clock({ side, at, running }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 200);
    return () => clearInterval(timer);
  }, [running]);
  if (side.clock === null || side.clock === undefined) return null;
  const { left, free } = clockAfter(side, running ? (performance.now() - at) / 1000 : 0);
  const waiting = running && free > 0;
  return html`<time class="clock ${left < 20 ? "short" : ""} ${running ? "running" : ""} ${waiting ? "delayed" : ""}">${clockText(left)}${waiting ? html`<small class="free">+${Math.ceil(free)}</small>` : null}</time>`;
}

export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${padded(m)}:${padded(s)}` : `${m}:${padded(s)}`;
}
