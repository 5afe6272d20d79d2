// The words of the hall's pages, added to those of a table's page.
import { WORDS } from "/static/words.js";

Object.assign(WORDS.en, {
  hall: "The hall", tables: "{n} tables", tables_one: "1 table", good: "well", trouble: "needs help", conflict: "record in conflict", away: "not connected",
  noTables: "No table has been heard of yet. It appears here as soon as it finds the broker.",
  late: "{n} s late", notYet: "The delay keeps this board back a little.", enlarge: "Show {table} large", director: "Director", overlayPage: "Overlay for streaming",
  hubLost: "The hub cannot be reached. Trying again…", storeTrouble: "The hub cannot store events now; the tables keep them.", brokerTrouble: "The hub has no broker now; the tables play on and keep everything.",
  cannotDraw: "This board cannot be drawn.", matchTo: "to {n}", watchKey: "Watching needs a key in this hall; the director has it.", standings: "Standings", competitions: "Competitions",
});
Object.assign(WORDS.ru, {
  hall: "Зал", tables: "столов: {n}", tables_one: "1 стол", good: "в порядке", trouble: "нужна помощь", conflict: "запись расходится", away: "не на связи",
  noTables: "Ни один стол ещё не подал голос. Он появится, как только найдёт брокера.",
  late: "с задержкой {n} с", notYet: "Из-за задержки эта доска появится чуть позже.", enlarge: "Показать {table} крупно", director: "Судья", overlayPage: "Наложение для трансляции",
  hubLost: "Нет связи с залом. Пробую снова…", storeTrouble: "Запись в зале сейчас не ведётся; столы хранят всё у себя.", brokerTrouble: "У зала нет брокера; столы играют и хранят всё у себя.",
  cannotDraw: "Эту доску нельзя нарисовать.", matchTo: "до {n}", watchKey: "Чтобы смотреть, здесь нужен ключ; он у судьи.", standings: "Положение", competitions: "Турниры",
});
