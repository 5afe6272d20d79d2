"""The players' clock: four kinds, flags, pauses, and nobody's time lost or won by accident."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.play.event import Event
from controller.table.clock import KINDS, Clock, clock_from
from controller.table.commands import CommandError
from controller.table.state import Status, fold, fold_all
from tests.table.board import Seat, seated


def clock(kind: str, extra: float = 10.0) -> Clock:
    """A minute each, the first side's time running since 0."""
    return Clock(kind, extra, (60.0, 60.0)).start(0, 0.0)


@pytest.mark.parametrize(
    ("kind", "after_4", "after_25"),
    [
        ("plain", 56.0, 35.0),
        ("fischer", 66.0, 45.0),
        ("delay", 60.0, 45.0),
        ("bronstein", 60.0, 45.0),
    ],
)
def test_what_a_turn_costs(kind: str, after_4: float, after_25: float) -> None:
    """A turn of 4 and one of 25 seconds cost what each kind of clock says."""
    assert clock(kind).press(1, 4.0).left[0] == after_4
    assert clock(kind).press(1, 25.0).left[0] == after_25


@pytest.mark.parametrize(
    ("kind", "flag"), [("plain", 60), ("fischer", 60), ("delay", 70), ("bronstein", 60)]
)
def test_when_the_flag_falls(kind: str, flag: float) -> None:
    """The flag falls when the time is up; a delay is free time before it."""
    assert clock(kind).flag() == flag
    assert clock(kind).shows(0, flag) == 0
    assert clock(kind).shows(0, flag + 100) == 0


def test_pressing_the_own_clock_changes_nothing() -> None:
    """An extra move (K5) is the same side's time, and gives nothing."""
    assert clock("fischer").press(0, 5.0) == clock("fischer")


def test_stopped_clocks_stand() -> None:
    """A stopped clock has no flag and loses nothing."""
    stopped = clock("plain").stop(20.0)
    assert stopped.flag() is None and stopped.stop(30.0) == stopped
    assert stopped.shows(0, 1000.0) == 40.0
    assert stopped.press(1, 50.0).running == 1


def test_no_clock_where_none_is_wanted() -> None:
    """Without settings nobody's time is taken."""
    assert clock_from(None, 2) is None


def test_the_free_seconds_of_a_delay_are_told_apart() -> None:
    """T2: they go first, for the running side alone, and what is left stands still meanwhile."""
    delayed = clock("delay")
    assert [delayed.free(0, now) for now in (0.0, 4.0, 10.0, 15.0)] == [10.0, 6.0, 0.0, 0.0]
    assert [delayed.shows(0, now) for now in (0.0, 4.0, 10.0, 15.0)] == [60.0, 60.0, 60.0, 55.0]
    assert delayed.free(1, 4.0) == 0.0
    assert all(clock(kind).free(0, 4.0) == 0.0 for kind in KINDS if kind != "delay")


def timed(kind: str = "plain", **more: int) -> Seat:
    """A table with a clock of one minute, which North has started for South."""
    seat = seated(house={"clock": kind, "minutes": 1, **more})
    seat.say("confirm")
    return seat


def left_alone() -> Seat:
    """A table with a clock of one minute, ready, and nobody has touched anything."""
    return seated(house={"clock": "plain", "minutes": 1})


def test_no_time_runs_before_the_first_act() -> None:
    """T4: the board is ready and nobody is there: no flag falls, however long that is."""
    seat = left_alone()
    assert seat.wait(600.0) == []
    clock = seat.state.clock
    assert clock is not None and clock.running is None and clock.left == (60.0, 60.0)
    assert seat.table.deadline is None


def test_the_first_touch_starts_the_mover_s_time() -> None:
    """A hand in the first pit: from then on South's time runs, and his turn is timed from there."""
    seat = left_alone()
    seat.wait(30.0)
    assert seat.put(a3=0) == ["clock.started"]
    assert seat.last("clock.started") == {"side": 0, "by": "hands"}
    assert seat.state.clock is not None and seat.state.clock.running == 0
    assert seat.wait(61.0)[-2:] == ["clock.flag", "game.over"]


