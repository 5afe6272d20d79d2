// Commands to the table, one after another: hands move in an order, and so must what they did.
import { currentKey } from "./key.js";

// Milliseconds to wait for an answer before the hands may go on.
const PATIENCE = 8000;

export class Orders {
  constructor(keyOf) {
    this.keyOf = keyOf;
    this.last = Promise.resolve();
    this.waiting = 0;
  }

  // Resolves to {view} or {error, said, status}; it never rejects.
  send(command) {
    this.waiting += 1;
    const answer = this.last.then(() => post("/api/command", command, this.keyOf()));
    this.last = answer.then(() => {
      this.waiting -= 1;
    });
    return answer;
  }
}

export async function keyIsRight(key) {
  return !(await post("/api/key", {}, key)).error;
}

async function post(path, body, key) {
  try {
    const reply = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${encodeKey(key)}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer = await reply.json();
    return reply.ok ? answer : { error: answer.error ?? reply.statusText, said: answer.said, status: reply.status };
  } catch {
    return { error: null, status: 0 }; // the table could not be reached; the banner says so
  }
}

function withKey() {
  const key = currentKey();
  return key ? { headers: { Authorization: `Bearer ${encodeKey(key)}` } } : {};
}

// A file from a table that is watched with a key only: fetched with it, then handed to the browser.
export async function fetchFile(path, name) {
  const reply = await fetch(path, withKey());
  if (!reply.ok) throw new Error((await reply.json()).error);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// A header carries only Latin letters: anything else cannot be the key and must not throw.
function encodeKey(key) {
  return /^[\x21-\x7e]+$/.test(key) ? key : "none";
}

export async function getJson(path) {
  const reply = await fetch(path, withKey());
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.error ?? reply.statusText);
  return answer;
}
