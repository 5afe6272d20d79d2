"""Runs with too many turns to list (G4): asked, never listed, and the answers are the list's."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from controller.games.game import IllegalError
from controller.games.nardy import MadGulbar, Position, moves
from controller.games.nardy.board import LEFT, ONE, halves, numbers_left, own_after
from controller.games.nardy.careful import Walk
from controller.games.nardy.openrun import OpenRun
from controller.games.nardy.options import MadGulbarOptions
from controller.games.nardy.ways import Follower
from controller.tracking.seen import Seen, exactly
from controller.tracking.station import Station
from controller.tracking.verdict import Kind

#: 809,084 turns with 1-1: to list them takes seconds.
MANY = (
    "W 0,0,2,0,1,2,0,0,0,1,0,0,1,2,1,0,0,0,0,0,2,2,0,1/0"
    " 0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,5,0,0,3,6/0"
)
#: Fifteen turns with 1-1 four times over, and millions of ways to make them.
FEW = (
    "B 5,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,1,0,0,7/0"
    " 4,0,0,0,2,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,1,2,4/0"
)
#: Steps of a few dozen microseconds that one answer may take.
_WORK = 4_000


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts how often somebody asks where a checker may go."""
    counted, ask = [0], Walk.moves

    def asked(walk: Walk, *facts: Any) -> Any:
        counted[0] += 1
        return ask(walk, *facts)

    monkeypatch.setattr(Walk, "moves", asked)
    return counted


def _rolled(game: MadGulbar, text: str, dice: tuple[int, int] = (1, 1)) -> Position:
    return game.roll(game.read_position(text), dice)


def _at_random(game: MadGulbar, at: Position, rng: Random) -> int:
    """A legal turn that plays all numbers, made move by move."""
    walk = Walk(game.rules, at.board, at.mover, game.numbers(at))
    while True:
        state = walk.start
        for number in walk.numbers:
            able = walk.moves(state, number)
            state = rng.choice(able).state if able else state + LEFT[number]
        if not numbers_left(state):
            return state


def _open(game: MadGulbar, at: Position) -> OpenRun:
    run = game.turns_to_follow(at)
    assert isinstance(run, OpenRun)
    return run


def _looks(game: MadGulbar, at: Position) -> dict[str, Seen]:
    held = zip(game.cells, game.contents(at), strict=True)
    return {cell: exactly(abs(count)) for cell, count in held}


def _neighbours(turn: int) -> Iterator[int]:
    """What differs from a turn by one point forth and one back."""
    own = own_after(turn)
    for one in range(2, 25):
        for other in range(1, 24):
            if own[one] and own[other] > (one == other):
                yield turn - ONE[one] + ONE[one - 1] - ONE[other] + ONE[other + 1]


