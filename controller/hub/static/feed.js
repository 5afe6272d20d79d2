// The hall, live: lights of all tables, the boards that are looked at, one of them whole.
import { Live } from "/static/live.js";

// So many boards are redrawn in one frame of the screen: a wall of fifty must not stumble when many
// tables move at once.
const PER_FRAME = 4;

// When a view was made, by this page's clock. It may be minutes old: nothing changes while somebody
// thinks, and his clock runs all the same.
const madeAt = ({ age = 0 }) => performance.now() - 1000 * age;

export class Hall {
  constructor(key) {
    this.key = key;
    this.link = "connecting";
    this.role = null;
    this.table = null;
    this.lights = {};
    this.boards = {};
    this.whole = null;
    this.trouble = {};
    this.desk = null;
    this.error = null;
    this.said = null;
    this.watched = new Set();
    this.looking = null;
    this.due = 0;
    this.coming = new Map();
    this.frame = 0;
    this.listeners = new Set();
    this.live = new HallLive(this);
    this.live.open();
  }

  get directs() {
    return this.role === "director";
  }

  // Tables in the order people would say them: t2 before t10.
  get tables() {
    return Object.keys(this.lights).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  }

  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed(change) {
    Object.assign(this, change);
    for (const listener of this.listeners) listener();
  }

  // Look at these boards; what changes within one moment is said at once.
  watch(table, yes) {
    if (yes) this.watched.add(table);
    else this.watched.delete(table);
    this.due ||= setTimeout(() => {
      this.due = 0;
      this.live.say({ watch: [...this.watched] });
    }, 30);
  }

  look(table) {
    this.looking = table;
    this.changed({ whole: null });
    this.live.say({ whole: table });
  }

  use(key) {
    this.key = key;
    this.live.say({ key });
  }

  take({ lights, boards, whole, ...plain }) {
    if (lights) this.lights = { ...this.lights, ...lights };
    if (boards) this.bring(boards);
    if (whole && whole.table === this.looking) this.whole = { ...whole, at: madeAt(whole) };
    this.changed(plain);
  }

  // Boards wait for their frame; of one that changes twice before it only the newest is drawn.
  bring(boards) {
    for (const [table, board] of Object.entries(boards)) this.coming.set(table, board && { ...board, at: madeAt(board) });
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    const some = [...this.coming].slice(0, PER_FRAME);
    for (const [table] of some) this.coming.delete(table);
    this.boards = { ...this.boards, ...Object.fromEntries(some) };
    this.frame = this.coming.size ? requestAnimationFrame(() => this.draw()) : 0;
    this.changed({});
  }

  greet() {
    this.live.say({ ...(this.key && { key: this.key }), watch: [...this.watched], whole: this.looking });
  }
}

class HallLive extends Live {
  constructor(hall) {
    super((message) => hall.take(message), (link) => hall.link === link || hall.changed({ link }));
    this.hall = hall;
  }

  open() {
    super.open();
    this.socket.onopen = () => this.hall.greet();
  }

  say(words) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(words));
  }
}
