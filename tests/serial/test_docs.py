"""The documents of the link say what its code does."""

from __future__ import annotations

import re
from pathlib import Path

from firmware.lunka import frames, queue
from firmware.lunka import protocol as p
from hardware.serial.agreement import flash_command
from hardware.serial.link import ALIVE_S, HELLO_S, REFUSED_S, REOPEN_S
from hardware.serial.messages import readable
from hardware.serial.script import SHARES, parse_script

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")
FIRMWARE = (DOCS / "firmware.md").read_text(encoding="utf-8")
KINDS = (
    *(p.HELLO, p.CONFIGURE, p.LIGHTS, p.PACE, p.ACK, p.RESEND, p.BYE),
    *(p.I_AM, p.DONE, p.EVENT, p.STATE),
)


def test_every_kind_is_in_the_tables() -> None:
    """Each kind of frame is told with its name and its letter."""
    for kind in KINDS:
        name = readable((kind, 0, 0, b"")).split()[0]
        assert f"| `{name}` | {chr(kind)} |" in PROTOCOL


def test_the_example_frame_is_right() -> None:
    """The bytes in the document are those of the frame above them."""
    shown = bytes.fromhex(re.findall(r"^(61 f2.*)$", PROTOCOL, re.MULTILINE)[0])
    assert shown == frames.encode(p.ACK, 242, 3)
    assert "`ack session=242 number=3` is" in PROTOCOL


def test_the_times_are_right() -> None:
    """How often and how long is told as the code has it."""
    assert f"| {round(1000 * ALIVE_S)} ms | the host says" in PROTOCOL
    assert f"| {round(1000 * HELLO_S)} ms | the Pico tells its state" in PROTOCOL
    assert round(1000 * HELLO_S) == p.BEAT_US // 1000
    assert f"| {round(1000 * REOPEN_S)} ms | a port that is gone" in PROTOCOL
    assert f"again after\n  {p.RESEND_US // 1000} ms" in PROTOCOL
    assert f"**{queue.SLOTS} events are kept**, the oldest; samples leave" in PROTOCOL
    assert f"samples leave {queue.FOR_EDGES} places free" in PROTOCOL
    assert f"| {REFUSED_S:g} s | a Pico that could not be agreed with" in PROTOCOL
    assert f"at most {frames.LONGEST} bytes" in PROTOCOL


def test_every_fault_of_the_fake_port_is_told() -> None:
    """Each key of a fake port is explained, and the example can be used."""
    for key in (*SHARES, "unplug", "power", "seed"):
        assert f"`{key}`" in PROTOCOL
    for url in re.findall(r'"(fake://[^"]*)"', PROTOCOL):
        parse_script(url)


def test_the_flashing_command_is_the_one_that_is_told() -> None:
    """The document and the mismatch messages give the same command."""
    assert flash_command("/dev/ttyACM0") in FIRMWARE


def test_every_file_of_the_firmware_is_told() -> None:
    """No file goes onto the Pico that the document does not explain."""
    folder = Path(__file__).parents[2] / "firmware" / "lunka"
    names = [file.name for file in folder.glob("*.py") if file.name != "__init__.py"]
    assert [name for name in names if f"{name}`" not in FIRMWARE] == []
