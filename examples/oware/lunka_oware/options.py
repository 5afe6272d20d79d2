"""What can be chosen in Oware, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option


@dataclass(frozen=True, slots=True)
class OwareOptions:
    """How Oware is played at this table."""

    seeds: int = option(  # W1
        4,
        range(1, 11),
        title={"en": "Seeds in a house", "ru": "Зёрен в доме"},
        offered=(3, 4, 5),
    )
    grand_slam: str = option(  # W5
        "nothing",
        ("nothing", "everything", "forbidden"),
        title={"en": "A move that would take all", "ru": "Ход, который забрал бы всё"},
        words={
            "nothing": {"en": "takes nothing", "ru": "не забирает ничего"},
            "everything": {"en": "takes all", "ru": "забирает всё"},
            "forbidden": {"en": "is not allowed", "ru": "запрещён"},
        },
    )
    houses: int = option(  # W1
        6,
        range(2, 10),
        title={"en": "Houses on each side", "ru": "Домов у каждой стороны"},
        offered=(6,),
        rare=True,
    )
