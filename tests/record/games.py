"""Games for the record's tests, as a table would announce them: played by the rules, with mishaps.

A game is driven by a list of numbers, so that hypothesis can shrink it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from controller.games.catalogue import AnyGame, make_game
from controller.play.event import Event

#: Whole games are large examples, and many are thrown away: no health check judges that.
CALM = settings(suppress_health_check=list(HealthCheck))
OPENED_AT = 1_700_000_000.0
SMALL = {"pits": 2, "stones": 2}


class Scribe:
    """Writes down a game turn by turn; every method adds the event that a table would."""

    def __init__(
        self,
        options: dict[str, Any] | None = None,
        players: Sequence[str] = ("Anna", "Boris"),
        side: int = 0,
        house: dict[str, Any] | None = None,
    ) -> None:
        self.rules: AnyGame = make_game("kalah", options or {})
        start = self.rules.start()._replace(mover=side)
        self.events: list[Event] = []
        self.past = [start]
        self.turns: list[str] = []
        self.at = OPENED_AT
        self.add(
            "game.opened",
            game="kalah",
            options=options or {},
            players=list(players),
            seats=[0, 1],
            position=self.rules.write_position(start),
            house=house or {},
        )
        self.add("board.ready", left_out=[])

    def add(self, kind: str, **data: Any) -> None:
        """One event, a little later than the one before."""
        self.events.append(Event(kind, self.at, data))
        self.at = round(self.at + 1.375, 3)

    @property
    def legal(self) -> list[str]:
        here = self.past[-1]
        return [self.rules.write_turn(here, turn) for turn in self.rules.turns(here)]

    @property
    def over(self) -> bool:
        return bool(self.rules.outcome(self.past[-1]).over)

    def made(self, turn: str, by: str = "hands") -> None:
        self._go(turn)
        self.add("turn.made", ply=len(self.turns), by=by, seconds=2.5, **self._facts())

    def revised(self, turn: str) -> None:
        old = self._back()
        self._go(turn)
        self.add("turn.revised", ply=len(self.turns), old=old, **self._facts())

    def withdrawn(self) -> None:
        self.add("turn.withdrawn", ply=len(self.turns), turn=self._back())

    def sealed(self, by: str = "touch") -> None:
        self.add("turn.sealed", ply=len(self.turns), by=by)

    def taken_back(self, keep: int) -> None:
        turns = self.turns[keep:]
        for _ in turns:
            self._back()
        self.add("turn.takeback", to=keep, turns=turns, by="hands")

    def ended(self, reason: str = "played", winner: int | None = None) -> None:
        outcome = self.rules.outcome(self.past[-1])
        who = outcome.winner if reason == "played" else winner
        self.add("game.over", winner=who, scores=list(outcome.scores), reason=reason)

    def _go(self, turn: str) -> None:
        here = self.past[-1]
        self.past.append(self.rules.play(here, self.rules.read_turn(here, turn)))
        self.turns.append(turn)

    def _back(self) -> str:
        self.past.pop()
        return self.turns.pop()

    def _facts(self) -> dict[str, Any]:
        return {
            "side": self.rules.mover(self.past[-2]),
            "turn": self.turns[-1],
            "position": self.rules.write_position(self.past[-1]),
        }


def played(choices: Iterable[int], scribe: Scribe | None = None) -> Scribe:
    """A game in which each number chooses what happens next; it may end before they do."""
    scribe = scribe or Scribe(SMALL)
    for choice in choices:
        if scribe.over:
            break
        _step(scribe, choice)
    if scribe.over:
        scribe.sealed("end")
        scribe.ended()
    return scribe


def _step(scribe: Scribe, choice: int) -> None:
    what, which = choice % 8, choice // 8
    if what == 0:
        cells = {"a1": {"seen": [3, 4], "wanted": 2}, "b1": {"seen": [1, None], "wanted": 0}}
        scribe.add("attempt.wrong", cells=cells)
        scribe.add("attempt.righted")
    elif what == 1 and scribe.turns:
        scribe.taken_back(which % len(scribe.turns))
    elif what == 2:
        scribe.add("question.asked", question=which, about="turn", options=scribe.legal)
        scribe.made(scribe.legal[which % len(scribe.legal)], by="answer")
        _seal(scribe)
    else:
        _turn(scribe, what, which)


def _turn(scribe: Scribe, what: int, which: int) -> None:
    legal = scribe.legal
    scribe.made(legal[which % len(legal)], by="declared" if what == 3 else "hands")
    if what == 4:
        scribe.revised(legal[(which + 1) % len(legal)])
    if what == 5:
        scribe.withdrawn()
    else:
        _seal(scribe)


def _seal(scribe: Scribe) -> None:
    if not scribe.over:
        scribe.sealed()


def choices(longest: int = 60) -> st.SearchStrategy[list[int]]:
    """What happens in a game, as numbers."""
    return st.lists(st.integers(0, 400), max_size=longest)


def options() -> st.SearchStrategy[dict[str, Any]]:
    """The options of a Kalah game, most of them small so that games end."""
    return st.fixed_dictionaries(
        {"pits": st.integers(1, 4), "stones": st.integers(1, 4)},
        optional={
            "capture": st.sampled_from(["opposite", "always", "none"]),
            "pie": st.booleans(),
            "pie_after": st.sampled_from(["move", "turn"]),
        },
    )


def names() -> st.SearchStrategy[str]:
    """Names as people, careless programs and vandals write them."""
    odd = ['"', "\\", "\n", 'Ann "the\\pit" {x}', "<script>alert(1)</script>", "Ана", "\ud800", ""]
    return st.sampled_from(odd) | st.text(max_size=20)


@st.composite
def scribes(draw: st.DrawFn) -> Scribe:
    """Games with any options, any names and any course."""
    begun = Scribe(draw(options()), (draw(names()), draw(names())), draw(st.integers(0, 1)))
    return played(draw(choices()), begun)
