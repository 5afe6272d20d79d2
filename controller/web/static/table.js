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
    this.notice = null;
    this.wood = new Wood();
    this.orders = new Orders(() => this.key);
    this.live = new Live((view, fresh) => this.accept(view, fresh), (link) => this.linked(link));
    this.live.open();
    // A link with a key pasted into an open tab only changes the fragment.
    addEventListener("hashchange", () => {
      const key = takeKey();
      if (key !== this.key) this.changed({ key });
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
    return Boolean(this.key) || this.view?.key_needed === false;
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

  answered(answer) {
    if (answer.view) this.accept(answer.view);
    if (answer.status === 401) {
      keepKey("");
      this.key = "";
    }
    if (this.orders.waiting === 0 || answer.error) this.wood.settle(this.view?.wood);
    if (answer.error) this.say({ text: answer.error, said: answer.said });
    else this.onChange();
    return Boolean(answer.view);
  }

  async tryKey(key) {
    const right = await keyIsRight(key);
    if (right) {
      keepKey(key);
      this.changed({ key, notice: null });
    }
    return right;
  }

  say(notice) {
    this.changed({ notice });
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => this.changed({ notice: null }), 7000);
  }
}
