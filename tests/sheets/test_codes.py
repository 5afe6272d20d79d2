"""The code on a sheet: typed as it is read, and no slip goes unnoticed."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.kakuzu import SheetError
from controller.sheets.codes import SIGNS, Code, code_of, is_set_name, read_code
from controller.testing.games import fuzz

CODE = Code("7KQ2", 7, "A")
codes = st.builds(
    Code,
    st.text(SIGNS, min_size=4, max_size=4),
    st.integers(1, 99),
    st.sampled_from("AB"),
)


def test_the_look_of_a_code() -> None:
    """Set, sheet, side and two check signs."""
    assert str(CODE) == "7KQ2-07A-EZ"
    assert CODE.name == "07A"
    assert str(CODE.other).startswith("7KQ2-07B-")
    assert CODE.other.other == CODE


def test_sheets_are_numbered_side_by_side() -> None:
    """The grids of a set are 01A, 01B, 02A and so on."""
    assert [code_of("7KQ2", index).name for index in (0, 1, 2, 39)] == ["01A", "01B", "02A", "20B"]


@fuzz
@given(code=codes)
def test_codes_are_read_as_they_are_written(code: Code) -> None:
    """Writing and reading a code are inverse, also in small letters and without hyphens."""
    text = str(code)
    for typed in (text, text.lower(), text.replace("-", " "), text.replace("-", "")):
        assert read_code(typed) == code


def test_look_alikes_do_not_matter() -> None:
    """I and L are read as 1, O as 0, S as 5 and U as V."""
    code = Code("10V5", 1, "A")
    assert read_code(str(code).replace("1", "l").replace("0", "O").replace("5", "s")) == code
    assert read_code(str(code).replace("V", "u").replace("1", "I")) == code


def test_every_wrong_sign_is_noticed() -> None:
    """One sign mistaken for any other, anywhere, is refused."""
    signs = str(CODE).replace("-", "")
    for place, sign in itertools.product(range(9), SIGNS):
        if sign != signs[place]:
            with pytest.raises(SheetError):
                read_code(signs[:place] + sign + signs[place + 1 :])


def test_every_exchange_is_noticed() -> None:
    """Any two different signs exchanged are refused."""
    signs = str(CODE).replace("-", "")
    for first, second in itertools.combinations(range(9), 2):
        swapped = list(signs)
        swapped[first], swapped[second] = signs[second], signs[first]
        if signs[first] != signs[second]:
            with pytest.raises(SheetError):
                read_code("".join(swapped))


@fuzz
@given(code=codes, places=st.sets(st.integers(0, 8), min_size=2, max_size=2), data=st.data())
def test_every_two_wrong_signs_are_noticed(
    code: Code, places: set[int], data: st.DataObject
) -> None:
    """Two signs wrong at once are refused as well."""
    signs = list(str(code).replace("-", ""))
    for place in places:
        signs[place] = data.draw(st.sampled_from([sign for sign in SIGNS if sign != signs[place]]))
    with pytest.raises(SheetError):
        read_code("".join(signs))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "has 0 signs; a code has 9, as 7KQ2-07A-EZ"),
        ("7KQ2-07A", "has 7 signs"),
        ("7KQ2-07A-!!", "'!' is in no code"),
        ("7KQ2-07A-00", "is mistyped: compare it with the sheet, sign by sign"),
        ("0000-000-00", "names no sheet 01 to 99 with a side A or B"),
    ],
)
def test_what_is_wrong_with_a_code(text: str, problem: str) -> None:
    """A code that names nothing is refused with what to do about it."""
    with pytest.raises(SheetError) as refused:
        read_code(text)
    assert problem in str(refused.value)


@fuzz
@given(text=st.text())
def test_any_text_is_a_code_or_refused(text: str) -> None:
    """No text makes the reader fail in any way but its own error."""
    try:
        code = read_code(text)
    except SheetError:
        return
    assert read_code(str(code)) == code


def test_set_names() -> None:
    """A set's name has four signs of the alphabet."""
    assert is_set_name("7KQ2")
    assert not is_set_name("7KQ")
    assert not is_set_name("7KQO")
