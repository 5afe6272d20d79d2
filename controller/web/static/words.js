// The words of the page. They come from the catalogues of the languages (docs/words.md), one small file
// for each; what the table itself says comes with the view.
const KEPT = "lunka.language";
// Milliseconds until the words are asked for again, where nobody answered.
const AGAIN = 1500;

export class Words {
  // `file` is what `wordsIn` gives; `kind` is the board's, for what its pieces and places are called, and
  // `game` what is played on it, where the rule sheet calls them otherwise.
  constructor(file, kind = "kalah", game = kind) {
    this.file = file;
    this.language = file.language;
    this.languages = Object.entries(file.languages);
    this.kind = kind;
    this.game = game;
  }

  // The word for a key, with {names} filled in; it agrees with {n}.
  t(key, values = {}) {
    const text = this.form(key, values.n ?? 1) ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  // The text of a key beside this number, the game's or the board's own where it has one.
  form(key, number) {
    const { texts, plurals } = this.file;
    const found = texts[`${this.game}.${key}`] ?? texts[`${this.kind}.${key}`] ?? texts[key];
    return Array.isArray(found) ? found[plurals[among(number, plurals.length)]] : found;
  }

  // The word for a key beside somebody's name, which may be many in grammar.
  of(key, who) {
    return this.form(key, this.file.many.includes(who) ? MANY : 1) ?? key;
  }

  // An option by its words; one that the page has none for by its key.
  called(key) {
    const [own, said] = [this.t(`rule_${key}`), this.t(key)];
    if (own !== `rule_${key}`) return own;
    return said === key ? key.replaceAll("_", " ") : said;
  }

  // A value of an option: one word may mean another thing under another key.
  value(key, value) {
    const own = `${key}_${value}`;
    const said = this.t(own);
    return said === own ? this.t(String(value)) : said;
  }

  // A text the table sent in every language it speaks.
  said(text) {
    return text?.[this.language] ?? text?.en ?? "";
  }

  // Why something was refused: as the answer tells it in this language.
  refusal({ error, said, key }) {
    return this.said(said) || (key ? this.t(key) : error);
  }

  // A turn as the notation has it, or as people read it where the table tells that otherwise.
  turn(turn, spoken) {
    return this.said(spoken?.[turn]) || turn;
  }

  // So many points, however they are counted.
  points(count) {
    return this.t("points", { n: Math.abs(count) });
  }

  // So many pieces; `owner` where it is known and the board calls them by it.
  stones(count, owner = null) {
    const own = `${this.kind}.${owner}` in this.file.texts;
    return this.t(own ? owner : "stones", { n: count });
  }

  // One of several things of a kind; one without words is called by its name.
  named(kind, name) {
    return this.form(`${kind}.${name}`, 1) ?? String(name).replaceAll("-", " ");
  }

  // A place as people call it: "store A", "White's bar", a point by the mover's own number. `names`
  // are those of the layout for the side that moves.
  place(cell, names) {
    const name = names?.[cell] ?? cell;
    return typeof name === "string" ? name : this.said(name);
  }

  // A number with its unit, as this language writes both.
  measure(value, unit, more = {}) {
    return new Intl.NumberFormat(this.language, { style: "unit", unit, unitDisplay: "short", ...more }).format(value);
  }

  side(name) {
    return this.file.names[name] ?? name;
  }

  // A side of the view: the table's own words for it where it sent them.
  sideOf({ name, title }) {
    return this.said(title) || this.side(name);
  }

  // Who sits at a side of the view; a side that nobody gave a name to is called as itself.
  who(side) {
    return side.player && side.player !== side.name ? side.player : this.sideOf(side);
  }

  // The same with the side in brackets.
  whoAndSide(side) {
    const [who, called] = [this.who(side), this.sideOf(side)];
    return who === called ? called : `${who} (${called})`;
  }

  date(iso) {
    const when = new Date(iso);
    if (Number.isNaN(when.getTime())) return "";
    return when.toLocaleString(this.language, { dateStyle: "medium", timeStyle: "short" });
  }
}

// Any number that takes the form of many.
const MANY = 5;

// Where a number stands in the list of forms, which begins again after each hundred; a part of one is
// spoken of like two.
function among(number, length) {
  if (!Number.isInteger(number)) return 2;
  const size = Math.abs(number);
  return size < length ? size : length - 100 + (size % 100);
}

// Whose words: each page's <html> says it.
const PAGE = document.documentElement.dataset.words ?? "page";

// The words of the page in a language; in English, where nobody has translated them.
export async function wordsIn(language) {
  const reply = await fetch(`/static/words/${PAGE}/${encodeURIComponent(language)}.json`);
  if (!reply.ok) throw new Error(reply.statusText);
  return reply.json();
}

async function firstWords() {
  for (;;) {
    try {
      return await wordsIn(keptLanguage() ?? (navigator.language || "en"));
    } catch {
      await new Promise((later) => setTimeout(later, AGAIN));
    }
  }
}

function keptLanguage() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // a browser that keeps nothing
  }
}

export function keepLanguage(language) {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // Not kept: the next visit starts with the browser's own language.
  }
}

// The words that a visit begins with, in the language that was chosen before, or in the browser's own.
// They are asked for while the page's other files are still coming.
export const first = firstWords();
