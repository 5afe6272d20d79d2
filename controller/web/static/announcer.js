// For ears: one voice for the whole page. Each change is said once, and of it only what is new.
import { html, useEffect, useRef, useState } from "./ui.js";

// Milliseconds of quiet before something is said: what changes together is said together.
const QUIET = 350;

export function Announcer({ view, hand, busy, words }) {
  const [said, say] = useState("");
  const heard = useRef(null);
  const now = momentOf(view, hand, words);
  useEffect(() => {
    if (busy) return undefined; // the table has yet to answer, and its sentence comes with that
    const timer = setTimeout(() => {
      const fresh = newIn(heard.current, now, words);
      heard.current = now;
      if (fresh) say(fresh);
    }, QUIET);
    return () => clearTimeout(timer);
  }, [JSON.stringify(now), busy]);
  return html`<p class="unseen" role="status" lang=${words.language}>${said}</p>`;
}

function momentOf(view, hand, words) {
  return { news: words.said(view.news), sentence: words.said(view.sentence), alerts: view.alerts.map((alert) => words.said(alert)), hand: hand ?? 0, ply: view.ply };
}

// What was not there before: news of a turn, troubles, the hand's count, and those sentences that
// say something new; a list that has only become shorter says nothing.
export function newIn(before, now, words) {
  const news = now.news && now.news !== before?.news ? [now.news] : [];
  const alerts = now.alerts.filter((alert) => !before?.alerts.includes(alert));
  const hand = before && now.hand !== before.hand && now.hand ? [`${words.t("inHand")}: ${now.hand}.`] : [];
  const known = new Set([...wordsIn(before?.sentence ?? ""), ...wordsIn(news.join(" "))]);
  const sentences = now.sentence.split(/(?<=[.!?])\s+/).filter((each) => wordsIn(each).some((word) => !known.has(word)));
  return [...news, ...alerts, ...hand, ...sentences].join(" ");
}

const wordsIn = (text) => text.toLowerCase().match(/[\p{L}\p{N}/-]+/gu) ?? [];
