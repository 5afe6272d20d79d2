// The table's words by the browser's own voice: what matters interrupts, what is stale is left out.
import { speaking } from "./announcer.js";
import { currentKey } from "./key.js";
import { playTone } from "./tones.js";

const KEPT = "lunka.voice";
// How it is heard here: in few words or not, how fast and how loud (1: as usual), with tones or not.
const HEARING = "lunka.voice.hearing";
const USUAL = { short: false, rate: 1, volume: 1, tones: false };
// Milliseconds until a lost line is tried again.
const AGAIN = 3000;
// What tells of no moment of the game, and so makes none of them stale.
const BESIDE = new Set(["alert", "answer"]);
// What tells where pieces lie: of these only the newest waits.
const POSITION = new Set(["board", "turn"]);

export const withKey = () => (currentKey() ? { "x-lunka-key": currentKey() } : {});

class Voice {
  constructor() {
    this.language = "en";
    this.heard = null;
    this.waiting = [];
    this.now = null;
    this.missed = false; // whether a turn was left out, so that the next tells the whole board
    this.line = null;
    this.hearing = { ...USUAL, ...read(kept(HEARING)) };
    if (kept(KEPT) === "on") this.start();
  }

  get on() {
    return this.line !== null;
  }

  toggle() {
    if (this.on) this.stop();
    else this.start();
    keep(KEPT, this.on ? "on" : "off");
  }

  // Hear it otherwise from now on.
  wish(parts) {
    this.hearing = { ...this.hearing, ...parts };
    keep(HEARING, JSON.stringify(this.hearing));
  }

  start() {
    this.line = new AbortController();
    speaking.on = true;
    this.listen(this.line.signal);
  }

  stop() {
    this.line.abort();
    this.line = null;
    speaking.on = false;
    this.waiting = [];
    this.cut();
  }

  // Say something of our own: an answer to who asked here.
  say(text) {
    if (this.on) this.hear({ kind: "answer", at_once: true, lasting: false, full: { [this.language]: text }, short: { [this.language]: text } });
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
    const overtaken = now && said.kind === "turn" && POSITION.has(now.kind) && this.waiting.some(({ kind }) => POSITION.has(kind));
    if (now && (said.at_once || stale(now) || overtaken)) {
      this.cut();
      if (now.lasting) this.waiting.unshift(now);
    }
    const later = this.waiting.findIndex((old) => !old.at_once);
    if (said.at_once && later >= 0) this.waiting.splice(later, 0, said);
    else this.waiting.push(said);
    const positions = this.waiting.filter(({ kind }) => POSITION.has(kind));
    this.missed ||= positions.length > 1;
    this.waiting = this.waiting.filter((old) => !POSITION.has(old.kind) || old === positions.at(-1));
    this.next();
  }

  // A tone first, where one is wanted; then the words, if it did not say them all.
  next() {
    if (this.now || !this.waiting.length) return;
    const said = (this.now = this.waiting.shift());
    const { short, tones } = this.hearing;
    const inWords = (all) => all?.[this.language] ?? all?.en ?? "";
    const whole = !short && this.missed && said.kind === "turn" ? inWords(said.board) : "";
    const text = short && tones && said.enough ? "" : whole ? `${inWords(said.short)} ${whole}` : inWords(short ? said.short : said.full);
    const words = () => (text ? this.speak(said, text) : this.ended(said));
    if (!tones || !said.tone) return words();
    this.tone = playTone(said.tone, this.hearing.volume);
    this.tone.then = setTimeout(() => this.now === said && words(), this.tone.lasts);
  }

  speak(said, text) {
    const words = new SpeechSynthesisUtterance(text);
    Object.assign(words, { lang: this.language, rate: this.hearing.rate, volume: this.hearing.volume });
    words.onend = words.onerror = () => this.ended(said);
    speechSynthesis.speak(words);
  }

  ended(said) {
    if (this.now !== said) return; // it was cut off, and another one is being said
    this.now = null;
    if (POSITION.has(said.kind)) this.missed = false;
    this.next();
  }

  cut() {
    this.now = null;
    this.tone?.stop();
    clearTimeout(this.tone?.then);
    speechSynthesis.cancel();
  }
}

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(name, state) {
  try {
    localStorage.setItem(name, state);
  } catch {
    // Not kept: the next visit begins as usual.
  }
}

// What was kept, if it can be read.
function read(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

export const canSpeak = "speechSynthesis" in window;
export const voice = new Voice();
