// For screen readers: one polite region and one assertive for the whole page. Each change is said
// once, and of it only what is new; what is wrong, asked or refused does not wait its turn. While the
// page speaks aloud by itself, it leaves to the voice what the voice tells.
import { html, useEffect, useRef, useState } from "./ui.js";

// Milliseconds of quiet before something is said: what changes together is said together.
const QUIET = 350;
// Whether this page speaks aloud by itself (voice.js says so).
export const speaking = { on: false };
const SILENCE = { count: 0, text: "" };

export function Announcer({ view, hand, busy, link, notice, words }) {
  const [polite, say] = useState(SILENCE);
  const [urgent, sayAtOnce] = useState(SILENCE);
  const heard = useRef(null);
  const now = momentOf(view, hand, link, notice, words);
  useEffect(() => {
    if (busy) return undefined; // the table has yet to answer, and its sentence comes with that
    const timer = setTimeout(() => {
      const fresh = freshIn(heard.current, now, words, speaking.on);
      heard.current = now;
      if (fresh.polite) say(next(fresh.polite));
      if (fresh.urgent) sayAtOnce(next(fresh.urgent));
    }, QUIET);
    return () => clearTimeout(timer);
  }, [JSON.stringify(now), busy]);
  useEffect(() => {
    const told = (event) => !speaking.on && sayAtOnce(next(event.detail));
    addEventListener("lunka-tell", told);
    return () => removeEventListener("lunka-tell", told);
  }, []);
  return html`<div class="unseen" role="status" lang=${words.language}><span key=${polite.count}>${polite.text || null}</span></div>
    <div class="unseen" role="alert" lang=${words.language}><span key=${urgent.count}>${urgent.text || null}</span></div>`;
}

// Say this to screen readers at once: somebody asked for it.
export function tell(text) {
  dispatchEvent(new CustomEvent("lunka-tell", { detail: text }));
}

// The same words once more are a new thing said.
const next = (text) => ({ count }) => ({ count: count + 1, text });

function momentOf(view, hand, link, notice, words) {
  const asked = view?.verdict === "wrong" || Boolean(view?.question);
  const told = view ? { news: words.said(view.news), sentence: words.said(view.sentence), alerts: view.alerts.map((alert) => words.said(alert)) } : { news: "", sentence: "", alerts: [] };
  return { ...told, hand: hand ?? 0, ply: view?.ply, asked, link, notice };
}

// What was not there before: `urgent` goes before everything, `polite` waits its turn.
export function freshIn(before, now, words, spoken = false) {
  const { news, alerts, hand, sentences } = spoken ? { ...newParts(before, now, words), news: [], alerts: [], sentences: [] } : newParts(before, now, words);
  const link = now.link && now.link !== before?.link ? [now.link] : [];
  const notice = now.notice && now.notice !== before?.notice ? [now.notice] : [];
  const urgent = [...alerts, ...notice, ...(now.asked ? sentences : [])];
  const polite = [...link, ...news, ...hand, ...(now.asked ? [] : sentences)];
  return { urgent: urgent.join(" "), polite: polite.join(" ") };
}

// All of it in one breath.
export function newIn(before, now, words) {
  const { news, alerts, hand, sentences } = newParts(before, now, words);
  return [...news, ...alerts, ...hand, ...sentences].join(" ");
}

// News of a turn, troubles, the hand's count, and those sentences that say something new; a list that
// has only become shorter says nothing.
function newParts(before, now, words) {
  const news = now.news && now.news !== before?.news ? [now.news] : [];
  const alerts = now.alerts.filter((alert) => !before?.alerts.includes(alert));
  const hand = before && now.hand !== before.hand && now.hand ? [`${words.t("inHand")}: ${now.hand}.`] : [];
  const known = new Set([...wordsIn(before?.sentence ?? ""), ...wordsIn(news.join(" "))]);
  const sentences = now.sentence.split(/(?<=[.!?])\s+/).filter((each) => wordsIn(each).some((word) => !known.has(word)));
  return { news, alerts, hand, sentences };
}

const wordsIn = (text) => text.toLowerCase().match(/[\p{L}\p{N}/-]+/gu) ?? [];
