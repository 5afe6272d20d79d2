"""Whether host and Pico are for each other; where not, exactly why and what to do."""

from __future__ import annotations

from firmware.lunka import VERSION
from firmware.lunka import protocol as p
from hardware.errors import (
    BoardSilentError,
    ChangesMissedError,
    FirmwareMismatchError,
    LinkError,
    WiringRefusedError,
    WrongBoardError,
)
from hardware.profile.models import Profile
from hardware.serial.messages import ABILITIES, Done, IAm
from hardware.serial.wiring import needs, wiring_checksum

OURS = ".".join(map(str, VERSION))


def flash_command(port: str) -> str:
    """The one command that puts this Lunka's firmware onto a Pico."""
    return f"mpremote connect {port} cp -r firmware/lunka firmware/main.py : + reset"


def disagreement(pico: IAm, profile: Profile, port: str) -> LinkError | None:
    """What stands between this Pico and this board, if anything does."""
    if pico.protocol != p.PROTOCOL:
        return FirmwareMismatchError(
            f"The Pico on {port} has firmware {pico.version}, which speaks protocol "
            f"{pico.protocol}; this Lunka has firmware {OURS} and speaks protocol {p.PROTOCOL}. "
            f"Flash the Pico: {flash_command(port)}"
        )
    missing = needs(profile) & ~pico.abilities
    if missing:
        words = ", ".join(word for bit, word in ABILITIES.items() if missing & bit)
        return FirmwareMismatchError(
            f"The Pico on {port} has firmware {pico.version}, which cannot serve {words}; "
            f"{profile.name!r} needs that. Flash the Pico with firmware {OURS}: "
            f"{flash_command(port)}"
        )
    wanted = profile.link.board if profile.link else None
    if wanted is not None and wanted != pico.identity:
        return WrongBoardError(
            f"The Pico on {port} is {pico.identity}, but {profile.name!r} is for {wanted}. Choose "
            f"another [link] port, or write board = {pico.identity!r}."
        )
    return None


def refused(done: Done, text: bytes, port: str) -> LinkError:
    """The Pico would not have the wiring, or took another one than it was sent."""
    if not done.ok:
        return WiringRefusedError(
            f"The Pico on {port} cannot use the wiring of this profile: {done.why}. Check the "
            f"pins, or flash its firmware anew: {flash_command(port)}"
        )
    return WiringRefusedError(
        f"The Pico on {port} has taken a wiring with checksum {done.checksum:08x} and was sent "
        f"{wiring_checksum(text):08x}. Unplug it and plug it in again."
    )


def no_agreement(wiring: bool, port: str) -> LinkError:
    """The Pico talks, but never so that the link could begin."""
    found = (
        "it does not say whether it takes its wiring"
        if wiring
        else "its greeting cannot be understood"
    )
    return FirmwareMismatchError(
        f"The Pico on {port} answers, but {found}. Flash the Pico with firmware {OURS}: "
        f"{flash_command(port)}. If it has just been flashed, try another USB cable."
    )


def silent_for(seconds: float, port: str) -> LinkError:
    """Nothing at all is heard."""
    return BoardSilentError(
        f"The board on {port} does not answer: unplugged? Nothing was heard from it for "
        f"{seconds:.1f} s. Check its USB cable; Lunka goes on by itself once it is back."
    )


def changes_missed(changes: int, port: str) -> LinkError:
    """More happened than the Pico could keep while it could not tell it."""
    return ChangesMissedError(
        f"The board on {port} could not keep all that happened while nobody listened to it: "
        f"{changes} changes were missed. What it shows now counts; check the position."
    )
