// Where each stone lies and what it looks like. All of it follows from the cell's name and the
// stone's number, so that every watcher sees the same board and nothing jumps when it is redrawn.
const TONES = 6;
const SHAPES = 4;

// Stones keep their looks when they travel: what leaves a cell is what arrives elsewhere.
export class Pouch {
  constructor() {
    this.cells = new Map();
    this.away = [];
    this.made = 0;
  }

  // counts: {cell: how many}; a sign tells whose they are. Returns Map(cell -> stone numbers);
  // untouched cells keep their array.
  settle(signed) {
    const counts = Object.entries(signed).map(([cell, count]) => [cell, Math.abs(count)]);
    for (const [cell, count] of counts) {
      const here = this.cells.get(cell) ?? [];
      if (here.length <= count) continue;
      this.away.push(...here.slice(count));
      this.cells.set(cell, here.slice(0, count));
    }
    for (const [cell, count] of counts) {
      const here = this.cells.get(cell) ?? [];
      if (here.length < count || !this.cells.has(cell)) {
        this.cells.set(cell, [...here, ...this.take(count - here.length)]);
      }
    }
    return this.cells;
  }

  take(count) {
    const taken = this.away.splice(0, count);
    while (taken.length < count) taken.push(this.made++);
    return taken;
  }
}

export function look(stone) {
  const mixed = mix(stone + 17);
  return `tone-${mixed % TONES} shape-${(mixed >>> 8) % SHAPES}`;
}

// The places for stones in a bowl, layer upon layer: each clear of its neighbours and near the
// middle, as well as a few tries allow. x and y run from -1 to 1 across the bowl; `across` is how
// much longer than wide it is.
const known = new Map();

export function slots(cell, shape) {
  const name = `${cell}/${shape}`;
  if (!known.has(name)) known.set(name, SHAPED[shape](random(hash(name))));
  return known.get(name);
}

const SHAPED = {
  pit: (dice) => scatter(dice, { layers: [7, 6, 6, 6, 6, 6], across: 1, inside: inDisc }),
  store: (dice) => scatter(dice, { layers: [22, 20, 18, 16, 16, 16], across: 2.45, inside: inTrough }),
  hand: (dice) => scatter(dice, { layers: [7, 6, 6, 6, 6], across: 1, inside: inDisc }),
};

function scatter(dice, { layers, across, inside }) {
  const all = [];
  layers.forEach((size, layer) => {
    const here = [];
    const reach = Math.max(0.45, 1 - 0.12 * layer);
    while (here.length < size) here.push(bestSpot(dice, here, reach, across, inside));
    all.push(...here);
  });
  return all;
}

function bestSpot(dice, others, reach, across, inside) {
  let best = null;
  for (let tries = 0; tries < 48; tries += 1) {
    const spot = { x: (2 * dice() - 1) * reach, y: (2 * dice() - 1) * reach, turn: dice() };
    if (!inside(spot.x / reach, spot.y / reach)) continue;
    spot.worth = clearance(spot, others, across) - 0.22 * Math.hypot(spot.x, spot.y * across);
    if (!best || spot.worth > best.worth) best = spot;
  }
  return best ?? { x: 0, y: 0, turn: 0.5 };
}

// The distance to the nearest stone; more than a stone's width is no better than that.
const STONE = 0.9;

function clearance(spot, others, across) {
  return Math.min(STONE, ...others.map((o) => Math.hypot(spot.x - o.x, (spot.y - o.y) * across)));
}

const inDisc = (x, y) => Math.hypot(x, y) <= 0.9;
const inTrough = (x, y) => Math.abs(x) ** 3 + Math.abs(y) ** 5 <= 0.9;

function mix(number) {
  let bits = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function hash(text) {
  return [...text].reduce((sum, letter) => mix(sum * 31 + letter.codePointAt(0)), 7);
}

function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state) / 2 ** 32;
  };
}
