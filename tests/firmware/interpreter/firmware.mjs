// A MicroPython interpreter with the firmware in its file system and the copper as its `machine`.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const firmware = join(here, "..", "..", "..", "firmware", "lunka");

// pystack and heap as on a Pico, whose 264 KB leave MicroPython a heap of about 190 KB.
export async function power(copper, packages, heap = 190 * 1024) {
  const at = join(packages, "node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs");
  const { loadMicroPython } = await import(pathToFileURL(at).href);
  const mp = await loadMicroPython({ pystack: 4096, heapsize: heap, stdout: (text) => process.stderr.write(text + "\n") });
  mp.registerJsModule("copper", copper.asModule());
  copyIn(mp, join(here, "sim"), "/sim");
  copyIn(mp, firmware, "/pico/lunka");
  mp.runPython("import sys\nsys.path[:] = ['/sim', '/pico']\nimport boot");
  const firmwares = mp.pyimport("boot");
  return {
    boot: () => mp.runPython("boot.boot()"),
    step: firmwares.step,
    look: firmwares.look,
    spin: firmwares.spin,
    memory: firmwares.memory,
    garbage: firmwares.garbage,
  };
}

function copyIn(mp, from, to) {
  for (const part of to.split("/").slice(1).map((_, n, all) => "/" + all.slice(0, n + 1).join("/"))) {
    try { mp.FS.mkdir(part); } catch { /* it is there */ }
  }
  for (const name of readdirSync(from)) {
    if (name.endsWith(".py")) mp.FS.writeFile(`${to}/${name}`, readFileSync(join(from, name)));
  }
}
