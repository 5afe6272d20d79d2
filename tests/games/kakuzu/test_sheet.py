"""The sheet: validated, secret, sealed at the start and proven at the end (Z1)."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.kakuzu import Lift, Name, Rest, Sheet, SheetError
from controller.games.kakuzu.sheet import check, commit, consistent, read_sheet
from controller.testing.games import fuzz
from tests.games.kakuzu.hands import GRID, SHEET, follow, game, set_up

SALT = bytes(range(16))


@pytest.mark.parametrize(
    ("numbers", "problem"),
    [
        ([1] * 80, "80 numbers; a sheet has 81"),
        ([1] * 81, "1 stands 81 times, 2 stands nowhere"),
        ([0, *GRID[1:]], "0 stands on it; only 1 to 9 may"),
        ([2, *GRID[1:]], "1 stands 8 times, 2 stands 10 times; every number must stand nine times"),
    ],
)
def test_bad_sheets_are_refused(numbers: list[int], problem: str) -> None:
    """A sheet that breaks Z1 is refused, and the error tells which number stands how often."""
    with pytest.raises(SheetError) as refused:
        Sheet(numbers, "X")
    assert str(refused.value).startswith("sheet X: ")
    assert problem in str(refused.value)


def test_sheets_are_read_as_they_are_typed() -> None:
    """Rows, spaces and bars between the squares do not matter."""
    rows = ["".join(map(str, GRID[start : start + 9])) for start in range(0, 81, 9)]
    typed = "\n".join(f"{row[:3]} | {row[3:6]} | {row[6:]}" for row in rows)
    assert read_sheet(typed).reveal() == GRID


def test_strange_signs_are_named() -> None:
    """A letter among the digits is named."""
    with pytest.raises(SheetError, match="'x' is no digit"):
        read_sheet("x" * 81)


def test_a_sheet_shows_nothing_but_its_code() -> None:
    """Printed, logged or formatted, a sheet is its code."""
    for shown in (repr(SHEET), str(SHEET), f"{SHEET}", f"{[SHEET]}"):
        assert "Sheet(TEST)" in shown
        assert not any(sign.isdigit() for sign in shown)
    assert repr(Sheet(GRID)) == "Sheet(without a code)"


def test_a_sheet_is_never_copied_into_anything() -> None:
    """Pickle, copy and JSON refuse it, and it has no dictionary to be dumped from."""
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy, json.dumps, vars):
        with pytest.raises(TypeError):
            attempt(SHEET)


def test_a_sheet_is_a_value() -> None:
    """The same numbers and code are the same sheet."""
    twin = Sheet(GRID, "TEST")
    assert twin == SHEET
    assert hash(twin) == hash(SHEET)
    assert Sheet(GRID, "OTHER") != SHEET
    assert SHEET != GRID


def test_the_oracle_picks_the_true_turn() -> None:
    """Of the nine numbers that a lift could uncover one is true."""
    rules = game()
    position = follow(rules, set_up(rules), 5)
    possible = [turn for turn in rules.turns(position) if turn == Lift(40, 0) or _lifts(turn, 40)]
    assert len(possible) == 9
    assert consistent(SHEET, possible) == (SHEET.lift("e5"),)


def _lifts(turn: object, hole: int) -> bool:
    return isinstance(turn, Lift) and turn.hole == hole


def test_the_oracle_leaves_other_turns_alone() -> None:
    """Turns that lift nothing agree with every sheet."""
    assert consistent(SHEET, (Name(3), Rest.TIME)) == (Name(3), Rest.TIME)


def test_the_seal_can_be_worked_out_by_anybody() -> None:
    """The seal is the SHA-256 of a fixed line, the 81 numbers as bytes and the salt."""
    by_hand = hashlib.sha256(b"lunka kakuzu sheet\n" + bytes(GRID) + SALT).hexdigest()
    assert commit(SHEET, SALT) == by_hand
    assert check(SHEET, SALT, by_hand)


def test_the_seal_fits_no_other_sheet_and_no_other_salt() -> None:
    """Another sheet, salt or seal does not pass."""
    seal = commit(SHEET, SALT)
    other = Sheet(GRID[9:] + GRID[:9])
    assert not check(other, SALT, seal)
    assert not check(SHEET, SALT[::-1], seal)
    assert not check(SHEET, SALT, seal[::-1])
    assert not check(SHEET, SALT, "ж")


def test_a_short_salt_is_refused() -> None:
    """A salt that could be found by trying is refused."""
    with pytest.raises(SheetError, match="a salt of 15 bytes; at least 16"):
        commit(SHEET, SALT[1:])


@fuzz
@given(numbers=st.permutations(GRID))
def test_any_arrangement_of_nine_each_is_a_sheet(numbers: list[int]) -> None:
    """Only the counts matter, and every number is found beneath its hole."""
    sheet = Sheet(numbers)
    assert [sheet.lift(cell).number for cell in game().cells] == numbers


@fuzz
@given(text=st.text())
def test_any_text_is_a_sheet_or_refused(text: str) -> None:
    """No text makes the reader fail in any way but its own error."""
    with pytest.raises(SheetError):
        read_sheet(text)