def test_the_press_of_the_clock_starts_the_mover_s_time() -> None:
    """Whoever waits for the first move may start the mover's clock (T4), once."""
    seat = left_alone()
    assert "confirm" in seat.table.commands()
    assert seat.say("confirm") == ["clock.started"]
    assert "confirm" not in seat.table.commands()
    assert seat.state.clock is not None and seat.state.clock.running == 0


def test_a_pause_before_the_first_act_starts_nothing() -> None:
    """Going on after a pause is no act at the board."""
    seat = left_alone()
    seat.say("pause")
    seat.say("resume")
    assert seat.state.clock is not None and seat.state.clock.running is None


def test_a_game_of_an_older_record_runs_from_the_moment_it_was_ready() -> None:
    """What such a game's clocks showed is worked out as they ran then."""
    seat = left_alone()
    events = [
        replace(event, data={k: v for k, v in event.data.items() if k != "clock_starts"})
        for event in seat.events
    ]
    clock = fold_all(events).clock
    assert clock is not None and clock.running == 0


def test_without_a_clock_nothing_is_started() -> None:
    """Games without a clock record no start of one."""
    seat = seated()
    seat.play("a3")
    assert "clock.started" not in [event.kind for event in seat.events]


def test_flag_ends_the_game() -> None:
    """Time up: the flag is in the record and the other side wins."""
    seat = timed()
    assert seat.wait(61.0) == ["clock.flag", "game.over"]
    assert seat.last("game.over") == {"winner": 1, "scores": [0, 0], "reason": "time"}
    assert seat.state.status is Status.OVER


def test_a_turn_after_the_flag_is_too_late() -> None:
    """The flag is seen first, at the time it fell, although nobody called the table before."""
    seat = timed()
    ready = seat.now
    seat.now += 100.0
    assert seat.play("a1") == ["clock.flag", "game.over"]
    assert {event.at for event in seat.events[-2:]} == {ready + 60.0}
    assert seat.turns == [] and seat.last("game.over")["winner"] == 1


def test_a_word_after_the_flag_is_too_late() -> None:
    """Who resigns when the other's time was up has won; the refusal does not lose the flag."""
    seat = timed()
    seat.now += 100.0
    with pytest.raises(CommandError, match="resign is not possible now"):
        seat.say("resign", side=1)
    assert [event.kind for event in seat.events[-2:]] == ["clock.flag", "game.over"]
    assert seat.last("game.over") == {"winner": 1, "scores": [0, 0], "reason": "time"}


def test_a_turn_before_the_flag_counts_before_it() -> None:
    """A turn that lay long enough in time is made in time, however late the table is called."""
    seat = seated(reeds=True, house={"clock": "plain", "minutes": 1})
    seat.play("a1")
    assert seat.turns == [] and seat.table.deadline is not None
    due = seat.table.deadline
    seat.now += 61.0
    assert seat._keep(seat.table.tick(seat.now)) == ["turn.made"]
    assert seat.events[-1].at == round(due, 3)
    assert seat.state.clock is not None and seat.state.clock.running == 1


def test_deadline_is_the_flag() -> None:
    """The table wants to be called when the flag falls, although nobody moves."""
    seat = timed()
    assert seat.table.deadline == pytest.approx(seat.now + 60.0)


def test_turn_presses_the_clock() -> None:
    """A turn made starts the other side's time, with the increment given."""
    seat = timed("fischer", extra=5)
    seat.wait(9.5)
    seat.play("a1")
    clock = seat.state.clock
    assert clock is not None and clock.running == 1
    assert clock.left[0] == pytest.approx(55.0)


def test_pause_stops_and_resume_goes_on() -> None:
    """Nobody's time runs while the game is paused."""
    seat = timed()
    seat.wait(10.0)
    seat.say("pause")
    seat.wait(300.0)
    seat.say("resume")
    assert seat.state.clock is not None
    assert seat.state.clock.shows(0, seat.now) == pytest.approx(50.0)
    assert seat.wait(51.0)[-1] == "game.over"


def shown(seat: Seat) -> list[float]:
    """What the clock shows each side now."""
    clock = seat.state.clock
    assert clock is not None
    return [clock.shows(side, seat.now) for side in (0, 1)]


