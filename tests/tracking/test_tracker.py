"""One turn followed reading by reading: every verdict, and what no order of hands may break."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.game import Stage, trace_of
from controller.games.kalah import Kalah, KalahOptions, Position
from controller.tracking.seen import ANYTHING, EMPTY, MANY, SOMETHING, Seen, exactly
from controller.tracking.tracker import Tracker
from controller.tracking.verdict import Kind, Verdict
from tests.tracking.hands import chances, contents, counted, felt, positions, steps, tracker_at

FOUR = Kalah(KalahOptions(stones=4))
START = FOUR.start()
#: a1 goes once round the board and beyond.
LAP = FOUR.read_position("S 14,1,1,1,1,1/5 4,4,4,4,4,4/0")
many = settings(max_examples=150)


def turn_of(game: Kalah, position: Position, number: int) -> str:
    """The name of a turn that a verdict speaks of."""
    return game.write_turn(position, game.turns(position)[number])


def test_untouched_until_something_moves() -> None:
    """A board that looks as it did when the turn began is untouched."""
    tracker = tracker_at(FOUR, START)
    assert tracker.follow(counted(contents(FOUR, START))).kind is Kind.UNTOUCHED


def test_in_hand_after_the_lift() -> None:
    """A lifted pit leaves the one turn that begins there (K4)."""
    verdict = tracker_at(FOUR, START).follow({"a3": EMPTY})
    assert verdict.kind is Kind.COMPLETE  # nothing but a3 was ever looked at
    tracker = tracker_at(FOUR, START)
    tracker.follow(counted(contents(FOUR, START)))
    verdict = tracker.follow({"a3": EMPTY})
    assert (verdict.kind, verdict.done) == (Kind.IN_HAND, ())
    assert [turn_of(FOUR, START, each) for each in verdict.possible] == ["a3"]


def test_complete_and_certain_with_the_last_stone() -> None:
    """The last stone makes a counted turn complete, and nothing need be waited for."""
    tracker = tracker_at(FOUR, START)
    tracker.follow(counted(contents(FOUR, START)))
    tracker.follow({"a1": EMPTY, "a2": exactly(5), "a3": exactly(5), "a4": exactly(5)})
    verdict = tracker.follow({"a5": exactly(5)})
    assert verdict.kind is Kind.COMPLETE and verdict.certain


def test_presence_is_complete_but_not_certain() -> None:
    """Where drops cannot be seen the turn looks complete, but hands may still be busy."""
    tracker = tracker_at(FOUR, START)
    tracker.follow(felt(contents(FOUR, START)))
    verdict = tracker.follow({"a1": EMPTY})
    assert verdict.kind is Kind.COMPLETE and not verdict.certain
    assert tracker.unseen_steps(verdict.done[0]) == 4


def test_ambiguous_where_two_turns_look_the_same() -> None:
    """Two pits under dead sensors that could have been played are both named."""
    tracker = tracker_at(FOUR, START)
    looks = felt(contents(FOUR, START)) | {"a1": ANYTHING, "a2": ANYTHING}
    tracker.follow(looks | {"A": EMPTY})
    verdict = tracker.follow({"A": Seen(0, 1), "a5": Seen(5, 5)})
    names = {turn_of(FOUR, START, each) for each in verdict.done}
    assert verdict.kind is Kind.AMBIGUOUS
    assert names == {"a1", "a2"}


def test_full_lap_may_be_nothing_at_all() -> None:
    """Fourteen stones fill their own pit again (K4): reeds saw a lift, then all as before."""
    tracker = tracker_at(FOUR, LAP)
    tracker.follow(felt(contents(FOUR, LAP)))
    tracker.follow({"a1": EMPTY})
    verdict = tracker.follow({"a1": SOMETHING})
    assert verdict.kind is Kind.AMBIGUOUS and verdict.or_nothing
    assert [turn_of(FOUR, LAP, each) for each in verdict.done] == ["a1"]


def test_put_back_is_untouched_again() -> None:
    """Lifted, looked at and put back: the turn starts over with all pits possible."""
    tracker = tracker_at(FOUR, START)
    tracker.follow(counted(contents(FOUR, START)))
    tracker.follow({"a3": EMPTY})
    assert tracker.follow({"a3": exactly(4)}).kind is Kind.UNTOUCHED
    verdict = tracker.follow({"a5": EMPTY})
    assert [turn_of(FOUR, START, each) for each in verdict.possible] == ["a5"]


def test_history_is_kept() -> None:
    """What was seen earlier in the turn still counts when the present alone would allow more."""
    tracker = tracker_at(FOUR, START)
    tracker.follow(counted(contents(FOUR, START)))
    tracker.follow({"a1": exactly(3)})
    verdict = tracker.follow({"a1": ANYTHING})
    assert verdict.kind is Kind.UNTOUCHED  # everything may look as at the start again
    tracker.follow({"a1": exactly(2), "a2": ANYTHING})
    verdict = tracker.follow({"a1": Seen(0, 4), "a2": exactly(5)})
    assert [turn_of(FOUR, START, each) for each in verdict.possible] == ["a1"]


def _wrong_drop() -> Verdict:
    tracker = tracker_at(FOUR, START)
    tracker.follow(counted(contents(FOUR, START)))
    tracker.follow({"a3": EMPTY})
    return tracker.follow({"b4": exactly(5)})


def test_wrong_names_what_is_too_many() -> None:
    """A stone where the lifted pit cannot reach is wrong: there, one too many, in turn a3."""
    verdict = _wrong_drop()
    assert verdict.kind is Kind.WRONG
    assert [(each.cell, each.wanted, each.missing) for each in verdict.repairs] == [("b4", 4, -1)]
    assert verdict.towards is not None
    assert turn_of(FOUR, START, verdict.towards) == "a3"


def test_wrong_names_what_is_too_few() -> None:
    """A stone taken from the other side before anything else is missing there."""
    tracker = tracker_at(FOUR, START)
    tracker.follow(counted(contents(FOUR, START)))
    verdict = tracker.follow({"b2": exactly(3)})
    assert [(each.cell, each.missing) for each in verdict.repairs] == [("b2", 1)]
    assert verdict.towards is None


def test_recovers_when_put_right() -> None:
    """Once the wrong stone is taken away the turn goes on where it was."""
    tracker = tracker_at(FOUR, START)
    tracker.follow(counted(contents(FOUR, START)))
    tracker.follow({"a3": EMPTY})
    tracker.follow({"b4": exactly(5)})
    verdict = tracker.follow({"b4": exactly(4)})
    assert verdict.kind is Kind.IN_HAND
    assert [turn_of(FOUR, START, each) for each in verdict.possible] == ["a3"]


def test_forget_begins_from_the_present() -> None:
    """Told that nothing was played, a board that looks untouched is untouched."""
    tracker = tracker_at(FOUR, LAP)
    tracker.follow(felt(contents(FOUR, LAP)))
    tracker.follow({"a1": EMPTY})
    assert tracker.follow({"a1": SOMETHING}).or_nothing
    tracker.forget()
    assert tracker.verdict.kind is Kind.UNTOUCHED


def test_swap_is_never_recognised() -> None:
    """A turn that moves nothing is declared, never seen (K10)."""
    game = Kalah(KalahOptions(pie=True))
    position = game.play(game.start(), 0)
    tracker = tracker_at(game, position)
    tracker.follow(counted(contents(game, position)))
    assert tracker.verdict.kind is Kind.UNTOUCHED
    verdict = tracker.follow({"b1": EMPTY})
    assert "swap" not in [turn_of(game, position, each) for each in verdict.possible]


@many
@given(positions(), chances)
def test_any_order_of_hands_is_understood(where: tuple[Kalah, Position], chance: Random) -> None:
    """Every legal turn, in any order of single stones, is never wrong and ends as that turn."""
    game, position = where
    for number, turn in enumerate(game.turns(position)):
        tracker = tracker_at(game, position)
        tracker.follow(counted(contents(game, position)))
        for cell, held in steps(game, position, turn, chance):
            assert tracker.follow({cell: exactly(held)}).kind is not Kind.WRONG
        verdict = tracker.verdict
        after = tracker.index.traces[number].after
        twins = [n for n in verdict.done if tracker.index.traces[n].after == after]
        assert number in verdict.done and list(verdict.done) == twins  # the same result, if more
        assert verdict.certain == (list(verdict.possible) == [number] and not tracker.at_start)


@many
@given(positions(), chances)
def test_reeds_never_claim_another_turn(where: tuple[Kalah, Position], chance: Random) -> None:
    """By presence alone the turn played is among those done, and no other is ever certain."""
    game, position = where
    for number, turn in enumerate(game.turns(position)):
        tracker = tracker_at(game, position)
        tracker.follow(felt(contents(game, position)))
        for cell, held in steps(game, position, turn, chance):
            verdict = tracker.follow({cell: SOMETHING if held else EMPTY})
            assert verdict.kind is not Kind.WRONG
            assert not verdict.certain or verdict.done == (number,)
        assert number in tracker.verdict.done or tracker.verdict.kind is Kind.UNTOUCHED


@many
@given(positions(), chances, st.data())
def test_a_dead_sensor_never_makes_another_turn_certain(
    where: tuple[Kalah, Position], chance: Random, data: st.DataObject
) -> None:
    """With any one cell unseen, what is certain is still only what was played."""
    game, position = where
    dead = data.draw(st.sampled_from(game.cells))
    for number, turn in enumerate(game.turns(position)):
        tracker = tracker_at(game, position)
        tracker.follow(counted(contents(game, position)) | {dead: ANYTHING})
        for cell, held in steps(game, position, turn, chance):
            if cell != dead:
                verdict = tracker.follow({cell: exactly(held)})
                assert verdict.kind is not Kind.WRONG
                assert not verdict.certain or verdict.done == (number,)
        assert number in tracker.verdict.done or tracker.at_start


looks = st.one_of(
    st.sampled_from([ANYTHING, EMPTY, SOMETHING]),
    st.integers(0, 14).map(exactly),
    st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda ends: Seen(ends[0], sum(ends))),
)


@many
@given(positions(), st.data())
def test_random_looks_break_nothing(where: tuple[Kalah, Position], data: st.DataObject) -> None:
    """Whatever the sensors say, the tracker answers, and what it calls done fits the looks."""
    game, position = where
    tracker = tracker_at(game, position)
    changes = st.dictionaries(st.sampled_from(game.cells), looks, min_size=1, max_size=4)
    for change in data.draw(st.lists(changes, max_size=12)):
        verdict = tracker.follow(change)
        for number in verdict.done:
            now = {**contents(game, position), **tracker.index.traces[number].after}
            assert all(tracker.seen[cell].allows(held) for cell, held in now.items())
        assert (verdict.kind is Kind.WRONG) == bool(verdict.repairs)
        assert not verdict.certain or len(verdict.done) == 1


def test_the_way_does_not_tell_apart_what_only_full_rows_hold() -> None:
    """A checker stopped on p, from where only the one turn goes on; but hands slip, and either row
    may hold it now: both turns are finished."""
    start = {"a": 2, "p": 0, "one": 6, "other": 6}
    by_p = [Stage("move", {"a": 1, "p": 1}), Stage("move", {"p": 0, "one": 7})]
    turns = [trace_of(start, by_p), trace_of(start, [Stage("move", {"a": 1, "other": 7})])]
    tracker = Tracker(start, turns)
    tracker.follow({"a": exactly(2), "p": EMPTY, "one": Seen(6, MANY), "other": Seen(6, MANY)})
    tracker.follow({"a": exactly(1)})
    tracker.follow({"p": exactly(1)})
    verdict = tracker.follow({"p": EMPTY})
    assert (verdict.kind, verdict.done) == (Kind.AMBIGUOUS, (0, 1))