@pytest.fixture
def never_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run counts as one that has too many turns to list."""
    monkeypatch.setattr(moves, "_MOST_LISTED", 0)


_RUNS = [
    (MadGulbar(), FEW, (3, 3)),
    (MadGulbar(), MANY, (4, 4)),
    (MadGulbar(), MANY, (5, 5)),
    (MadGulbar(MadGulbarOptions(repeats=4)), MANY, (5, 5)),
    (MadGulbar(MadGulbarOptions(block_rule="none")), MANY, (4, 4)),
    (
        MadGulbar(MadGulbarOptions(block_rule="none")),
        f"W {'0,' * 18}3,3,3,3,2,1/0 15{',0' * 23}/0",
        (2, 2),
    ),
]


@pytest.mark.usefixtures("never_listed")
@pytest.mark.parametrize(("game", "text", "dice"), _RUNS)
def test_a_run_that_is_not_listed_has_the_turns_of_the_list(
    game: MadGulbar, text: str, dice: tuple[int, int]
) -> None:
    """Legal turns, beginnings and ends are those of the plain rules, and no others (G4, N6, N7)."""
    game = MadGulbar(game.options)  # what others have remembered is not asked
    at = _rolled(game, text, dice)
    run, listed = _open(game, at), set(game.turns(at))
    some = Random(1).sample(sorted(listed), min(60, len(listed)))
    assert all(turn in run for turn in some)
    near = {each for turn in some[:6] for each in _neighbours(turn)}
    assert near and all((turn in run) == (turn in listed) for turn in near)
    for turn in some[:20]:
        assert [*run.ending(_looks(game, game.play(at, turn)))] == [turn]
        assert game.read_turn(at, game.write_turn(at, turn)) == turn
    own = halves(at.board, at.mover)[0]
    begun = {place for turn in listed for place in range(25) if own_after(turn)[place] < own[place]}
    walk = Walk(game.rules, at.board, at.mover, game.numbers(at))
    first = {move.origin for move in walk.moves(walk.start, walk.numbers[0])}
    assert run.origins <= first
    assert first & begun <= run.origins


def test_very_many_turns_cost_no_more_than_few(work: list[int]) -> None:
    """With 809,084 turns every answer takes a bounded number of steps, and none lists them."""
    game, rng = MadGulbar(), Random(1)
    at = _rolled(game, MANY)
    chosen = [_at_random(game, at, rng) for _ in range(10)]
    steps: dict[str, int] = {}

    def count(what: str, answer: Any) -> Any:
        steps[what] = max(work[0], steps.get(what, 0))
        work[0] = 0
        return answer

    work[0] = 0
    station = count("turns", Station(game, at))
    count("beginnings", station.origins)
    for turn in chosen:
        after = count("play", game.play(at, turn))
        looks = count("looks", _looks(game, after))
        assert count("end", [*_open(game, at).ending(looks)]) == [turn]
        assert count("read", game.read_turn(at, count("write", game.write_turn(at, turn)))) == turn
    assert max(steps.values()) < _WORK, steps


def test_few_turns_with_very_many_ways_are_traced_by_what_they_leave(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fifteen turns of 24 numbers have millions of ways: no more than a thousand are passed."""
    game, passed, search = MadGulbar(MadGulbarOptions(repeats=4)), [0], Follower._search

    def counted(follower: Follower, *facts: Any) -> Any:
        passed[0] += 1
        return search(follower, *facts)

    monkeypatch.setattr(Follower, "_search", counted)
    at = _rolled(game, FEW)
    turns = game.turns(at)
    assert len(turns) == 15
    assert len(game.traces(at, turns)) == 15
    assert passed[0] <= 1_001


def _followed(station: Station[Any, Any], game: MadGulbar, at: Position, turn: int) -> None:
    """Carry a turn out, checker by checker, as a load cell sees it."""
    held = {cell: abs(count) for cell, count in station.contents.items()}
    for stage in game.stages(at, turn):
        for cell, goal in sorted(stage.goal.items(), key=lambda each: abs(each[1]) - held[each[0]]):
            held[cell] = abs(goal)
            station.tracker.follow({cell: exactly(held[cell])})


def test_hands_are_followed_through_a_run_that_nobody_has_listed() -> None:
    """A run of twelve numbers is in hand until its last checker lies, and then it is known."""
    game, rng = MadGulbar(), Random(2)
    at = _rolled(game, MANY)
    for _ in range(5):
        turn, station = _at_random(game, at, rng), Station(game, at)
        station.tracker.follow(_looks(game, at))
        _followed(station, game, at, turn)
        verdict = station.verdict
        assert verdict.kind is Kind.COMPLETE and verdict.certain
        assert station.turns[verdict.done[0]] == turn


def test_a_run_that_goes_too_far_is_refused() -> None:
    """One point more than the numbers make is no turn, and one point back it is one again."""
    game = MadGulbar()
    at = _rolled(game, MANY)
    turn, station = _at_random(game, at, Random(3)), Station(game, at)
    station.tracker.follow(_looks(game, at))
    _followed(station, game, at, turn)
    own, foe = own_after(turn), game.contents(game.play(at, turn))
    origin = next(p for p in range(24, 1, -1) if own[p] and foe[p - 2] >= 0)
    one, other = str(origin), str(origin - 1)
    station.tracker.follow({one: exactly(own[origin] - 1)})
    station.tracker.follow({other: exactly(own[origin - 1] + 1)})
    assert station.verdict.kind is Kind.WRONG
    station.tracker.follow({other: exactly(own[origin - 1])})
    station.tracker.follow({one: exactly(own[origin])})
    assert station.turns[station.verdict.done[0]] == turn


def test_a_turn_of_an_unlisted_run_against_the_rules_is_refused_in_words() -> None:
    """Whoever declares a turn that the numbers do not make is told what is legal, for example."""
    game = MadGulbar()
    at = _rolled(game, MANY)
    with pytest.raises(IllegalError, match=r"is not legal with 1-1-2-2-.*and very many more"):
        game.read_turn(at, "22/21")
