"""Board profiles: what they say, and every mistake told by its words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.clock import ManualClock
from hardware.errors import HardwareError, ProfileError, UnknownProfileError
from hardware.profile import (
    Profile,
    calibration_text,
    kalah_cells,
    load_profile,
    parse_profile,
    shipped_profile,
    shipped_profiles,
)
from hardware.profile.load import _problems
from hardware.readings import Sense
from hardware.simulated import open_simulated
from tests.hardware.boards import SMALL_LOAD, SMALL_REED


def mistakes(text: str) -> list[str]:
    """What is wrong with a profile, line by line."""
    with pytest.raises(ProfileError) as caught:
        parse_profile(text, "my.toml")
    return list(caught.value.problems)


def only_mistake(old: str, new: str, text: str = SMALL_LOAD) -> str:
    """The one mistake that comes of replacing some text in a good profile."""
    assert old in text
    found = mistakes(text.replace(old, new, 1))
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("name", ["kalah-load", "kalah-reed"])
def test_shipped_profiles_are_whole(name: str) -> None:
    """The boards that ship have fourteen sensed and lit cells and a confirm button."""
    profile = shipped_profile(name)
    assert name in shipped_profiles()
    assert set(profile.cell_names) == set(kalah_cells(6))
    assert all(profile.pixels_of(cell) for cell in profile.cell_names)
    assert "confirm" in profile.buttons
    assert profile.kind == "kalah"


def test_a_profile_knows_what_senses_a_cell() -> None:
    """Load cells weigh, one reed tells presence, several reeds count slots."""
    slots = SMALL_REED.replace("a1 = [0, 0]", "a1 = [[0, 0], [2, 0]]").replace(
        "[5, 6]", "[5, 6, 7]"
    )
    profile = parse_profile(slots)
    assert profile.sense_of("a1") is Sense.SLOTS
    assert profile.sense_of("a2") is Sense.PRESENCE
    assert parse_profile(SMALL_LOAD).sense_of("a1") is Sense.WEIGHT


def test_an_unknown_shipped_profile_is_named() -> None:
    """A wrong name is answered by the nearest right one."""
    with pytest.raises(UnknownProfileError, match=r"Did you mean 'kalah-load'\?"):
        shipped_profile("kalah-laod")


def test_five_mistakes_are_five_messages() -> None:
    """A profile with five mistakes of five kinds is answered by five lines, in one go."""
    text = (
        SMALL_LOAD.replace('kind = "kalah"', 'kind = "kalha"')
        .replace("clock = 11", "clock = 11\nrate = 50")
        .replace("a2 = 5", "a2 = 4")
        .replace("budget_ma = 300.0", "budget_ma = 300.0\nbrigthness = 0.5")
        .replace("B = [10, 11]", "B = [10, 12]")
    )
    assert mistakes(text) == [
        "my.toml: sensors.load[0].rate = 50: allowed is 10 or 80 samples a second.",
        "my.toml: pixels.brigthness = 0.5: unknown key. Did you mean 'brightness'?",
        "my.toml: board.kind = 'kalha': no such board. Did you mean 'kalah'?",
        "my.toml: sensors.load[0].cells.a2 = 4: GPIO 4 is already used by "
        "sensors.load[0].cells.a1. A pin serves one thing; free are 3, 5, 10, 12, 13, 14, 15, 16, "
        "17, 19, 20, 21, 23, 24, 25, 26, 27.",
        "my.toml: pixels.cells.B[1] = 12: the strip has pixels.count = 12 pixels; allowed is 0 to "
        "11.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("clock = 11", "clock = 40", "sensors.load[0].clock = 40: allowed is a GPIO number from 0"),
        ("clock = 11", 'clock = "11"', "sensors.load[0].clock = '11': allowed is a GPIO number"),
        ("clock = 11", "", "sensors.load[0].clock is missing: needed is a GPIO number"),
        ("clock = 11", "clock = 11\ngain = 100", "gain = 100: allowed is 128, 64 or 32."),
        ("clock = 11", "clock = 11\nnoise = nan", "noise = nan: allowed is grams of noise"),
        ("clock = 11", "clock = 11\nslow_hz = 81.0", "slow_hz = 81.0: allowed is samples a second"),
        ("a1 = 4", "a1 = {data = 4, scale = 0}", "cells.a1.scale = 0: allowed is any other number"),
        ("a1 = 4", "a1 = 4\nzz = 10", "cells.zz: cells.names has no cell zz. Allowed here: a1,"),
        ("a1 = 4\n", "", "sensors: cell a1 is sensed by nothing. Add it under [sensors.reeds"),
        ("pin = 18", "pin = 17", "pixels.pin = 17: allowed is 10, 12, 18 or 21."),
        ("pin = 18", "pin = 4", "pixels.pin = 4: allowed is 10, 12, 18 or 21."),
        ("a1 = [0, 1]", "a1 = [0, 2]", "a2[0] = 2: pixel 2 already lights cell a1. A pixel lights"),
        (
            "a1 = [0, 1]",
            "a9 = [0, 1]",
            "pixels.cells.a9: cells.names has no cell a9. Allowed here: a1",
        ),
        ("a1 = [0, 1]", "a1 = [-1]", "pixels.cells.a1[0] = -1: allowed is cell = list of pixel"),
        ("budget_ma = 300.0", "budget_ma = 9", "budget_ma = 9: 12 dark pixels alone draw 12 mA;"),
        ("confirm = 2", "conform = 2", "buttons.conform = 2: unknown key. Did you mean 'confirm'?"),
        ("confirm = 2", "confirm = [2]", "buttons.confirm = [2]: allowed is a GPIO number"),
        ("confirm = 2", "confirm = true", "buttons.confirm = true: allowed is a GPIO number"),
        (
            "confirm = 2",
            "confirm = 22",
            "buttons.undo.pin = 22: GPIO 22 is already used by buttons.",
        ),
        ("pin = 22", "pin = 3", "buttons.undo.pull_up = false: GPIO 3 has a pull-up resistor"),
        ('name = "Small"', 'name = ""', "board.name = '': allowed is a name of 1 to 60 letters."),
        (
            'name = "Small"',
            "",
            "board.name is missing: needed is a name of 1 to 60 letters. Add it.",
        ),
        ("[board]", "[bord]\n[board]", "bord = {}: unknown key. Did you mean 'board'?"),
        ('"A", "b1"', '"A", "A", "b1"', "cells.names[3] = 'A': the name is already taken by"),
        ("[cells]", "[pieces]\ngrams = 0\n[cells]", "pieces.grams = 0: allowed is grams of one"),
    ],
)
def test_a_mistake_is_told_by_key_value_and_remedy(old: str, new: str, words: str) -> None:
    """Each mistake alone gives one line that names the file, the key, the value, the remedy."""
    told = only_mistake(old, new)
    assert told.startswith("my.toml: ")
    assert words in told


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "a1 = [0, 0]",
            "a1 = [2, 0]",
            "cells.a1 = [2, 0]: there is no row 2; rows lists 2 pins, so",
        ),
        ("a1 = [0, 0]", "a1 = [0, 1]", "a2 = [0, 1]: row 0, column 1 is already the place of cell"),
        ("a1 = [0, 0]", "a1 = [0]", "a1 = [0]: allowed is cell = [row, column], or a list of such"),
        ("rows = [5, 6]", "rows = [5, 12]", "columns[0] = 12: GPIO 12 is already used by sensors."),
        ("rows = [5, 6]", "rows = [5, 99]", "sensors.reeds[0].rows[1] = 99: allowed is a list of"),
        ("rows = [5, 6]", "rows = [5, 6]\nslow_hz = 90\nfast_hz = 50", "slow_hz = 90: at rest the"),
        ("rows = [5, 6]", "rows = [5, 6]\ndebounce_ms = 0", "debounce_ms = 0: allowed is millisec"),
    ],
)
def test_a_matrix_mistake_is_told(old: str, new: str, words: str) -> None:
    """Mistakes in a reed matrix are told by place and pin."""
    assert words in only_mistake(old, new, SMALL_REED)


def test_a_cell_sensed_twice_is_told() -> None:
    """A cell with two sensors is an error that names both."""
    text = SMALL_LOAD + "\n[[sensors.load]]\nclock = 23\n[sensors.load.cells]\na1 = 24\n"
    assert "cell a1 is already sensed by sensors.load[0].cells.a1." in mistakes(text)[0]


def test_cells_must_make_a_kalah_board() -> None:
    """A kalah board without its second store is told what a kalah board has."""
    text = (
        SMALL_LOAD.replace('"b2", "B"]', '"b2"]').replace("B = 9\n", "").replace("B = [10, 11]", "")
    )
    assert "a kalah board has a1 to aN, A, b1 to bN and B, with N from 1 to 9" in mistakes(text)[0]


@pytest.mark.parametrize("pits", [1, 2, 3])
def test_boards_of_other_sizes_are_fine(pits: int) -> None:
    """A kalah board may have fewer pits than six."""
    names = kalah_cells(pits)
    places = "\n".join(f"{name} = [0, {place}]" for place, name in enumerate(names))
    text = f"""
