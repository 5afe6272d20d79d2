// Asking the hub: every answer is {…} or {error, status}; it never throws.
const PATIENCE = 15000;

export async function ask(path, { key, body } = {}) {
  try {
    const reply = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...(key && { Authorization: `Bearer ${plain(key)}` }), ...(body !== undefined && { "Content-Type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer = await reply.json();
    return reply.ok ? answer : { error: answer.error ?? reply.statusText, said: answer.said, status: reply.status };
  } catch {
    return { error: "The hub did not answer.", key: "noAnswer", status: 0 };
  }
}

// A file that needs the key: fetched with it, then handed to the browser to keep.
export async function fetchFile(path, key, name) {
  const reply = await fetch(path, { headers: { Authorization: `Bearer ${plain(key)}` } });
  if (!reply.ok) return await reply.json();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  return {};
}

// A header carries only Latin letters: anything else cannot be a key and must not throw.
function plain(key) {
  return /^[\x21-\x7e]+$/.test(key) ? key : "none";
}
