// Runs the firmware in the test's own time. One JSON object a line over a socket (stdin, stdout):
// the test says how far to run, we ask it what the physics is at a moment, and tell what came of it.

import { readSync, writeSync } from "node:fs";
import { Copper } from "./copper.mjs";
import { power } from "./firmware.mjs";

let rest = "";
const chunk = Buffer.alloc(65536);

function readLine() {
  for (;;) {
    const end = rest.indexOf("\n");
    if (end >= 0) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      return JSON.parse(line);
    }
    const length = readSync(0, chunk, 0, chunk.length, null);
    if (length === 0) process.exit(0);
    rest += chunk.toString("utf8", 0, length);
  }
}

function ask(question) {
  writeSync(1, JSON.stringify(question) + "\n");
  return readLine();
}

const world = {
  at: 0, masks: [], until: -1, alives: [], presses: {},
  now() { return this.at; },
  reeds(part) {
    if (this.at >= this.until) Object.assign(this, ask({ ask: "reeds", at: this.at }));
    return this.masks[part];
  },
  alive(part) { return this.alives[part]; },
  raw(part, share) { return ask({ ask: "raw", part, share, at: this.at }).raw; },
  pressed(pin) { return this.presses[pin]; },
};

const copper = new Copper(world);
const pico = await power(copper, process.argv[2]);

function step(at) {
  world.at = at;
  return Math.max(pico.step(), 20) * 1e-6;
}

function run({ due, end, skip, heard, alives, presses, masks, until }) {
  Object.assign(world, { alives, presses, masks, until });
  copper.said.length = copper.strip.length = 0;
  if (skip && due < end) due = end;
  while (due <= end) due += step(due);
  if (heard) {
    copper.heard = heard;
    due = end + step(end);
  }
  return { due, said: copper.said.join(""), strip: copper.strip };
}

const DO = {
  board: ({ spec, at }) => { world.at = at; copper.lay(spec); return {}; },
  garbage: ({ rounds }) => ({ garbage: pico.garbage(rounds) }),
  memory: () => ({ memory: pico.memory() }),
  boot: ({ at }) => { world.at = at; copper.heard = ""; pico.boot(); return {}; },
  run,
};

for (;;) {
  const order = readLine();
  let answer;
  try { answer = DO[order.do](order); } catch (trouble) { answer = { trouble: String(trouble.message ?? trouble) }; }
  writeSync(1, JSON.stringify({ done: answer }) + "\n");
}
