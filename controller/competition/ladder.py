"""Brackets in which nobody is out at once (T13): double elimination, progressive consolation and
last chance. The rules E1-E6 are in docs/tournament.md.

Who loses falls into a second bracket, round by round; what each match waits for is written down in
a plan, and everything else is as in a knockout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from controller.competition.knockout import (
    CONSOLATION,
    EMPTY,
    FINAL,
    LAST,
    MAIN,
    THIRD,
    Bracket,
    name,
    stage_of,
)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a player of a match comes from: the winner or the loser of another one; nobody."""

    match: str
    loser: bool = False


NOBODY = Source("")
Feed = list[Source]
Plan = Mapping[str, tuple[Source, Source]]
#: A plan that is being written.
Draft = dict[str, tuple[Source, Source]]
#: The second match of a final: only where the one who had not lost before lost the first.
SECOND_FINAL = name(FINAL, 2, 0)


@dataclass(frozen=True)
class Ladder(Bracket):
    """A knockout of these players in which losers fall into a second bracket (E1)."""

    #: Two losses, and not one, put a player out: the winners of both brackets meet (E4).
    twice: bool = False
    #: Who loses early in the consolation has one more bracket (E5).
    last_chance: bool = False
    _known: dict[Source, int | None] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def plan(self) -> Plan:
        """Every match after the first round of the main bracket, with what it waits for."""
        plan: Draft = {}
        for level in self._range(2):
            for i in self._matches(level):
                plan[name(MAIN, level, i)] = _pair(_winners(MAIN, level - 1, (2 * i, 2 * i + 1)))
        if self.third and self.levels > 1 and not self.twice:
            plan[name(THIRD, 1, 0)] = _pair(_losers(MAIN, self.levels - 1, (0, 1)))
        falling = [self._fallen(level) for level in self._falling()]
        champion, rounds = _fed(CONSOLATION, falling, plan) if self._fall else (NOBODY, 0)
        if self.twice and self.levels:
            plan[name(FINAL, 1, 0)] = (Source(name(MAIN, self.levels, 0)), champion)
            plan[SECOND_FINAL] = (Source(name(FINAL, 1, 0)), Source(name(FINAL, 1, 0), loser=True))
        if self.last_chance and rounds > 2:
            _knockout(LAST, self._last_chances(plan), plan)
        return plan

    @property
    def _fall(self) -> bool:
        return self.consolation or self.twice

    def _falling(self) -> range:
        """The rounds of the main bracket out of which losers fall (E2)."""
        if self.twice:
            return self._range(1)
        return range(1, self.levels - 1) if self.third else range(1, self.levels)

    def _fallen(self, level: int) -> Feed:
        """The losers of a round, in an order that keeps those apart who have met (E3)."""
        losers = _losers(MAIN, level, self._matches(level))
        half = len(losers) // 2
        return losers if level == 1 else (losers[half:] + losers[:half], losers[::-1])[level % 2]

    def _last_chances(self, plan: Plan) -> Feed:
        """Who lost in the first two rounds of the consolation, those of one against the other."""
        first, second = (
            [Source(match, loser=True) for match in plan if match.startswith(f"{CONSOLATION} {n}.")]
            for n in (1, 2)
        )
        second = second[::-1] + [NOBODY] * (len(first) - len(second))
        return [each for pair in zip(first, second, strict=True) for each in pair]

    def winner(self, stage: str = MAIN) -> int | None:
        """Who has won this bracket; of a double elimination the main one is won in its final."""
        if stage == MAIN and self.twice:
            stage = FINAL
        last = max((match for match in self._names() if stage_of(match)[0] == stage), key=_depth)
        return self._winner(last) or None

    def stages(self) -> list[str]:
        """The brackets that there are, the main one first."""
        return list(dict.fromkeys(stage_of(match)[0] for match in self._names()))

    def left(self) -> dict[int, int]:
        """Who is out, and in which round of the second bracket; 0: neither appeared before it."""
        out: dict[int, int] = {}
        for match, decided in self.decided.items():
            stage, level = stage_of(match)
            for who in self._sides(match):
                if who and who != decided.winner and (stage == CONSOLATION or not decided.winner):
                    out[who] = level if stage == CONSOLATION else 0
        return out

    def _names(self) -> list[str]:
        return [*(name(MAIN, 1, i) for i in self._matches(1) if self.levels), *self.plan]

    def _sides(self, match: str) -> tuple[int | None, int | None]:
        if match not in self.plan:
            return super()._sides(match)
        one, other = (self._from(source) for source in self.plan[match])
        if match == SECOND_FINAL and one == self._from(Source(name(MAIN, self.levels, 0))):
            return one, EMPTY  # the other one has lost twice: there is nothing left to play
        return one, other

    def _from(self, source: Source) -> int | None:
        if source == NOBODY:
            return EMPTY
        if source not in self._known:
            ask = self._loser if source.loser else self._winner
            self._known[source] = ask(source.match)
        return self._known[source]


def _winners(stage: str, level: int, indices: Iterable[int]) -> Feed:
    return [Source(name(stage, level, i)) for i in indices]


def _losers(stage: str, level: int, indices: Iterable[int]) -> Feed:
    return [Source(name(stage, level, i), loser=True) for i in indices]


def _pair(two: Sequence[Source]) -> tuple[Source, Source]:
    one, other = two
    return one, other


def _round(
    stage: str,
    level: int,
    pairs: Iterable[tuple[Source, Source]],
    plan: Draft,
) -> Feed:
    """The winners of a round of these pairs, which is written into the plan."""
    names = []
    for i, pair in enumerate(pairs):
        names.append(name(stage, level, i))
        plan[names[-1]] = pair
    return [Source(each) for each in names]


def _fed(stage: str, feeds: Sequence[Feed], plan: Draft) -> tuple[Source, int]:
    """A bracket into which one round after the other falls: who comes out, after how many rounds.

    Those who are in it play among themselves until they are as many as those who fall next.
    """
    inside: Feed = []
    level = 0
    for feed in [*feeds, [NOBODY]]:
        while len(inside) > len(feed):
            level += 1
            inside = _round(stage, level, zip(inside[::2], inside[1::2], strict=True), plan)
        if inside and feed != [NOBODY]:
            level += 1
            inside = _round(stage, level, zip(inside, feed, strict=True), plan)
        inside = inside or feed
    return (inside or [NOBODY])[0], level


def _knockout(stage: str, players: Feed, plan: Draft) -> None:
    level = 0
    while len(players) > 1:
        level += 1
        players = _round(stage, level, zip(players[::2], players[1::2], strict=True), plan)


def _depth(match: str) -> int:
    return stage_of(match)[1]
