// From the view to what each place on the board shows and says.

// {cell: {stones, label, glow, wants, trouble, spoken, count, health, mark}} for the live board.
export function livePlaces(view, wood, pouch, words) {
  const counts = countsOf(view, wood);
  const heaps = pouch.settle({ ...counts, hand: wood?.hand ?? 0 });
  const broken = new Set((wood?.faults ?? []).map((fault) => fault.cell));
  const places = {};
  for (const [cell, state] of Object.entries(view.cells)) {
    const label = labelOf(state, wood, cell);
    const trouble = troubleOf(state, words) ?? (broken.has(cell) ? "⚡" : null);
    places[cell] = finished(cell, { ...state, stones: heaps.get(cell), label, trouble }, view.layout, words, namesOf(view));
  }
  return places;
}

// The same for a position from the record: counts only, no lights.
export function recordPlaces(position, layout, pouch, words) {
  const heaps = pouch.settle(position.cells);
  const places = {};
  for (const [cell, count] of Object.entries(position.cells)) {
    const state = { count, glow: null, wants: null, health: "good", stones: heaps.get(cell), label: String(Math.abs(count)), trouble: null };
    places[cell] = finished(cell, state, layout, words, layout.names?.[position.mover]);
  }
  return places;
}

// What the cells are called now: by the numbers of who moves, unless this table wants the first side's.
export function namesOf(view) {
  return view.layout?.names?.[view.numbers ?? view.mover ?? 0];
}

function finished(cell, place, layout, words, names) {
  const name = words.place(cell, names);
  const spoken = spokenOf(name, place, layout, words);
  const { glow } = place;
  const light = glow ? `${glow.meaning} ${glow.colour} ${glow.movement} ${glow.level} ${glow.count}` : "";
  return { ...place, name, spoken, mark: `${spoken}|${place.label}|${light}|${place.trouble}|${place.count}|${place.health}` };
}

// How many stones to draw: the wood where it is simulated, otherwise what the table believes.
function countsOf(view, wood) {
  const counts = {};
  for (const [cell, state] of Object.entries(view.cells)) {
    counts[cell] = wood?.cells[cell] ?? state.count ?? state.seen?.[0] ?? 0;
  }
  return counts;
}

function labelOf(state, wood, cell) {
  if (wood) return String(wood.cells[cell] ?? 0);
  return state.count === null ? rangeOf(state.seen) : String(Math.abs(state.count));
}

function rangeOf(seen) {
  if (!seen) return "?";
  const [least, most] = seen;
  if (most === null) return least > 0 ? `${least}+` : "?";
  return least === most ? String(least) : `${least}–${most}`;
}

function troubleOf(state, words) {
  if (state.health === "left out") return words.t("leftOut");
  return state.health === "silent" ? words.t("silent") : null;
}

// "a3, 4 stones, may be lifted"
function spokenOf(name, place, layout, words) {
  const parts = [name];
  const size = layout.goals && place.stones?.length;
  if (size) parts.push(words.t(`piece${size}`));
  else parts.push(place.label === String(Number(place.label)) ? words.stones(Number(place.label), ownerOf(place, layout)) : words.t("sees", { range: place.label }));
  if (place.glow) parts.push(words.named("light", place.glow.meaning));
  if (place.glow?.count && place.glow.meaning !== "may-lift") parts.push(words.t("left", { n: place.glow.count }));
  if (place.wants > 0) parts.push(words.t("wantsMore", { n: place.wants }));
  if (place.wants < 0) parts.push(words.t("wantsFewer", { n: -place.wants }));
  if (place.health !== "good") parts.push(`${words.t("sensor")} ${place.trouble}`);
  return parts.join(", ");
}

// Whose checkers stand there, where they stand as the table believes.
function ownerOf({ count, stones }, layout) {
  if (layout.kind !== "nardy" || !count || stones.length !== Math.abs(count)) return null;
  return count > 0 ? "white" : "black";
}
