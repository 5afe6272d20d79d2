// Every word of the page, in each language. What the table itself says comes with the view.
export const WORDS = {
  en: {
    board: "Board", record: "Record", table: "Table", language: "Language",
    toMove: "to move", toAnswer: "to answer", toRoll: "rolls one die", again: "moves again", wins: "wins", drawn: "draw", score: "in store",
    watching: "Watching only", needKey: "You are watching. Enter the table's key to play.",
    enterKey: "Enter the key", keyLabel: "The table's key", keyHelp: "It was shown when Lunka started.",
    keyWrong: "This is not the table's key.", unlockTable: "Use this key",
    lost: "Connection lost. Trying again…", connecting: "Looking for the table…",
    piece: "piece of size {n}", box: "Beside the board", putAway: "Put it away", handNoPiece: "Press a piece to lift it",
    inHand: "In hand", handEmpty: "Press a pit to lift its stones", dropOne: "one", dropAll: "all", putBack: "Put back",
    dropHow: "How many stones a press drops",
    moves: "Moves", noMoves: "No moves yet", openMove: "may still be changed",
    actions: "At the table", new: "New game", undo: "Take back", confirm: "Press the clock",
    pause: "Pause", resume: "Go on", resign: "Resign", declare: "Say what was played",
    setup_position: "Set a position up", position: "Position (text, GNU ID, XGID)", fromGame: "or: game number in the record", afterTurn: "after turn (empty: the last)",
    passTurn: "Pass", mayEnterDice: "The play will tell. Or say what was rolled:", whichRoll: "Which roll was it?",
    condone: "Let it stand", condoned: "against the rules, let stand",
    vouch: "It is as the lights say…", vouchWhich: "Which sensors are wrong?", vouchWarning: "Look at the board. Tick a sensor only where the pieces lie as the lights want them: it is left out from then on, also in the next game.", vouchGo: "Leave these sensors out", restore: "Trust again", unlock: "Unlock the hints",
    hints: "Hints", hint_off: "Off", hint_legal: "Legal", hint_full: "Full",
    hintsLocked: "Locked: tournament", unlockBy: "Who unlocks them? It will be in the record.", name: "Name",
    health: "Sensor health", healthWaits: "Looking at the sensors…", margin: "margin", noise: "noise", drift: "drift", edges: "edges", lastChange: "changed",
    sensors: "Break the sensors", sensorsHelp: "Only wires and stones break here: see how the table copes.",
    cell: "Place", fault: "Fault", dead: "Dead", stuck: "Stuck", chatter: "Chattering",
    breakIt: "Break", mend: "Mend", spill: "Spill a stone", nothingBroken: "Nothing is broken.",
    leftOut: "left out", silent: "silent", sensor: "sensor",
    cancel: "Cancel", begin: "Begin", close: "Close", yes: "Yes",
    newWarning: "The game on the board is abandoned; the record keeps it.",
    player: "Player", begins: "Who begins", south: "South", north: "North", lot: "By lot",
    resignWho: "Who resigns?", dropWarning: "Whoever drops loses the game at the old stake: {n}.", troubles: "Troubles", declareWhat: "Which turn was played?",
    question: "The board asks", turn_swap: "Swap the seats", gamesEmpty: "No games in the record yet.", game: "Game",
    opened: "Opened", players: "Players", result: "Result", turns: "Turns", unfinished: "unfinished",
    download: "Download", text: "text", notCarried: "Not carried by {form}", start: "Start", back: "Back", forward: "Forward",
    end: "End", allGames: "All games", ofPlies: "{ply} of {plies}", events: "Everything that happened",
    loading: "Reading…", played: "played out", resigned: "resigned", time: "on time", abandoned: "abandoned", annulled: "annulled",
    paused: "Paused", setup: "Setting up", over: "Game over", playing: "Playing",
    simulated: "simulated board", sees: "the sensors see {range}", unknown: "unknown",
    wantsMore: "{n} more", wantsFewer: "{n} fewer", store: "store", goalOf: "goal of player {n}", noBoard: "This page cannot draw a {kind} board yet.",
    left: "{n} to go",
    sheetCode: "Code of the sheet",
    hand: "drawn by hand", drawToken: "Draw a token", roll: "Roll", void: "The roll does not count…", voidWhy: "Why does the roll not count?", voidWarning: "It is thrown again; the record keeps it, with the reason.", voidCocked: "a die does not lie flat", voidOff: "a die left the board", voidEarly: "thrown too early", voidOther: "or in your own words", voidGo: "Throw again", nextGame: "Next game", enterDice: "What was rolled?", pips: "Pips", cube: "Stake", match_length: "Match to", enterToken: "Which token was drawn?",
    token: "Find a {n}", noToken: "no token yet", found: "found in this turn", gone: "All open", say_name: "Look for {n}", say_gone: "All {n}s are open",
    rematch: "Rematch", share: "Invite", shareWatch: "To watch", sharePlay: "To play: whoever has this may command", shareNowhere: "This table listens to this machine alone. Start it with --host 0.0.0.0 (page.host in the settings), and others can come in.", across: "Large view", takebacks: "Turns may be taken back", rule_confirm: "A turn counts", confirm_auto: "by itself", confirm_button: "by the button", tournament: "Tournament: hints locked, the director decides",
    illegal: "A turn against the rules", illegal_refuse: "is put right", illegal_condone: "may be let stand", dice: "Dice", dice_board: "the board rolls", dice_entered: "rolled by hand and entered", dice_inferred: "the play tells",
    clock: "Clock", clock_none: "none", clock_plain: "plain", clock_fischer: "Fischer", clock_delay: "delay", clock_bronstein: "Bronstein", minutes: "Minutes", extra: "Seconds added or free each turn",
    clock_scope: "The time is for", clock_scope_match: "the match", clock_scope_game: "each game", flag: "A fallen flag loses", flag_match: "the match", flag_game: "the game",
    hints_off: "off", hints_legal: "legal", hints_full: "full", playOn: "Play on from here", playOnWarning: "The board is led to this position by its lights, and a new game goes on from it.", autoplay: "Play by itself", stopPlaying: "Stop", won: "{who} wins {scores}",
    turn_pass: "pass", turn_time: "time is up", moreRules: "Rules of the house",
    spent: "played", cubeFree: "either side may raise", cubeOwned: "{who} may raise", cubeOffered: "offered",
  },
  ru: {
    board: "Доска", record: "Записи", table: "Стол", language: "Язык",
    toMove: "ходит|ходят", toAnswer: "отвечает|отвечают", toRoll: "бросает одну кость|бросают одну кость", again: "ходит ещё раз", wins: "победа", drawn: "ничья", score: "в калахе",
    watching: "Только просмотр", needKey: "Вы смотрите. Чтобы играть, введите ключ стола.",
    enterKey: "Ввести ключ", keyLabel: "Ключ стола", keyHelp: "Он показан при запуске Lunka.",
    keyWrong: "Это не ключ этого стола.", unlockTable: "Войти с ключом",
    lost: "Связь потеряна. Пробую снова…", connecting: "Ищу стол…",
    piece: "фишка размера {n}", box: "Рядом с доской", putAway: "Убрать", handNoPiece: "Нажмите на фишку, чтобы взять её",
    inHand: "В руке", handEmpty: "Нажмите на лунку, чтобы взять камни", dropOne: "один", dropAll: "все", putBack: "Вернуть",
    dropHow: "Сколько камней класть за нажатие",
    moves: "Ходы", noMoves: "Ходов ещё нет", openMove: "ещё можно изменить",
    actions: "За столом", new: "Новая игра", undo: "Взять назад", confirm: "Нажать часы",
    pause: "Пауза", resume: "Продолжить", resign: "Сдаться", declare: "Назвать ход",
    setup_position: "Расставить позицию", position: "Позиция (текст, GNU ID, XGID)", fromGame: "или: номер партии в записи", afterTurn: "после хода (пусто: последний)",
    passTurn: "Пас", mayEnterDice: "Будет видно по ходу. Или скажите, что выпало:", whichRoll: "Какой был бросок?",
    condone: "Оставить так", condoned: "не по правилам, принят",
    vouch: "Всё так, как светится…", vouchWhich: "Какие датчики ошибаются?", vouchWarning: "Посмотрите на доску. Отметьте датчик, только если на его месте всё лежит так, как просят огни: с этого момента он не учитывается, и в следующей игре тоже.", vouchGo: "Не учитывать эти датчики", restore: "Снова доверять", unlock: "Открыть подсказки",
    hints: "Подсказки", hint_off: "Нет", hint_legal: "Ходы", hint_full: "Все",
    hintsLocked: "Закрыты: турнир", unlockBy: "Кто открывает? Это останется в записи.", name: "Имя",
    health: "Состояние датчиков", healthWaits: "Смотрю на датчики…", margin: "запас", noise: "шум", drift: "уход", edges: "замыкания", lastChange: "изменён",
    sensors: "Сломать датчики", sensorsHelp: "Ломаются только провода и камни: посмотрите, как справится стол.",
    cell: "Место", fault: "Поломка", dead: "Не работает", stuck: "Залип", chatter: "Дребезжит",
    breakIt: "Сломать", mend: "Починить", spill: "Рассыпать камень", nothingBroken: "Ничего не сломано.",
    leftOut: "не учитывается", silent: "молчит", sensor: "датчик",
    cancel: "Отмена", begin: "Начать", close: "Закрыть", yes: "Да",
    newWarning: "Игра на доске будет прервана; запись её сохранит.",
    player: "Игрок", begins: "Кто начинает", south: "Юг", north: "Север", lot: "По жребию",
    resignWho: "Кто сдаётся?", dropWarning: "Кто отказывается, проигрывает партию по прежней ставке: {n}.", troubles: "Неполадки", declareWhat: "Какой ход был сделан?",
    question: "Доска спрашивает", turn_swap: "Поменяться местами", gamesEmpty: "В записях ещё нет игр.", game: "Игра",
    opened: "Начата", players: "Игроки", result: "Итог", turns: "Ходов", unfinished: "не окончена",
    download: "Скачать", text: "текст", notCarried: "Чего нет в {form}", start: "В начало", back: "Назад", forward: "Вперёд",
    end: "В конец", allGames: "Все игры", ofPlies: "{ply} из {plies}", events: "Всё, что произошло",
    loading: "Читаю…", played: "доиграна", resigned: "сдача", time: "по времени", abandoned: "прервана", annulled: "аннулирована",
    paused: "Пауза", setup: "Расстановка", over: "Игра окончена", playing: "Идёт игра",
    simulated: "учебная доска", sees: "датчики видят {range}", unknown: "неизвестно",
    wantsMore: "добавить {n}", wantsFewer: "убрать {n}", store: "калах", goalOf: "финишное поле игрока {n}", noBoard: "Эта страница ещё не умеет рисовать доску {kind}.",
    left: "осталось {n}",
    sheetCode: "Код листа",
    hand: "тянут рукой", drawToken: "Вытянуть жетон", roll: "Бросить", void: "Бросок не считается…", voidWhy: "Почему бросок не считается?", voidWarning: "Его бросят заново; в записи он останется, с причиной.", voidCocked: "кость лежит неровно", voidOff: "кость упала с доски", voidEarly: "брошено слишком рано", voidOther: "или своими словами", voidGo: "Бросить снова", nextGame: "Следующая партия", enterDice: "Что выпало?", pips: "Очки пути", cube: "Ставка", match_length: "Матч до", enterToken: "Какой жетон вытянут?",
    token: "Найдите {n}", noToken: "жетона ещё нет", found: "найдено в этом ходу", gone: "Все открыты", say_name: "Ищу {n}", say_gone: "Все {n} открыты",
    rematch: "Реванш", share: "Пригласить", shareWatch: "Смотреть", sharePlay: "Играть: у кого этот код, тот распоряжается столом", shareNowhere: "Этот стол слушает только свою машину. Запустите его с --host 0.0.0.0 (page.host в настройках), и смогут войти другие.", across: "Крупно", takebacks: "Ходы можно брать назад", rule_confirm: "Ход засчитывается", confirm_auto: "сам собой", confirm_button: "кнопкой", tournament: "Турнир: подсказки закрыты, решает судья",
    illegal: "Ход не по правилам", illegal_refuse: "исправляют", illegal_condone: "можно оставить", dice: "Зары", dice_board: "бросает доска", dice_entered: "бросают рукой и вводят", dice_inferred: "видно по ходу",
    clock: "Часы", clock_none: "нет", clock_plain: "простые", clock_fischer: "Фишер", clock_delay: "задержка", clock_bronstein: "Бронштейн", minutes: "Минут", extra: "Секунд добавки или задержки на ход",
    clock_scope: "Время даётся", clock_scope_match: "на матч", clock_scope_game: "на партию", flag: "Упавший флаг проигрывает", flag_match: "матч", flag_game: "партию",
    hints_off: "нет", hints_legal: "ходы", hints_full: "все", playOn: "Играть отсюда", playOnWarning: "Огни приведут доску к этой позиции, и новая игра пойдёт с неё.", autoplay: "Смотреть подряд", stopPlaying: "Стоп", won: "{who}: победа {scores}",
    turn_pass: "пас", turn_time: "время вышло", moreRules: "Правила дома",
    spent: "сыграна", cubeFree: "поднять может любая сторона", cubeOwned: "поднять могут {who}", cubeOffered: "предложена",
  },
};

