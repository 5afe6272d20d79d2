// Who takes part: entering, late entry, withdrawal, a name put right.
import { html, useState } from "/static/ui.js";
import { DeskForm } from "./form.js";

export function Players({ it, words, command, act }) {
  const [name, setName] = useState("");
  const [rating, setRating] = useState("");
  const enter = async () => {
    const answer = await command({ do: "enter", player: name, ...(rating && { rating: Number(rating) }) });
    if (!answer.error) {
      setName("");
      setRating("");
    }
  };
  const rename = (player) => {
    const given = prompt(words.t("desk.rightName", { player }), player);
    if (given && given !== player) command({ do: "rename", player, name: given });
  };
  const enterAll = async (filled, form) => {
    const answer = await act(`/api/competitions/${it.id}/players`, { list: filled.get("list") });
    if (!answer.error) form.reset();
  };
  const chooseFile = async (event) => {
    const [file] = event.currentTarget.files;
    const list = event.currentTarget.form.elements.list;
    if (file) list.value = await file.text();
  };
  const next = it.round + 1;
  const sitsOut = (player) => player.excused.includes(next);
  const excuse = (player) => command({ do: "excuse", player: player.name, ...(sitsOut(player) && { back: true }) });
  return html`<div class="players">
    ${it.status !== "closed" && html`<${DeskForm} work=${enter}>
      <label class="grow"><span class="unseen">${words.t("name")}</span><input name="player" placeholder=${words.t("name")} value=${name} maxlength="60" required onInput=${(e) => setName(e.currentTarget.value)} /></label>
      <label><span class="unseen">${words.t("desk.rating")}</span><input name="rating" placeholder=${words.t("desk.rating")} inputmode="numeric" pattern="[0-9]{0,5}" value=${rating} onInput=${(e) => setRating(e.currentTarget.value)} /></label>
      <button class="main" data-do="enter">${words.t("desk.enter")}</button><//>`}
    ${it.status !== "closed" && html`<details class="list"><summary>${words.t("desk.fromList")}</summary><${DeskForm} look="fields" work=${enterAll}>
      <label><span>${words.t("desk.listFile")}</span><input name="file" type="file" accept=".csv,.txt,text/csv,text/plain" onChange=${chooseFile} /></label>
      <label><span>${words.t("desk.listText")}</span><textarea name="list" rows="6" required maxlength="60000"></textarea></label>
      <button class="main" data-do="enter-all">${words.t("desk.enterAll")}</button><//></details>`}
    <ol class="entries">${it.players.map((player) => html`<li key=${player.number} class=${player.active ? "" : "gone"}>
      <b>${player.name}</b> <span class="quiet">${player.rating ?? ""} ${player.since > 1 ? words.t("desk.since", { round: player.since }) : ""} ${player.active ? "" : words.t("desk.withdrew")} ${player.excused.map((round) => words.t("desk.sitsOut", { round })).join(", ")}</span>
      ${it.status !== "closed" && html`<span class="acts">
        <button type="button" class="small" onClick=${() => rename(player.name)}>${words.t("desk.rename")}</button>
        ${it.format === "swiss" && player.active && it.round < it.of && html`<button type="button" class="small" data-do="excuse" onClick=${() => excuse(player)}>${words.t(sitsOut(player) ? "desk.playsAfterAll" : "desk.excuse", { round: next })}</button>`}
        ${player.active
          ? html`<button type="button" class="small" data-do="withdraw" onClick=${() => command({ do: "withdraw", player: player.name })}>${words.t("desk.withdraw")}</button>`
          : html`<button type="button" class="small" onClick=${() => command({ do: "enter", player: player.name })}>${words.t("desk.isBack")}</button>`}</span>`}</li>`)}</ol>
  </div>`;
}
