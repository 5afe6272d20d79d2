// SHA-256 (FIPS 180-4): a page that came by plain http gets none from the browser. A test compares it with Python's.
const primes = (count) => {
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((each) => n % each)) found.push(n);
  return found;
};
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = primes(64).map((n) => fraction(Math.cbrt(n)));
const START = primes(8).map((n) => fraction(Math.sqrt(n)));
const turn = (x, by) => (x >>> by) | (x << (32 - by));

// The hash of a text as hexadecimal digits.
export function sha256(text) {
  const given = new TextEncoder().encode(text);
  const padded = new Uint8Array(((given.length + 8) >> 6 << 6) + 64);
  padded.set(given);
  padded[given.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 4, given.length * 8);
  const hash = [...START];
  for (let at = 0; at < padded.length; at += 64) block(hash, words, at);
  return hash.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}

function block(hash, words, at) {
  const w = Array.from({ length: 16 }, (_, n) => words.getInt32(at + 4 * n));
  for (let n = 16; n < 64; n++) {
    const [x, y] = [w[n - 15], w[n - 2]];
    w[n] = (w[n - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[n - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let n = 0; n < 64; n++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[n] + w[n]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((each, n) => { hash[n] = (hash[n] + each) | 0; });
}
