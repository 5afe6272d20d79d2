"""Every sentence, in every language. A newcomer finds any wording here.

In braces stand the facts. After a fact's name may stand a word in two numbers, of which the one
that agrees with the fact is said: `{who} {who:ходит|ходят}`.
"""

from __future__ import annotations

LANGUAGES = ("en", "ru")

#: Names of one side that are many in grammar, in each language that minds.
PLURAL = {"ru": {"Белые", "Чёрные"}}

TEXTS: dict[str, dict[str, str]] = {
    # -- the moment: what the board waits for -----------------------------------------------------
    "idle": {"en": "No game is open. Begin a new one.", "ru": "Партии нет. Начните новую."},
    "setup": {
        "en": "Set the board up: {repairs}.",
        "ru": "Расставьте камни: {repairs}.",
    },
    "setup-checkers": {
        "en": "Set the board up: {repairs}.",
        "ru": "Расставьте шашки: {repairs}.",
    },
    "setup-waiting": {
        "en": "Waiting for the sensors.",
        "ru": "Жду ответа датчиков.",
    },
    "to-move": {"en": "{who} to move.", "ru": "{who:Ходит|Ходят} {who}."},
    "again": {"en": "{who} moves again.", "ru": "{who} {who:ходит|ходят} ещё раз."},
    "may-lift": {"en": "Playable: {cells}.", "ru": "Можно ходить из {cells}."},
    "may-place": {
        "en": "Put one of your pieces on {cells}.",
        "ru": "Поставьте свою фишку на {cells}.",
    },
    "may-move": {"en": "A piece may move from {cells}.", "ru": "Можно ходить фишкой с {cells}."},
    "piece-in-hand": {
        "en": "A piece is in hand; it may go to {cells}.",
        "ru": "Фишка в руке; её можно поставить на {cells}.",
    },
    "may-swap": {
        "en": "The second player may take the first move over.",
        "ru": "Второй игрок может забрать первый ход себе.",
    },
    "in-hand": {"en": "Turn {turn}: {steps}.", "ru": "Ход {turn}: {steps}."},
    "in-hand-there": {
        "en": "A turn is being made; stones may go into {cells}.",
        "ru": "Ход делается; можно класть в {cells}.",
    },
    "in-hand-there-checkers": {
        "en": "A checker in hand may go to {cells}.",
        "ru": "Шашку в руке можно поставить на {cells}.",
    },
    "in-hand-turn": {"en": "Turn {turn}.", "ru": "Ход {turn}."},
    "goes-on": {
        "en": "The turn goes on: playable are {cells}.",
        "ru": "Ход не окончен: можно ходить из {cells}.",
    },
    "goes-on-checkers": {
        "en": "The turn goes on: take a checker from {cells}.",
        "ru": "Ход не окончен: возьмите шашку с {cells}.",
    },
    "numbers-left": {"en": "Still to play: {numbers}.", "ru": "Осталось сыграть: {numbers}."},
    "hit-to-bar": {
        "en": "A hit checker goes to the bar.",
        "ru": "Сбитую шашку поставьте на бар.",
    },
    "hit-lies": {
        "en": "Take the hit checker off {cells}.",
        "ru": "Снимите сбитую шашку с {cells}.",
    },
    "in-hand-open": {
        "en": "A turn is being made.",
        "ru": "Ход делается.",
    },
    "settling": {"en": "Turn {turn}: finishing.", "ru": "Ход {turn}: завершается."},
    "confirm": {
        "en": "Turn {turn} is complete: press the button.",
        "ru": "Ход {turn} сделан: нажмите кнопку.",
    },
    "wrong": {"en": "That is not a legal turn: {repairs}.", "ru": "Так ходить нельзя: {repairs}."},
    "maybe-sensor": {
        "en": "If it does lie so, a sensor is wrong: vouch for {cells}.",
        "ru": "Если всё уже лежит так, ошибается датчик: поручитесь за {cells}.",
    },
    "returning": {
        "en": "The game was taken back; bring the stones back: {repairs}.",
        "ru": "Ход взят назад; верните камни: {repairs}.",
    },
    "returning-checkers": {
        "en": "The game was taken back; bring the checkers back: {repairs}.",
        "ru": "Ход взят назад; верните шашки: {repairs}.",
    },
    "directed": {
        "en": "The director set the position: {repairs}.",
        "ru": "Судья установил позицию: {repairs}.",
    },
    "wrong-in-turn": {
        "en": "Turn {turn} went wrong: {repairs}.",
        "ru": "В ходе {turn} ошибка: {repairs}.",
    },
    "condonable": {
        "en": "Or it is let stand, if {who} agrees.",
        "ru": "Или оставить так, если согласен соперник: {who}.",
    },
    "unfinished": {
        "en": "That is not yet a legal turn: finish it.",
        "ru": "Это ещё не ход по правилам: закончите его.",
    },
    "then": {"en": "Then {steps}.", "ru": "Затем {steps}."},
    "ask-turn": {
        "en": "I could not see it: what was played? {options}",
        "ru": "Мне не видно: что сыграно? {options}",
    },
    "ask-takeback": {
        "en": "Was the game taken back? {options}",
        "ru": "Партию вернули назад? {options}",
    },
    "ask-resignation": {
        "en": "Somebody resigns: does the other side agree? {options}",
        "ru": "Предложена сдача: согласна ли другая сторона? {options}",
    },
    "agree": {
        "en": "yes: {side} resigned",
        "ru": "да: {side}, сдача",
    },
    "resting": {
        "en": "Something rests on {cells} that is no piece, a hand or a sleeve perhaps: take it"
        " away.",
        "ru": "На {cells} лежит что-то лишнее, может быть, рука или рукав: уберите.",
    },
    "missing-pieces": {
        "en": "{found} of {total} pieces are on the board.",
        "ru": "На доске {found} из {total} фишек.",
    },
    "missing": {
        "en": "{found} of {total} stones are on the board.",
        "ru": "На доске {found} из {total} камней.",
    },
    "missing-checkers": {
        "en": "{found} of {total} checkers are on the board.",
        "ru": "На доске {found} из {total} шашек.",
    },
    "paused": {"en": "The game is paused.", "ru": "Партия приостановлена."},
    "won": {
        "en": "{who} wins {scores}.",
        "ru": "{who} {who:выигрывает|выигрывают} {scores}.",
    },
    "drawn": {"en": "A draw: {scores}.", "ru": "Ничья: {scores}."},
    "shared": {
        "en": "{who} share the win {scores}.",
        "ru": "Победу делят {who}: {scores}.",
    },
    "token": {"en": "Find a {token}.", "ru": "Найдите {token}."},
    "hurry": {"en": "The time runs short!", "ru": "Время кончается!"},
    "abandoned": {"en": "The game was abandoned.", "ru": "Партия прервана."},
    "annulled": {
        "en": "The director annulled the game.",
        "ru": "Судья аннулировал партию.",
    },
    "by-played": {"en": "", "ru": ""},
    "in-goal": {"en": "A piece is in {cells}.", "ru": "Фишка вошла в {cells}."},
    "by-resigned": {"en": "The other side resigned.", "ru": "Соперник сдался."},
    "by-resigned-one": {"en": "Another player resigned.", "ru": "Один из соперников сдался."},
    "by-time-of": {"en": "The time of {who} is up.", "ru": "Время вышло: {who}."},
    "by-time-match": {
        "en": "The other side's time is up: the match is lost.",
        "ru": "У соперника вышло время: матч проигран.",
    },
    "by-time": {"en": "The other side's time is up.", "ru": "У соперника вышло время."},
    "who": {"en": "{player} ({side})", "ru": "{player} ({side})"},
    # -- dice and what is said over them ----------------------------------------------------------
    "to-roll": {"en": "{who} to roll.", "ru": "{who:Бросает|Бросают} {who}."},
    "to-roll-both": {
        "en": "Each side rolls one die: the higher begins.",
        "ru": "Каждый бросает по кости: у кого больше, тот начинает.",
    },
    "to-play": {
        "en": "{who} to roll and play; the play will tell the dice.",
        "ru": "{who:Бросает и ходит|Бросают и ходят} {who}; бросок будет виден по ходу.",
    },
    "to-play-both": {
        "en": "Each side rolls one die; the higher begins, and the play will tell the dice.",
        "ru": "Каждый бросает по кости, у кого больше, тот ходит; бросок будет виден по ходу.",
    },
    "rolls-one": {
        "en": "The last play tells {rolls}.",
        "ru": "По ходу видно: {rolls}.",
    },
    "rolls-many": {
        "en": "The last play was one of {rolls}.",
        "ru": "Последний бросок был один из: {rolls}.",
    },
    "turn.inferred": {
        "en": "{side} played {turn}: {rolls}.",
        "ru": "{side}: ход {turn}, бросок {rolls}.",
    },
    "dial": {
        "en": "{what}: {number}. Press roll for the next number, confirm to take this one.",
        "ru": "{what}: {number}. Кнопка броска — следующее число, подтверждение — взять это.",
    },
    "dial-die": {"en": "Die {at} of {count}", "ru": "Кость {at} из {count}"},
    "dial-own": {"en": "The die of {who}", "ru": "Кость: {who}"},
    "dial-token": {"en": "The token", "ru": "Жетон"},
    "dice.named": {
        "en": "Turn {ply} was played with {dice}.",
        "ru": "Ход {ply} сделан броском {dice}.",
    },
    "may-double": {
        "en": "The stake may be raised first.",
        "ru": "До броска можно поднять ставку.",
    },
    "rolled": {"en": "{dice}: {call}.", "ru": "{dice}: {call}."},
    "called": {"en": "{dice} ({call})", "ru": "{dice} ({call})"},
    "opening-won": {"en": "The opening roll was {dice}.", "ru": "Первый бросок: {dice}."},
    "opening-equal": {
        "en": "{dice}: equal dice are rolled again.",
        "ru": "{dice}: поровну, бросайте снова.",
    },
    "could-not-move": {
        "en": "{who} could not move with {dice}.",
        "ru": "{who}: с броском {dice} хода нет.",
    },
    "passed-over": {
        "en": "The numbers {dice} have passed over and are played first.",
        "ru": "Перешли числа {dice}: сначала играются они.",
    },
    "offered": {
        "en": "The stake is raised to {cube}: {who} takes or drops.",
        "ru": "Ставка поднята до {cube}: {who} {who:принимает или сдаёт|принимают или сдают}.",
    },
    "resigning": {
        "en": "The other side resigns {what}: {who} accepts or refuses.",
        "ru": "Соперник сдаёт {what}: {who} {who:соглашается|соглашаются} или нет.",
    },
    "lose 1": {"en": "a plain game", "ru": "партию без марса"},
    "lose 2": {"en": "mars", "ru": "марс"},
    "lose 3": {"en": "koks", "ru": "кокс"},
    "by-dropped": {"en": "The raise was dropped.", "ru": "Ставка не принята."},
    "dice.rolled": {"en": "{side} rolled {dice}.", "ru": "{side}: бросок {dice}."},
    "dice.rolled-both": {"en": "The opening roll: {dice}.", "ru": "Первый бросок: {dice}."},
    "dice.void": {
        "en": "The roll {dice} is void: roll again.",
        "ru": "Бросок {dice} не считается: бросьте снова.",
    },
    "dice.void-unsaid": {
        "en": "The roll is void: roll again.",
        "ru": "Бросок не считается: бросьте снова.",
    },
    "decision.made": {"en": "{side}: {decision}.", "ru": "{side}: {decision}."},
    "turn.passed": {
        "en": "{side} cannot move and passes.",
        "ru": "{side}: хода нет, пас.",
    },
    "turn.passed-roll": {
        "en": "{side} cannot move with {dice} and passes.",
        "ru": "{side}: с броском {dice} хода нет, пас.",
    },
    "double": {"en": "double", "ru": "удваиваю"},
    "take": {"en": "take", "ru": "принимаю"},
    "drop": {"en": "drop", "ru": "сдаю партию"},
    "beaver": {"en": "beaver", "ru": "бобёр"},
    "accept": {"en": "accept", "ru": "согласен"},
    "refuse": {"en": "refuse", "ru": "не согласен"},
    "resign 1": {"en": "resign", "ru": "сдаюсь"},
    "resign 2": {"en": "resign mars", "ru": "сдаю марс"},
    "resign 3": {"en": "resign koks", "ru": "сдаю кокс"},
    **{  # L9: a home mars, and no koks
        f"{game}: {word} 3": said
        for game in ("long", "gulbar", "mad-gulbar")
        for word, said in (
            ("resign", {"en": "resign home mars", "ru": "сдаю домашний марс"}),
            ("lose", {"en": "home mars", "ru": "домашний марс"}),
        )
    },
    "White": {"en": "White", "ru": "Белые"},
    "Black": {"en": "Black", "ru": "Чёрные"},
    # -- parts of sentences -----------------------------------------------------------------------
    "step-lift": {"en": "take the stones from {cells}", "ru": "возьмите камни из {cells}"},
    "step-lift-checkers": {"en": "take from {cells}", "ru": "возьмите с {cells}"},
    "step-take": {"en": "take the piece from {cells}", "ru": "возьмите фишку с {cells}"},
    "step-put-there": {"en": "put it on {cells}", "ru": "ставьте на {cells}"},
    "step-put": {"en": "put the piece on {cells}", "ru": "поставьте фишку на {cells}"},
    "step-replace": {
        "en": "take the place of the piece on {cells}",
        "ru": "займите место фишки на {cells}",
    },
    "step-sow": {"en": "sow into {cells}", "ru": "кладите в {cells}"},
    "step-capture": {
        "en": "capture: carry the stones of {cells} to {home}",
        "ru": "захват: перенесите камни из {cells} в {home}",
    },
    "step-capture-more": {
        "en": "capture: carry the stones of {cells} and those in hand to {home}",
        "ru": "захват: перенесите камни из {cells} и те, что в руке, в {home}",
    },
    "step-capture-hand": {
        "en": "capture: put the stones in hand into {home}",
        "ru": "захват: положите камни из руки в {home}",
    },
    "step-sweep": {
        "en": "the game ends: carry what is left in {cells} to {home}",
        "ru": "партия кончается: перенесите остаток из {cells} в {home}",
    },
    "step-sweep-more": {
        "en": "the game ends: carry what is left in {cells} and what is in hand to {home}",
        "ru": "партия кончается: перенесите остаток из {cells} и то, что в руке, в {home}",
    },
    "step-sweep-hand": {
        "en": "the game ends: put what is in hand into {home}",
        "ru": "партия кончается: положите то, что в руке, в {home}",
    },
    "too-many": {"en": "{cell} has {n} too many", "ru": "в {cell} {n} лишних"},
    "too-few": {"en": "{cell} needs {n} more", "ru": "в {cell} не хватает {n}"},
    "too-few-of": {
        "en": "{cell} needs {n} more of {side}",
        "ru": "в {cell} не хватает {n} ({side})",
    },
    "piece-missing": {
        "en": "{cell} needs the piece of size {n}",
        "ru": "на {cell} нужна фишка размера {n}",
    },
    "piece-astray": {
        "en": "take the piece away from {cell}",
        "ru": "уберите фишку с {cell}",
    },
    "empty-it": {"en": "empty {cell}", "ru": "освободите {cell}"},
    "was-hit": {"en": "{cell}: a hit", "ru": "{cell}: нашли"},
    "was-miss": {"en": "{cell}: a miss", "ru": "{cell}: мимо"},
    "nothing": {"en": "nothing", "ru": "ничего"},
    "ply": {"en": "back to move {n}", "ru": "назад к ходу {n}"},
    "ply-0": {"en": "back to the start", "ru": "назад к началу"},
    # -- what just happened ------------------------------------------------------------------------
    "turn.made": {"en": "{side} played {turn}.", "ru": "{side}: ход {turn}."},
    "turn.condoned": {
        "en": "{side} played against the rules; {accepted} let it stand.",
        "ru": "{side}: ход не по правилам, принят ({accepted}).",
    },
    "turn.hurry": {
        "en": "{side}: {left:.0f} seconds left.",
        "ru": "{side}: осталось секунд: {left:.0f}.",
    },
    "turn.revised": {
        "en": "{side} changed {old} to {turn}.",
        "ru": "{side}: ход {old} заменён на {turn}.",
    },
    "turn.withdrawn": {"en": "{turn} was taken back.", "ru": "Ход {turn} взят назад."},
    "turn.takeback": {
        "en": "The game was taken back to move {to}.",
        "ru": "Партия возвращена к ходу {to}.",
    },
    "turn.takeback-0": {
        "en": "The game was taken back to the start.",
        "ru": "Партия возвращена к началу.",
    },
    "turn.swapped": {
        "en": "{side} took the first move over: the seats are exchanged.",
        "ru": "{side} {side:забирает|забирают} первый ход: игроки меняются местами.",
    },
    "board.ready": {"en": "The board is ready.", "ru": "Доска готова."},
    "attempt.righted": {"en": "All is right again.", "ru": "Теперь всё верно."},
    "piece.found": {
        "en": "All {total} stones are on the board.",
        "ru": "Все камни на доске: {total}.",
    },
    "piece.found-checkers": {
        "en": "All {total} checkers are on the board.",
        "ru": "Все шашки на доске: {total}.",
    },
    "hints.set": {"en": "Hints: {level}.", "ru": "Подсказки: {level}."},
    "hints.unlocked": {
        "en": "The hints were unlocked by {by}.",
        "ru": "Подсказки разрешены: {by}.",
    },
    "game.paused": {"en": "The game is paused by {by}.", "ru": "Пауза: {by}."},
    "game.resumed": {"en": "The game goes on.", "ru": "Партия продолжается."},
    "game.annulled": {
        "en": "{by} annulled the game: {why}.",
        "ru": "Партия аннулирована ({by}): {why}.",
    },
    "director.position": {
        "en": "{by} set the position: {why}.",
        "ru": "Позиция установлена ({by}): {why}.",
    },
    "director.dice": {
        "en": "{by} set the dice, {value}: {why}.",
        "ru": "Бросок установлен ({by}), {value}: {why}.",
    },
    "director.score": {
        "en": "{by} set the score to {value}: {why}.",
        "ru": "Счёт установлен ({by}), {value}: {why}.",
    },
    "director.cube": {
        "en": "{by} set the stake, {value}: {why}.",
        "ru": "Ставка установлена ({by}), {value}: {why}.",
    },
    "director.clock": {
        "en": "{by} set the clocks: {why}.",
        "ru": "Часы установлены ({by}): {why}.",
    },
    "director.undo": {
        "en": "{who} took the game back to move {to}: {why}.",
        "ru": "Партия возвращена к ходу {to} ({who}): {why}.",
    },
    "void": {"en": "void", "ru": "не считается"},
    "cube-of": {"en": "{n} ({who})", "ru": "{n} ({who})"},
    "both": {"en": "both", "ru": "общая"},
    "clock.flag": {"en": "{side}: the time is up.", "ru": "{side}: время вышло."},
    "sensor.left_out": {
        "en": "The sensor of {cell} is left out.",
        "ru": "Датчик {cell} отключён.",
    },
    "sensor.restored": {
        "en": "The sensor of {cell} is trusted again.",
        "ru": "Датчик {cell} снова в работе.",
    },
    # -- alerts for the operator -------------------------------------------------------------------
    "alert-sensor": {
        "en": "Sensor {cell}: {fault}.",
        "ru": "Датчик {cell}: {fault}.",
    },
    "alert-left-out": {
        "en": "Sensor {cell} is left out; the board goes on without it.",
        "ru": "Датчик {cell} отключён; доска обходится без него.",
    },
    "alert-record": {
        "en": "The record cannot be written: {fault}. Play waits.",
        "ru": "Запись невозможна: {fault}. Игра ждёт.",
    },
    "alert-board": {
        "en": "The board does not answer: {fault}.",
        "ru": "Доска не отвечает: {fault}.",
    },
    "alert-lights": {
        "en": "The lights do not work: {fault}. Play goes on.",
        "ru": "Лампы не работают: {fault}. Игра продолжается.",
    },
    "alert-stranger": {
        "en": "Game {number} is under way, but {game} is not installed here. Install it and start"
        " Lunka again to go on, or begin another game.",
        "ru": "Партия {number} не окончена, но игра {game} здесь не установлена. Установите её и"
        " запустите Lunka снова, чтобы продолжить, или начните другую игру.",
    },
    "alert-lost": {
        "en": "{file} is missing, damaged or of another game: the board no longer knows what it"
        " promised in this one. It asks instead, and the proof at the end will be missing.",
        "ru": "{file} пропал, повреждён или от другой партии: доска больше не знает, что обещала"
        " в этой. Теперь она спрашивает, и доказательства в конце не будет.",
    },
    "alert-hall-lost": {
        "en": "Hall: {broker} not reached since {since} ({fault}); {waiting} events wait. "
        "Play goes on.",
        "ru": "Зал: нет связи с {broker} с {since} ({fault}); ждут отправки событий: {waiting}. "
        "Игра продолжается.",
    },
    "alert-hall-silent": {
        "en": "Hall: the hub confirms nothing since {since}; {waiting} events wait. Play goes on.",
        "ru": "Зал: центр молчит с {since}; ждут подтверждения событий: {waiting}. "
        "Игра продолжается.",
    },
    "alert-hall-refused": {
        "en": "Hall: the hub refuses this table's events: {fault}; {waiting} wait.",
        "ru": "Зал: центр не принимает события этого стола: {fault}; ждут: {waiting}.",
    },
    "alert-hall-ahead": {
        "en": "Hall: the hub has {hub} events of this record, this table only {here}: an older "
        "copy was put in its place. Begin a new record.",
        "ru": "Зал: в центре {hub} событий этой записи, а на столе только {here}: вместо неё лежит "
        "старая копия. Начните новую запись.",
    },
    # -- names --
    "off": {"en": "off", "ru": "нет"},
    "legal": {"en": "what may be lifted", "ru": "откуда можно ходить"},
    "full": {"en": "full", "ru": "все"},
    "South": {"en": "South", "ru": "Юг"},
    "Player 1": {"en": "Player 1", "ru": "Игрок 1"},
    "Player 2": {"en": "Player 2", "ru": "Игрок 2"},
    "North": {"en": "North", "ru": "Север"},
    "West": {"en": "West", "ru": "Запад"},
    "East": {"en": "East", "ru": "Восток"},
}
