"""The clock of a dice game: it runs for whoever has to act, and gives time for turns only."""

from __future__ import annotations

import pytest

from controller.play.event import Event
from controller.table.clock import KINDS, Clock
from controller.table.state import Status, fold
from tests.table.board import Seat
from tests.table.dicing import DiceSeat, seated

WHITE, BLACK = 0, 1


def timed(*dice: int, kind: str = "plain", game: str = "short", **house: object) -> DiceSeat:
    """A minute each, ten seconds of grace a turn; these opening dice were entered, if any."""
    return seated(*dice, game=game, **{"clock": kind, "minutes": 1, "extra": 10, **house})


def clock_of(seat: Seat) -> Clock:
    """The clock on the table."""
    assert seat.state.clock is not None
    return seat.state.clock


def runs_for(seat: Seat) -> int | None:
    """Whose time runs."""
    return clock_of(seat).running


def shown(seat: Seat) -> list[float]:
    """What the clock shows now."""
    return [clock_of(seat).shows(side, seat.now) for side in (WHITE, BLACK)]


def doubled(kind: str) -> DiceSeat:
    """White has moved in half a second; Black has thought four seconds and offers a raise."""
    seat = timed(3, 1, kind=kind)
    seat.play("8/5 6/5")
    seat.wait(4.0)
    seat.say("decide", decision="double")
    return seat


@pytest.mark.parametrize(
    ("kind", "white", "black"),
    [
        ("plain", 53.5, 52.5),
        ("fischer", 63.5, 62.5),
        ("delay", 54.0, 60.0),
        ("bronstein", 54.0, 60.0),
    ],
)
def test_the_answer_is_thought_about_on_the_own_clock(
    kind: str, white: float, black: float
) -> None:
    """S8: the double hits the clock, the take hits it back; only the two turns give time."""
    seat = doubled(kind)
    assert runs_for(seat) == WHITE
    seat.wait(6.0)
    seat.say("decide", decision="take")
    assert runs_for(seat) == BLACK
    seat.wait(3.0)
    seat.say("roll", dice=[6, 4])
    assert runs_for(seat) == BLACK
    seat.play("24/14")
    assert runs_for(seat) == WHITE
    assert shown(seat) == pytest.approx([white, black])


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_costs_what_it_takes_and_gives_nothing(kind: str) -> None:
    """Neither side's time grows by an offer and its answer; the answer has no free seconds."""
    seat = doubled(kind)
    before = shown(seat)
    seat.wait(5.0)
    assert shown(seat) == pytest.approx([before[WHITE] - 5.0, before[BLACK]])
    seat.say("decide", decision="take")
    assert shown(seat) == pytest.approx([before[WHITE] - 5.0, before[BLACK]])


@pytest.mark.parametrize(("kind", "left"), [("delay", 54.0), ("bronstein", 54.0)])
def test_a_turn_has_its_free_seconds_once(kind: str, left: float) -> None:
    """Eight seconds before an offer and eight after the answer are one turn of sixteen."""
    clock = Clock(kind, 10.0, (60.0, 60.0)).start(WHITE, 0.0)
    clock = clock.hand(BLACK, 8.0).hand(WHITE, 20.0)
    assert clock.press(BLACK, 28.0).left == (left, 48.0)


def test_the_flag_of_a_turn_that_goes_on_knows_what_was_free() -> None:
    """After an offer only what is left of the delay comes before the flag."""
    clock = Clock("delay", 10.0, (60.0, 60.0)).start(WHITE, 0.0).hand(BLACK, 8.0)
    assert clock.flag() == 68.0
    assert clock.hand(WHITE, 20.0).flag() == 82.0


def test_the_flag_of_who_must_answer_falls() -> None:
    """Who thinks about a raise for too long loses, not who offered it."""
    seat = doubled("plain")
    seat.wait(61.0)
    assert seat.last("clock.flag") == {"side": WHITE}
    assert seat.last("game.over")["winner"] == BLACK


