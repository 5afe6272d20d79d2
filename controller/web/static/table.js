// What the page knows: the newest view, whether it is live, the key, and where the stones in the
// visitor's own hands are before the table has answered.
import { keepKey, takeKey } from "./key.js";
import { Live } from "./live.js";
import { Orders, keyIsRight } from "./orders.js";
import { Wood } from "./wood.js";

export class Table {
  constructor(onChange) {
    this.onChange = onChange;
    this.view = null;
    this.viewAt = 0;
    this.link = "connecting";
    this.key = takeKey();
    // Whose key it is, as the table has told: {role, seat, free}; null: not told yet.
    this.you = null;
    this.notice = null;
    this.wood = new Wood();
    this.orders = new Orders(() => this.key);
    this.pressed = null;
    this.live = new TableLive(this);
    this.live.open();
    // A link with a key pasted into an open tab only changes the fragment.
    addEventListener("hashchange", () => {
      const key = takeKey();
      if (key !== this.key) this.use(key);
    });
  }

  changed(parts) {
    Object.assign(this, parts);
    this.onChange();
  }

  linked(link) {
    if (link !== this.link) this.changed({ link });
  }

  accept(view, fresh = false) {
    if (!fresh && this.view && view.rev <= this.view.rev) return;
    this.view = view;
    this.viewAt = performance.now();
    this.wood.accept(view.wood, this.orders.waiting > 0);
    this.onChange();
  }

  get mayCommand() {
    return (Boolean(this.key) && this.you?.role !== "watch") || this.view?.key_needed === false;
  }

  // The number of the seat for which this key speaks; null: for no seat alone.
  get seat() {
    return this.you?.role === "seat" ? this.you.seat : null;
  }

  // The side at which that seat sits now; null: it speaks for all, or for none in this game.
  get side() {
    const at = this.seat === null ? -1 : (this.view?.sides ?? []).findIndex(({ seat }) => seat === this.seat);
    return at < 0 ? null : at;
  }

  // Whether simulated wood may be touched now: a seat's hands are for its own turn.
  get mayTouch() {
    return this.mayCommand && (this.seat === null || this.seen.commands.includes("lift"));
  }

  // The view with what this key may say of it: everything for the table's, its own for a seat's.
  get seen() {
    const { view, you } = this;
    if (!view?.may || !you) return view;
    if (this.seenOf?.view === view && this.seenOf.you === you) return this.seenOf.seen;
    const name = you.role === "seat" ? `seat ${you.seat}` : you.role;
    const decisions = this.seat === null ? view.decisions : (view.decisions ?? []).filter(({ side }) => side === this.side);
    const seen = { ...view, commands: view.may[name] ?? [], decisions };
    this.seenOf = { view, you, seen };
    return seen;
  }

  // Another key, or none: the line says so, and the table answers whose it is.
  use(key) {
    keepKey(key);
    this.changed({ key, you: null });
    this.live.greet();
  }

  // The table closed the line because of the key: without it one may perhaps still watch.
  refused(reason) {
    const had = this.key;
    keepKey("");
    this.changed({ key: "", you: null, link: had ? this.link : "closed" });
    if (!had) return;
    this.say({ key: /revoked/.test(reason) ? "keyRevoked" : "keyWrong" }, { stays: true });
    this.live.hurry();
  }

  // Send a command; a refusal becomes a notice. Resolves to whether it was carried out.
  async command(command) {
    if (!this.mayCommand) {
      this.say({ key: "needKey" });
      return false;
    }
    this.wood.expect(command);
    const sent = this.orders.send(command);
    this.onChange();
    return this.answered(await sent);
  }

  // A button's command. The button stays as it was until the answer is drawn: whoever presses it
  // again before that has pressed once.
  press(command) {
    const text = JSON.stringify(command);
    if (this.pressed?.text === text) return this.pressed.answer;
    const pressed = { text, answer: this.command(command) };
    this.pressed = pressed;
    const drawn = () => this.pressed === pressed && (this.pressed = null);
    pressed.answer.finally(() => requestAnimationFrame(drawn));
    return pressed.answer;
  }

  answered(answer) {
    if (answer.view) this.accept(answer.view);
    if (answer.status === 401) {
      keepKey("");
      this.key = "";
      this.you = null;
    }
    if (this.orders.waiting === 0 || answer.error) this.wood.settle(this.view?.wood);
    if (answer.error) this.say({ text: answer.error, said: answer.said });
    else this.onChange();
    return Boolean(answer.view);
  }

  async tryKey(key) {
    const right = await keyIsRight(key);
    if (right) {
      this.use(key);
      this.changed({ notice: null });
    }
    return right;
  }

  // What has to be read stays for a while, or until it is closed.
  say(notice, { stays = false } = {}) {
    this.changed({ notice });
    clearTimeout(this.noticeTimer);
    if (!stays) this.noticeTimer = setTimeout(() => this.changed({ notice: null }), 7000);
  }
}

class TableLive extends Live {
  constructor(table) {
    const take = (message, fresh) => (message.you ? table.changed({ you: message.you }) : table.accept(message, fresh));
    super(take, (link) => table.linked(link), (reason) => table.refused(reason));
    this.table = table;
  }

  open() {
    super.open();
    this.socket.onopen = () => this.greet();
  }

  // Who is here: a table that is watched with a key only hears it before it shows anything.
  greet() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ key: this.table.key }));
    else this.hurry();
  }
}
