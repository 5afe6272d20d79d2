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
from hardware.told import Told

OURS = ".".join(map(str, VERSION))


def flash_command(port: str) -> str:
    """The one command that puts this Lunka's firmware onto a Pico."""
    return f"mpremote connect {port} cp -r firmware/lunka firmware/main.py : + reset"


def disagreement(pico: IAm, profile: Profile, port: str) -> LinkError | None:
    """What stands between this Pico and this board, if anything does."""
    if pico.protocol != p.PROTOCOL:
        return FirmwareMismatchError(
            Told(
                "The Pico on {port} has firmware {version}, which speaks protocol {theirs}; "
                "this Lunka has firmware {ours} and speaks protocol {protocol}. Flash the "
                "Pico: {command}",
                port=port,
                version=pico.version,
                theirs=pico.protocol,
                ours=OURS,
                protocol=p.PROTOCOL,
                command=flash_command(port),
            )
        )
    missing = needs(profile) & ~pico.abilities
    if missing:
        parts = tuple(Told(word) for bit, word in ABILITIES.items() if missing & bit)
        return FirmwareMismatchError(
            Told(
                "The Pico on {port} has firmware {version}, which cannot serve {parts}; "
                "{profile!r} needs that. Flash the Pico with firmware {ours}: {command}",
                port=port,
                version=pico.version,
                parts=parts,
                profile=profile.name,
                ours=OURS,
                command=flash_command(port),
            )
        )
    wanted = profile.link.board if profile.link else None
    if wanted is not None and wanted != pico.identity:
        return WrongBoardError(
            Told(
                "The Pico on {port} is {identity}, but {profile!r} is for {wanted}. Choose "
                "another [link] port, or write board = {identity!r}.",
                port=port,
                identity=pico.identity,
                profile=profile.name,
                wanted=wanted,
            )
        )
    return None


def refused(done: Done, text: bytes, port: str) -> LinkError:
    """The Pico would not have the wiring, or took another one than it was sent."""
    if not done.ok:
        return WiringRefusedError(
            Told(
                "The Pico on {port} cannot use the wiring of this profile: {said}. Check the "
                "pins, or flash its firmware anew: {command}",
                port=port,
                said=done.why,
                command=flash_command(port),
            )
        )
    return WiringRefusedError(
        Told(
            "The Pico on {port} has taken a wiring with checksum {taken:08x} and was "
            "sent {sent:08x}. Unplug it and plug it in again.",
            port=port,
            taken=done.checksum,
            sent=wiring_checksum(text),
        )
    )


def no_agreement(wiring: bool, port: str) -> LinkError:
    """The Pico talks, but never so that the link could begin."""
    reason = (
        Told("it does not say whether it takes its wiring")
        if wiring
        else Told("its greeting cannot be understood")
    )
    return FirmwareMismatchError(
        Told(
            "The Pico on {port} answers, but {reason}. Flash the Pico with firmware {ours}: "
            "{command}. If it has just been flashed, try another USB cable.",
            port=port,
            reason=reason,
            ours=OURS,
            command=flash_command(port),
        )
    )


def silent_for(seconds: float, port: str) -> LinkError:
    """Nothing at all is heard."""
    return BoardSilentError(
        Told(
            "The board on {port} does not answer: unplugged? Nothing was heard from it for "
            "{seconds:.1f} s. Check its USB cable; Lunka goes on by itself once it is back.",
            port=port,
            seconds=seconds,
        )
    )


def changes_missed(changes: int, port: str) -> LinkError:
    """More happened than the Pico could keep while it could not tell it."""
    return ChangesMissedError(
        Told(
            "The board on {port} could not keep all that happened while nobody listened to "
            "it: {changes} changes were missed. What it shows now counts; check the "
            "position.",
            port=port,
            changes=changes,
        )
    )
