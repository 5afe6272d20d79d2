"""Evenings in which everything happens that a record can hold, for files of other programs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from controller.games.acts import Ruling
from controller.games.game import RulesError
from controller.games.nardy import Position, Short, ShortOptions
from controller.record.matches import MatchWalk
from controller.record.transcriber import Transcriber
from tests.record.matches import AT, PLAYERS, match_walk

#: How often each thing is said where it may be; answers always are.
_ODDS = {"double": 0.25, "resign 1": 0.01, "resign 2": 0.01, "resign 3": 0.01}
_LENGTHS = (1, 2, 3, 5)


@cache
def anything(seed: int) -> MatchWalk:
    """A short evening: set-ups, void rolls, cube, resignations, turns let stand, flags, rulings."""
    return match_walk(_Anything(Random(seed)).play().events)


class _Anything:
    def __init__(self, random: Random) -> None:
        self._random = random
        options = _options(random)
        start = _start(random, Short(ShortOptions(**options))) if random.random() < 0.3 else None
        if start is not None:
            options |= Short(ShortOptions(**options)).stakes.options_in(start)
        self._start = start
        self._condones = random.random() < 0.3
        self._flags = random.random() < 0.2
        self._directed = random.random() < 0.15
        #: How many steps the last game has if it is still played.
        self._stops = random.choice((None, None, None, random.randint(0, 12)))
        house = {"illegal": "condone"} if self._condones else {}
        self._scribe = Transcriber("short", options, PLAYERS, at=AT, by="hands", house=house)

    def play(self) -> Transcriber:
        """One to three games of the match."""
        scribe, games = self._scribe, self._random.randint(1, 3)
        stakes = scribe.game.stakes
        assert stakes is not None
        match: Any = stakes.match_in(self._start or scribe.game.open())
        for number in range(1, games + 1):
            scribe.open(match, self._start)
            self._start = None
            if not self._game(self._stops if number == games else None):
                break
            match = stakes.following(scribe.position, {**match, "number": number})
            if match is None:
                break
        return scribe

    def _game(self, most: int | None) -> bool:
        """Whether the game came to its end."""
        scribe = self._scribe
        for _ in range(5000 if most is None else most):
            if scribe.over:
                break
            if self._flags and scribe.position.stakes.state and self._now_and_then(0.02):
                scribe.flag(self._random.choice((0, 1)))
                return True
            self._step()
        if scribe.over:
            scribe.end()
        return scribe.over

    def _step(self) -> None:
        scribe, random = self._scribe, self._random
        words = scribe.game.acts(scribe.position).words
        said = [saying for saying in words if self._says(saying.word)]
        if said:
            saying = random.choice(said)
            scribe.decide(random.choice((0, 1)) if saying.resigns else saying.sides[0], saying.word)
        elif scribe.game.acts(scribe.position).draw:
            self._roll()
        elif not (self._condones and self._now_and_then(0.05) and self._stray()):
            turns = sorted(scribe.game.turns(scribe.position))
            scribe.play(scribe.game.write_turn(scribe.position, random.choice(turns)))

    def _says(self, word: str) -> bool:
        return self._now_and_then(_ODDS.get(word, 1.0))

    def _now_and_then(self, odds: float) -> bool:
        return self._random.random() < odds

    def _roll(self) -> None:
        if self._now_and_then(0.03):
            self._scribe.add("dice.void", dice=[], side=None, why="on a checker")
        if self._directed and self._now_and_then(0.05):
            self._rule()
        self._scribe.roll((self._random.randint(1, 6), self._random.randint(1, 6)))

    def _rule(self) -> None:
        """The director sets the score, or the cube, where the rules allow it."""
        scribe, random = self._scribe, self._random
        score = [random.randint(0, 2), random.randint(0, 2)]
        cube = [random.choice((1, 2, 4)), random.choice((0, 1, None))]
        what, value = random.choice((("score", score), ("cube", cube)))
        try:
            scribe.position = scribe.game.apply(scribe.position, Ruling(what, value))
        except RulesError:
            return
        position = scribe.game.write_position(scribe.position)
        scribe.add("director.ruled", what=what, value=value, position=position, by="D", why="-")

    def _stray(self) -> bool:
        """A turn as if other dice had been rolled, if it is one that can be let stand."""
        scribe, random = self._scribe, self._random
        other = scribe.position._replace(dice=(random.randint(4, 6), random.randint(1, 3)))
        turn = random.choice(sorted(scribe.game.turns(other)))
        try:
            scribe.condone(scribe.game.play(other, turn))
        except RulesError:
            return False
        return True


def _options(random: Random) -> dict[str, Any]:
    if random.random() < 0.5:
        return {"match_length": random.choice(_LENGTHS), "crawford": random.random() < 0.6}
    return {
        "jacoby": random.random() < 0.4,
        "beaver": random.random() < 0.6,
        "auto_doubles": random.choice((0, 0, 0, 1, 2)),
    }


def _start(random: Random, game: Short) -> Position:
    """A position of some game, with any cube and score; often only who begins was named."""
    position = game.begin(random.choice((0, 1)))
    for _ in range(random.choice((0, random.randint(1, 40)))):
        rolled = game.roll(position, (random.randint(1, 6), random.randint(1, 6)))
        position = game.play(rolled, random.choice(sorted(game.turns(rolled))))
    stakes = position.stakes
    if random.random() < 0.5:
        cube = random.choice((1, 2, 4))
        stakes = replace(stakes, cube=cube, owner=random.choice((0, 1)) if cube > 1 else None)
    if stakes.length:
        score = (random.randrange(stakes.length), random.randrange(stakes.length))
        needs_one = stakes.length > 1 and max(score) == stakes.length - 1
        crawford = needs_one and stakes.cube == 1 and game.options.crawford and score[0] != score[1]
        stakes = replace(stakes, score=score, crawford=crawford and random.random() < 0.5)
    if random.random() < 0.2:
        position = game.roll(position, (random.randint(1, 6), random.randint(1, 6)))
    return position._replace(stakes=stakes)
