"""Why the table refuses what a button asks for, in every language.

Each refusal arrives as an English sentence of a fixed form. In braces stand the facts; a `reason`
is itself such a sentence.
"""

from __future__ import annotations

REFUSALS: dict[str, dict[str, str]] = {
    "not now": {
        "en": "{command} is not possible now ({status}); possible: {commands}",
        "ru": "Сейчас нельзя {command} ({status}). Можно: {commands}.",
    },
    "hints locked": {
        "en": "hints are locked in tournament mode; unlock them first (it is recorded)",
        "ru": "На турнире подсказки закрыты; сначала откройте их (это останется в записи).",
    },
    "resign twice": {
        "en": "press resign once more within {seconds} seconds to resign",
        "ru": "Чтобы сдаться, нажмите кнопку ещё раз в течение {seconds} с.",
    },
    "void twice": {
        "en": "press void once more within {seconds} seconds to make the roll void",
        "ru": "Чтобы бросок не считался, нажмите кнопку ещё раз в течение {seconds} с.",
    },
    "no takebacks": {
        "en": "takebacks are not allowed at this table",
        "ru": "За этим столом ходы назад не берут.",
    },
    "nothing to take back": {
        "en": "no turn has been made yet: there is nothing to take back",
        "ru": "Ходов ещё не было: брать назад нечего.",
    },
    "uncovered": {
        "en": "{turn} uncovered what everybody has seen: it cannot be taken back",
        "ru": "Ход {turn} открыл то, что все уже видели: его нельзя взять назад.",
    },
    "question past": {
        "en": "question {question} is past; the board now asks {asked}",
        "ru": "Вопрос {question} уже позади; теперь доска задаёт вопрос {asked}.",
    },
    "no such side": {
        "en": "side {side} does not exist; 0 to {last} do",
        "ru": "Стороны {side} нет; есть от 0 до {last}.",
    },
    "director's": {
        "en": "in a tournament {command} comes from the hub while a game is under way",
        "ru": "В турнире пока идёт партия, «{command}» делает только судья из центра зала.",
    },
    "not yet written": {
        "en": "not done yet, since the record cannot be written: {reason}; it is done once it can "
        "be, and need not be asked again",
        "ru": "Ещё не сделано: запись невозможна ({reason}). Будет сделано, как только запись "
        "станет возможна; повторять не нужно.",
    },
    "unwritten": {
        "en": "the record cannot be written: {reason}",
        "ru": "Запись невозможна: {reason}.",
    },
    # -- rolls -------------------------------------------------------------------------------------
    "hands busy": {
        "en": "the hands are still at the last turn: finish it first",
        "ru": "Последний ход ещё не закончен: сначала доделайте его.",
    },
    "pieces astray": {
        "en": "the pieces do not lie as the game stands ({cells}): put them right first,"
        " or vouch for what lies there",
        "ru": "Доска не такая, как в партии ({cells}): сначала поправьте её"
        " или подтвердите, что всё лежит верно.",
    },
    "nothing to roll": {
        "en": "nothing is to be rolled now; name a turn (ply): {plies}",
        "ru": "Сейчас бросать нечего; можно назвать бросок хода: {plies}.",
    },
    "real dice": {
        "en": "this table rolls real dice: say what lies there (dice)",
        "ru": "За этим столом бросают настоящие кости: скажите, что выпало.",
    },
    "board rolls": {
        "en": "the board rolls at this table: no dice can be entered",
        "ru": "За этим столом бросает доска: вводить бросок нельзя.",
    },
    "wrong dice": {
        "en": "dice [{dice}]: two numbers from 1 to 6 are needed",
        "ru": "Бросок {dice}: нужны два числа от 1 до 6.",
    },
    "wrong opening dice": {
        "en": "opening dice [{dice}]: each is a number from 1 to 6",
        "ru": "Первый бросок {dice}: на каждой кости число от 1 до 6.",
    },
    "opening dice": {
        "en": "opening dice [{dice}]: each side rolls one",
        "ru": "Первый бросок {dice}: каждый бросает одну кость.",
    },
    "no pass": {
        "en": "every roll can be played here: nobody has to pass (N6)",
        "ru": "Здесь можно сыграть любой бросок: паса быть не может (N6).",
    },
    "nothing doubted": {
        "en": "no sensor is doubted now: each agrees with the game, or pieces are to be moved",
        "ru": "Сейчас ни один датчик не под сомнением: все согласны с игрой или надо двигать.",
    },
    "not doubted": {
        "en": "sensor {cell} is not doubted: it agrees with the game; doubted are {cells}",
        "ru": "Датчик {cell} не под сомнением, он согласен с игрой; под сомнением: {cells}.",
    },
    "not void": {
        "en": "no roll is void: {reason}",
        "ru": "Отменить бросок нельзя: {reason}.",
    },
    "not void: hands": {
        "en": "the hands are at work: what was thrown is being played",
        "ru": "его уже играют",
    },
    "not void: offer": {
        "en": "an offer waits for its answer: that comes first",
        "ru": "сначала нужен ответ на предложение",
    },
    "not void: director": {
        "en": "the dice were set by a director, who can set them to none",
        "ru": "его установил судья, он же может его снять",
    },
    "not void: board's own": {
        "en": "what the board itself has rolled or drawn cannot lie badly: play it",
        "ru": "что бросила или вытянула сама доска, не может лежать плохо; сыграйте это",
    },
    "not void: set up": {
        "en": "the dice came with the position that was set up: set it up anew without them",
        "ru": "он пришёл вместе с расставленной позицией; расставьте её заново без костей",
    },
    "not void: nothing thrown": {
        "en": "no dice are to be thrown now",
        "ru": "сейчас костей не бросают",
    },
    "not void: board rolls": {
        "en": "the board rolls at this table, and has not rolled yet",
        "ru": "за этим столом бросает доска, и она ещё не бросала",
    },
    # -- turns against the rules -------------------------------------------------------------------
    "illegal refused": {
        "en": "illegal turns are refused at this table (house rule illegal): put it right",
        "ru": "За этим столом ходы не по правилам не принимают (правило дома illegal): исправьте.",
    },
    "nothing illegal": {
        "en": "nothing on the board is against the rules: there is nothing to let stand",
        "ru": "На доске всё по правилам: оставлять нечего.",
    },
    "no roll entered": {
        "en": "no roll was entered for this turn: nobody can say what may be let stand",
        "ru": "Бросок для этого хода не введён: нельзя сказать, что можно оставить.",
    },
    "cannot stand": {
        "en": "this cannot be let stand: the board must be at rest, every piece on it, and no doubt"
        " whose turn it was and where each piece stands; put it right",
        "ru": "Так оставить нельзя: всё должно спокойно стоять на доске, и должно быть ясно, чей"
        " был ход и где что стоит; исправьте.",
    },
    # -- what is said over dice and cube -----------------------------------------------------------
    "another says it": {
        "en": "'{decision}' is for {speaker} to say",
        "ru": "Это говорит другая сторона ({speaker}): «{decision}».",
    },
    "unknown word": {
        "en": "decision '{word}' is unknown; allowed now: {decisions}",
        "ru": "Такого слова нет: «{word}». Сейчас можно сказать: {decisions}.",
    },
    "not allowed now": {
        "en": "{act} is not allowed now; allowed: {acts}",
        "ru": "Сейчас нельзя {act}. Можно: {acts}.",
    },
    "not allowed": {
        "en": "{act} is not allowed: {reason}; allowed: {acts}",
        "ru": "Нельзя {act}: {reason}. Можно: {acts}.",
    },
    "not allowed: cube": {
        "en": "the cube belongs to {speaker} (S8)",
        "ru": "ставку поднимает другая сторона ({speaker}) (S8)",
    },
    "not allowed: Crawford": {
        "en": "this is the Crawford game (S14)",
        "ru": "это партия Кроуфорда (S14)",
    },
    "not allowed: dead": {
        "en": "the cube is dead: the stake already wins the match (S14)",
        "ru": "ставки уже хватает, чтобы выиграть матч (S14)",
    },
    "not allowed: often": {
        "en": "it was raised {times} times",
        "ru": "ставку поднимали уже {times} раз",
    },
    "not allowed: no beavers": {
        "en": "beavers were not agreed (S11)",
        "ru": "о бобрах не договаривались (S11)",
    },
    "not allowed: beaver": {
        "en": "the raise is a beaver itself",
        "ru": "эта ставка сама бобёр",
    },
    # -- resigning ---------------------------------------------------------------------------------
    "resignation worth": {
        "en": "here a resignation says what it is worth: decide {decisions}",
        "ru": "Здесь говорят, что именно сдают: {decisions}.",
    },
    "resignation: offer": {
        "en": "nobody resigns while an offer waits for its answer",
        "ru": "Пока предложение ждёт ответа, сдаться нельзя.",
    },
    "resignation: opening": {
        "en": "nobody resigns before the opening roll has said who begins (N2)",
        "ru": "Пока первый бросок не решил, кто начинает, сдаться нельзя (N2).",
    },
    # -- new games ---------------------------------------------------------------------------------
    "no new game": {
        "en": "no new game: {reason}",
        "ru": "Новую партию начать нельзя: {reason}.",
    },
    "no new game: cells": {
        "en": "this board has no {lacking}; it has {there}",
        "ru": "на этой доске нет {lacking}; есть {there}",
    },
    "no new game: inferred": {
        "en": "what is rolled in {game} cannot be inferred from the play; the house rule dice may "
        "be board or entered",
        "ru": "в игре {game} бросок нельзя узнать по ходу; правило дома dice может быть board "
        "или entered",
    },
}

