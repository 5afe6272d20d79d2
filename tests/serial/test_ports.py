"""Ports: real ones by their words, fake ones by their script, and the profile that names them."""

from __future__ import annotations

import pytest

from hardware.board import open_board
from hardware.clock import ManualClock
from hardware.errors import PortUnavailableError, ProfileError
from hardware.profile import parse_profile, shipped_profile
from hardware.serial.faulty import opener_for
from hardware.serial.port import SerialPort
from hardware.serial.script import Script, parse_script
from tests.hardware.boards import SMALL_REED, small_linked


def test_a_missing_port_is_told_with_the_way_out() -> None:
    """A port that is not there is named, with what to look at."""
    with pytest.raises(
        PortUnavailableError,
        match=r"The port /dev/no-such-pico .* cannot be opened: .*group 'dialout'.*\[link\] port",
    ):
        SerialPort("/dev/no-such-pico")


def test_a_board_without_its_pico_opens_and_says_so() -> None:
    """A daemon starts without its Pico; every poll says what is missing until it is there."""
    clock = ManualClock()
    with open_board(small_linked("reed", "/dev/no-such-pico"), clock) as board:
        for _ in range(3):
            clock.advance(1.0)
            with pytest.raises(PortUnavailableError, match=r"Plug the Pico in"):
                board.poll()
        board.show({"a1": ((255, 0, 0),)})


def test_bytes_go_through_a_port() -> None:
    """What is written to pyserial's loop comes back, and an empty port gives nothing."""
    port = SerialPort("loop://")
    assert port.read() == b""
    port.write(b"\xc0\x03\x00")
    assert port.read() == b"\xc0\x03\x00"
    port.close()


def test_a_script_is_read() -> None:
    """A fake port has its faults in its name."""
    url = "fake:///dev/ttyACM0?drop=0.1&corrupt=0.2&unplug=30+5,60+1&power=own&seed=7"
    script = Script(drop=0.1, corrupt=0.2, unplug=((30.0, 35.0), (60.0, 61.0)), power="own", seed=7)
    assert parse_script(url) == ("/dev/ttyACM0", script)
    assert parse_script("fake://") == ("", Script())


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("drop=2", "drop is 2, and not a share from 0 to 1"),
        ("drop=much", "drop is much, and not a share from 0 to 1"),
        ("corrupt=nan", "corrupt is nan, and not a share from 0 to 1"),
        ("drop=", "drop is empty, and not a share from 0 to 1"),
        ("unplug=3", "unplug is 3, and not SECONDS+SECONDS"),
        ("unplug=3+-1", "unplug is 3+-1, and not SECONDS+SECONDS"),
        ("power=none", "power is none, and not usb or own"),
        ("seed=x", "seed is x, and not a whole number"),
        ("dorp=0.1", "it has no dorp"),
    ],
)
def test_a_wrong_script_is_told(query: str, words: str) -> None:
    """What is wrong with a fake port's name is said, and what is allowed, by profile and port."""
    url = f"fake:///dev/ttyACM0?{query}"
    with pytest.raises(ProfileError) as told:
        small_linked("reed", url)
    assert told.value.problems == (
        f"small.toml: link.port = {url!r}: {words}. Allowed are drop, corrupt, duplicate, "
        f"truncate, delay (shares from 0 to 1), unplug=SECONDS+SECONDS, power=usb or own, and "
        f"seed, such as fake:///dev/ttyACM0?drop=0.01&unplug=30+5.",
    )
    with pytest.raises(PortUnavailableError, match="cannot be understood") as told_later:
        opener_for(url, ManualClock())
    assert words in str(told_later.value)


class Echo:
    """A port that gives back what it was given."""

    def __init__(self) -> None:
        self.data = b""

    def read(self) -> bytes:
        """Everything."""
        data, self.data = self.data, b""
        return data

    def write(self, data: bytes) -> None:
        """Keep it."""
        self.data += data

    def close(self) -> None:
        """Nothing to do."""


