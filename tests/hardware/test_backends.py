"""gpiozero's own pins, for real, down to the library that touches the hardware."""

from __future__ import annotations

from random import Random

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.board import Board, open_board
from hardware.clock import ManualClock
from hardware.errors import PinsUnavailableError
from hardware.pi import Pi, pi_named
from hardware.profile import Profile, parse_profile
from hardware.reeds import ReedPins
from hardware.simulated import CALM, Wood
from hardware.simulated.chips import Matrix
from hardware.simulated.reeds import SimulatedReeds
from hardware.wires import pin_factory
from tests.hardware.backends import PI4, PI5, Lgpio, RpiGpio, Wires, installed
from tests.hardware.boards import SMALL_REED, let_pass, presses

FOUR, FIVE = pi_named("Raspberry Pi 4 Model B Rev 1.4"), pi_named("Raspberry Pi 5 Model B Rev 1.0")


def no_pixels() -> Profile:
    """The small reed board with a button and without lights."""
    return parse_profile(SMALL_REED[: SMALL_REED.index("[pixels]")] + "[buttons]\nconfirm = 22\n")


def plays(board: Board, clock: ManualClock, wires: Wires, lib: Lgpio | RpiGpio) -> None:
    """Reeds and a button, from the wire to what the board says."""
    assert {each.value for each in let_pass(board, clock, 0.1)} == {0.0}
    wires.closed = {(5, 12), (6, 16)}
    readings = let_pass(board, clock, 0.1)
    assert {each.cell: each.value for each in readings} == {"a1": 1.0, "B": 1.0}
    wires.closed = {(6, 16)}
    readings = let_pass(board, clock, 0.1)
    assert {each.cell: each.value for each in readings} == {"a1": 0.0}
    wires.grounded = {22}
    lib.edge(22)
    assert presses(board) == ["confirm"]


@pytest.mark.parametrize(("revision", "model"), [(PI4, "4B"), (PI5, "5B")])
def test_lgpio_comes_first(revision: int, model: str) -> None:
    """Where both libraries are there, lgpio is taken and RPi.GPIO is not even touched."""
    wires = Wires()
    lgpio, rpigpio = Lgpio(wires), RpiGpio(wires)
    clock = ManualClock()
    with (
        installed(revision, lgpio, rpigpio),
        open_board(no_pixels(), clock) as board,
    ):
        assert type(board.pins).__name__ == "LGPIOFactory"
        assert board.pins is not None
        assert board.pins.board_info.model == model
        plays(board, clock, wires, lgpio)
    assert (lgpio.held, lgpio.opened) == ({}, [])
    assert rpigpio.mode is None


def test_an_older_kernel_of_a_pi_5_has_its_pins_on_chip_4(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where /dev/gpiochip4 is there, a Pi 5's header is on it; else on chip 0."""
    monkeypatch.setattr("os.path.exists", lambda path: path == "/dev/gpiochip4")
    lgpio = Lgpio(Wires(), chips=(0, 4))
    with installed(PI5, lgpio):
        factory = pin_factory()
        assert lgpio.opened == [4]
        factory.close()
    with installed(PI4, lgpio):
        factory = pin_factory()
        assert lgpio.opened == [0]
        factory.close()


@pytest.mark.parametrize("lgpio", [None, Lgpio(Wires(), chips=())], ids=["absent", "no chip"])
def test_rpigpio_follows_where_lgpio_fails(
    lgpio: Lgpio | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not installed, or no chip to open: the board plays on RPi.GPIO just the same."""
    monkeypatch.setattr("hardware.wires.this_pi", lambda: FOUR)
    wires = Wires()
    rpigpio, clock = RpiGpio(wires), ManualClock()
    with installed(PI4, lgpio, rpigpio), open_board(no_pixels(), clock) as board:
        assert type(board.pins).__name__ == "RPiGPIOFactory"
        plays(board, clock, wires, rpigpio)
    assert rpigpio.set == {}
    assert wires.driven == {}


@pytest.mark.parametrize(
    ("pi", "rpigpio"),
    [
        (FOUR, "rpigpio: .*RPi.* Install Lunka with its 'pi' extra, join the group 'gpio'"),
        (FIVE, "rpigpio: not for this Pi. .* Use lgpio: install Lunka with its 'pi5' extra"),
    ],
)
def test_what_each_backend_said_is_kept(
    pi: Pi, rpigpio: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both failures are told, lgpio's first, and what to do on this very Pi."""
    monkeypatch.setattr("hardware.wires.this_pi", lambda: pi)
    with (
        installed(PI4, Lgpio(Wires(), chips=())),
        pytest.raises(
            PinsUnavailableError, match=rf"Tried lgpio: 'can not open gpiochip'; {rpigpio}"
        ),
    ):
        pin_factory()


def test_rpigpio_is_not_tried_on_a_pi_5(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would open there and fail at the first pin; the one thing that helps is lgpio."""
    monkeypatch.setattr("hardware.wires.this_pi", lambda: FIVE)
    rpigpio = RpiGpio(Wires())
    with (
        installed(PI5, None, rpigpio),
        pytest.raises(PinsUnavailableError, match=r"Tried lgpio: .*; rpigpio: not for this Pi"),
    ):
        pin_factory()
    assert rpigpio.mode is None


@pytest.mark.parametrize("name", ["lgpio", "rpigpio"])
def test_named_pins_are_opened_and_no_others(name: str) -> None:
    """Asked for by name, the other library does not step in."""
    wires = Wires()
    present = {"lgpio": Lgpio(wires), "rpigpio": RpiGpio(wires)}
    with installed(PI4, **{name: present[name]}):  # type: ignore[arg-type]
        factory = pin_factory(name)
        assert (
            type(factory).__name__ == {"lgpio": "LGPIOFactory", "rpigpio": "RPiGPIOFactory"}[name]
        )
        factory.close()
    (other,) = set(present) - {name}
    with (
        installed(PI4, **{other: present[other]}),  # type: ignore[arg-type]
        pytest.raises(PinsUnavailableError, match=rf"Tried {name}: "),
    ):
        pin_factory(name)


@pytest.mark.parametrize(("revision", "model"), [("c03114", "4B"), ("d04170", "5B")])
def test_the_mock_is_any_pi(revision: str, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drivers read a diode matrix on a Pi 5's header as on a Pi 4's: the numbers are one."""
    profile, clock = no_pixels(), ManualClock()
    section = profile.sensors.reeds[0]
    wood = Wood(list(profile.cell_names))
    factory = MockFactory(revision=revision)
    Matrix(section, SimulatedReeds(section, wood, clock, CALM, Random(0))).lay(section, factory)
    monkeypatch.setattr("hardware.board.pin_factory", lambda name: factory)
    with open_board(profile, clock) as board:
        assert board.pins is not None
        assert board.pins.board_info.model == model
        let_pass(board, clock, 0.1)
        wood.set_up({"a2": 1, "b1": 1})
        readings = let_pass(board, clock, 0.2)
        assert {each.cell: each.value for each in readings} == {"a2": 1.0, "b1": 1.0}
        factory.pin(22).drive_low()
        assert presses(board) == ["confirm"]


def test_every_pin_of_the_header_is_on_a_pi_5() -> None:
    """GPIO 2 and 3 with their fixed pull-ups too."""
    factory = MockFactory(revision="d04170")
    wire = ReedPins([2, 3], [27, 26], factory)
    assert wire.scan() == 0
    wire.close()
    for number in range(28):
        factory.pin(number)
