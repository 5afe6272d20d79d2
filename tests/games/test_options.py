"""Options of games: what is read, what is refused, and in which words."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.catalogue import make_game
from controller.games.game import InvalidError
from controller.games.options import describe_options, option, read_options, wrong_options
from controller.testing.games import fuzz


@dataclass(frozen=True, slots=True)
class Tea:
    """Options of something that is not a game."""

    sugar: int = option(1, range(4))
    milk: bool = option(False)
    kind: str = option("black", ("black", "green"))


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing to choose."""


def test_nothing_given_means_the_defaults() -> None:
    """Options nobody sets keep their defaults."""
    assert read_options(Tea, {}) == Tea(1, False, "black")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"sugar": 3}, Tea(sugar=3)),
        ({"sugar": "3"}, Tea(sugar=3)),
        ({"sugar": "0"}, Tea(sugar=0)),
        ({"milk": True}, Tea(milk=True)),
        ({"kind": "green", "sugar": 2}, Tea(sugar=2, kind="green")),
    ],
)
def test_values_and_their_texts_are_read(given: dict[str, object], expected: Tea) -> None:
    """A value may come as itself (TOML) or as text (the command line)."""
    assert read_options(Tea, given) == expected


@pytest.mark.parametrize("word", ["true", "yes", "on", "True", "YES"])
def test_words_for_true(word: str) -> None:
    """True, yes and on all mean true, in any case."""
    assert read_options(Tea, {"milk": word}).milk is True


@pytest.mark.parametrize("word", ["false", "no", "off", "False"])
def test_words_for_false(word: str) -> None:
    """False, no and off all mean false, in any case."""
    assert read_options(Tea, {"milk": word}).milk is False


@pytest.mark.parametrize(
    "value",
    [4, -1, "4", "-1", "1.0", 1.0, True, "true", None, [1], "", " 1", "1_0", "١", "9" * 9999],
)
def test_numbers_that_are_refused(value: object) -> None:
    """Only a whole number within its range is a number, with the value and the range named."""
    with pytest.raises(InvalidError) as caught:
        read_options(Tea, {"sugar": value})
    assert str(caught.value) == f"option sugar: {value!r} is not allowed; 0 to 3 is"


@pytest.mark.parametrize("value", [1, 0, "1", "maybe", None, [], ""])
def test_truths_that_are_refused(value: object) -> None:
    """Only true and false and their words are true or false."""
    with pytest.raises(InvalidError) as caught:
        read_options(Tea, {"milk": value})
    assert str(caught.value) == f"option milk: {value!r} is not allowed; true or false is"


@pytest.mark.parametrize("value", ["Black", "", 1, True, None, ["black"]])
def test_words_that_are_refused(value: object) -> None:
    """Only the words that are named are allowed."""
    with pytest.raises(InvalidError) as caught:
        read_options(Tea, {"kind": value})
    assert str(caught.value) == f"option kind: {value!r} is not allowed; black or green is"


def test_all_mistakes_at_once() -> None:
    """Everything wrong is reported together, in the order given."""
    with pytest.raises(InvalidError) as caught:
        read_options(Tea, {"sugar": 9, "lemon": 1, "milk": "?"})
    assert str(caught.value) == (
        "option sugar: 9 is not allowed; 0 to 3 is; "
        "unknown option 'lemon'; there are: sugar, milk, kind; "
        "option milk: '?' is not allowed; true or false is"
    )


def test_no_options_at_all() -> None:
    """Where nothing can be chosen, the error says that there is none."""
    with pytest.raises(InvalidError, match="unknown option 'sugar'; there are: none"):
        read_options(Nothing, {"sugar": 1})


def test_what_is_wrong_key_by_key() -> None:
    """Each wrong key with what it allows; a file's texts are no numbers, a command line's are."""
    given = {"sugar": "2", "milk": "yes", "kind": "red", "lemon": 1}
    assert wrong_options(Tea, given) == {"lemon": None, "kind": "black or green"}
    assert wrong_options(Tea, given, texts=False) == {
        "lemon": None,
        "sugar": "a whole number from 0 to 3",
        "milk": "true or false",
        "kind": "black or green",
    }
    assert wrong_options(Tea, {"sugar": 2, "milk": True}, texts=False) == {}


def test_options_describe_themselves() -> None:
    """Help texts name every option with its default and what it allows."""
    assert describe_options(Tea) == {
        "sugar": "1 (allowed: 0 to 3)",
        "milk": "false (allowed: true or false)",
        "kind": "black (allowed: black or green)",
    }


@fuzz
@given(value=st.one_of(st.text(), st.integers(), st.floats(), st.none(), st.binary()))
def test_any_value_is_read_or_refused(value: object) -> None:
    """No value makes the reader fail in any way but its own."""
    for name in ("sugar", "milk", "kind"):
        try:
            tea = read_options(Tea, {name: value})
        except InvalidError as error:
            assert f"option {name}: " in str(error)
        else:
            assert tea.sugar in range(4)


def test_an_unknown_game() -> None:
    """The error for a game that does not exist lists those that do."""
    with pytest.raises(InvalidError, match=r"there is no game 'chess'; there are: kalah"):
        make_game("chess")
