"""Buttons: one press, one event, on mock pins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.buttons import Panel
from hardware.clock import ManualClock
from hardware.errors import ImpossibleActError
from hardware.simulated import SimulatedBoard, open_simulated
from tests.hardware.boards import presses, small


@pytest.fixture
def clock() -> ManualClock:
    """A clock turned by hand."""
    return ManualClock()


@pytest.fixture(params=[True, False], ids=["pins", "bulk"])
def board(clock: ManualClock, request: pytest.FixtureRequest) -> Iterator[SimulatedBoard]:
    """A small board: confirm pulls to ground, undo to 3.3 V."""
    with open_simulated(small("reed"), clock, pins=request.param) as board:
        yield board


@pytest.mark.parametrize("name", ["confirm", "undo"])
def test_a_press_is_one_event(board: SimulatedBoard, clock: ManualClock, name: str) -> None:
    """Pressing a button once gives its name once, whichever way it is wired."""
    clock.advance(1.0)
    board.press(name)
    assert presses(board) == [name]
    assert presses(board) == []


def test_two_presses_are_two_events(board: SimulatedBoard, clock: ManualClock) -> None:
    """A second press after a pause counts."""
    board.press("confirm")
    clock.advance(0.2)
    board.press("confirm")
    assert presses(board) == ["confirm", "confirm"]


def test_bounces_do_not_count(clock: ManualClock) -> None:
    """A contact that bounces was pressed once, and its release is no press."""
    panel = Panel(small("reed").buttons, clock)
    for down in (True, False, True, False, True):
        panel.edge("confirm", down)
        clock.advance(0.002)
    clock.advance(0.5)
    for down in (False, True, False):
        panel.edge("confirm", down)
        clock.advance(0.002)
    assert [press.at for press in panel.poll()] == [0.0]


def test_buttons_do_not_disturb_each_other(board: SimulatedBoard) -> None:
    """Two buttons pressed at the same moment are both heard."""
    board.press("confirm")
    board.press("undo")
    assert presses(board) == ["confirm", "undo"]


def test_who_listens_need_not_ask(board: SimulatedBoard, clock: ManualClock) -> None:
    """A listener hears of a press at once; the board is then left alone while nobody plays."""
    while not board.settled():
        board.poll()
        clock.advance(board.delay())
    clock.advance(60.0)
    board.poll()
    longest = min(driver.delay() for driver in board.drivers)
    heard: list[str] = []
    board.on_press(lambda: heard.append("press"))
    assert board.delay() == longest
    board.press("confirm")
    assert (heard, presses(board)) == (["press"], ["confirm"])


def test_an_unknown_button_is_named(board: SimulatedBoard) -> None:
    """Pressing what is not there tells what is."""
    with pytest.raises(ImpossibleActError, match=r"no button 'pause' .* There are confirm, undo"):
        board.press("pause")
