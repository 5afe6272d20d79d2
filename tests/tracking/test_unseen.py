"""Turns that may have been made unseen are looked for with little work, or not at all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.games.game import Game
from controller.games.gyges import Gyges, GygesOptions, choices
from controller.games.inferring import Inferring
from controller.games.nardy import Short
from controller.tracking.seen import Seen, exactly
from controller.tracking.station import Station
from controller.tracking.unseen import unseen_turns
from controller.tracking.verdict import Kind
from tests.benchmarks.gyges import HARDEST, scattered


class Lookout:
    """Looks at positions that follow from one, and counts them and their turns."""

    def __init__(self, game: Game[Any, Any], position: Any, looks: dict[str, Seen]) -> None:
        self.game, self.looks = game, looks
        self.here = Station(game, position)
        self.positions = self.turns = 0

    def after(self, turn: Any) -> Station[Any, Any]:
        """Where a turn would lead, with the board looking as it does."""
        then = Station(self.game, self.game.play(self.here.position, turn))
        then.tracker.follow(self.looks)
        self.positions += 1
        self.turns += 0 if then.verdict.kind is Kind.UNTOUCHED else len(then.turns)
        return then

    def found(self) -> tuple[Any, ...]:
        """What is found with little work."""
        return unseen_turns(self.game, self.here, self.looks, self.after)

    def every(self) -> tuple[Any, ...]:
        """What is found by a look at everything."""
        told = zip(self.here.turns, self.here.traces, strict=True)
        visible = [turn for turn, trace in told if not trace.moves_nothing]
        return tuple(turn for turn in visible if self.after(turn).verdict.kind is not Kind.WRONG)


def _looks(game: Game[Any, Any], position: Any) -> dict[str, Seen]:
    held = zip(game.cells, game.contents(position), strict=True)
    return {cell: exactly(abs(count)) for cell, count in held}


def test_a_piece_where_it_does_not_belong_takes_few_looks_in_gyges() -> None:
    """Where two cells are wrong hardly any turn can have been made unseen: no search for others."""
    game, rng, spared = Gyges(), Random(6), 0
    for _ in range(30):
        position = scattered(rng)
        looks = _looks(game, position)
        origin = rng.choice([cell for cell, seen in looks.items() if seen.lo])
        target = rng.choice([cell for cell, seen in looks.items() if not seen.hi])
        looks |= {target: looks[origin], origin: exactly(0)}
        quick, slow = Lookout(game, position, looks), Lookout(game, position, looks)
        assert quick.found() in (slow.every(), ())
        assert quick.positions <= 30 and quick.turns <= 700
        spared += slow.positions - quick.positions
    assert spared > 300


def test_a_turn_made_unseen_and_the_next_one_begun_are_found_in_gyges() -> None:
    """What a look at everything finds, the quick look finds, over many positions."""
    game, rng, found = Gyges(), Random(5), 0
    for _ in range(40):
        position = scattered(rng)
        turns = game.turns(position)
        after = game.play(position, rng.choice(turns))
        looks = _looks(game, after)
        lifted = rng.choice(game.movable(after) or (game.cells[0],))
        looks[lifted] = exactly(0)
        lookout = Lookout(game, position, looks)
        quick = lookout.found()
        assert quick in (lookout.every(), ())
        found += bool(quick)
    assert found > 20


def test_where_every_roll_must_be_tried_few_positions_are_looked_at() -> None:
    """With dice that nobody entered each position has hundreds of turns: a few of them, no more."""
    rules = Short()
    game = Inferring(rules)
    position = rules.read_position("cy+AhgHvYwAIZA")
    looks = _looks(game, position)
    there = [cell for cell, seen in looks.items() if seen.lo]
    looks |= {there[0]: exactly(looks[there[0]].lo - 1), there[1]: exactly(looks[there[1]].lo + 1)}
    lookout = Lookout(game, position, looks)
    lookout.found()
    assert lookout.positions < 6 and lookout.turns < 1_600


def test_whether_a_game_of_gyges_is_over_takes_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """One piece that can simply walk somewhere is enough to know that nobody has lost (Y13)."""
    monkeypatch.setattr(choices, "find_choices", lambda *_, **__: pytest.fail("searched"))
    game = Gyges(GygesOptions(replace=True))
    assert not any(game.outcome(game.read_position(text)).over for text in HARDEST)
