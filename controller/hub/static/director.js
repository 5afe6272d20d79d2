// The director's desk: competitions, rounds, results to confirm, tables, the end of the event.
import { html, render, useCallback, useEffect, useState } from "/static/ui.js";
import { takeKey } from "/static/key.js";
import { ask } from "./api.js";
import { Competition } from "./desk/competition.js";
import { Create } from "./desk/create.js";
import { Dispute } from "./desk/dispute.js";
import { Join } from "./desk/join.js";
import { Keys } from "./desk/keys.js";
import { Tables } from "./desk/tables.js";
import { Book } from "./desk/book.js";
import { Hall } from "./feed.js";
import { KeyDoor, Top, useHall, useWords } from "./shell.js";

function Director({ hall }) {
  const [words, setLanguage] = useWords();
  const [notice, setNotice] = useState(null);
  const [dispute, setDispute] = useState(null);
  useHall(hall);
  const [competitions, refresh] = useCompetitions(hall);
  // Everything that is done here goes through this door; a refusal is shown until it is read.
  const act = useCallback(
    async (path, body) => {
      const answer = await ask(path, { key: hall.key, body });
      setNotice(answer.error ? answer : null);
      refresh();
      return answer;
    },
    [hall, refresh],
  );
  const parts = { hall, words, act, onDispute: setDispute, onError: setNotice };
  return html`<${Top} hall=${hall} words=${words} here="director" onLanguage=${setLanguage} />
    ${!hall.directs ? html`<${KeyDoor} hall=${hall} title=${words.t("desk.door")} words=${words}>${words.t("desk.doorHelp")}</${KeyDoor}>` : html`<main class="desk">
      <h1 class="unseen">${words.t("title.director")}</h1>
      <div class="deskmain">
        ${competitions?.map((it) => html`<${Competition} key=${it.id} it=${it} ...${parts} />`).reverse()}
        <${Create} open=${competitions?.length === 0} ...${parts} />
      </div>
      <aside class="side"><${Tables} ...${parts} /><${Keys} ...${parts} /><${Join} ...${parts} /><${Book} hall=${hall} words=${words} /></aside>
    </main>`}
    ${notice && html`<div class="toast" role="alert"><span>${words.refusal(notice)}</span><button type="button" class="bare" aria-label=${words.t("close")} onClick=${() => setNotice(null)}>×</button></div>`}
    ${dispute && html`<${Dispute} table=${dispute} hall=${hall} words=${words} onClose=${() => setDispute(null)} />`}`;
}

// Asked for again whenever the hub says that something was decided.
function useCompetitions(hall) {
  const [known, setKnown] = useState(null);
  const refresh = useCallback(async () => {
    const answer = await ask("/api/competitions", { key: hall.key });
    if (!answer.error) setKnown(answer.competitions);
  }, [hall]);
  useEffect(() => void refresh(), [hall.desk, hall.directs]);
  return [known, refresh];
}

const hall = new Hall(takeKey());
// A handle for the browser console and for tests.
window.lunkaHall = hall;
render(html`<${Director} hall=${hall} />`, document.getElementById("app"));
