// A new competition: its format, its game, its rules, its tables.
import { html, useEffect, useState } from "/static/ui.js";
import { getJson } from "/static/orders.js";
import { DeskForm } from "./form.js";

// Rules that go together, by name; "": each is chosen.
const LAWS = ["", "wbgf-3", "wbgf-5", "wbgf-7", "wbgf-9", "wbgf-11", "club-blitz", "kalah-pie"];

// What becomes of who loses in a knockout.
const CONSOLATIONS = {
  first: {},
  progressive: { progressive: true },
  last: { progressive: true, last_chance: true },
  none: { consolation: false },
};

export function lawText(law, words) {
  const [name, points] = law.split("-");
  return name === "wbgf" ? words.t("desk.law.wbgf", { n: points }) : words.t(`desk.law.${law || "none"}`);
}

export function Create({ hall, words, act, open }) {
  const [format, setFormat] = useState("swiss");
  const [game, setGame] = useState("short");
  const [clock, setClock] = useState("none");
  const [law, setLaw] = useState("");
  const [games, setGames] = useState([]);
  useEffect(() => {
    getJson("/api/choices").then((answer) => setGames(answer.games), () => {});
  }, []);
  const matches = games.some(({ name, matches }) => name === game && matches);
  const presets = games.find(({ name }) => name === game)?.presets ?? [];
  const create = async (filled, form) => {
    const answer = await act("/api/competitions", {
      do: "create",
      competition: filled.get("id"),
      title: filled.get("title"),
      format,
      ...(law && { law }),
      ...(format === "swiss" && { rounds: Number(filled.get("rounds")) }),
      ...(format === "knockout" && CONSOLATIONS[filled.get("consolation")]),
      delay: Number(filled.get("delay")),
      ...byLaw("lateness", filled, ["after", "every", "lost"]),
      ...byLaw("breaks", filled, ["number", "minutes"]),
      seeding: filled.get("seeding"),
      tables: filled.getAll("tables"),
      ...(!law && chosen(filled)),
    });
    if (!answer.error) form.closest("details").open = false;
  };
  // A table of minutes that the law of the event has (T10); left empty, nothing is said of it.
  const byLaw = (name, filled, keys) => {
    const given = keys.map((key) => [key, filled.get(`${name}-${key}`)]).filter(([, value]) => value);
    return given.length > 0 && { [name]: Object.fromEntries(given.map(([key, value]) => [key, Number(value)])) };
  };
  const number = (name, key, most) => html`<label key=${key}><span>${words.t(`desk.${name}.${key}`)}</span><input name=${`${name}-${key}`} type="number" min="1" max=${most} inputmode="numeric" /></label>`;
  // What is chosen one by one where no law settles it.
  const chosen = (filled) => ({
    game,
    ...(filled.get("preset") && { preset: filled.get("preset") }),
    ...(matches && Number(filled.get("length")) > 0 && { length: Number(filled.get("length")) }),
    house: { hints: filled.get("hints"), confirm: filled.get("confirm"), clock, ...(clock !== "none" && { minutes: Number(filled.get("minutes")), extra: Number(filled.get("extra")), ...(matches && { clock_scope: filled.get("clock_scope"), flag: filled.get("flag") }) }) },
  });
  return html`<details class="card create" open=${open}><summary>${words.t("desk.new")}</summary><${DeskForm} look="fields" work=${create}>
    <div class="fields two"><label><span>${words.t("desk.title")}</span><input name="title" required maxlength="100" /></label>
      <label><span>${words.t("desk.shortName")}</span><input name="id" required pattern="[a-z0-9][a-z0-9\\-]{0,31}" placeholder="open-2026" /></label></div>
    <div class="row pick"><label><span>${words.t("desk.format")}</span><select name="format" value=${format} onChange=${(e) => setFormat(e.currentTarget.value)}>${["swiss", "round-robin", "knockout", "double-elimination"].map((name) => html`<option key=${name} value=${name}>${words.t(`desk.formats.${name}`)}</option>`)}</select></label>
      ${format === "swiss" && html`<label><span>${words.t("desk.rounds")}</span><input name="rounds" type="number" min="1" max="50" defaultValue="5" /></label>`}
      ${format === "knockout" && html`<label><span>${words.t("desk.consolation")}</span><select name="consolation">${Object.keys(CONSOLATIONS).map((name) => html`<option key=${name} value=${name}>${words.t(`desk.consolation.${name}`)}</option>`)}</select></label>`}
      <label><span>${words.t("desk.law")}</span><select name="law" value=${law} onChange=${(e) => setLaw(e.currentTarget.value)}>${LAWS.map((name) => html`<option key=${name} value=${name}>${lawText(name, words)}</option>`)}</select></label>
      ${!law && html`<label><span>${words.t("game")}</span><select name="game" value=${game} onChange=${(e) => setGame(e.currentTarget.value)}>${games.map(({ name, title }) => html`<option key=${name} value=${name} selected=${name === game}>${words.said(title)}</option>`)}</select></label>`}
      ${!law && presets.length > 0 && html`<label><span>${words.t("desk.rules")}</span><select name="preset"><option value="">${words.t("desk.asUsual")}</option>${presets.map(({ name, title }) => html`<option key=${name} value=${name}>${words.said(title)}</option>`)}</select></label>`}
      ${!law && matches && html`<label><span>${words.t("match_length")}</span><input name="length" type="number" min="0" max="64" defaultValue="5" /></label>`}
      <label><span>${words.t("desk.seeding")}</span><select name="seeding">${["rating", "lot"].map((name) => html`<option key=${name} value=${name}>${words.t(`desk.seeding.${name}`)}</option>`)}</select></label>
      <label><span>${words.t("desk.delay")}</span><input name="delay" type="number" min="0" max="3600" defaultValue="0" /></label></div>
    ${!law && html`<div class="row pick"><label><span>${words.t("hints")}</span><select name="hints">${["off", "legal", "full"].map((name) => html`<option key=${name} value=${name}>${words.t(`hints_${name}`)}</option>`)}</select></label>
      <label><span>${words.t("desk.confirm")}</span><select name="confirm"><option value="auto">${words.t("desk.confirm.auto")}</option><option value="button">${words.t("desk.confirm.button")}</option></select></label>
      <label><span>${words.t("clock")}</span><select name="clock" value=${clock} onChange=${(e) => setClock(e.currentTarget.value)}>${["none", "plain", "fischer", "delay", "bronstein"].map((name) => html`<option key=${name} value=${name}>${words.t(`desk.clock.${name}`)}</option>`)}</select></label>
      ${clock !== "none" && html`<label><span>${words.t("minutes")}</span><input name="minutes" type="number" min="1" max="600" defaultValue="15" /></label><label><span>${words.t("desk.extra")}</span><input name="extra" type="number" min="0" max="600" defaultValue="10" /></label>`}
      ${clock !== "none" && matches && html`<label><span>${words.t("desk.scope")}</span><select name="clock_scope"><option value="match">${words.t("clock_scope_match")}</option><option value="game">${words.t("clock_scope_game")}</option></select></label><label><span>${words.t("desk.flag")}</span><select name="flag"><option value="match">${words.t("flag_match")}</option><option value="game">${words.t("flag_game")}</option></select></label>`}</div>`}
    <details class="law"><summary>${words.t("desk.lateAndBreaks")}</summary><p class="quiet">${words.t("desk.lateAndBreaksHelp")}</p>
      <div class="row pick">${["after", "every", "lost"].map((key) => number("lateness", key, 600))}${["number", "minutes"].map((key) => number("breaks", key, 600))}</div></details>
    <fieldset class="tables"><legend>${words.t("desk.tableOrder")}</legend>${hall.tables.map((table) => html`<label key=${table}><input type="checkbox" name="tables" value=${table} defaultChecked />${table}</label>`)}</fieldset>
    <button class="main" data-do="create">${words.t("desk.create")}</button><//></details>`;
}
