"""The mouse as hands: what is dragged on the page moves simulated wood, never the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.games.told import Term, Told, told_by
from controller.table.commands import CommandError
from hardware.errors import HardwareError
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.faults import FaultKind

#: How heavily and for how long a finger is pressed by which somebody asks.
_FINGER_G, _FINGER_S = 150.0, 0.7


def wood_of(board: SimulatedBoard) -> dict[str, Any]:
    """The wood as the page shows it: stones in cells, in the hand, on the floor; broken sensors."""
    wood = board.wood
    return {
        "cells": wood.counts(),
        "hand": wood.hand,
        "floor": wood.floor,
        "faults": [{"fault": str(kind), "cell": cell} for cell, kind in board.faults.items()],
    }


def _lift(board: SimulatedBoard, *, cell: str, count: int | None = None) -> None:
    board.wood.lift(cell, count)


def _drop(board: SimulatedBoard, *, cell: str, count: int = 1) -> None:
    board.wood.drop(cell, count)


def _spill(board: SimulatedBoard, *, cell: str) -> None:
    board.wood.spill(cell)


def _pick_up(board: SimulatedBoard) -> None:
    board.wood.pick_up_floor()


def _take(board: SimulatedBoard, *, count: int = 1) -> None:
    board.wood.take(count)


def _put_away(board: SimulatedBoard) -> None:
    board.wood.put_away()


def _break(board: SimulatedBoard, *, cell: str, fault: str) -> None:
    if fault not in tuple(FaultKind):
        raise CommandError(
            Told(
                "a sensor cannot be {fault}; {kinds} are possible",
                fault=repr(fault),
                kinds=tuple(FaultKind),
            )
        )
    board.fail(cell, fault)


def _mend(board: SimulatedBoard, *, cell: str) -> None:
    board.mend(cell)


def _touch(board: SimulatedBoard, *, cell: str) -> None:
    """A finger asks what lies there, as it does on wood that weighs."""
    if not board.feels_fingers(cell):
        raise CommandError(
            Told(
                "a reed at {cell} feels no finger; press the button say, then next for each place",
                cell=cell,
            )
        )
    board.touch(cell, _FINGER_G, _FINGER_S)


def _press(board: SimulatedBoard, *, button: str) -> None:
    board.press(button)


ACTS: dict[str, Callable[..., None]] = {
    "lift": _lift,
    "drop": _drop,
    "spill": _spill,
    "pick up": _pick_up,
    "take": _take,
    "put away": _put_away,
    "break": _break,
    "mend": _mend,
    "touch": _touch,
    "press": _press,
}


def carry_out(act: Callable[..., None], board: SimulatedBoard, command: Mapping[str, Any]) -> None:
    """Do one act of the simulated hands; whatever is wrong with it is told in a sentence."""
    given = {key: value for key, value in command.items() if key != "do"}
    try:
        act(board, **given)
    except TypeError:
        takes = ", ".join(name for name in act.__annotations__ if name not in ("board", "return"))
        raise CommandError(
            Told(
                "{command} takes {takes}, not {given}",
                command=command["do"],
                takes=takes or Term("takes", "nothing"),
                given=given,
            )
        ) from None
    except (HardwareError, ValueError) as trouble:
        raise CommandError(told_by(trouble)) from trouble
