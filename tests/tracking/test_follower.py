"""A whole game followed: made, revised, withdrawn, sealed, taken back, asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.kalah import Kalah, KalahOptions, Position
from controller.tracking.brief import JOLTED
from controller.tracking.follower import (
    Finding,
    Follower,
    Made,
    Revised,
    TakenBack,
    Touched,
    Unclear,
    Waiting,
    Withdrawn,
)
from controller.tracking.pace import PATIENCE
from controller.tracking.seen import ANYTHING, EMPTY, SOMETHING, exactly
from controller.tracking.verdict import Kind
from tests.tracking.hands import chances, contents, counted, felt, positions, steps
from tests.tracking.test_tracker import LAP, looks

FOUR = Kalah(KalahOptions(stones=4))
A1, A3, B1, B2 = (FOUR.cells.index(cell) for cell in ("a1", "a3", "b1", "b2"))


class Player:
    """Moves stones on an imagined board and shows them to a follower, second by second."""

    def __init__(self, game: Kalah, past: Sequence[Position], show: Any = counted) -> None:
        self.game, self.show = game, show
        self.follower: Follower[Position, int] = Follower(game, past)
        self.held = contents(game, past[-1])
        self.now = 0.0
        self.follower.look_again(show(self.held), self.now)

    def put(self, **cells: int) -> list[Finding]:
        """These cells hold so much now."""
        self.now += 0.5
        self.held |= cells
        return self.follower.see(self.show(cells), self.now)

    def lay(self, position: Position) -> list[Finding]:
        """The whole board is laid out like this at once."""
        return self.put(**contents(self.game, position))

    def wait(self, seconds: float = 30.0) -> list[Finding]:
        """What comes of the quiet, until nothing more does."""
        until, found = self.now + seconds, list[Finding]()
        while (due := self.follower.deadline) is not None and due <= until:
            found += self.follower.tick(due)
        self.now = until
        return found


def after(*turns: int, start: Position | None = None) -> list[Position]:
    """The positions of a game that began so."""
    past = [start or FOUR.start()]
    for turn in turns:
        past.append(FOUR.play(past[-1], turn))
    return past


def test_made_at_once_when_nothing_could_go_on() -> None:
    """A counted turn is made with its last stone, without any wait."""
    player = Player(FOUR, after())
    player.put(a1=0, a2=5, a3=5, a4=5)
    assert player.put(a5=5) == [Made(A1)]
    assert player.follower.deadline is None


def test_made_after_the_window_by_presence() -> None:
    """A turn of which only the lift can be seen is made when the hands have had their time."""
    player = Player(FOUR, after(), felt)
    assert player.put(a1=0) == []
    due = player.follower.deadline
    assert due is not None
    assert player.follower.tick(due - 0.001) == []
    assert player.follower.tick(due) == [Made(A1)]


def test_next_turn_begun_ends_a_pending_one() -> None:
    """The next player's touch ends a turn that looked finished, and does not seal it wrongly."""
    player = Player(FOUR, after(), felt)
    player.put(a1=0)
    assert player.put(b1=0) == []  # a jolt may have opened that reed
    assert player.wait(JOLTED) == [Made(A1), Touched()]
    assert player.wait()[0] == Made(B1)


def test_a_reed_that_a_jolt_opens_ends_no_turn() -> None:
    """A pit of the next player's that looks empty for 60 ms was not lifted: the turn goes on."""
    player = Player(FOUR, after(), felt)
    player.put(a1=0)
    assert player.put(b1=0) == []
    assert player.follower.see({"b1": SOMETHING}, player.now + 0.06) == []
    player.now += 0.06
    assert player.put(b2=0) == []  # that hand is at work
    assert player.wait(JOLTED) == [Made(A1), Touched()]
    assert [*player.follower.here.verdict.possible] == [B2 - B1]


def test_touch_seals() -> None:
    """The last turn is sealed when the next player lifts."""
    player = Player(FOUR, after())
    player.lay(after(A1)[-1])
    assert player.put(b1=0) == [Touched()]


