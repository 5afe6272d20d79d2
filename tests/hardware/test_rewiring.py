"""Pins that fail: all are let go, and what says "Lunka tries again by itself" does so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from hardware.board import Board, open_board
from hardware.clock import ManualClock
from hardware.errors import PinsUnavailableError
from hardware.profile import parse_profile
from hardware.readings import Press, Reading
from tests.hardware.backends import NO_CHIP, WORDS, Lgpio, LgpioError, Wires, installed
from tests.hardware.boards import SMALL_LOAD, SMALL_REED, let_pass


class VanishingLgpio(Lgpio):
    """lgpio over a chip whose driver can be unbound: then every call fails but closing.

    Handles of before stay dead when it is bound again, as the kernel has it.
    """

    gone = False
    dead = 0

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if not name.startswith(("gpio_", "group_", "gpiochip_open")):
            return found
        return self._if_alive(found)

    def unbind(self) -> None:
        """The chip is gone."""
        self.gone, self.dead = True, len(self.opened)

    def _if_alive(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def alive(*given: Any) -> Any:
            if self.gone or (self.dead and self.opened):
                raise LgpioError(WORDS[NO_CHIP])
            return call(*given)

        return alive

    def gpiochip_close(self, handle: int) -> int:
        """Works always, and lets every line go."""
        self.dead = 0
        return super().gpiochip_close(handle)


@pytest.fixture
def lgpio() -> Iterator[VanishingLgpio]:
    """A Pi 4 with lgpio alone."""
    fake = VanishingLgpio(Wires())
    with installed(lgpio=fake):
        yield fake


def dark(text: str) -> str:
    """The board without its lights."""
    before, _, after = text.partition("[pixels]")
    return before + after[after.index("[buttons]") :]


@pytest.fixture
def clock() -> ManualClock:
    """A clock turned by hand."""
    return ManualClock()


def told(board: Board) -> str:
    """What a poll over failing pins says."""
    with pytest.raises(PinsUnavailableError) as trouble:
        board.poll()
    return str(trouble.value)


def cells(news: Sequence[Reading | Press]) -> dict[str, float]:
    """What each cell says now, of those that have news."""
    return {each.cell: each.value for each in news if isinstance(each, Reading)}


def test_a_chip_that_was_gone_is_read_again(lgpio: VanishingLgpio, clock: ManualClock) -> None:
    """Unbound and bound again: only what changed meanwhile is told, and buttons work again."""
    with open_board(parse_profile(dark(SMALL_REED)), clock) as board:
        lgpio.wires.closed = {(5, 12), (6, 13)}
        let_pass(board, clock, 0.1)
        lgpio.unbind()
        clock.advance(1.0)
        assert "Lunka tries again by itself" in told(board)
        lgpio.wires.closed = {(5, 12)}
        lgpio.gone = False
        clock.advance(1.0)
        assert cells(let_pass(board, clock, 0.1)) == {"b2": 0.0}
        lgpio.wires.grounded = {2}
        lgpio.edge(2)
        assert [each for each in board.poll() if isinstance(each, Press)]


def test_while_it_is_gone_nothing_is_left_open(lgpio: VanishingLgpio, clock: ManualClock) -> None:
    """No line, no chip and no callback: an open line on a dead chip makes lgpio's thread spin."""
    with open_board(parse_profile(dark(SMALL_REED)), clock) as board:
        let_pass(board, clock, 0.1)
        lgpio.unbind()
        for _ in range(3):
            clock.advance(1.0)
            told(board)
            assert (lgpio.opened, lgpio.held, lgpio.callbacks) == ([], {}, {})


def test_a_bank_goes_on_with_its_tares(lgpio: VanishingLgpio, clock: ManualClock) -> None:
    """What was learned of a load cell holds also after its pins were opened anew."""
    with open_board(parse_profile(dark(SMALL_LOAD)), clock) as board:
        (bank,) = board.drivers
        bank.retare("a1", 1234.0, 2000.0)  # type: ignore[attr-defined]
        lgpio.unbind()
        clock.advance(1.0)
        told(board)
        lgpio.gone = False
        clock.advance(1.0)
        board.poll()
        assert board.drivers == (bank,) and board.pins is not None
        assert bank._cells[0].tare == 1234.0  # type: ignore[attr-defined]


def test_a_library_error_is_ours(lgpio: VanishingLgpio, clock: ManualClock) -> None:
    """Where lines are read one by one lgpio's own error would have ended the table."""
    lgpio.broken["group_claim_input"] = -79
    with open_board(parse_profile(dark(SMALL_REED)), clock) as board:
        let_pass(board, clock, 0.1)
        lgpio.unbind()
        clock.advance(1.0)
        assert "The pins do not answer" in told(board)


def test_a_board_can_be_closed_while_its_chip_is_gone(
    lgpio: VanishingLgpio, clock: ManualClock
) -> None:
    """Stopping the table is no second error."""
    board = open_board(parse_profile(dark(SMALL_REED)), clock)
    lgpio.unbind()
    clock.advance(1.0)
    told(board)
    board.close()