@pytest.mark.parametrize(
    ("fault", "expected"),
    [("drop=1", b""), ("duplicate=1", b"ab\xc0" * 4), ("seed=1", b"ab\xc0")],
)
def test_a_fake_port_does_as_its_script_says(fault: str, expected: bytes) -> None:
    """Frames are dropped, repeated (in each direction), or left alone."""
    port = opener_for(f"fake://?{fault}", ManualClock(), Echo)()
    port.write(b"ab\xc0")
    assert port.read() == expected


def test_a_fake_port_delays() -> None:
    """A delayed frame comes within a twentieth of a second, each way."""
    clock = ManualClock()
    port = opener_for("fake://?delay=1", clock, Echo)()
    port.write(b"ab\xc0")
    assert port.read() == b""
    clock.advance(0.05)
    assert port.read() == b""
    clock.advance(0.05)
    assert port.read() == b"ab\xc0"


def test_a_fake_cable_is_pulled() -> None:
    """While the cable is out the port can neither be used nor opened."""
    clock = ManualClock(start=10.0)
    opener = opener_for("fake://?unplug=1+1", clock, Echo)
    port = opener()
    clock.advance(1.5)
    with pytest.raises(PortUnavailableError, match=r"unplugged\? Its script says so"):
        port.read()
    with pytest.raises(PortUnavailableError):
        opener()
    clock.advance(0.5)
    opener().write(b"")


def linked(text: str) -> str:
    """The small reed board with a link, changed."""
    return SMALL_REED + '\n[link]\nport = "/dev/ttyACM0"\n' + text


def test_a_link_needs_a_port() -> None:
    """A [link] without a port is told what is missing."""
    with pytest.raises(ProfileError, match=r"link.port is missing: needed is a serial port such"):
        parse_profile(SMALL_REED + "\n[link]\n")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("rows = [5, 6]", "rows = [5, 24]", r"rows\[1\] = 24: allowed is a GPIO number of the Pic"),
        ("rows = [5, 6]", "rows = [5, 12]", r"GPIO 12 is already used .* 21, 26, 27, 28\."),
    ],
)
def test_a_picos_pins_are_its_own(old: str, new: str, words: str) -> None:
    """Pins the Pico does not bring out are refused, and only free ones of the Pico are offered."""
    with pytest.raises(ProfileError, match=words):
        parse_profile(linked("").replace(old, new))


def test_a_pico_may_use_any_pin() -> None:
    """Pixels on any pin, GPIO 28, and a button to 3.3 V on GPIO 2 are fine on a Pico."""
    text = linked("").replace("pin = 18", "pin = 28").replace("confirm = 2", "confirm = 2")
    assert parse_profile(text).link is not None
    text = text.replace("undo = {pin = 22, pull_up = false}", "undo = {pin = 3, pull_up = false}")
    assert parse_profile(text).buttons["undo"].pin == 3


def test_on_the_header_there_is_no_28() -> None:
    """Without a Pico, GPIO 28 does not exist and pixels need one of four pins."""
    with pytest.raises(
        ProfileError, match=r"rows\[1\] = 28: allowed is a GPIO number from 0 to 27"
    ):
        parse_profile(SMALL_REED.replace("rows = [5, 6]", "rows = [5, 28]"))


@pytest.mark.parametrize("name", ["kalah-load-pico", "kalah-reed-pico"])
def test_the_picos_boards_are_the_pis_boards(name: str) -> None:
    """The shipped boards on a Pico differ from those on a Pi in their pins and their link only."""
    pico, own = shipped_profile(name), shipped_profile(name.removesuffix("-pico"))
    assert (pico.cells, pico.pieces, pico.kind) == (own.cells, own.pieces, own.kind)
    assert pico.pixels is not None
    assert own.pixels is not None
    assert pico.pixels.cells == own.pixels.cells
    assert pico.link is not None
    assert set(pico.buttons) == set(own.buttons)