#: Whatever else was refused is quoted.
QUOTED = "Отказано: «{why}»."

#: What a command does, as it stands after "нельзя" and "можно".
COMMANDS = {
    "new": "начать партию",
    "setup": "расставить позицию",
    "confirm": "подтвердить ход",
    "answer": "ответить на вопрос",
    "declare": "назвать ход",
    "roll": "бросить",
    "pass": "пасовать",
    "void": "отменить бросок",
    "decide": "объявить решение",
    "condone": "оставить ход не по правилам",
    "next": "начать следующую партию",
    "vouch": "поручиться за поле",
    "restore": "вернуть датчик",
    "undo": "взять ход назад",
    "hints": "сменить подсказки",
    "unlock": "открыть подсказки",
    "pause": "сделать паузу",
    "resume": "продолжить партию",
    "resign": "сдаться",
    "direct": "внести поправку судьи",
}

#: What players do over dice and cube, as it stands after "нельзя" and "можно".
ACTS = {
    "opening roll": "сделать первый бросок",
    "roll": "бросить",
    "void roll": "отменить бросок",
    "play": "сделать ход",
    "double": "удвоить ставку",
    "take": "принять ставку",
    "drop": "не принять ставку",
    "beaver": "объявить бобра",
    "accept": "согласиться",
    "refuse": "не согласиться",
    "resign": "сдаться",
    "next game": "начать следующую партию",
}

#: What the table is doing.
STATUSES = {
    "idle": "партии нет",
    "setup": "идёт расстановка",
    "playing": "идёт игра",
    "paused": "партия приостановлена",
    "over": "партия окончена",
}
