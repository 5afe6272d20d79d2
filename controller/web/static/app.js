// The page: one table, live; and the record behind it.
import { html, lazy, render, useEffect, useMemo, useReducer, useRef, useState } from "./ui.js";
import { Announcer } from "./announcer.js";
import { useArrows } from "./arrows.js";
import { boardFor } from "./boards/index.js";
import { Hands } from "./hands.js";
import { Actions } from "./panels/actions.js";
import { Told } from "./panels/dialog.js";
import { Dice, WhichRoll } from "./panels/dice.js";
import { Floating, Tray } from "./panels/hand.js";
import { Alerts, Banner, Question, Sentence } from "./panels/messages.js";
import { Moves, movesMark } from "./panels/moves.js";
import { Notice, noticeText } from "./panels/notice.js";
import { Player } from "./panels/players.js";
import { Sign } from "./parts/light.js";
import { livePlaces, namesOf } from "./places.js";
import { Pouch } from "./stones.js";
import { Table } from "./table.js";
import { Words, first, keepLanguage, wordsIn } from "./words.js";

// What few visits need.
const Records = lazy(async () => (await import("./panels/records.js")).Records);
const Account = lazy(async () => (await import("./panels/account.js")).Account);
const Health = lazy(async () => (await import("./panels/health.js")).Health);
const Share = lazy(async () => (await import("./panels/share.js")).Share);
const Across = lazy(async () => (await import("./panels/across.js")).Across);
const KeyDialog = lazy(async () => (await import("./panels/key.js")).KeyDialog);
const Draw = lazy(async () => (await import("./panels/draw.js")).Draw);
const LeftOut = lazy(async () => (await import("./panels/left_out.js")).LeftOut);
const Voice = lazy(async () => (await import("./panels/voice.js")).Voice);
const Sensors = lazy(async () => (await import("./panels/sensors.js")).Sensors);

function App({ table, hands, first }) {
  const [file, setFile] = useState(first);
  const kind = table.view?.layout?.kind;
  const game = table.view?.game;
  const words = useMemo(() => new Words(file, kind, game), [file, kind, game]);
  const { language } = words;
  const path = usePath();
  const [asking, setAsking] = useState(false);
  const [sharing, setSharing] = useState(false);
  useRedraw(table, hands);
  useEffect(() => {
    document.documentElement.lang = language;
    keepLanguage(language);
  }, [language]);
  const { view } = table;
  useEffect(() => {
    document.title = view ? `${words.said(view.sentence)} · ${words.said(view.title)} · Lunka` : "Lunka";
  }, [view && words.said(view.sentence)]);
  const told = { notice: table.notice, words, onClose: () => table.changed({ notice: null }) };
  const beside = { hand: table.mayCommand && path !== "/across" ? table.wood.now?.hand : null, busy: table.orders.waiting > 0 };
  return html`<${Told.Provider} value=${told}>
    <${Announcer} view=${table.link === "closed" || aside(path) ? null : table.seen} ...${beside} link=${linkText(table.link, words)} notice=${noticeText(table.notice, words)} words=${words} />
    <${Header} table=${table} words=${words} path=${path} onLanguage=${(code) => wordsIn(code).then(setFile, () => {})} onKey=${() => setAsking(true)} onShare=${() => setSharing(true)} />
    <${Banner} link=${table.link} words=${words} />
    <main>${table.link === "closed" ? html`<p class="warning closed">${words.t("closed")}</p>` : path === "/account" ? html`<${Account} words=${words} />` : path.startsWith("/games") ? html`<${Records} path=${path} words=${words} table=${table} />` : !view ? null : path === "/across" ? html`<${Across} table=${table} words=${words} />` : html`<${Playing} table=${table} hands=${hands} words=${words} />`}</main>
    <${Notice} ...${told} />
    ${asking && html`<${KeyDialog} table=${table} words=${words} onClose=${() => setAsking(false)} />`}
    ${sharing && html`<${Share} table=${table} words=${words} onClose=${() => setSharing(false)} />`}
  <//>`;
}

