"""Who plays: each kind of people with the pace of their hands and the rate of each habit.

A rate is the chance that a habit shows in one turn. What each habit is stands in `habits.py`; in a
game where it means nothing it does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from controller.simulation.habits import HABITS
from hardware.simulated.hands import Habits as Pace


@dataclass(frozen=True, slots=True)
class People:
    """One kind of people."""

    pace: Pace
    #: From the opponent's last stone to the first act, in seconds.
    begin_s: tuple[float, float]
    rates: Mapping[str, float] = field(default_factory=dict)
    #: Whether they look up after every turn until the board has understood it.
    waits: bool = False
    #: How much their stones differ in weight (1.0 = 100 %); None: as the board's profile says.
    stones: float | None = None


_KINDS = ("club", "blitz", "clumsy", "child")
_RATES = {
    # how a turn is carried out
    "slide": (0.05, 0.10, 0.05, 0.20),  # over every point on the way (nardy)
    "walk": (0.10, 0.02, 0.10, 0.50),  # field by field (Gyges)
    "two_hands": (0.10, 0.30, 0.10, 0.05),
    "bar_late": (0.10, 0.20, 0.10, 0.05),  # the hit checker comes to the bar last
    "touch": (0.03, 0.05, 0.10, 0.10),  # a field for 60 to 130 ms
    "two_lifts": (0.01, 0.01, 0.03, 0.03),  # two stones of Kakuzu come up at once
    # slips, put right at once, but for one
    "late_slip": (0.005, 0.01, 0.03, 0.02),  # seen only in the opponent's turn
    "parts": (0.10, 0.05, 0.30, 0.40),  # stones taken out in handfuls
    "double": (0.03, 0.03, 0.15, 0.10),  # two or three fall where one should
    "stray": (0.02, 0.02, 0.10, 0.10),  # into the cell beside
    "look": (0.03, 0.01, 0.05, 0.10),  # lifted, put back, lifted
    # beside the game
    "straighten": (0.03, 0.02, 0.10, 0.05),
    "magnet": (0.05, 0.10, 0.10, 0.05),  # passes a neighbour for up to 200 ms
    "jolt": (0.01, 0.03, 0.05, 0.03),
    "lean": (0.02, 0.01, 0.08, 0.05),
    "spill": (0.003, 0.005, 0.02, 0.02),  # to the floor, and brought later
    "shift": (0.02, 0.03, 0.08, 0.05),  # the last piece, after the turn
    # turns that do not count
    "change_mind": (0.01, 0.01, 0.03, 0.08),  # a whole turn, put back
    "illegal": (0.01, 0.005, 0.03, 0.05),  # insisted on, then put back in any order
    # between turns
    "impatient": (0.05, 0.50, 0.05, 0.02),  # begins 0 to 150 ms after the last stone
    "take_back": (0.01, 0.003, 0.02, 0.05),  # one to three turns
}


def _kind(
    name: str,
    begin_s: tuple[float, float],
    act_s: tuple[float, float],
    hesitate: float,
    stones: float,
) -> People:
    """People of this pace; what they do beside their plan is all in the table of rates."""
    pace = Pace(hesitate, look=0.0, double=0.0, stray=0.0, one_by_one=0.0, act_s=act_s)
    rates = {habit: row[_KINDS.index(name)] for habit, row in _RATES.items()}
    return People(pace, begin_s, rates, stones=stones)


CALM = People(Pace(), begin_s=(0.3, 2.0), waits=True, rates={"carry": 1.0})

PEOPLE = {
    # They wait for the board after every turn, and put every slip right at once.
    "calm": CALM,
    # An evening among people who know the game: brisk, mostly careful.
    "club": _kind("club", begin_s=(0.8, 2.5), act_s=(0.2, 0.55), hesitate=0.03, stones=0.05),
    # Little time on the clock: nobody waits for anybody.
    "blitz": _kind("blitz", begin_s=(0.15, 0.8), act_s=(0.1, 0.25), hesitate=0.0, stones=0.05),
    # Everything happens to them, and they put it right some time.
    "clumsy": _kind("clumsy", begin_s=(0.8, 3.0), act_s=(0.25, 0.8), hesitate=0.08, stones=0.08),
    # It walks its pieces, tries what is not allowed, and wants its turns back.
    "child": _kind("child", begin_s=(1.0, 5.0), act_s=(0.4, 1.3), hesitate=0.15, stones=0.12),
}
"""All kinds, by name."""


def alone(people: People, wanted: Mapping[str, float]) -> People:
    """The same pace with these habits and no other, so that one of them can be looked into;
    `ValueError` names one that is not known."""
    for name, rate in wanted.items():
        if name not in HABITS:
            raise ValueError(f"nobody has the habit {name!r}; there are: {', '.join(HABITS)}")
        if not 0 <= rate <= 1:
            raise ValueError(f"the habit {name!r} has the rate {rate:g}; allowed is 0 to 1 a turn")
    return replace(people, rates=dict(wanted))
