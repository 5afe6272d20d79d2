// The table's key: it comes in the address (#key=...), is kept for this tab, and leaves the
// address bar at once, so that a photograph of the screen or a shared link does not give it away.
const NAME = "lunka.key";
let current = "";

// The key that goes along with every question to the table; empty: none.
export const currentKey = () => current;

function store() {
  try {
    return window.sessionStorage;
  } catch {
    return null; // a browser that keeps nothing: the key then lives as long as the page
  }
}

export function takeKey() {
  const match = /^#key=([^&]+)/.exec(location.hash);
  if (!match) return (current = store()?.getItem(NAME) ?? "");
  const key = decodeURIComponent(match[1]);
  keepKey(key);
  history.replaceState(null, "", location.pathname + location.search);
  return key;
}

export function keepKey(key) {
  current = key;
  if (key) store()?.setItem(NAME, key);
  else store()?.removeItem(NAME);
}
