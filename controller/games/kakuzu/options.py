"""The options of Kakuzu, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option


@dataclass(frozen=True, slots=True)
class KakuzuOptions:
    """How Kakuzu is played at this table."""

    players: int = option(
        2, range(2, 5), title={"en": "Players", "ru": "Игроки"}, offered=(2, 3, 4)
    )
    variant: str = option(  # Z4, Z9, Z10
        "tokens",
        ("tokens", "same", "named"),
        title={"en": "Variant", "ru": "Вариант"},
        words={
            "tokens": {"en": "Tokens", "ru": "Жетоны"},
            "same": {"en": "the same number again", "ru": "то же число снова"},
            "named": {"en": "named, without tokens", "ru": "число называют, без жетонов"},
        },
    )
    #: known: every lift says which number it uncovers; unknown: only whether it was a hit.
    sheet: str = option(  # Z1
        "known",
        ("known", "unknown"),
        title={"en": "Sheet", "ru": "Лист"},
        words={
            "known": {"en": "known to the board", "ru": "известен доске"},
            "unknown": {"en": "unknown", "ru": "неизвестно"},
        },
    )
    #: Who draws: the board, or a player's hand in the bag, and the token is entered.
    tokens: str = option(  # Z3
        "board",
        ("board", "hand"),
        title={"en": "Tokens", "ru": "Жетоны"},
        words={
            "board": {"en": "Board", "ru": "Доска"},
            "hand": {"en": "drawn by hand", "ru": "тянут рукой"},
        },
    )
    #: Whether a stone that left its hole may be put back unseen.
    peek: bool = option(
        False,
        title={"en": "A lifted stone may be put back", "ru": "Взятый камень можно вернуть"},
    )
    turn_seconds: int = option(  # Z11; 0: no limit
        0,
        range(3601),
        title={"en": "Seconds for a turn", "ru": "Секунд на ход"},
        offered=(0, 30, 60),
    )