@pytest.mark.parametrize("side", [WHITE, BLACK])
@pytest.mark.parametrize("kind", KINDS)
def test_a_resignation_is_answered_on_the_own_clock(kind: str, side: int) -> None:
    """Whoever offers it: the other thinks about it; refused, the mover's time goes on."""
    seat = timed(3, 1, kind=kind)
    seat.say("decide", decision="resign 1", side=side)
    assert runs_for(seat) == 1 - side
    before = shown(seat)
    seat.say("decide", decision="refuse")
    assert runs_for(seat) == WHITE
    assert shown(seat) == before


def test_a_beaver_is_answered_by_who_doubled() -> None:
    """S11: each answer is thought about on the clock of the one who owes it."""
    seat = seated(3, 1, options={"beaver": True}, clock="fischer", minutes=1)
    seat.play("8/5 6/5")
    given = shown(seat)
    for word, runs in (("double", WHITE), ("beaver", BLACK), ("take", BLACK)):
        seat.say("decide", decision=word)
        assert runs_for(seat) == runs, word
    assert shown(seat) == given


def test_a_pause_during_an_offer_ends_with_the_same_clock() -> None:
    """Nobody's time runs in a pause; then that of the one who must answer."""
    seat = doubled("delay")
    before = shown(seat)
    seat.say("pause")
    assert runs_for(seat) is None
    seat.wait(100.0)
    seat.say("resume")
    assert runs_for(seat) == WHITE and shown(seat) == before
    assert clock_of(seat).turn == BLACK


def test_a_turn_taken_back_during_an_offer_is_its_mover_s_time() -> None:
    """What was offered after it is past with it."""
    seat = doubled("fischer")
    seat.say("undo")
    assert runs_for(seat) == WHITE and clock_of(seat).turn == WHITE


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ["short", "long", "gulbar", "mad-gulbar"])
def test_no_time_runs_before_the_opening_roll(game: str, kind: str) -> None:
    """N2: nobody knows yet who begins; equal dice do not tell either."""
    seat = timed(game=game, kind=kind)
    assert runs_for(seat) is None and seat.table.deadline is None
    seat.wait(100.0)
    seat.say("roll", dice=[4, 4])
    seat.wait(100.0)
    assert seat.state.status is Status.PLAYING and runs_for(seat) is None
    seat.say("roll", dice=[2, 5])
    assert runs_for(seat) == BLACK
    assert shown(seat) == [60.0, 60.0]


def test_a_pause_before_the_opening_roll_starts_nobody() -> None:
    """N2: going on after a pause, or after a power cut, says nobody who begins."""
    seat = timed()
    seat.say("pause")
    seat.say("resume")
    assert runs_for(seat) is None
    restarted = fold(seat.state, Event("daemon.started", seat.now + 5.0, {"version": "0.1.0"}))
    assert restarted.clock is not None and restarted.clock.running is None


def test_a_side_that_was_named_begins_with_the_first_act() -> None:
    """T4: it is known who is to act; his time runs once he has rolled, or the other started it."""
    for act in ({"do": "roll", "dice": [6, 1]}, {"do": "confirm"}):
        seat = DiceSeat("short", clock="fischer", minutes=1)
        seat.begin(begin="black")
        assert runs_for(seat) is None
        seat.say(**act)
        assert runs_for(seat) == BLACK


def test_where_dice_are_inferred_the_first_turn_tells() -> None:
    """Nobody enters the opening roll: the clock starts with the first turn, and may stop again."""
    seat = timed(kind="fischer", dice="inferred")
    seat.wait(30.0)
    assert runs_for(seat) is None
    seat.move("8>5", "6>5")
    seat.wait(10.0)
    assert seat.count("turn.made") == 1
    assert runs_for(seat) == BLACK and clock_of(seat).left == (60.0, 60.0)
    seat.say("undo")
    assert runs_for(seat) is None
