"""Knockout: who loses is out of the main bracket. The rules K1-K6 are in docs/tournament.md.

The bracket is a set of named matches; each waits for the winners or losers of others. "main 1.3" is
the third match of the first round, "third 1.1" the one for the third place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

#: Nobody will ever come from there.
EMPTY = 0

MAIN, CONSOLATION, THIRD = "main", "consolation", "third"
#: Of ladders: the match of both winners, and the bracket after the consolation.
FINAL, LAST = "final", "last-chance"
_STAGES = (FINAL, MAIN, THIRD, CONSOLATION, LAST)


@dataclass(frozen=True, slots=True)
class Decided:
    """How a match ended."""

    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the bracket that can be played, or has been."""

    name: str
    players: tuple[int, int]


def name(stage: str, level: int, index: int) -> str:
    """What a match is called; rounds and matches count from 1."""
    return f"{stage} {level}.{index + 1}"


def stage_of(match: str) -> tuple[str, int]:
    """The bracket and the round of a match."""
    stage, place = match.split(" ")
    return stage, int(place.split(".")[0])


@cache
def slots(players: int) -> Sequence[int]:
    """Seeds in bracket order, best against worst: [1, 8, 4, 5, 2, 7, 3, 6]."""
    order = [1]
    while len(order) < players:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return order


@dataclass(frozen=True)
class Bracket:
    """A knockout of these players, best seed first, with the matches decided so far."""

    seeds: Sequence[int]
    decided: Mapping[str, Decided] = field(default_factory=dict)
    consolation: bool = True
    third: bool = True

    @property
    def levels(self) -> int:
        """Rounds of the main bracket."""
        return max(len(self.seeds) - 1, 0).bit_length()

    def known(self) -> list[Match]:
        """Every match whose two players are known, the main bracket first."""
        found = [Match(match, players) for match in self._names() if (players := self._met(match))]
        return sorted(found, key=_order)

    def ready(self) -> list[Match]:
        """The matches that can be played now."""
        return [match for match in self.known() if match.name not in self.decided]

    def winner(self, stage: str = MAIN) -> int | None:
        """Who has won this bracket; None: nobody yet, or nobody ever."""
        last = {MAIN: self.levels, CONSOLATION: self.levels - 1, THIRD: 1}[stage]
        final = name(stage, last, 0)
        return self._winner(final) or None if final in self._names() else None

    def stages(self) -> list[str]:
        """The brackets of which a winner is told."""
        return [MAIN, THIRD, CONSOLATION]

    def survived(self, stage: str) -> dict[int, int]:
        """How many rounds of this bracket each player has come through."""
        rounds: dict[int, int] = {}
        for match in self._names():
            there, level = stage_of(match)
            winner = self._winner(match)
            if there == stage and winner:
                rounds[winner] = level
        return rounds

    def _names(self) -> list[str]:
        names = [name(MAIN, level, i) for level in self._range(1) for i in self._matches(level)]
        if self.third and self.levels > 1:
            names.append(name(THIRD, 1, 0))
        if self.consolation:
            names += [
                name(CONSOLATION, level - 1, i)
                for level in self._range(2)
                for i in self._matches(level)
            ]
        return names

    def _range(self, first: int) -> range:
        return range(first, self.levels + 1)

    def _matches(self, level: int) -> range:
        return range(2 ** (self.levels - level))

    # -- who comes from where: a player, EMPTY, or None while it is not known yet ---------------

    def _met(self, match: str) -> tuple[int, int] | None:
        one, other = self._sides(match)
        return (one, other) if one and other else None

    def _sides(self, match: str) -> tuple[int | None, int | None]:
        stage, place = match.split(" ")
        level, index = (int(each) for each in place.split("."))
        pair = (2 * index - 2, 2 * index - 1)
        if stage == THIRD:
            one, other = (self._loser(name(MAIN, self.levels - 1, each)) for each in (0, 1))
        elif level > 1:
            one, other = (self._winner(name(stage, level - 1, each)) for each in pair)
        elif stage == MAIN:
            one, other = (self._seed(each) for each in pair)
        else:
            one, other = (self._first_loser(each) for each in pair)
        return one, other

    def _seed(self, slot: int) -> int:
        seed = slots(len(self.seeds))[slot]
        return self.seeds[seed - 1] if seed <= len(self.seeds) else EMPTY

    def _winner(self, match: str) -> int | None:
        if match in self.decided:
            return self.decided[match].winner
        one, other = self._sides(match)
        if EMPTY in (one, other):
            return other if one == EMPTY else one
        return None

    def _loser(self, match: str) -> int | None:
        if match in self.decided:
            return self.decided[match].loser
        return EMPTY if EMPTY in self._sides(match) else None

    def _first_loser(self, index: int) -> int | None:
        """Who lost his first match out of this match of round 1, by himself or after a bye (K4)."""
        first, second = name(MAIN, 1, index), name(MAIN, 2, index // 2)
        if self._for_third(1):
            return EMPTY
        if EMPTY not in self._sides(first):
            return self._loser(first)
        if self._for_third(2):
            return EMPTY
        loser = self._loser(second)
        return loser if loser is None or loser == self._winner(first) else EMPTY

    def _for_third(self, level: int) -> bool:
        """Whether the losers of this round play for the third place instead (K5)."""
        return level == self.levels or (self.third and level == self.levels - 1)


def _order(match: Match) -> tuple[int, int]:
    stage, level = stage_of(match.name)
    return _STAGES.index(stage), level
