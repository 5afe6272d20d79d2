// What a light means, without its colour: a sign to see and words to hear. A meaning that is not
// listed here still gets a sign (a spark) and its own name as words.
const MEANINGS = {
  "turn": { sign: "dot", en: "to move", ru: "ход этой стороны" },
  "again": { sign: "again", en: "moves again", ru: "ещё один ход" },
  "may-lift": { sign: "up", en: "may be lifted", ru: "можно взять" },
  "may-put": { sign: "down", en: "may be put here", ru: "можно поставить сюда" },
  "goal": { sign: "flag", en: "the goal: a piece here wins", ru: "ворота: фишка здесь побеждает" },
  "path": { sign: "dot", en: "on the way", ru: "путь фишки" },
  "sow": { sign: "down", en: "sow here", ru: "сеять сюда" },
  "capture": { sign: "target", en: "captured", ru: "захвачено" },
  "sweep": { sign: "home", en: "bring home", ru: "собрать домой" },
  "too-many": { sign: "cross", en: "too many stones", ru: "лишние камни" },
  "too-few": { sign: "plus", en: "too few stones", ru: "не хватает камней" },
  "ask": { sign: "ask", en: "was it this one?", ru: "это был ход отсюда?" },
  "offer": { sign: "ask", en: "an answer is awaited", ru: "ждут ответа" },
  "pass": { sign: "bar", en: "cannot move", ru: "нет хода" },
  "confirm": { sign: "tick", en: "press the button", ru: "нажмите кнопку" },
  "number": { sign: "dot", en: "the number", ru: "число" },
  "hit": { sign: "tick", en: "found", ru: "нашли" },
  "miss": { sign: "cross", en: "missed", ru: "мимо" },
  "hurry": { sign: "bolt", en: "time runs short", ru: "время кончается" },
  "winner": { sign: "crown", en: "winner", ru: "победа" },
  "draw": { sign: "equal", en: "draw", ru: "ничья" },
  "paused": { sign: "pause", en: "paused", ru: "пауза" },
};

export const SIGNS = {
  up: "M12 4l7 8h-4.5v8h-5v-8H5z",
  down: "M12 20l-7-8h4.5V4h5v8H19z",
  plus: "M9.500 4h5v5.500H20v5h-5.500V20h-5v-5.500H4v-5h5.500z",
  target: "M12 2.500a9.500 9.500 0 100 19 9.500 9.500 0 000-19zm0 4a5.500 5.500 0 110 11 5.500 5.500 0 010-11zm0 3a2.500 2.500 0 100 5 2.500 2.500 0 000-5z",
  home: "M12 3l10 9h-3v8h-5v-5h-4v5H5v-8H2z",
  lock: "M7 10V7.500a5 5 0 0110 0V10h1.500v11h-13V10zm3 0h4V7.500a2 2 0 00-4 0z",
  dot: "M12 6a6 6 0 100 12 6 6 0 000-12z",
  again: "M5 12a7 7 0 0112-5l2-2v6h-6l2-2a4.500 4.500 0 10.500 6l2.200 1.600A7 7 0 015 12z",
  tick: "M4 13l2.500-2.500L10 14l7.500-8L20 8.500 10 19z",
  flag: "M6 3h2.500v1H19l-3 4.500 3 4.500H8.500v8H6z",
  crown: "M3 8l4.500 4L12 5l4.500 7L21 8l-2 11H5z",
  equal: "M5 8h14v3H5zM5 14h14v3H5z",
  cross: "M6.500 4L12 9.500 17.500 4 20 6.500 14.500 12 20 17.500 17.500 20 12 14.500 6.500 20 4 17.500 9.500 12 4 6.500z",
  ask: "M8 9a4 4 0 117 2.700c-1.300 1.300-1.700 1.800-1.700 3.300h-2.600c0-2.600.7-3.500 2.200-5A1.500 1.500 0 1010.500 9zM10.600 17h2.800v3h-2.800z",
  bolt: "M13 2L5 14h6l-1 8 9-13h-6.500z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  bar: "M4 10h16v4H4z",
  first: "M5 5h3v14H5zM19 5v14L9 12z",
  code: "M3 3h8v8H3zm2 2v4h4V5zM13 3h8v8h-8zm2 2v4h4V5zM3 13h8v8H3zm2 2v4h4v-4zM13 13h3v3h-3zM18 13h3v3h-3zM16 16h2v2h-2zM13 18h3v3h-3zM18 18h3v3h-3z",
  play: "M4 4v16l8-8zM12 4v16l8-8z",
  previous: "M17 4v16L6 12z",
  next: "M7 4v16l11-8z",
  last: "M16 5h3v14h-3zM5 5v14l10-7z",
  spark: "M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z",
};

export function signOf(meaning) {
  return MEANINGS[meaning]?.sign ?? "spark";
}

export function wordsOf(meaning, language) {
  return MEANINGS[meaning]?.[language] ?? meaning.replaceAll("-", " ");
}
