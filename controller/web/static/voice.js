// The table's words by the browser's own voice: what matters interrupts, what is stale is left out.
import { currentKey } from "./key.js";

const KEPT = "lunka.voice";
// Milliseconds until a lost line is tried again.
const AGAIN = 3000;
// What tells of no moment of the game, and so makes none of them stale.
const BESIDE = new Set(["alert", "answer"]);

export const withKey = () => (currentKey() ? { "x-lunka-key": currentKey() } : {});

class Voice {
  constructor() {
    this.language = "en";
    this.heard = null;
    this.waiting = [];
    this.now = null;
    this.line = null;
    if (kept() === "on") this.start();
  }

  get on() {
    return this.line !== null;
  }

  toggle() {
    if (this.on) this.stop();
    else this.start();
    keep(this.on ? "on" : "off");
  }

  start() {
    this.line = new AbortController();
    this.listen(this.line.signal);
  }

  stop() {
    this.line.abort();
    this.line = null;
    this.waiting = [];
    this.cut();
  }

  // Say something of our own: an answer to who asked here.
  say(text) {
    if (this.on) this.hear({ kind: "answer", at_once: true, lasting: false, full: { [this.language]: text } });
  }

  async listen(signal) {
    while (!signal.aborted) {
      try {
        const reply = await fetch(`/api/said${this.heard === null ? "" : `?after=${this.heard}`}`, { headers: withKey(), signal });
        if (reply.ok) await this.read(reply.body.getReader());
      } catch {
        // Lost or hung up: the banner says the first.
      }
      if (!signal.aborted) await new Promise((later) => setTimeout(later, AGAIN));
    }
  }

  async read(reader) {
    const text = new TextDecoder();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const events = (rest + text.decode(value, { stream: true })).split("\n\n");
      rest = events.pop();
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (data) this.told(JSON.parse(data.slice(6)));
      }
    }
  }

  told(said) {
    if (said.number === this.heard) return;
    this.heard = said.number;
    this.hear(said);
  }

  hear(said) {
    const stale = (old) => (BESIDE.has(old.kind) || BESIDE.has(said.kind) ? old.kind === "answer" && said.kind === "answer" : old.kind === "right" ? said.at_once : !old.lasting);
    this.waiting = this.waiting.filter((old) => !stale(old));
    const { now } = this;
    if (now && (said.at_once || stale(now))) {
      this.cut();
      if (now.lasting) this.waiting.unshift(now);
    }
    const later = this.waiting.findIndex((old) => !old.at_once);
    if (said.at_once && later >= 0) this.waiting.splice(later, 0, said);
    else this.waiting.push(said);
    this.next();
  }

  next() {
    if (this.now || !this.waiting.length) return;
    const said = (this.now = this.waiting.shift());
    const words = new SpeechSynthesisUtterance(said.full[this.language] ?? said.full.en);
    words.lang = this.language;
    words.onend = words.onerror = () => this.ended(said);
    speechSynthesis.speak(words);
  }

  ended(said) {
    if (this.now !== said) return; // it was cut off, and another one is being said
    this.now = null;
    this.next();
  }

  cut() {
    this.now = null;
    speechSynthesis.cancel();
  }
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(state) {
  try {
    localStorage.setItem(KEPT, state);
  } catch {
    // Not kept: the next visit begins in silence.
  }
}

export const canSpeak = "speechSynthesis" in window;
export const voice = new Voice();
