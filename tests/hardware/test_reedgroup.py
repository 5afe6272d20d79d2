"""A row's columns in one call where lgpio is beneath; one by one where it is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.board import open_board
from hardware.clock import ManualClock
from hardware.errors import PinsUnavailableError
from hardware.profile import Profile, parse_profile
from hardware.reedgroup import ReedGroup, reed_wire
from hardware.reeds import ReedPins
from hardware.wires import pin_factory
from tests.hardware.backends import BAD_READ, BUSY, Lgpio, RpiGpio, Wires, installed
from tests.hardware.boards import SMALL_REED, let_pass

ROWS, COLUMNS = [5, 6, 26], [16, 12, 13, 19]
UP = Lgpio.SET_PULL_UP


@pytest.fixture
def lgpio() -> Iterator[Lgpio]:
    """A Pi 4 with lgpio alone."""
    fake = Lgpio(Wires())
    with installed(lgpio=fake):
        yield fake


def bit(row: int, column: int) -> int:
    """The bit of the reed between these pins."""
    return 1 << (ROWS.index(row) * len(COLUMNS) + COLUMNS.index(column))


def test_each_reed_has_its_bit(lgpio: Lgpio) -> None:
    """Columns out of numerical order, every reed alone and all together: as one by one."""
    factory = pin_factory("lgpio")
    wire = reed_wire(ROWS, COLUMNS, factory)
    assert isinstance(wire, ReedGroup)
    assert wire.scan() == 0
    every = 0
    for row in ROWS:
        for column in COLUMNS:
            lgpio.wires.closed = {(row, column)}
            assert wire.scan() == bit(row, column)
            every |= bit(row, column)
    lgpio.wires.closed = {(row, column) for row in ROWS for column in COLUMNS}
    assert wire.scan() == every
    lgpio.wires.closed = {(5, 13), (6, 16), (6, 19)}
    together = wire.scan()
    wire.close()
    single = ReedPins(ROWS, COLUMNS, factory)
    assert single.scan() == together == bit(5, 13) | bit(6, 16) | bit(6, 19)
    single.close()
    factory.close()


def test_a_scan_is_three_calls_a_row(lgpio: Lgpio) -> None:
    """Row low, one read, row high: nothing else, and one row low at a time."""
    wire = reed_wire(ROWS, COLUMNS, pin_factory("lgpio"))
    lgpio.calls.clear()
    wire.scan()
    expected = [
        call
        for row in ROWS
        for call in (("gpio_write", row, 0), ("group_read", 16), ("gpio_write", row, 1))
    ]
    assert lgpio.calls == expected


def test_nine_by_nine_needs_27_calls_instead_of_117(lgpio: Lgpio) -> None:
    """What docs/wiring.md promises of the Kakuzu board."""
    rows, columns = list(range(4, 13)), [13, 16, 17, 19, 20, 21, 22, 23, 24]
    factory = pin_factory("lgpio")
    single = ReedPins(rows, columns, factory)
    lgpio.calls.clear()
    single.scan()
    assert sum(lgpio.counted().values()) == 117
    single.close()
    wire = reed_wire(rows, columns, factory)
    lgpio.calls.clear()
    wire.scan()
    assert lgpio.counted() == {"gpio_write": 18, "group_read": 9}


def test_the_columns_are_claimed_once_and_pulled_up(lgpio: Lgpio) -> None:
    """gpiozero's claims are freed first, or the kernel would say busy; the pull-ups stay."""
    wire = reed_wire(ROWS, COLUMNS, pin_factory("lgpio"))
    freed = [("gpio_free", column) for column in COLUMNS]
    assert lgpio.calls[-5:] == [*freed, ("group_claim_input", (16, 12, 13, 19), UP)]
    assert all(lgpio.held[column].lines == (16, 12, 13, 19) for column in COLUMNS)
    assert all(lgpio.wires.level(column) == 1 for column in COLUMNS)
    wire.close()


def test_closing_gives_the_pins_back(lgpio: Lgpio) -> None:
    """After closing every pin is a lone input, no row is driven, and it can be opened again."""
    factory = pin_factory("lgpio")
    for _ in range(2):
        wire = reed_wire(ROWS, COLUMNS, factory)
        assert isinstance(wire, ReedGroup)
        wire.close()
        assert {line: request.lines for line, request in lgpio.held.items()} == {
            line: (line,) for line in ROWS + COLUMNS
        }
        assert lgpio.wires.driven == {}
    factory.close()
    assert (lgpio.held, lgpio.opened) == ({}, [])


