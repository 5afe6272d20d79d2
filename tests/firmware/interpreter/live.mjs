// Runs the firmware in real time behind a TCP port, as a Pico behind its USB port.
// One JSON object a line on stdin: what the pins lead to, and what happens there; each is answered
// on stdout with the moment it happened, on the clock that all programs of a machine share.

import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { Copper } from "./copper.mjs";
import { power } from "./firmware.mjs";

const seconds = () => Number(process.hrtime.bigint()) / 1e9;

const world = {
  masks: [], alives: [], counts: [], presses: {},
  now: seconds,
  reeds(part) { return this.masks[part]; },
  alive(part) { return this.alives[part]; },
  raw(part) { return this.counts[part].map((count) => count + Math.round((Math.random() - 0.5) * 60)); },
  pressed(pin) { return this.presses[pin]; },
};

const copper = new Copper(world, true);
const pico = await power(copper, process.argv[2]);
let socket = null;
let steps = 0;
let busy = 0;

const server = createServer((opened) => {
  socket = opened;
  opened.setNoDelay(true);
  opened.on("data", (data) => { copper.heard += data.toString("hex"); });
  opened.on("close", () => { if (socket === opened) socket = null; });
  opened.on("error", () => {});
});

function loop() {
  const begun = seconds();
  const wait = pico.step();
  busy += seconds() - begun;
  steps += 1;
  if (copper.said.length && socket) socket.write(Buffer.from(copper.said.join(""), "hex"));
  copper.said.length = 0;
  if (wait > 1500) setTimeout(loop, 1);
  else setImmediate(loop);
}

const DO = {
  board: ({ spec }) => { copper.lay(spec); pico.boot(); return {}; },
  set: ({ masks, alives, counts }) => { Object.assign(world, { masks, alives, counts }); return {}; },
  press: ({ pin }) => { world.presses[pin] = seconds() + 0.1; return {}; },
  strip: () => ({ strip: copper.strip.at(-1)?.[1] ?? "" }),
  figures: () => { const figures = { steps, busy, memory: pico.memory() }; steps = busy = 0; return figures; },
  start: () => { loop(); return { port: server.address().port }; },
  scan: ({ rounds }) => {
    copper.hasty = true; // every look finds a sample
    const begun = seconds();
    for (let round = 0; round < rounds; round += 1) { copper.calls = 0; pico.look(); }
    copper.hasty = false;
    return { us: (seconds() - begun) / rounds * 1e6, calls: copper.calls };
  },
  spin: ({ rounds }) => { const begun = seconds(); pico.spin(rounds); return { us: (seconds() - begun) / rounds * 1e6 }; },
};

server.listen(0, "127.0.0.1", () => {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const order = JSON.parse(line);
    let answer;
    try { answer = DO[order.do](order); } catch (trouble) { answer = { trouble: String(trouble.message ?? trouble) }; }
    process.stdout.write(JSON.stringify({ at: seconds(), ...answer }) + "\n");
  }).on("close", () => process.exit(0));
});