// Where the table itself is not shown, and so not told.
const aside = (path) => path === "/account" || path.startsWith("/games");

// What screen readers hear of the line to the table: nothing while it is live.
const linkText = (link, words) => (link === "live" ? "" : words.t(link === "closed" ? "closed" : link));

// Many changes between two frames of the screen are one redraw.
function useRedraw(table, hands) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  useEffect(() => {
    let due = 0;
    const soon = () => (due ||= requestAnimationFrame(() => ((due = 0), redraw())));
    table.onChange = hands.onChange = soon;
    soon();
    return () => cancelAnimationFrame(due);
  }, [table, hands]);
}

function usePath() {
  const [path, setPath] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const changed = () => setPath(location.hash.slice(1));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return path;
}

function Header({ table, words, path, onLanguage, onKey, onShare }) {
  const { view } = table;
  const record = path.startsWith("/games") || path === "/account";
  return html`<header class="top">
    <a class="brand" href="#/" aria-label="Lunka"><img src="/static/art/icon.svg" alt="" width="34" height="34" /><b>Lunka</b></a>
    ${view && html`<div class="where"><h1 class="game">${words.said(view.title)}</h1> <span class="board-name">${view.table ?? (words.said(view.board) || view.profile)}</span>${view.simulated ? html` <small>${words.t("simulated")}</small>` : null}</div>`}
    <nav><a href="#/" aria-current=${record ? undefined : "page"}>${words.t("board")}</a><a href="#/games" aria-current=${record ? "page" : undefined}>${words.t("record")}</a></nav>
    <button type="button" class="share" data-do="share" aria-label=${words.t("share")} title=${words.t("share")} onClick=${onShare}><${Sign} name="code" /></button>
    ${(view || table.link === "closed") && !table.mayCommand && html`<button type="button" class="small watch" data-do="key" onClick=${onKey}><span>${view?.late ? words.t("watchingLate", { seconds: view.late }) : words.t("watching")}</span><b>${words.t("enterKey")}</b></button>`}
    <span class="chips language" role="group" aria-label=${words.t("language")}>${words.languages.map(([code, [short, name]]) => html`<button key=${code} type="button" lang=${code} title=${name}
      aria-pressed=${words.language === code} data-language=${code} onClick=${() => onLanguage(code)}>${short}</button>`)}</span>
  </header>`;
}