def test_revised_before_it_is_sealed() -> None:
    """Stones brought from one legal result to another change the turn."""
    player = Player(FOUR, after())
    assert player.lay(after(A1)[-1]) == [Made(A1)]
    assert player.lay(after(1)[-1]) == [Revised(1)]


def test_withdrawn_before_it_is_sealed() -> None:
    """Put back as it was, the last turn is withdrawn after a moment, not at once."""
    player = Player(FOUR, after())
    player.lay(after(A1)[-1])
    assert player.lay(FOUR.start()) == []
    assert player.wait() == [Withdrawn()]
    assert player.follower.here.position == FOUR.start()


def test_slow_look_is_asked_by_presence() -> None:
    """A pit held so long that it counted as played, then full again: put back, or sown into?

    North's b6 could reach a2; nobody was seen to lift it, but its reed may be stuck.
    """
    player = Player(FOUR, after(), felt)
    player.put(a2=0)
    assert player.wait() == [Made(1)]
    assert player.put(a2=4) == []
    assert player.wait() == [Unclear(plies=(0,), or_nothing=True)]


def test_slow_hands_are_still_at_their_turn() -> None:
    """A stone that comes late, after the turn was taken as made, is not the next player's.

    South's a1 captures b6 and itself (K4, K6): with b6 still empty the turn looked finished.
    """
    position = FOUR.read_position("S 13,1,1,1,1,1/5 5,5,5,5,5,0/0")
    player = Player(FOUR, [position], felt)
    player.put(a1=0)
    assert player.wait() == [Made(A1)]
    assert player.put(b6=1) == []
    assert player.wait() == [Waiting()]
    assert player.put(b6=0) == []
    assert player.wait() == []
    assert player.put(b5=0) == [Touched()]


def test_put_back_or_sown_into_is_asked() -> None:
    """b1 is full again: put back, or sown into from a pit under a dead sensor? It is asked."""
    position = FOUR.read_position("N 1,1,1,1,1,12/5 1,5,5,5,5,5/0")
    player = Player(FOUR, [position], lambda held: felt(held) | {"a6": ANYTHING})
    player.put(b1=0)
    assert player.wait() == [Made(B1)]
    assert player.put(b1=1) == []
    assert player.wait() == [Unclear(plies=(0,), or_nothing=True)]


def test_next_lift_is_no_withdrawal() -> None:
    """A lap that showed only in b6 is not withdrawn when North lifts that very stone (K4)."""
    position = FOUR.read_position("S 14,1,1,1,1,1/5 5,5,5,5,4,0/0")
    player = Player(FOUR, [position], felt)
    player.put(a1=0)
    player.put(b6=1)
    player.put(a1=1)
    assert player.wait() == [Made(A1)]
    assert player.put(b6=0) == [Touched()]
    assert player.put(B=1) == [Made(FOUR.cells.index("b6"))]


def test_what_was_refused_is_not_made_of_the_same_looks() -> None:
    """Who has said that it was not a5 is not told the next moment that it was (K3)."""
    position = FOUR.read_position("S 4,4,4,4,1,3/4 4,4,4,4,4,4/0")
    player = Player(FOUR, [position], felt)
    player.put(a6=0)
    player.put(a5=0)
    player.put(a6=1)
    player.follower.forget([4])
    assert Made(4) not in player.wait()
    player.lay(position)
    player.put(a5=0)
    assert player.wait() == [Made(4)]


def test_taken_back_to_any_depth_by_exact_counts() -> None:
    """A counted board laid out like an earlier position is a takeback to just there."""
    past = after(A1, B1, 3, B2)
    for ply in range(3):
        player = Player(FOUR, past)
        player.lay(past[ply])
        assert player.wait() == [TakenBack(ply)]


