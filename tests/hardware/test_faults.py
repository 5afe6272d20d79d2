"""Scripted faults: read from text, and happening when they should."""

from __future__ import annotations

import pytest

from hardware.clock import ManualClock
from hardware.errors import FaultError
from hardware.simulated import Fault, FaultKind, open_simulated, parse_fault
from tests.hardware.boards import let_pass, small


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("dead:b3", Fault(FaultKind.DEAD, "b3")),
        ("stuck:A", Fault(FaultKind.STUCK, "A")),
        ("chatter:a2@0.5", Fault(FaultKind.CHATTER, "a2", 0.5)),
        ("spill:a4@12", Fault(FaultKind.SPILL, "a4", 12.0)),
    ],
)
def test_faults_are_read_and_written(text: str, fault: Fault) -> None:
    """Reading a fault and writing it are inverse to each other."""
    assert parse_fault(text) == fault
    assert str(fault) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "cannot be read: it is KIND:CELL or KIND:CELL@SECONDS, such as dead:b3"),
        ("dead", "cannot be read"),
        ("dead:", "cannot be read"),
        ("dead:@3", "cannot be read"),
        ("ded:a1", "is of the kind 'ded'; allowed are dead, stuck, chatter, spill"),
        ("dead:z1", "names the cell 'z1', which this board does not have. It has a1, a2"),
        ("dead:a1@", "comes after '' seconds; allowed is a number from 0 up"),
        ("dead:a1@soon", "comes after 'soon' seconds"),
        ("dead:a1@-1", "comes after '-1' seconds"),
        ("dead:a1@nan", "comes after 'nan' seconds"),
    ],
)
def test_a_bad_fault_is_told(text: str, words: str) -> None:
    """A fault that cannot be read says what it should look like."""
    with pytest.raises(FaultError, match=words):
        parse_fault(text, ["a1", "a2"])


def test_a_fault_of_a_foreign_cell_is_refused_at_opening() -> None:
    """A fault that does not fit the board stops it before anything is opened."""
    with pytest.raises(FaultError, match="The fault dead:q7 names the cell 'q7'"):
        open_simulated(small("load"), ManualClock(), faults=[parse_fault("dead:q7")])


def test_breaking_an_unknown_cell_is_refused() -> None:
    """Breaking or mending a sensor that does not exist names those that do."""
    with open_simulated(small("load"), ManualClock()) as board:
        with pytest.raises(FaultError, match="No sensor of this board belongs to a cell 'q7'"):
            board.fail("q7", "dead")
        with pytest.raises(FaultError, match="It has a1, a2, A"):
            board.mend("q7")


@pytest.mark.parametrize("sensors", ["load", "reed"])
def test_a_spill_comes_at_its_time(sensors: str) -> None:
    """A scripted spill happens when its seconds have passed, and a jump in time stops there."""
    clock = ManualClock()
    board = open_simulated(small(sensors), clock, pins=False, faults=[parse_fault("spill:a1@30")])
    board.wood.set_up({"a1": 1})
    let_pass(board, clock, 5.0)
    assert board.next_change() == 30.0
    clock.jump(30.0)
    readings = let_pass(board, clock, 1.0)
    assert board.wood.floor == 1
    assert [round(reading.value) for reading in readings if reading.steady] == [0]


def test_a_spill_from_an_empty_cell_does_not_happen() -> None:
    """Where nothing lies, nothing falls."""
    clock = ManualClock()
    board = open_simulated(small("load"), clock, pins=False, faults=[parse_fault("spill:a1")])
    let_pass(board, clock, 1.0)
    assert board.wood.floor == 0


def test_a_dead_reed_never_closes() -> None:
    """A dead reed's cell looks empty whatever lies there."""
    clock = ManualClock()
    board = open_simulated(small("reed"), clock, faults=[parse_fault("dead:a1")])
    board.wood.set_up({"a1": 3, "a2": 3})
    let_pass(board, clock, 1.0)
    seen = {reading.cell: reading.value for reading in board.snapshot()}
    assert (seen["a1"], seen["a2"]) == (0.0, 1.0)
    assert board.faults == {"a1": FaultKind.DEAD}


def test_a_stuck_load_cell_is_found_out() -> None:
    """A load cell that repeats itself is reported: real samples tremble."""
    clock = ManualClock()
    board = open_simulated(small("load"), clock, faults=[parse_fault("stuck:a1@1")])
    faults = [reading for reading in let_pass(board, clock, 4.0) if reading.fault]
    assert [reading.cell for reading in faults] == ["a1"]
    assert "again and again" in (faults[0].fault or "")


def test_a_chattering_load_cell_is_found_out() -> None:
    """A load cell with a loose wire is reported once it has been restless too long."""
    clock = ManualClock()
    board = open_simulated(small("load"), clock, pins=False, faults=[parse_fault("chatter:a1@1")])
    readings = let_pass(board, clock, 12.0)
    assert [reading.cell for reading in readings if reading.fault] == ["a1"]
    assert not [reading for reading in readings if reading.cell == "a1" and reading.steady][1:]