const STONES = {
  en: { one: "stone", other: "stones" },
  ru: { one: "камень", few: "камня", many: "камней", other: "камня" },
};
// What a board calls its pieces and places, where it is not stones in pits.
const OWN = {
  nardy: {
    en: {
      "bar-white": "White's bar", "bar-black": "Black's bar", "off-white": "White's tray", "off-black": "Black's tray",
      handEmpty: "Press a point to lift a checker", dropHow: "How many checkers a press drops",
      sensorsHelp: "Only wires break and checkers roll away here: see how the table copes.", spill: "Lose a checker",
    },
    ru: {
      "bar-white": "бар белых", "bar-black": "бар чёрных", "off-white": "снятые белые", "off-black": "снятые чёрные",
      handEmpty: "Нажмите на пункт, чтобы взять шашку", dropHow: "Сколько шашек кладёт нажатие",
      sensorsHelp: "Ломаются только провода, теряются только шашки: посмотрите, как справится стол.", spill: "Потерять шашку",
    },
    pieces: { en: { one: "checker", other: "checkers" }, ru: { one: "шашка", few: "шашки", many: "шашек", other: "шашки" } },
    white: { en: { one: "white checker", other: "white checkers" }, ru: { one: "белая шашка", few: "белые шашки", many: "белых шашек", other: "белой шашки" } },
    black: { en: { one: "black checker", other: "black checkers" }, ru: { one: "чёрная шашка", few: "чёрные шашки", many: "чёрных шашек", other: "чёрной шашки" } },
  },
  kakuzu: {
    en: { handEmpty: "Press a hole to lift its stone" },
    ru: { handEmpty: "Нажмите на клетку, чтобы взять камень" },
  },
  gyges: {
    en: { spill: "Lose a piece", sensorsHelp: "Only wires break and pieces roll away here: see how the table copes." },
    ru: { spill: "Потерять фишку", sensorsHelp: "Ломаются только провода, теряются только фишки: посмотрите, как справится стол." },
    pieces: { en: { one: "ring", other: "rings" }, ru: { one: "кольцо", few: "кольца", many: "колец", other: "кольца" } },
  },
};
const SIDES = { ru: { South: "Юг", North: "Север", West: "Запад", East: "Восток", White: "Белые", Black: "Чёрные", "Player 1": "Игрок 1", "Player 2": "Игрок 2" } };
// Names of one side that are many in grammar: the words beside them agree.
const MANY = { ru: new Set(["Белые", "Чёрные"]) };
const KEPT = "lunka.language";

