"""The contract of the lights, their bytes caught at the wire.

On pins it is the real NeoPixel class that sends them, or ours where that is not installed; behind
a Pico the firmware.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.clock import ManualClock
from hardware.errors import UnknownCellError
from hardware.profile import parse_profile
from hardware.readings import Frame
from hardware.simulated import SimulatedBoard, open_simulated
from hardware.simulated.lights import PixelLine, decode
from tests.firmware.lockstep import micropython
from tests.hardware.boards import SMALL_REED, let_pass, small, small_linked

RED, OFF = (255, 0, 0), (0, 0, 0)


@pytest.fixture
def clock() -> ManualClock:
    """A clock turned by hand."""
    return ManualClock()


class LitBoard(SimulatedBoard):
    """A board that shows a picture before it says so, however far away its strip is."""

    def show(self, frame: Frame) -> None:
        """Show it, and let what lies between do its work."""
        super().show(frame)
        self.settle()

    def settle(self) -> None:
        """Let the link carry what is on its way; no time passes on pins."""
        if self.link is not None:
            assert isinstance(self._clock, ManualClock)
            let_pass(self, self._clock, 0.1)


@pytest.fixture(params=["pins", "pins by SPI", "pins without the library", "pico", "micropython"])
def board(
    clock: ManualClock, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LitBoard]:
    """A small board."""
    if request.param == "pins without the library":
        monkeypatch.setattr("hardware.simulated.lights._library", lambda _name: None)
    runner = micropython if request.param == "micropython" else None
    profile = small("load") if "pins" in request.param else small_linked("load")
    if request.param == "pins by SPI":
        on_spi = SMALL_REED.replace("pin = 18", "pin = 10")
        profile = parse_profile(on_spi, "small.toml")
    board = open_simulated(profile, clock, runner=runner)
    board.__class__ = LitBoard
    assert isinstance(board, LitBoard)
    board.settle()
    with board:
        yield board


def line_of(board: SimulatedBoard) -> PixelLine:
    """The wire to the board's strip."""
    assert board.line is not None
    return board.line


def test_a_new_board_is_dark(board: SimulatedBoard) -> None:
    """Opening sends one dark frame, so that no light of an earlier run is left."""
    assert line_of(board).pixels() == [OFF] * 12


def test_a_cell_lights_on_its_own_pixels(board: SimulatedBoard) -> None:
    """A cell's colours come out of the wire at its pixels, in order, and nowhere else."""
    board.show({"b1": (RED, (0, 0, 255))})
    pixels = line_of(board).pixels()
    assert pixels[6:8] == [RED, (0, 0, 255)]
    assert [pixel for place, pixel in enumerate(pixels) if place not in {6, 7}] == [OFF] * 10


def test_bytes_go_out_in_the_strips_order(board: SimulatedBoard) -> None:
    """A GRB strip gets green first."""
    board.show({"a1": (RED,)})
    assert line_of(board).sent[-1].data[:3] == bytes([0, 255, 0])


def test_an_unchanged_frame_is_not_sent_again(board: SimulatedBoard) -> None:
    """The same picture twice costs one transmission; a new one is stamped with its time."""
    board.show({"a1": (RED, RED)})
    before = line_of(board).total
    board.show({"a1": [RED, RED]})
    board.show({"a1": (RED, RED), "a2": (OFF, OFF)})
    assert line_of(board).total == before


def test_a_transmission_has_its_time(board: SimulatedBoard, clock: ManualClock) -> None:
    """What was sent is remembered with the board's own time."""
    clock.advance(2.5)
    asked = clock.now()
    board.show({"a1": (RED, RED)})
    assert asked <= line_of(board).sent[-1].at <= clock.now() <= asked + 0.2


def test_cells_left_out_go_dark(board: SimulatedBoard) -> None:
    """A frame is the whole picture."""
    board.show({"a1": (RED, RED)})
    board.show({"a2": (RED, RED)})
    assert line_of(board).pixels()[:4] == [OFF, OFF, RED, RED]


def test_lights_go_off_at_close(board: SimulatedBoard) -> None:
    """A closed board is a dark board, also when closed twice."""
    board.show({"a1": (RED, RED)})
    board.close()
    board.close()
    assert line_of(board).pixels() == [OFF] * 12


def test_too_many_colours_are_cut(board: SimulatedBoard) -> None:
    """Colours beyond a cell's pixels do not spill over to its neighbour."""
    assert board.pixels_of("a1") == 2
    board.show({"a1": (RED,) * 5})
    assert line_of(board).pixels()[2] == OFF


def test_an_unknown_cell_is_refused(board: SimulatedBoard) -> None:
    """A cell this board does not have is an error, not a dark spot."""
    with pytest.raises(UnknownCellError, match=r"has no cell 'a9'. It has a1, a2, A, b1, b2, B"):
        board.show({"a9": (RED,)})


@pytest.mark.parametrize("order", ["RGB", "GRB", "BGR"])
def test_bytes_decode_back(order: str) -> None:
    """What the stand-in decodes is what was sent, whatever the channel order."""
    sent = {"R": 10, "G": 20, "B": 30}
    assert decode(bytes(sent[channel] for channel in order), order) == [(10, 20, 30)]


def test_white_decodes_to_all_three() -> None:
    """The white channel of an RGBW pixel counts as red, green and blue."""
    assert decode(bytes([0, 5, 0, 100]), "GRBW") == [(105, 100, 100)]