[board]
name = "Tiny"
kind = "kalah"
[cells]
names = {list(names)!r}
[[sensors.reeds]]
rows = [2]
columns = {list(range(4, 4 + len(names)))!r}
[sensors.reeds.cells]
{places}
"""
    assert parse_profile(text).cell_names == names


def test_what_is_not_toml_is_told_with_its_line() -> None:
    """A file that is no TOML at all says where it stops being one."""
    assert "my.toml: this is not TOML: " in mistakes("[board\n")[0]
    assert "line 1" in mistakes("[board\n")[0]


def test_an_empty_profile_lists_what_is_needed() -> None:
    """An empty file is answered by the sections it needs."""
    assert [line.split(":")[1].strip() for line in mistakes("")] == [
        "board is missing",
        "cells is missing",
        "sensors is missing",
    ]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """A profile that is not there is an error of ours, with the path in it."""
    with pytest.raises(ProfileError, match="cannot be read: No such file or directory"):
        load_profile(tmp_path / "none.toml")


def test_a_binary_file_is_told(tmp_path: Path) -> None:
    """A profile that is not text is an error of ours too."""
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ProfileError, match="it is not UTF-8 text"):
        load_profile(tmp_path / "bad.toml")


def test_profile_errors_are_value_errors() -> None:
    """Code that knows nothing of ours can catch a bad profile as a ValueError."""
    with pytest.raises(ValueError, match="not TOML") as caught:
        parse_profile("=")
    assert isinstance(caught.value, HardwareError)


def test_calibration_overrides_the_profile(tmp_path: Path) -> None:
    """A measured tare and scale stand in place of the profile's, cell by cell."""
    (tmp_path / "measured.toml").write_text(calibration_text({"a1": (120.5, -2011.0)}))
    (tmp_path / "board.toml").write_text(
        SMALL_LOAD.replace("clock = 11", 'clock = 11\ncalibration = "measured.toml"')
    )
    bank = load_profile(tmp_path / "board.toml").sensors.load[0]
    assert (bank.tare_of("a1"), bank.scale_of("a1")) == (120.5, -2011.0)
    assert (bank.tare_of("a2"), bank.scale_of("a2")) == (0.0, 2000.0)
    assert bank.cells["a1"].data == 4


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        (None, "calibration = 'measured.toml': cannot be read: No such file"),
        ("[a9]\ntare = 1", "measured.toml: a9: this bank has no such cell. Allowed here: a1"),
        ("[a1]\nscale = 0", "measured.toml: a1.scale = 0: allowed is any other number"),
        ("[a1]\nscale = true", "measured.toml: a1.scale = true: allowed is a number."),
        ("[a1]\nscael = 1", "allowed are the keys tare and scale."),
        ("a1 = 3", "measured.toml: a1 = 3: allowed are the keys"),
        ("[", "this is not TOML"),
    ],
)
def test_a_bad_calibration_is_told(tmp_path: Path, measured: str | None, words: str) -> None:
    """A calibration file's mistakes are told like the profile's own."""
    if measured is not None:
        (tmp_path / "measured.toml").write_text(measured)
    (tmp_path / "board.toml").write_text(
        SMALL_LOAD.replace("clock = 11", 'clock = 11\ncalibration = "measured.toml"')
    )
    with pytest.raises(ProfileError) as caught:
        load_profile(tmp_path / "board.toml")
    assert len(caught.value.problems) == 1
    assert words in caught.value.problems[0]