function Playing({ table, hands, words }) {
  const view = table.seen;
  const pouch = useMemo(() => new Pouch(), []);
  const wood = table.wood.now;
  const places = livePlaces(view, wood, pouch, words);
  const inHand = pouch.cells.get("hand") ?? [];
  const board = boardFor(view.layout);
  hands.aside = Boolean(board?.aside);
  hands.single = Boolean(board?.single);
  hands.whole = Boolean(board?.whole);
  hands.Held = board?.Held;
  const may = table.mayCommand && table.link === "live";
  const parts = { view, words, may, own: table.side, onCommand: (command) => table.press(command) };
  const scene = useRef(null);
  useArrows(scene);
  return html`<div class="stage">
    <div class="scene" ref=${scene}>
      <${Sentence} view=${view} words=${words} />
      <${Alerts} view=${view} words=${words} />
      <div class="around ${view.sides.length > 2 ? "many" : ""}" style=${{ "--players": view.sides.length }}>
        ${seats(view.sides.length).map((side) => html`<${Player} key=${side} view=${view} viewAt=${table.viewAt} side=${side} own=${table.side === side} words=${words} />`)}
        ${board ? html`<${board.Board} layout=${view.layout} places=${places} hands=${hands} words=${words} shown=${view.shown} last=${view.last_roll} />` : html`<p class="warning">${words.t("noBoard", { kind: view.layout?.kind })}</p>`}
        ${wood && table.mayCommand && html`<${Tray} hands=${hands} stones=${inHand} words=${words} />`}
      </div>
      ${wood && html`<${Floating} hands=${hands} stones=${table.mayCommand ? inHand : []} />`}
    </div>
    <div class="side">
      ${view.layout?.kind === "kakuzu" && html`<${Draw} ...${parts} />`}
      <${Dice} ...${parts} />
      <${Actions} ...${parts} />
      <section class="card"><h2>${words.t("moves")}</h2>
        <${Moves} moves=${view.moves} spoken=${view.spoken} sides=${view.sides.map((side) => side.name)} mark=${`${view.game_id}/${movesMark(view.moves)}`} words=${words} />
        <${WhichRoll} ...${parts} /></section>
      <${Folded} kept name="voice-card" title=${words.t("voice")}>${() => html`<${Voice} words=${words} wood=${view.wood && { ...parts, all: table.seat === null }} />`}<//>
      <${Folded} name="health" title=${words.t("health")}>${() => html`<${Health} words=${words} names=${namesOf(view)} />`}<//>
      ${view.wood ? html`<${Folded} name="sensors" title=${words.t("sensors")} bad=${view.wood.faults.length}>${() => html`<${Sensors} ...${parts} all=${table.seat === null} />`}<//>` : html`<${Doubted} ...${parts} />`}
      <${Question} ...${parts} may=${may && (table.seat === null || view.commands.includes("answer"))} />
    </div>
  </div>`;
}

// A card that is fetched and drawn while it is open; one that is `kept` is open again next time.
function Folded({ name, title, bad, kept, children }) {
  const [open, setOpen] = useState(() => Boolean(kept) && stored(`lunka.${name}`) === "open");
  const toggled = (event) => {
    setOpen(event.currentTarget.open);
    if (kept) store(`lunka.${name}`, event.currentTarget.open ? "open" : "closed");
  };
  return html`<details class="card ${name}" open=${open} onToggle=${toggled}>
    <summary>${title}${bad ? html` <b class="count bad">${bad}</b>` : null}</summary>
    ${open && children()}
  </details>`;
}

function Doubted({ view, words, may, onCommand }) {
  const cells = Object.keys(view.cells).filter((name) => view.cells[name].health === "left out");
  if (!cells.length) return null;
  return html`<section class="card"><ul class="faults"><${LeftOut} cells=${cells} names=${namesOf(view)} words=${words} may=${may} onCommand=${onCommand} /></ul></section>`;
}

// The order in which players are read: who sits above the board first, or round the table.
function seats(players) {
  const order = [...Array(players).keys()];
  return players > 2 ? order : order.reverse();
}

// What this browser keeps for the next visit, where it keeps anything.
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name, state) {
  try {
    localStorage.setItem(name, state);
  } catch {
    // Not kept: the next visit begins as the first.
  }
}

async function begin() {
  const table = new Table(() => {});
  const hands = new Hands(table, () => {});
  addEventListener("pointermove", (event) => hands.move(event), { passive: true });
  addEventListener("pointerup", (event) => hands.up(event));
  addEventListener("pointercancel", () => hands.cancel());
  addEventListener("keydown", (event) => event.key === "Escape" && hands.escape());
  addEventListener("lunka-board", () => table.changed({}));
  // Whoever uses keys never loses their place; others need not fetch what keeps it.
  addEventListener("keydown", () => import("./focus.js").then(({ keepFocus }) => keepFocus(document.getElementById("app")), () => {}), { once: true });
  // Whether this browser was told to speak aloud; its voice is fetched only then.
  if (stored("lunka.voice") === "on") import("./voice.js").then(({ voice }) => (voice.language = document.documentElement.lang), () => {});
  // Handles for the browser console and for tests.
  window.lunkaTable = table;
  window.lunkaHands = hands;
  // Nobody sees a page without its words.
  render(html`<${App} table=${table} hands=${hands} first=${await first} />`, document.getElementById("app"));
}

begin();
