// The live view: one websocket, opened again whenever it is lost.
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
// The table repeats its view's number every ten seconds even when nothing happens.
const SILENCE = 26000;
// How the table closes a line whose key is wrong, missing or revoked.
const NO_KEY = 4401;

export class Live {
  constructor(onView, onState, onRefused = null) {
    this.onView = onView;
    this.onState = onState;
    // Told why the table closed the line because of the key; without it the line is opened again.
    this.onRefused = onRefused;
    this.wait = FIRST_WAIT;
    this.socket = null;
    this.timer = 0;
    this.watchdog = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live`);
    this.socket = socket;
    this.listenForSilence();
    socket.onmessage = (event) => this.received(event.data);
    socket.onclose = ({ code, reason }) => {
      if (this.socket !== socket) return;
      if (code === NO_KEY && this.onRefused) this.refused(reason);
      else this.lost();
    };
  }

  received(text) {
    this.wait = FIRST_WAIT;
    this.listenForSilence();
    this.onState("live");
    const message = JSON.parse(text);
    this.onView(message, this.fresh);
    if (!message.you) this.fresh = false;
  }

  listenForSilence() {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.lost(), SILENCE);
  }

  refused(reason) {
    clearTimeout(this.watchdog);
    this.socket = null;
    this.fresh = true;
    this.onRefused(reason);
  }

  lost() {
    clearTimeout(this.watchdog);
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = null;
    old?.close();
    // After a restart the table numbers its views from one again.
    this.fresh = true;
    this.onState("lost");
    this.timer = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
  }

  hurry() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.open();
  }
}
