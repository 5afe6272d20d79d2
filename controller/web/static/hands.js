// Hands on the simulated board: press a pit to lift, press pits to drop.
//
//   empty hand   click or drag: lift all stones; Shift or a long press: just one
//   full hand    click or release: drop one; Shift, "all", or twice quickly: drop the rest;
//                right button, Ctrl or a long press: take one back
//   first drop back where they came from: put them all back; so does Escape
const DRAG = 7;
// Milliseconds: a press held so long takes a single stone; two presses so quick drop the rest.
const TEMPO = { longPress: 480, twice: 340 };

export class Hands {
  constructor(table, onChange) {
    this.table = table;
    this.onChange = onChange;
    this.all = false;
    this.whole = false;
    this.aside = false;
    this.single = false;
    this.tempo = { ...TEMPO };
    this.press = null;
    this.origin = null;
    this.lastDrop = { cell: null, at: -Infinity };
    this.pointer = { x: -999, y: -999, kind: "mouse" }; // out of sight until somebody points
    this.skipClick = false;
  }

  get wood() {
    return this.table.wood.now;
  }

  get count() {
    return this.wood?.hand ?? 0;
  }

  get free() {
    return Boolean(this.wood) && this.table.mayTouch;
  }

  // --- pointers -------------------------------------------------------------------------------

  down(cell, event) {
    if (!this.wood || event.button === 1) return;
    if (!this.table.mayCommand) return void this.table.say({ key: "needKey" });
    if (!this.table.mayTouch) return void this.table.say({ key: "notYourTurn" });
    event.currentTarget.releasePointerCapture?.(event.pointerId);
    this.follow(event);
    if (event.button === 2 || event.ctrlKey) return void this.take(cell);
    this.press = { cell, x: event.clientX, y: event.clientY, lifting: this.count === 0, lifted: false, left: false };
    this.press.timer = setTimeout(() => this.held(), this.tempo.longPress);
  }

  move(event) {
    this.follow(event);
    const press = this.press;
    if (!press) return;
    if (this.aside) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG;
    if (far && !press.lifting) clearTimeout(press.timer); // carrying stones on is not pressing long
    if (far && press.lifting && !press.lifted) this.liftNow(event.shiftKey ? 1 : Infinity);
    if (press.lifted && cellAt(event) !== press.cell) press.left = true;
  }

  up(event) {
    const press = this.press;
    if (!press) return;
    this.follow(event);
    this.end();
    this.skipClick = true;
    setTimeout(() => (this.skipClick = false), 0);
    const target = cellAt(event);
    if (this.aside) return void this.toss(press.cell);
    if (!press.lifting) {
      if (target && !press.taken) this.drop(target, event);
    } else if (!press.lifted) {
      if (target === press.cell) this.lift(press.cell, event.shiftKey ? 1 : Infinity);
    } else if (target && (press.left || target !== press.cell)) {
      this.drop(target, event);
    }
  }

  cancel() {
    if (this.press) this.end();
  }

  end() {
    clearTimeout(this.press.timer);
    this.press = null;
    this.onChange();
  }

  follow(event) {
    this.pointer = { x: event.clientX, y: event.clientY, kind: event.pointerType };
    this.onFollow?.();
  }

  // --- keyboards and screen readers: a click without a pointer before it ---------------------------

  click(cell, event) {
    if (this.skipClick || !this.wood) return;
    if (this.aside) this.toss(cell);
    else if (this.count === 0) this.lift(cell, event.shiftKey ? 1 : Infinity);
    else if (event.ctrlKey) this.take(cell);
    else this.drop(cell, event);
  }

  escape() {
    if (this.count > 0 && this.origin) this.putBack();
  }

  // --- what hands do -------------------------------------------------------------------------------

  // Where stones leave the board for good: a stone goes aside, or back into an empty hole.
  toss(cell) {
    const there = this.wood.cells[cell] > 0;
    if (!there) this.table.command({ do: "take", count: 1 });
    this.table.command({ do: there ? "lift" : "drop", cell, count: 1 });
    if (there) this.table.command({ do: "put away" });
  }

  // A long press takes a single stone, whatever the hand holds.
  held() {
    if (this.aside) return;
    if (this.press.lifting) return void this.liftNow(1);
    this.press.taken = true;
    this.take(this.press.cell);
  }

  take(cell) {
    if (this.whole) return;
    if (this.count === 0) return void this.lift(cell, 1);
    if (!this.wood.cells[cell]) return;
    this.lastDrop = { cell: null, at: -Infinity };
    this.table.command({ do: "lift", cell, count: 1 });
  }

  liftNow(most) {
    const press = this.press;
    if (!press || press.lifted) return;
    clearTimeout(press.timer);
    press.lifted = true;
    this.lift(press.cell, most);
    if (most === 1) navigator.vibrate?.(12);
  }

  lift(cell, most) {
    const count = Math.min(this.whole ? Infinity : this.single ? 1 : most, this.wood.cells[cell] ?? 0);
    if (count === 0) return;
    this.origin = cell;
    this.lastDrop = { cell: null, at: -Infinity };
    this.table.command({ do: "lift", cell, count });
  }

  drop(cell, { shiftKey, timeStamp }) {
    if (this.count === 0) return;
    if (cell === this.origin) return void this.putBack();
    if (this.whole) return void this.place(cell);
    // The hand's own time, not the page's: a busy page must not turn slow presses into quick ones.
    const twice = this.lastDrop.cell === cell && timeStamp - this.lastDrop.at < this.tempo.twice;
    const count = this.all || shiftKey || twice ? this.count : 1;
    this.lastDrop = { cell, at: timeStamp };
    this.origin = null;
    this.table.command({ do: "drop", cell, count });
    if (this.count === 0) this.setAll(false);
  }

  // A whole piece goes down as one; what stands there already comes into the hand instead.
  place(cell) {
    const { count } = this;
    const there = this.wood.cells[cell] ?? 0;
    this.origin = null;
    if (there) this.table.command({ do: "lift", cell, count: there });
    this.table.command({ do: "drop", cell, count });
  }

  // A piece from the box beside the board; it may be dragged on at once.
  fetch(count, event) {
    if (this.count > 0 || this.skipClick || !this.free) return;
    this.origin = null;
    if (event) {
      event.currentTarget.releasePointerCapture?.(event.pointerId);
      this.follow(event);
      this.press = { cell: null, lifting: true, lifted: true, left: true };
    }
    this.table.command({ do: "take", count });
  }

  putAway() {
    this.origin = null;
    this.table.command({ do: "put away" });
  }

  putBack() {
    const cell = this.origin;
    this.origin = null;
    this.table.command({ do: "drop", cell, count: this.count });
  }

  setAll(all) {
    this.all = all;
    this.onChange();
  }
}

export function cellAt(event) {
  const there = document.elementFromPoint(event.clientX, event.clientY);
  return there?.closest("[data-cell]")?.dataset.cell ?? null;
}
