"""What link, pins and lights complain of is told in Russian, from where it really arises."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from controller.games.told import told_by
from controller.words.catalogue import catalogue
from controller.words.telling import in_language
from firmware.lunka import protocol as p
from hardware import errors
from hardware.clock import ManualClock
from hardware.errors import HardwareError, LinkError, MessageError
from hardware.lgpiolines import Lines
from hardware.pixels import PixelStrip
from hardware.profile import shipped_profile
from hardware.readings import RGB
from hardware.serial.agreement import (
    changes_missed,
    disagreement,
    no_agreement,
    refused,
    silent_for,
)
from hardware.serial.faulty import opener_for
from hardware.serial.messages import ABILITIES, Done, IAm
from hardware.serial.port import SerialPort

PORT = "/dev/ttyACM0"
PROFILE = shipped_profile("kalah-load-pico")
ALL_WELL = IAm(p.PROTOCOL, "1.2.3", sum(ABILITIES), 1, 0, 0, 0, "e661410403187a2c")


def raised(act: Callable[[], object]) -> HardwareError:
    """What goes wrong."""
    with pytest.raises(HardwareError) as caught:
        act()
    return caught.value


def disagreed(board: str | None = None, **different: Any) -> LinkError:
    """What stands between this profile and a Pico that is different."""
    assert PROFILE.link is not None
    profile = PROFILE.model_copy(update={"link": PROFILE.link.model_copy(update={"board": board})})
    trouble = disagreement(replace(ALL_WELL, **different), profile, PORT)
    assert trouble is not None
    return trouble


def lost() -> HardwareError:
    """The port of a Pico that was pulled out."""
    port = SerialPort("loop://")
    port.close()
    return raised(lambda: port.write(b"hello"))


class _Lgpio:
    """lgpio on a machine whose pins fail."""

    error = OSError

    def gpio_write(self, *_: int) -> int:
        return -1

    def error_text(self, status: int) -> str:
        return f"error {status}"


class _Strip:
    """A strip that takes the first picture, and nothing after it."""

    def __init__(self) -> None:
        self.shown = 0

    def __setitem__(self, index: int, colour: RGB) -> None:
        """Take a colour."""

    def show(self) -> None:
        """Work once."""
        self.shown += 1
        if self.shown > 1:
            raise RuntimeError("ws2811_render failed")

    def deinit(self) -> None:
        """Fail."""
        raise RuntimeError("ws2811_render failed")


def strip() -> PixelStrip:
    """Such a strip on the kalah board."""
    section = shipped_profile("kalah-load").pixels
    assert section is not None
    return PixelStrip(section, _Strip())


TROUBLES: dict[str, Callable[[], HardwareError]] = {
    "port closed": lambda: raised(lambda: SerialPort("/nowhere/tty")),
    "port lost": lost,
    "silent": lambda: silent_for(1.53, PORT),
    "unplugged by script": lambda: raised(opener_for("fake:///dev/tty?unplug=0+5", ManualClock())),
    "other protocol": lambda: disagreed(protocol=99),
    "cannot serve": lambda: disagreed(abilities=p.CAN_REEDS),
    "no agreement: wiring": lambda: no_agreement(True, PORT),
    "no agreement: greeting": lambda: no_agreement(False, PORT),
    "wrong board": lambda: disagreed("e661410403187fff"),
    "wiring refused": lambda: refused(Done(False, 0, 0, "pin 40"), b"", PORT),
    "other wiring": lambda: refused(Done(True, 1, 0, ""), b"", PORT),
    "changes missed": lambda: changes_missed(12, PORT),
    "pins": lambda: raised(lambda: Lines(_Lgpio(), 0, [4]).write(17, 1)),
    "not lit": lambda: raised(lambda: strip().show({"a1": [(255, 255, 255)]})),
    "not put out": lambda: raised(lambda: strip().close()),
}


@pytest.mark.parametrize("kind", TROUBLES)
def test_it_is_told_in_russian(kind: str) -> None:
    """It has its form and facts with it, and all that is ours in it is Russian."""
    said = told_by(TROUBLES[kind]())
    told = in_language("ru", said)
    assert told is not None, said
    assert re.search("[а-я]{3}", told)


def test_no_class_of_troubles_is_left_out() -> None:
    """Each class of the link's errors has its sentence."""
    classes = {each for each in vars(errors).values() if isinstance(each, type)}
    # What is wrong with a single frame is counted by the link, and told to nobody.
    links = {each for each in classes if issubclass(each, LinkError)} - {LinkError, MessageError}
    assert links <= {type(make()) for make in TROUBLES.values()}


def test_what_a_pico_can_serve_is_named() -> None:
    """In the list of what its firmware lacks, every part has its Russian name."""
    assert all(catalogue("ru").text(part) for part in ABILITIES.values())
    told = in_language("ru", told_by(disagreed(abilities=p.CAN_REEDS)))
    assert told is not None and "незнакомы тензодатчики, лампы, кнопки; для 'kalah" in told.lower()


def test_a_talking_pico_that_never_agrees() -> None:
    """The reason inside the sentence is Russian as well."""
    told = in_language("ru", told_by(no_agreement(True, PORT)))
    assert told is not None
    assert told.startswith(f"Pico на порту {PORT} откликается, но не говорит, принята ли разводка.")
