// The focus is never lost: where what had it goes away, or can be pressed no more, it goes to what
// took its place, else to the board. Whoever uses keys or hears the page stays where they were.
const SAME = ["cell", "do", "choice", "ask", "say", "decide", "roll"];
const HOMES = ["dialog[open] button", ".question [data-choice]:not(:disabled)", "[data-cell][data-stop]", "[data-cell]", "main a, main button", "nav a"];

export function keepFocus(page) {
  const at = (element) => ({ element, name: nameOf(element) });
  let last = page.contains(document.activeElement) ? at(document.activeElement) : null;
  page.addEventListener("focusin", (event) => (last = at(event.target)));
  // Whoever points somewhere else has let go of it themselves.
  page.addEventListener("pointerdown", (event) => !event.target.closest("button, a, input, select, summary, [tabindex]") && (last = null));
  const look = () => {
    if (!last || !isLost(last.element)) return;
    find(page, last.name)?.focus({ preventScroll: true });
  };
  new MutationObserver(() => requestAnimationFrame(look)).observe(page, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}

const isLost = (element) => [document.body, null].includes(document.activeElement) && (!element.isConnected || element.disabled || element.closest("fieldset:disabled") !== null);

function find(page, name) {
  const same = name && [...page.querySelectorAll(name)].find((each) => !each.disabled);
  return same ?? HOMES.map((home) => page.querySelector(home)).find(Boolean);
}

function nameOf(element) {
  const key = SAME.find((each) => element.dataset?.[each] !== undefined);
  return key && `[data-${key}="${CSS.escape(element.dataset[key])}"]`;
}
