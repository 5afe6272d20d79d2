// The simulated wood as the visitor's hands left it. A hand that drops a stone sees it lie there
// at once; the table's word follows a moment later and always has the last say.
export class Wood {
  constructor() {
    this.now = null;
    this.expecting = false;
  }

  // A view came. While own commands are under way it may be older than the hands: wait.
  accept(wood, waiting) {
    if (!waiting || !this.expecting || !wood) this.settle(wood);
  }

  settle(wood) {
    this.expecting = false;
    this.now = wood ?? null;
  }

  expect({ do: what, cell, count }) {
    if (this.now && (what === "take" || what === "put away")) {
      this.expecting = true;
      this.now = { ...this.now, hand: what === "take" ? this.now.hand + count : 0 };
    }
    if (!this.now || (what !== "lift" && what !== "drop")) return;
    const moved = what === "lift" ? -count : count;
    this.expecting = true;
    this.now = {
      ...this.now,
      hand: this.now.hand - moved,
      cells: { ...this.now.cells, [cell]: this.now.cells[cell] + moved },
    };
  }
}
