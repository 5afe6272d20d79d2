"""A chip with 48 pins: the same firmware, with words of the port twice as long."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

import pytest

from hardware.clock import ManualClock
from hardware.profile import parse_profile
from hardware.simulated import open_simulated
from tests.firmware.lockstep import micropython
from tests.hardware.boards import SMALL_LOAD, SMALL_REED, let_pass

LINK = '\n[link]\nport = "simulated"\nchip = "rp2350b"\n'


@pytest.mark.parametrize("runner", [None, micropython], ids=["pico", "micropython"])
@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (SMALL_LOAD, {"a1 = 4": "a1 = 40", "b2 = 8": "b2 = 31", "confirm = 2": "confirm = 47"}),
        (SMALL_REED, {"[12, 13, 16]": "[12, 31, 46]", "confirm = 2": "confirm = 30"}),
        (SMALL_LOAD, {"a1 = 4": "a1 = 31", "confirm = 2": "confirm = 30"}),
    ],
    ids=["load", "reed", "up to 31"],
)
def test_pins_from_32_on_are_read(text: str, changes: dict[str, str], runner: object) -> None:
    """Cells and buttons on high pins are told as those on low ones."""
    for old, new in changes.items():
        text = text.replace(old, new, 1)
    clock = ManualClock(start=5.0)
    with open_simulated(
        parse_profile(text + LINK),
        clock,
        runner=runner,  # type: ignore[arg-type]
    ) as board:
        board.wood.set_up({"a1": 2, "b2": 1, "A": 1})
        let_pass(board, clock, 1.0)
        held = {cell for cell in board.cells if board.wood.count(cell)}
        assert {each.cell for each in board.snapshot() if each.value > 0.9} == held
        board.press("confirm")
        pressed = []
        for _ in range(30):
            clock.advance(0.01)
            pressed += [each.button for each in board.poll() if hasattr(each, "button")]
        assert pressed == ["confirm"]


@pytest.mark.parametrize("wide", [False, True], ids=["32 pins", "48 pins"])
@pytest.mark.parametrize("low", [0, 1 << 31, 5 | 1 << 31, 0xFFFFFFFF])
@pytest.mark.parametrize("high", [0, 1 << 8, 0xFF000100])
def test_a_register_is_read_as_levels(
    low: int, high: int, wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GP31 high, or a line of the flash memory, is no sign: each pin has its own level."""
    pico_module = _pico_on(monkeypatch, {0xD0000004: low, 0xD0000008: high})
    pico = pico_module.Pico.__new__(pico_module.Pico)
    pico._wide = wide
    assert pico.port() == (low | (high & 0xFFFF) << 32 if wide else low)


def _pico_on(monkeypatch: pytest.MonkeyPatch, registers: dict[int, int]) -> ModuleType:
    """The firmware's pins on a `machine` with these registers, signed as MicroPython's are."""

    class Memory:
        def __getitem__(self, address: int) -> int:
            return registers[address] - ((registers[address] >> 31) << 32)

    machine = ModuleType("machine")
    for name in ("Pin", "bitstream", "disable_irq", "enable_irq", "unique_id"):
        setattr(machine, name, None)
    machine.mem32 = Memory()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.delitem(sys.modules, "firmware.lunka.pico", raising=False)
    module = importlib.import_module("firmware.lunka.pico")
    monkeypatch.delitem(sys.modules, "firmware.lunka.pico")
    return module