@pytest.mark.parametrize("exceptions", [True, False])
def test_where_no_group_is_given_it_reads_one_by_one(lgpio: Lgpio, exceptions: bool) -> None:
    """Refused, the columns are inputs with pull-ups again, each by itself."""
    factory = pin_factory("lgpio")
    lgpio.broken["group_claim_input"] = BUSY
    lgpio.exceptions = exceptions
    wire = reed_wire(ROWS, COLUMNS, factory)
    assert isinstance(wire, ReedPins)
    lgpio.wires.closed = {(6, 12)}
    assert wire.scan() == bit(6, 12)
    assert all(lgpio.wires.pulls[column] == "up" for column in COLUMNS)
    wire.close()


@pytest.mark.parametrize("exceptions", [True, False])
def test_a_failed_read_is_told_and_leaves_no_row_low(lgpio: Lgpio, exceptions: bool) -> None:
    """No guess is made of it; the next scan that works is right again."""
    wire = reed_wire(ROWS, COLUMNS, pin_factory("lgpio"))
    lgpio.wires.closed = {(5, 16)}
    lgpio.broken["group_read"] = BAD_READ
    lgpio.exceptions = exceptions
    with pytest.raises(PinsUnavailableError, match=r"GPIO 16: group_read failed: bad GPIO read"):
        wire.scan()
    assert all(lgpio.wires.driven[row] == 1 for row in ROWS)
    del lgpio.broken["group_read"]
    assert wire.scan() == bit(5, 16)


def test_a_single_column_is_a_group_of_one(lgpio: Lgpio) -> None:
    """One column works as many do."""
    wire = reed_wire([5, 6], [12], pin_factory("lgpio"))
    lgpio.wires.closed = {(6, 12)}
    assert wire.scan() == 0b10
    wire.close()


def test_other_backends_read_one_by_one() -> None:
    """The mock and RPi.GPIO know no groups; lgpio need not even be there."""
    wires = Wires()
    with installed(rpigpio=RpiGpio(wires)):
        for name in ("mock", "rpigpio"):
            factory = pin_factory(name)
            assert isinstance(reed_wire(ROWS, COLUMNS, factory), ReedPins)
            factory.close()
    with installed(lgpio=Lgpio(wires)):
        pin_factory("lgpio").close()  # lgpio is loaded, but not what is asked for
        assert isinstance(reed_wire(ROWS, COLUMNS, pin_factory("mock")), ReedPins)


def no_pixels() -> Profile:
    """The small reed board with a button and without lights."""
    text = SMALL_REED[: SMALL_REED.index("[pixels]")] + "[buttons]\nconfirm = 2\n"
    return parse_profile(text)


def test_a_board_on_lgpio_plays(lgpio: Lgpio) -> None:
    """The whole board over gpiozero's real pins: reeds in groups, a button, pins given back."""
    clock = ManualClock()
    with open_board(no_pixels(), clock) as board:
        assert {each.value for each in let_pass(board, clock, 0.1)} == {0.0}
        lgpio.wires.closed = {(5, 13), (6, 16)}
        readings = let_pass(board, clock, 0.1)
        assert {each.cell: each.value for each in readings} == {"a2": 1.0, "B": 1.0}
        assert lgpio.counted()["group_read"] > 0
        lgpio.wires.grounded = {2}
        lgpio.edge(2)
        assert [getattr(news, "button", None) for news in board.poll()] == ["confirm"]
    assert (lgpio.held, lgpio.opened) == ({}, [])


def test_a_column_that_another_program_holds_is_told(lgpio: Lgpio) -> None:
    """Busy in lgpio's words, with the way out; nothing stays open."""
    lgpio.strangers = {13}
    with pytest.raises(PinsUnavailableError, match=r"'Small' cannot be opened: .*GPIO busy"):
        open_board(no_pixels(), ManualClock())
    lgpio.strangers = set()
    open_board(no_pixels(), ManualClock()).close()
    assert (lgpio.held, lgpio.opened) == ({}, [])
