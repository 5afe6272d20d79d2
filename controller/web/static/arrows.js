// Arrow keys between the places of a board: Tab comes to the board once, arrows go from place to place
// as the board lies on the screen, Home and End to its first and last place.
import { useEffect } from "./ui.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function useArrows(scene) {
  useEffect(() => {
    const box = scene.current;
    const press = (event) => event.target.matches?.("[data-cell]") && go(box, event);
    const came = (event) => event.target.matches?.("[data-cell]") && stop(placesIn(box), event.target);
    box.addEventListener("keydown", press);
    box.addEventListener("focusin", came);
    return () => (box.removeEventListener("keydown", press), box.removeEventListener("focusin", came));
  }, []);
  useEffect(() => {
    const places = placesIn(scene.current);
    const here = places.find((place) => place.tabIndex === 0 && place.dataset.stop) ?? places[0];
    if (here && !here.dataset.stop) stop(places, here);
  });
}

const placesIn = (box) => [...box.querySelectorAll("[data-cell]")];

// The one place where Tab stops.
function stop(places, here) {
  for (const place of places) {
    place.tabIndex = place === here ? 0 : -1;
    if (place === here) place.dataset.stop = "yes";
    else delete place.dataset.stop;
  }
}

function go(box, event) {
  const places = placesIn(box);
  const next = event.key === "Home" ? places[0] : event.key === "End" ? places.at(-1) : nearest(places, event.target, WAYS[event.key]);
  if (!next || event.altKey || event.metaKey) return;
  event.preventDefault();
  next.focus();
}

// The nearest place that lies that way; one straight ahead is nearer than one aside.
export function nearest(places, here, way) {
  if (!way) return null;
  const [x, y] = middle(here);
  const far = (place) => {
    const [dx, dy] = [middle(place)[0] - x, middle(place)[1] - y];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    return ahead > 4 && ahead >= aside / 2 ? ahead + 3 * aside : Infinity;
  };
  const [best] = places.filter((place) => place !== here).map((place) => [far(place), place]).sort(([a], [b]) => a - b);
  return best && best[0] < Infinity ? best[1] : null;
}

function middle(place) {
  const { left, right, top, bottom } = place.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}
