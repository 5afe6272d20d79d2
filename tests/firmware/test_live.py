"""The firmware in MicroPython, in real time, talking to the real host over a socket and a pty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic, sleep

import pytest

from hardware.board import Board, open_board
from hardware.errors import LinkError, PortUnavailableError
from hardware.profile import Profile
from hardware.readings import Press, Reading
from hardware.serial.link import Stage
from hardware.serial.port import SerialPort
from tests.firmware.live import LivePico, Terminal
from tests.hardware.boards import small_linked

PATIENCE_S = 20.0
"""So long a busy machine may take; nothing is asserted about how long it did take."""

News = list[Reading | Press]


def wait(board: Board, until: Callable[[News], bool]) -> News:
    """Poll as a house does until something is so."""
    news: News = []
    deadline = monotonic() + PATIENCE_S
    while not until(news):
        assert monotonic() < deadline, (news, board.link and board.link.history()[-8:])
        try:
            news += board.poll()
        except LinkError:
            sleep(0.1)
        sleep(min(board.delay(), 0.02))
    return news


def told(board: Board, cell: str, value: float) -> Callable[[News], bool]:
    """Whether a cell was last told to hold this."""
    return lambda _: any(
        reading.cell == cell and reading.fault is None and abs(reading.value - value) < 0.6
        for reading in board.snapshot()
    )


@pytest.fixture(params=["reed", "load"])
def profile(request: pytest.FixtureRequest) -> Profile:
    """A small board."""
    return small_linked(request.param)


@pytest.fixture
def pico(profile: Profile) -> Iterator[LivePico]:
    """A running Pico."""
    with LivePico(profile) as pico:
        yield pico


def on(profile: Profile, port: str) -> Profile:
    """The same board on another port."""
    assert profile.link is not None
    return profile.model_copy(update={"link": profile.link.model_copy(update={"port": port})})


def put(pico: LivePico, cell: int, there: bool) -> float:
    """Put five grams or a magnet onto a cell, or take it off."""
    if pico.masks:
        bit = 1 << cell
        pico.masks[0] = pico.masks[0] | bit if there else pico.masks[0] & ~bit
        pico.set()
        return 1.0 if there else 0.0
    pico.counts[0][cell] = 10_000 if there else 0
    pico.set()
    return 5.0 if there else 0.0


def test_over_a_socket(profile: Profile, pico: LivePico) -> None:
    """Cells are read, a press is heard and lights are lit, all over `socket://`."""
    with open_board(on(profile, pico.url)) as board:
        wait(board, told(board, "b2", 0.0))
        wait(board, told(board, "b2", put(pico, 4, there=True)))
        pico.order("press", pin=2)
        wait(board, lambda news: any(isinstance(each, Press) for each in news))
        board.show({"a1": ((255, 0, 0), (0, 0, 0))})
        wait(board, lambda _: pico.order("strip")["strip"].startswith("00ff00" + "00" * 33))
        assert board.link is not None
        assert board.link.counts.lost == 0


def test_over_a_pseudo_terminal_unplugged_and_back(profile: Profile, pico: LivePico) -> None:
    """On a real terminal the cable is pulled: it is told, and what happened meanwhile follows."""
    terminal = Terminal(pico.port)
    with open_board(on(profile, terminal.name)) as board:
        assert board.link is not None
        wait(board, told(board, "a1", 0.0))
        terminal.unplug()
        deadline = monotonic() + PATIENCE_S
        with pytest.raises(PortUnavailableError, match=r"does not answer: unplugged\?|opened"):
            while monotonic() < deadline:
                board.poll()
                sleep(0.02)
        value = put(pico, 0, there=True)
        again = Terminal(pico.port)
        board.link._opener = lambda: SerialPort(again.name)
        wait(board, told(board, "a1", value))
        assert board.link.stage is Stage.RUNNING
    again.unplug()
