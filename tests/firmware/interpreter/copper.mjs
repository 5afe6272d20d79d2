// What the Pico's pins lead to: a diode matrix of reeds, HX711 chips on one clock, buttons, a strip.
// The physics (which reed is closed, what a chip would measure) is asked of `world`.

const BITS = 24;
const GAIN_AFTER = { 25: 128, 26: 32, 27: 64 };
const LONGEST_PULSE_S = 60e-6;
const GPIO_IN = 0xd0000004;
const GPIO_HI_IN = 0xd0000008;
const OTHER_LINES = 0xff000000; // of USB and the flash memory, above GP47: high, as at rest

class Matrix {
  constructor(copper, part, spec) {
    this.copper = copper;
    this.part = part;
    this.columns = spec.columns;
    this.driven = new Set();
    spec.rows.forEach((pin, row) => {
      copper.outputs.set(pin, (value) => { if (value) this.driven.delete(row); else this.driven.add(row); });
    });
    spec.columns.forEach((pin, column) => copper.levels.set(pin, () => !this.pulledLow(column)));
  }

  pulledLow(column) {
    const closed = this.copper.world.reeds(this.part);
    for (const row of this.driven) {
      if (closed[row * this.columns.length + column] === "1") return true;
    }
    return false;
  }
}

class Bank {
  constructor(copper, part, spec) {
    Object.assign(this, { copper, part, pulses: 0, latching: false, chipGain: 128, roseAt: 0 });
    const count = spec.data.length;
    this.gain = spec.gain;
    this.settling = 4 / spec.rate;
    this.periods = spec.data.map((_, n) => (0.97 + 0.06 * n / Math.max(1, count - 1)) / spec.rate);
    this.words = new Array(count).fill(0);
    this.readyAt = new Array(count).fill(copper.now() + this.settling);
    copper.outputs.set(spec.clock, (value) => (value ? this.rise() : this.fall()));
    spec.data.forEach((pin, number) => copper.levels.set(pin, () => this.level(number)));
  }

  alive(number) { return this.copper.world.alive(this.part)[number] === "1"; }
  ready(number) {
    return this.alive(number) && (this.copper.hasty || this.copper.now() >= this.readyAt[number]);
  }

  level(number) {
    if (!this.alive(number)) return true;
    if (this.pulses >= 1 && this.pulses <= BITS) {
      if (this.latching) this.latch();
      return Boolean((this.words[number] >> (BITS - this.pulses)) & 1);
    }
    return !this.ready(number);
  }

  rise() {
    this.roseAt = this.copper.now();
    if (this.pulses > BITS && this.words.some((_, n) => this.ready(n))) this.pulses = 0;
    this.latching = this.latching || this.pulses === 0;
    this.pulses += 1;
    if (this.pulses === BITS + 1) this.measureAnew();
    this.chipGain = GAIN_AFTER[this.pulses] ?? this.chipGain;
  }

  fall() {
    if (!this.copper.patient && this.copper.now() - this.roseAt > LONGEST_PULSE_S) {
      this.pulses = 0;
      this.chipGain = 128;
      this.readyAt.fill(this.copper.now() + this.settling);
    }
  }

  latch() {
    this.latching = false;
    this.words = this.copper.world.raw(this.part, this.chipGain / this.gain).map((raw) => raw & 0xffffff);
  }

  measureAnew() {
    const now = this.copper.now();
    this.readyAt = this.periods.map((period) => Math.max((Math.floor(now / period) + 1) * period, now + period / 10));
  }
}

export class Copper {
  // Patient chips forgive an interpreter that is not a Pico's how long its pulses last.
  constructor(world, patient = false) {
    Object.assign(this, { world, patient, outputs: new Map(), levels: new Map(), listening: new Map() });
    Object.assign(this, { calls: 0, hasty: false, heard: "", said: [], strip: [] });
  }

  now() { return this.world.now(); }

  lay(spec) {
    this.outputs.clear();
    this.levels.clear();
    this.listening.clear();
    spec.reeds.forEach((each, part) => new Matrix(this, part, each));
    spec.load.forEach((each, part) => new Bank(this, part, each));
    for (const [pin, pullUp] of spec.buttons) {
      this.levels.set(pin, () => (this.now() < (this.world.pressed(pin) ?? -1e9)) !== Boolean(pullUp));
    }
  }

  port(from) {
    let levels = 0;
    for (const [pin, level] of this.listening) {
      if (pin >= from && pin < from + 32 && level()) levels |= 1 << (pin - from);
    }
    return levels;
  }

  // The module `copper` that sim/machine.py and sim/boot.py import.
  asModule() {
    return {
      ticks: () => Math.ceil(this.now() * 1e6) % 2 ** 30,
      output: (pin, value) => {
        const drive = this.outputs.get(pin) ?? (() => {});
        if (value) drive(value);
        return (level) => { this.calls += 1; drive(level); return 0; };
      },
      listen: (pin, pullUp) => { this.listening.set(pin, this.levels.get(pin) ?? (() => pullUp)); return 0; },
      peek: (address) => {
        this.calls += 1;
        if (address >>> 0 === GPIO_IN) return this.port(0);
        if (address >>> 0 === GPIO_HI_IN) return this.port(32) | OTHER_LINES;
        throw new Error(`no register at ${address}`);
      },
      shift: (hex) => { this.strip.push([this.now(), hex]); return 0; },
      hear: () => { const data = this.heard; this.heard = ""; return data; },
      say: (hex) => { this.said.push(hex); return 0; },
    };
  }
}