def test_takeback_gives_no_time() -> None:
    """Taking turns back and forth wins nobody an increment."""
    seat = timed("fischer", extra=30)
    for _ in range(3):
        before = shown(seat)
        seat.play("a1")
        seat.say("undo")
        assert seat.state.clock is not None and seat.state.clock.running == 0
        seat.lay(seat.state.position)
        assert shown(seat) == pytest.approx([before[0] - 1.0, before[1]])


#: What is left after a turn that took so many seconds, all in all.
_COSTS: dict[str, Callable[[float], float]] = {
    "plain": lambda used: 60.0 - used,
    "fischer": lambda used: 70.0 - used,
    "delay": lambda used: 60.0 - max(0.0, used - 10.0),
    "bronstein": lambda used: 60.0 - max(0.0, used - 10.0),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_put_back_by_hand_was_never_made(kind: str) -> None:
    """It is as if its side had gone on thinking: also what ran for the opponent is its own."""
    seat = timed(kind, extra=10)
    start = seat.state.start
    since = seat.now
    for _ in range(4):
        seat.wait(1.0)
        seat.play("a1")
        seat.wait(1.5)
        seat.lay(start)
        seat.wait(3.0)
        assert seat.turns == []
        assert shown(seat)[1] == 60.0
    seat.play("a2")
    assert shown(seat) == pytest.approx([_COSTS[kind](seat.now - since), 60.0])
    assert seat.count("turn.withdrawn") == 4


@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_changed_by_hand_is_one_turn(kind: str) -> None:
    """It was made when it was changed last; the opponent's turn begins then, with all its time."""
    seat = timed(kind, extra=10)
    since, start = seat.now, seat.state.start
    seat.play("a1")
    seat.wait(4.0)
    seat.lay(seat.rules.play(start, seat.rules.read_turn(start, "a2")))
    assert seat.turns == ["a2"] and seat.count("turn.revised") == 1
    assert shown(seat) == pytest.approx([_COSTS[kind](seat.now - since), 60.0])


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_has_more_than_before_the_turns_taken_back(kind: str) -> None:
    """What was used stays used, what was given is gone, and free seconds do not come again."""
    seat = timed(kind, extra=10)
    for pit in ("a1", "b2", "a5"):
        seat.wait(14.5)
        seat.play(pit)
    before = shown(seat)
    seat.say("undo")
    assert all(after <= min(60.0, was) for after, was in zip(shown(seat), before, strict=True))
    seat.say("direct", action="undo", to=0, by="Ann", why="a dispute")
    seat.lay(seat.state.position)
    held = shown(seat)
    assert max(held) <= 60.0
    assert seat.state.clock is not None and seat.state.clock.running == 0
    seat.wait(5.0)
    assert shown(seat) == pytest.approx([held[0] - 5.0, held[1]])  # the turn's grace is used up


def test_what_answered_turns_gave_is_gone() -> None:
    """Two quick turns gave both an increment; taken back, nobody keeps it."""
    seat = timed("fischer", extra=10)
    for _ in range(2):
        seat.play("a1", "b2")
        seat.say("direct", action="undo", to=0, by="Ann", why="a dispute")
        seat.lay(seat.state.position)
        assert max(shown(seat)) <= 60.0


def test_a_clock_set_by_a_director_stays_set() -> None:
    """What a director gave since is not taken away with a turn that is taken back."""
    seat = timed("fischer", extra=10)
    seat.play("a1", "b2")
    seat.say("direct", action="clock", seconds=[300, 200], by="Ann", why="a mishap")
    seat.say("direct", action="undo", to=0, by="Ann", why="a mishap")
    assert shown(seat) == [300.0, 200.0]


def test_power_cut_costs_nobody() -> None:
    """The time without power is nobody's: after a restart the clock goes on from there."""
    seat = timed()
    seat.wait(10.0)
    later = seat.now + 3600.0
    state = fold(seat.state, Event("daemon.started", later, {"version": "0.1.0"}))
    assert state.clock is not None
    assert state.clock.shows(0, later) == 60.0
    assert state.clock.flag() == later + 60.0


def test_restart_does_not_start_a_stopped_clock() -> None:
    """A paused game is still paused after a restart."""
    seat = timed()
    seat.say("pause")
    started = Event("daemon.started", seat.now + 5.0, {"version": "0.1.0"})
    assert replace(fold(seat.state, started), line=seat.state.line) == seat.state