def keys_of(raw: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a nested structure."""
    if isinstance(raw, dict):
        inner = list(raw.items())
    elif isinstance(raw, list):
        inner = list(enumerate(raw))
    else:
        return [path]
    return [path, *(found for key, value in inner for found in keys_of(value, (*path, key)))]


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 300)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["kalah", "a1", "A", 0, 4, 18]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=300)
@given(st.data())
def test_no_mutation_gets_past_the_words(data: st.DataObject) -> None:
    """Whatever stands wherever in a profile is told in a line of ours, or else the board opens."""
    raw = tomllib.loads(data.draw(st.sampled_from([SMALL_LOAD, SMALL_REED])))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(keys_of(raw)[1:]))
        holder = raw
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = data.draw(ANYTHING)
    problems = list(_problems(raw))
    assert not [words for _, words in problems if not words or "Input should" in words]
    if not problems:
        with open_simulated(Profile.model_validate(raw), ManualClock()) as board:
            board.poll()


@settings(max_examples=100)
@given(st.integers(0, len(SMALL_LOAD) - 1), st.text(max_size=4))
def test_no_typing_error_gives_a_traceback(place: int, typed: str) -> None:
    """A slip of the keyboard anywhere in a profile is fine or a ProfileError."""
    try:
        parse_profile(SMALL_LOAD[:place] + typed + SMALL_LOAD[place + 1 :])
    except ProfileError as told:
        assert told.problems
