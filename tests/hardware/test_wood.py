"""The wood: stones are moved, never made or lost, and the impossible is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import HardwareError, ImpossibleActError, UnknownCellError
from hardware.simulated import Wood

CELLS = ["a1", "a2", "A"]
#: Numbers that would fill any memory with stones, and messages with digits.
HUGE = (10**9, 10**400)


@pytest.fixture
def wood() -> Wood:
    """Four stones in a1, one in a2."""
    wood = Wood(CELLS, grams=5.0)
    wood.set_up({"a1": 4, "a2": 1})
    return wood


def test_lifting_takes_all_by_default(wood: Wood) -> None:
    """A grip empties the pit into the hand and says how many that were."""
    assert wood.lift("a1") == 4
    assert (wood.count("a1"), wood.hand, wood.grams("a1")) == (0, 4, 0)


def test_sowing_moves_stones_one_by_one(wood: Wood) -> None:
    """Each drop takes one stone from the hand."""
    wood.lift("a1", 2)
    wood.drop("a2")
    wood.drop("A")
    assert wood.counts() == {"a1": 2, "a2": 2, "A": 1}
    assert wood.hand == 0
    assert wood.grams("a2") == 10.0


def test_a_spilled_stone_can_be_picked_up(wood: Wood) -> None:
    """A stone on the floor belongs to the board still, and comes back by the hand."""
    wood.spill("a1")
    assert (wood.count("a1"), wood.floor, wood.total()) == (3, 1, 5)
    assert wood.pick_up_floor() == 1
    assert wood.pick_up_floor() == 0
    wood.drop("a1")
    assert wood.count("a1") == 4


def test_stones_differ(wood: Wood) -> None:
    """With a spread, stones weigh differently, about as much as they should on average."""
    heap = Wood(["A"], grams=5.0, spread=0.05, rng=Random(1))
    heap.set_up({"A": 1000})
    assert heap.grams("A") == pytest.approx(5000, rel=0.01)
    assert heap.grams("A") != 5000


def test_watchers_hear_of_every_change(wood: Wood) -> None:
    """Sensors are told which cell changed and whether fingers were in it."""
    heard: list[tuple[str, bool]] = []
    wood.watch(lambda cell, touched: heard.append((cell, touched)))
    wood.lift("a1")
    wood.drop("A", 2)
    wood.spill("A")
    assert heard == [("a1", True), ("A", True), ("A", False)]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda wood: wood.lift("A"), "cannot lift anything from A: it holds 0 stones"),
        (lambda wood: wood.lift("a2", 2), "cannot lift 2 from a2: it holds 1 stones"),
        (lambda wood: wood.lift("a2", 0), "count of 0: allowed is a whole number from 1 up"),
        (lambda wood: wood.lift("a2", 1.5), "count of 1.5: allowed is a whole number"),
        (lambda wood: wood.drop("a2"), "cannot drop 1 into a2: it holds 0 stones. Lift some first"),
        (lambda wood: wood.drop("a2", -1), "count of -1: allowed is a whole number from 1 up"),
        (lambda wood: wood.drop("a2", True), "count of true"),
        (lambda wood: wood.spill("A"), "No stone can fall out of A: it is empty."),
        (lambda wood: wood.set_up({"a1": -1}), "count of -1: allowed is a whole number from 0 up"),
        (lambda wood: wood.set_up({"a1": 600, "a2": 401}), "has 1000 at most. .* up to 1000"),
        (lambda wood: wood.take(996), "take 996 stones: there are 5, .* up to 995"),
        (lambda wood: wood.take(True), "count of true"),
        *((lambda wood, n=n: wood.take(n), r"take 1000.* stones: there are 5") for n in HUGE),
        *((lambda wood, n=n: wood.lift("a1", n), r"it holds 4 stones") for n in HUGE),
        *((lambda wood, n=n: wood.drop("a1", n), r"it holds 0 stones") for n in HUGE),
        *((lambda wood, n=n: wood.set_up({"a1": n}), r"1000 at most") for n in HUGE),
    ],
)
def test_the_impossible_is_refused(wood: Wood, act: object, words: str) -> None:
    """What wood does not allow is refused in words, and nothing has moved."""
    before = wood.counts()
    with pytest.raises(ImpossibleActError, match=words) as refused:
        act(wood)  # type: ignore[operator]
    assert len(str(refused.value)) < 250
    assert (wood.counts(), wood.hand) == (before, 0)


@pytest.mark.parametrize("cell", ["z9", None, 3, []])
def test_an_unknown_cell_is_named(wood: Wood, cell: str) -> None:
    """Whatever is given for a cell, the answer names the cells there are."""
    with pytest.raises(UnknownCellError, match="It has a1, a2, A"):
        wood.lift(cell)


acts = st.tuples(
    st.sampled_from(["lift", "drop", "spill"]), st.sampled_from(CELLS), st.integers(0, 5)
)


@given(st.lists(acts, max_size=30))
def test_stones_are_never_made_or_lost(script: list[tuple[str, str, int]]) -> None:
    """Whatever hands do, possible or not, the stones are the same stones."""
    wood = Wood(CELLS, spread=0.1, rng=Random(2))
    wood.set_up({"a1": 5, "a2": 5})
    for verb, cell, count in script:
        try:
            getattr(wood, verb)(*((cell,) if verb == "spill" else (cell, count)))
        except HardwareError:
            continue
    assert wood.total() == 10