def test_takeback_is_asked_where_counts_are_unknown() -> None:
    """Reeds cannot tell how far back the hands went: it is asked, with "nothing" as an answer."""
    past = after(A1, B1, A3 + 2)
    player = Player(FOUR, past, felt)
    player.lay(past[0])
    found = player.wait()
    assert len(found) == 1 and isinstance(found[0], Unclear)
    assert 0 in found[0].plies and found[0].or_nothing


def test_unseen_turns_are_asked() -> None:
    """North lifts although South was not seen to play: which turn of South's was it?"""
    player = Player(FOUR, after(), lambda held: felt(held) | dict.fromkeys(("a1", "a2"), ANYTHING))
    player.put(b6=0)
    found = player.wait()
    assert isinstance(found[0], Unclear)
    assert set(found[0].turns) == {0, 1} and found[0].or_nothing


def test_waiting_is_said_once() -> None:
    """A hand that holds stones for long is told once what the board waits for."""
    player = Player(FOUR, after())
    player.put(a1=0)
    assert player.wait(PATIENCE - 0.1) == []
    assert player.wait() == [Waiting()]
    assert player.wait() == []


def test_wrong_is_said_when_the_hands_rest() -> None:
    """Something no turn explains is told as soon as the hands rest."""
    player = Player(FOUR, after())
    player.put(a1=0)
    player.put(b4=5)
    assert player.follower.verdict.kind is Kind.WRONG
    assert player.wait() == [Waiting()]


def test_full_lap_is_asked() -> None:
    """A lap that leaves all pits as they felt is asked, since it may have been a mere look (K4)."""
    player = Player(FOUR, [LAP], felt)
    player.put(a1=0)
    player.put(a1=1)
    assert player.wait() == [Unclear((A1,), or_nothing=True)]


def test_not_auto_makes_nothing() -> None:
    """Where a button commits, neither the last stone nor the next touch makes a turn."""
    player = Player(FOUR, after())
    player.follower.auto = False
    assert player.lay(after(A1)[-1]) == []
    assert not any(isinstance(each, Made) for each in player.wait())
    assert player.follower.done_turns() == (A1,)
    assert player.put(b1=0) == []


def test_going_back_waits_for_the_stones() -> None:
    """After a takeback by command the turn that still lies there is not made again."""
    player = Player(FOUR, after())
    player.lay(after(A1)[-1])
    player.follower.go_back(0)
    assert player.follower.returning
    assert player.follower.look_again(counted(player.held), player.now) == []
    assert player.wait() == [Waiting()]
    assert {each.cell for each in player.follower.verdict.repairs} == {"a1", "a2", "a3", "a4", "a5"}


def test_begin_after_the_stones_are_back() -> None:
    """With the stones back the same turn can be made anew."""
    player = Player(FOUR, after())
    player.lay(after(A1)[-1])
    player.follower.go_back(0)
    player.lay(FOUR.start())
    player.follower.begin(player.follower.looks)
    assert player.lay(after(A1)[-1]) == [Made(A1)]


def test_told_turn_is_not_taken_for_a_takeback() -> None:
    """A declared turn that nobody carried out yet leaves the board as before: no takeback."""
    player = Player(FOUR, after())
    player.follower.play(A1, told=True)
    player.follower.seal()
    assert player.follower.look_again(counted(player.held), player.now) == []
    assert player.wait() == [Waiting()]


def test_takes_up_an_unsealed_turn() -> None:
    """A game taken up with its last turn unsealed lets the hands still change it."""
    past = after(A1)
    follower: Follower[Position, int] = Follower(FOUR, past, sealed=False)
    follower.look_again(counted(contents(FOUR, past[-1])), 0.0)
    changed = counted(contents(FOUR, FOUR.play(past[0], 1)))
    assert follower.see(changed, 1.0) == [Revised(1)]


def test_leaving_a_sensor_out_judges_anew() -> None:
    """A cell that becomes unknown makes what the others say enough."""
    player = Player(FOUR, after())
    player.put(a1=0, a2=5, a3=5, a4=5)  # the last stone lies in a5, but its scale is stuck
    looks = counted(player.held) | {"a5": ANYTHING}
    assert player.follower.look_again(looks, player.now) == []
    assert player.wait() == [Made(A1)]