export class Words {
  // `kind` is the board's, for what its pieces and places are called.
  constructor(language, kind = "kalah") {
    this.language = language;
    this.own = OWN[kind] ?? {};
    this.plural = new Intl.PluralRules(language);
  }

  // The word for a key, with {names} filled in.
  t(key, values = {}) {
    const text = this.own[this.language]?.[key] ?? WORDS[this.language][key] ?? WORDS.en[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  // The word for a key beside somebody's name: of "one|many" the one that agrees with it.
  of(key, who) {
    const [one, many = one] = this.t(key).split("|");
    return MANY[this.language]?.has(who) ? many : one;
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

  // A turn as the notation has it, or in words where it is a word.
  turn(turn) {
    const said = /^(name|gone)([1-9])$/.exec(turn);
    if (said) return this.t(`say_${said[1]}`, { n: said[2] });
    const key = `turn_${turn}`;
    const words = this.t(key);
    return words === key ? turn : words;
  }

  // So many pieces; `owner` where it is known and the board calls them by it.
  stones(count, owner = null) {
    const forms = (this.own[owner] ?? this.own.pieces ?? STONES)[this.language];
    return `${count} ${forms[this.plural.select(count)] ?? forms.other}`;
  }

  // A place by a name for people: "store A", "White's bar", "goal of Player 2".
  place(cell, layout) {
    if (layout?.stores?.includes(cell)) return `${this.t("store")} ${cell}`;
    const goal = layout?.goals?.indexOf(cell) ?? -1;
    return goal < 0 ? this.t(cell) : this.t("goalOf", { n: goal + 1 });
  }

  side(name) {
    return SIDES[this.language]?.[name] ?? name;
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

export function firstLanguage() {
  try {
    const kept = localStorage.getItem(KEPT);
    if (kept in WORDS) return kept;
  } catch {
    // A browser that keeps nothing: ask what it speaks instead.
  }
  return navigator.language?.startsWith("ru") ? "ru" : "en";
}

export function keepLanguage(language) {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // Not kept: the next visit starts with the browser's own language.
  }
}

export const LANGUAGES = { en: { short: "EN", name: "English" }, ru: { short: "РУ", name: "Русский" } };
