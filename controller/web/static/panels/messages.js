// What the table says: the sentence, alerts, the question it asks; and what the page has to add.
import { html, useEffect, useLayoutEffect, useRef } from "../ui.js";
import { Sign } from "../parts/light.js";

// It never takes more room than it has: a long one is written smaller, and the board stays put.
export function Sentence({ view, words }) {
  const box = useRef(null);
  const said = words.said(view.sentence);
  useLayoutEffect(() => fit(box.current), [said]);
  useEffect(() => {
    const here = box.current; // the observer may speak once more when the page has gone elsewhere
    const turned = new ResizeObserver(() => fit(here));
    turned.observe(here);
    return () => turned.disconnect();
  }, []);
  return html`<p class="sentence" ref=${box} lang=${words.language} data-verdict=${view.verdict}><span>${said}</span></p>`;
}

// What does not fit even in the smallest letters is scrolled, by keys too.
function fit(box) {
  const tooLong = (size) => ((box.dataset.size = size), box.scrollHeight > box.clientHeight + 1);
  if (["", "long", "longer"].every(tooLong)) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

// A line kept for troubles, whether there are some or not; more than one are read by scrolling.
export function Alerts({ view, words }) {
  const many = view.alerts.length > 1;
  return html`<div class="alerts" tabindex=${view.alerts.length ? 0 : undefined} role="region" aria-label=${words.t("troubles")}>${view.alerts.length > 0 && html`<ul>${view.alerts.map((alert, at) => html`<li key=${at}><${Sign} name="bolt" />${words.said(alert)}${many && at === 0 ? html` <b class="count bad">${view.alerts.length}</b>` : null}</li>`)}</ul>`}</div>`;
}

export function Question({ view, words, may, onCommand }) {
  const asked = view.question;
  if (!asked) return null;
  const answer = (choice) => onCommand({ do: "answer", question: asked.id, choice });
  return html`<section class="question" role="dialog" aria-modal="false" aria-labelledby="question-text" data-question=${asked.id}>
    <span class="asks"><${Sign} name="ask" /></span>
    <div><small>${words.t("question")}</small><h2 id="question-text">${words.said(asked.text)}</h2>
      <div class="options">${asked.options.map((option) => html`<button key=${option.id} type="button" class="main" data-choice=${option.id} disabled=${!may} onClick=${() => answer(option.id)}>${words.said(option.text)}</button>`)}</div>
    </div>
  </section>`;
}

export function Banner({ link, words }) {
  if (link === "live" || link === "closed") return null; // a closed table says so in its place
  return html`<div class="banner" data-link=${link}><span class="spin" aria-hidden="true"></span>${words.t(link)}</div>`;
}