def test_set_up_has_no_turns() -> None:
    """Before the board is ready hands only set it up."""
    follower: Follower[Position, int] = Follower(FOUR, after(), playing=False)
    follower.see(counted(contents(FOUR, after(A1)[-1])), 0.0)
    assert follower.verdict.kind is Kind.WRONG and follower.verdict.towards is None


@settings(max_examples=120)
@given(positions(), chances)
def test_every_turn_is_made(where: tuple[Kalah, Position], chance: Any) -> None:
    """Whatever the order of the hands, the follower makes just the turn that was played."""
    game, position = where
    for turn in game.turns(position):
        player = Player(game, [position])
        found: list[Finding] = []
        for cell, held in steps(game, position, turn, chance):
            found += player.put(**{cell: held})
        found += player.wait()
        result = game.play(position, turn)
        made = [each for each in found if isinstance(each, Made | Revised)]
        if made:
            assert made[-1].turn == turn or game.play(position, made[-1].turn) == result
        else:
            assert any(isinstance(each, Unclear) and turn in each.turns for each in found)


@settings(max_examples=120)
@given(positions(), st.booleans())
def test_put_back_is_never_a_turn(where: tuple[Kalah, Position], reeds: bool) -> None:
    """A pit put back as it was is not made a turn; where it may have been a lap it is asked."""
    game, position = where
    for turn in game.turns(position):
        player = Player(game, [position], felt if reeds else counted)
        cell, held = game.cells[turn], position.seeds[turn]
        found = player.put(**{cell: 0})
        for stones in range(1, held + 1):
            found += player.put(**{cell: stones})
        found += player.wait()
        if held > 1 or not reeds:  # a single stone is gone from the reed's sight with its pit
            assert not any(isinstance(each, Made | Revised) for each in found)
        asked = [each for each in found if isinstance(each, Unclear)]
        assert all(each.turns == (turn,) and each.or_nothing for each in asked)


@settings(max_examples=150)
@given(positions(), st.data())
def test_nothing_is_made_that_does_not_lie_there(
    where: tuple[Kalah, Position], data: st.DataObject
) -> None:
    """Random looks never crash the follower, and what it makes fits what it saw or then saw."""
    game, position = where
    player = Player(game, [position])
    changes = st.dictionaries(st.sampled_from(game.cells), looks, min_size=1, max_size=3)
    for change in data.draw(st.lists(changes, max_size=10)):
        before = dict(player.follower.looks)
        player.now += data.draw(st.floats(0.05, 4.0))
        found = player.follower.tick(player.now) + player.follower.see(change, player.now)
        for each in found:
            if isinstance(each, Made):
                _fits_either(player.follower, before)


def _fits_either(follower: Follower[Position, int], before: dict[str, Any]) -> None:
    """The board looked like the new position, just before the last change or after it."""
    held = follower.here.contents
    now = all(seen.allows(held[cell]) for cell, seen in follower.looks.items())
    then = all(seen.allows(held[cell]) for cell, seen in before.items())
    assert now or then


def test_unchanged_looks_say_nothing() -> None:
    """A sensor that repeats itself neither restarts a wait nor finds anything."""
    player = Player(FOUR, after(), felt)
    player.put(a1=0)
    due = player.follower.deadline
    player.now += 0.2
    assert player.follower.see({"a1": EMPTY, "a2": SOMETHING}, player.now) == []
    assert player.follower.deadline == due


def test_looks_of_other_kinds_mix() -> None:
    """Reeds and scales on one board serve the same turn."""
    player = Player(FOUR, after(), felt)
    player.put(a1=0)
    player.follower.see({cell: exactly(5) for cell in ("a2", "a3", "a4")}, 1.0)
    assert player.follower.see({"a5": exactly(5)}, 1.2) == [Made(A1)]
