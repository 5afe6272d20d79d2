"""The doctor's round: the machine, then the board itself, sensor by sensor and pixel by pixel."""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from controller import __version__
from controller.bringup.diary import worst_hours
from controller.bringup.findings import Finding, Level, fault, good, warning
from controller.bringup.health import Sleep, banks_of, healths, judge, watch
from controller.bringup.machine import Machine
from controller.disk.files import put_in_place
from controller.record.errors import RecordError
from controller.record.log import Log
from hardware.board import Board
from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.profile import Profile
from hardware.serial.agreement import OURS, flash_command

WATCH_S = 3.0
"""How long the sensors are watched."""

LIT_S = 0.15
"""How long each cell is lit when the pixels are tried."""

WHITE = (255, 255, 255)

SPOILT = 0.1
"""More of a bank's samples than this share should not be spoilt by slow pulses."""


@dataclass(frozen=True, slots=True)
class Patient:
    """A board to look at: how to open it, its time, and what the table learned of it."""

    profile: Profile
    open: Callable[[], Board]
    clock: Clock
    sleep: Sleep = time.sleep
    memory: Mapping[str, Any] | None = None
    diary: Mapping[str, Any] | None = None


def examine_board(patient: Patient, history: list[str] | None = None) -> list[Finding]:
    """Open the board and look at every part; `history` receives a Pico's last frames."""
    try:
        board = patient.open()
    except HardwareError as trouble:
        remedy = "put that right first; if the table is running, stop it: systemctl stop lunka"
        return [fault("board", str(trouble), remedy)]
    with board:
        return list(_parts(patient, board, history))


def _parts(patient: Patient, board: Board, history: list[str] | None) -> Iterator[Finding]:
    try:
        samples = watch(board, patient.clock, WATCH_S, patient.sleep)
    except HardwareError as trouble:
        yield fault("board", str(trouble), "see docs/build-a-board.md, 'When something is wrong'")
        return
    finally:
        if history is not None and board.link is not None:
            history += board.link.history()
    yield from _firmware(board)
    yield from _pulses(board)
    over_time = worst_hours(patient.diary or {})
    for health in healths(board, patient.clock, samples, patient.memory):
        found = judge(health, patient.profile.pieces)
        told = over_time.get(health.cell)
        yield replace(found, words=f"{found.words}; {told}") if told else found
    yield _pixels(board, patient.sleep)


def _firmware(board: Board) -> Iterator[Finding]:
    if board.link is None:
        return
    pico = board.link.pico
    if pico is None:
        yield fault("firmware", "the Pico has not told its version", "flash it: docs/firmware.md")
    elif pico.version != OURS:
        yield warning(
            "firmware",
            f"the Pico has version {pico.version}, and this Lunka came with version {OURS}",
            f"flash it: {flash_command(board.link.name)}",
        )
    else:
        yield good("firmware", f"version {pico.version}, protocol {pico.protocol}")


def _pulses(board: Board) -> Iterator[Finding]:
    """Banks whose clock was too slow for the chips: without this word they would just be silent."""
    for bank, section in banks_of(board):
        tried = bank.samples + bank.overlong
        if bank.overlong > SPOILT * tried:
            yield warning(
                f"load cells on clock GPIO {section.clock}",
                f"{bank.overlong} of {tried} samples were thrown away: a clock pulse took over 50 "
                "microseconds",
                "use lgpio, stop what keeps this Pi busy, or put the bank behind a Pico: "
                "docs/wiring.md",
            )


def _pixels(board: Board, sleep: Sleep) -> Finding:
    """Light one cell after the other; eyes must tell whether they were the right ones."""
    if board.strip is None:
        return good("pixels", "the board has none")
    lit = [cell for cell in board.cells if board.pixels_of(cell)]
    try:
        for cell in lit:
            board.show({cell: [WHITE] * board.pixels_of(cell)})
            sleep(LIT_S)
        board.show({})
    except (HardwareError, OSError) as trouble:
        return fault("pixels", f"they cannot be lit: {trouble}", "check the strip's data line")
    return good(
        "pixels", f"lit one cell after the other: {', '.join(lit)}. Were they the right ones?"
    )


def remembered(record: Path, what: str, profile: str) -> Mapping[str, Any] | None:
    """What the record keeps of this board's sensors: what was learned, or their diary."""
    with suppress(RecordError), Log.open_reader(record) as log:
        found: Mapping[str, Any] | None = log.recall(f"{what}:{profile}")
        return found
    return None


def write_bundle(
    path: Path,
    machine: Machine,
    findings: Sequence[Finding],
    files: Mapping[str, str],
) -> None:
    """One file for a bug report; keys and games are not in it."""
    facts = asdict(machine) | {"lunka": __version__, "python": machine.python}
    report = "\n".join(str(finding) for finding in findings) + "\n"
    draft = path.with_name(path.name + ".new")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("report.txt", report)
        bundle.writestr("machine.json", json.dumps(facts, indent=2, default=_plain) + "\n")
        for name, text in files.items():
            bundle.writestr(name, text)
    put_in_place(draft, path)


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else str(value)


def worst(findings: Sequence[Finding]) -> list[Finding]:
    """What needs a hand, faults first."""
    order = (Level.FAULT, Level.WARNING)
    return sorted(
        (finding for finding in findings if finding.level in order),
        key=lambda finding: order.index(finding.level),
    )
