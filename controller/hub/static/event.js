// An event's page that stays open: what is new comes by itself, without moving the reader.
const PACE = 15000;

async function renew() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
    const now = document.querySelector("main");
    if (fresh && fresh.innerHTML !== now.innerHTML) now.replaceWith(fresh);
  } catch {
    // The hub is away for a moment: the page stays as it is, and asks again.
  }
}

setInterval(renew, PACE);
document.addEventListener("visibilitychange", renew);
