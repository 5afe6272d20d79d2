"""The words of a report, in every language. In braces stand the facts."""

from __future__ import annotations

TEXTS: dict[str, dict[str, str]] = {
    "title": {"en": "{white} – {black}", "ru": "{white} – {black}"},
    "match-to": {"en": "match to {length}", "ru": "матч до {length}"},
    "single-games": {"en": "single games", "ru": "отдельные партии"},
    "single-game": {"en": "one game", "ru": "одна партия"},
    "games": {"en": "Games", "ru": "Партии"},
    "game": {"en": "Game {number}", "ru": "Партия {number}"},
    "crawford": {"en": "Crawford game", "ru": "партия Кроуфорда"},
    "winner": {"en": "Winner", "ru": "Победитель"},
    "points": {"en": "Points", "ru": "Очки"},
    "how": {"en": "How", "ru": "Как"},
    "turns": {"en": "Turns", "ru": "Ходов"},
    "time": {"en": "Time", "ru": "Время"},
    "score": {"en": "Score", "ru": "Счёт"},
    "score-graph": {"en": "The score, game by game", "ru": "Счёт партия за партией"},
    "pips": {"en": "Pips to go", "ru": "Осталось очков (пипсов)"},
    "lead": {"en": "The scores, turn by turn", "ru": "Очки ход за ходом"},
    "times": {"en": "Seconds a turn took", "ru": "Сколько секунд длился ход"},
    "moments": {"en": "Moments", "ru": "Важные моменты"},
    "moves": {"en": "The moves", "ru": "Ходы"},
    "positions": {"en": "All positions ({count})", "ru": "Все позиции ({count})"},
    "facts": {"en": "Facts of the record", "ru": "Данные записи"},
    "played": {"en": "played out", "ru": "доиграна"},
    "dropped": {"en": "double declined", "ru": "удвоение не принято"},
    "resigned": {"en": "resigned", "ru": "сдача"},
    "by-time": {"en": "on time", "ru": "по времени"},
    "by-time-match": {"en": "the match on time", "ru": "матч по времени"},
    "abandoned": {"en": "abandoned", "ru": "прервана"},
    "annulled": {"en": "annulled", "ru": "аннулирована"},
    "going-on": {"en": "still going on", "ru": "ещё идёт"},
    "draw": {"en": "draw", "ru": "ничья"},
    "level-2": {"en": "mars", "ru": "марс"},
    "level-3": {"en": "koks", "ru": "кокс"},
    "level-3-long": {"en": "home mars", "ru": "домашний марс"},
    "cube": {"en": "cube {cube}", "ru": "куб {cube}"},
    "moment-double": {
        "en": "{who} doubles to {cube}, before turn {turn}",
        "ru": "{who} удваивает до {cube}, перед ходом {turn}",
    },
    "moment-swing": {
        "en": "Turn {turn}, the greatest swing: {who} plays {play}",
        "ru": "Ход {turn}, самый большой перелом: {who} играет {play}",
    },
    "moment-thought": {
        "en": "Turn {turn}, the longest thought ({seconds}): {who} plays {play}",
        "ru": "Ход {turn}, самое долгое раздумье ({seconds}): {who} играет {play}",
    },
    "moment-condoned": {
        "en": "Turn {turn}: an illegal play by {who}, let stand",
        "ru": "Ход {turn}: неправильный ход, {who}, принят соперником",
    },
    "moment-end": {"en": "The end, after turn {turn}", "ru": "Конец, после хода {turn}"},
    "moment-now": {
        "en": "Where it stands, after turn {turn}",
        "ru": "Как стоит, после хода {turn}",
    },
    "start": {"en": "Start", "ru": "Начало"},
    "inferred": {"en": "inferred roll", "ru": "бросок выведен по ходу"},
    "condoned": {"en": "illegal, let stand", "ru": "неправильный, принят"},
    "double": {"en": "doubles", "ru": "удваивает"},
    "take": {"en": "takes", "ru": "принимает"},
    "drop": {"en": "drops", "ru": "пасует"},
    "beaver": {"en": "beavers", "ru": "бивер"},
    "accept": {"en": "accepts", "ru": "соглашается"},
    "refuse": {"en": "refuses", "ru": "отказывается"},
    "resign 1": {"en": "resigns", "ru": "сдаётся"},
    "resign 2": {"en": "resigns a mars", "ru": "сдаёт марс"},
    "resign 3": {"en": "resigns the highest", "ru": "сдаёт самое дорогое"},
    "drew-0": {"en": "drew a 0", "ru": "вытянут 0"},
    "time-up": {"en": "the time ran out", "ru": "время вышло"},
    "shared": {"en": "{who} share the win", "ru": "{who} делят победу"},
    "sealed": {
        "en": "The sheet {sheet} {code} lay beneath. With the salt {salt} it was sealed as {seal}"
        " before the game.",
        "ru": "Под доской лежал лист {sheet} {code}. С солью {salt} он был запечатан до партии"
        " как {seal}.",
    },
    "pass": {"en": "cannot move", "ru": "хода нет"},
    "seconds": {"en": "{value} s", "ru": "{value} с"},
    "minutes": {"en": "{value} min", "ru": "{value} мин"},
    "made-by": {
        "en": "From the record of the board; the seal of game {number} is {seal}",
        "ru": "По записи доски; печать партии {number}: {seal}",
    },
    "fair": {
        "en": "The board rolled. Its seed {seed} was promised as {commitment} before the game.",
        "ru": "Кости бросала доска. Её число {seed} было обещано до партии как {commitment}.",
    },
}


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, **facts: object) -> str:
        """The words for a key, with these facts in them; an unknown key is told as it is."""
        known = TEXTS.get(key)
        return known[self.language].format(**facts) if known else key

    def span(self, seconds: float) -> str:
        """A time span: seconds, or minutes where there are many."""
        if seconds < 100:
            return self("seconds", value=f"{seconds:.1f}".removesuffix(".0"))
        return self("minutes", value=f"{seconds / 60:.0f}")
