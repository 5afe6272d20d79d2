"""Sets of sheets: made from a seed or entered by hand, kept secret, found again by a code."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from controller.games.kakuzu import SheetError
from controller.sheets.codes import Code
from controller.sheets.sets import new_set, read_set, write_set
from controller.sheets.store import SheetStore, load_set, save_set, write_secret
from tests.games.kakuzu.hands import GRID

SEED = "correct horse battery staple"
OWN = "".join(map(str, GRID))


def own(grid: str = OWN, key: str = "01A", name: str = "7KQ2") -> str:
    """The file of a set entered by hand."""
    return f'kind = "kakuzu-sheets"\nset = "{name}"\n[sheets]\n{key} = "{grid}"\n'


def test_a_set_has_as_many_grids_as_asked_for() -> None:
    """Forty grids are twenty sheets with two sides, all different (Z1)."""
    sheets = new_set(SEED, 40).sheets()
    assert len({sheet.reveal() for sheet in sheets}) == 40
    assert sheets[0].code.split("-")[1] == "01A"
    assert sheets[-1].code.split("-")[1] == "20B"


def test_a_seed_is_a_set() -> None:
    """The same seed is the same set, whatever its size; another seed is another set."""
    assert new_set(SEED, 4).sheets() == new_set(SEED, 40).sheets(4)
    assert new_set(SEED, 4).name != new_set(SEED + "!", 4).name


def test_a_set_shows_nothing_but_its_name() -> None:
    """Neither the seed nor a number is shown."""
    made = new_set(SEED, 2)
    assert repr(made) == f"SheetSet(name='{made.name}')"


def test_a_file_gives_the_set_back() -> None:
    """Writing and reading a set's file are inverse."""
    made = new_set('a "quoted" \\ seed', 6)
    assert read_set(write_set(made)) == made


def test_a_set_of_ones_own() -> None:
    """Grids typed from sheets one owns have codes too, and are found by them."""
    entered = read_set(own(grid=OWN.replace("1", "1 ")))
    (sheet,) = entered.sheets()
    assert sheet.reveal() == GRID
    assert sheet.code == str(Code("7KQ2", 1, "A"))
    with pytest.raises(SheetError, match="written by its owner"):
        write_set(entered)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (own(grid="2" + OWN[1:]), "1 stands 8 times, 2 stands 10 times"),
        (own(grid=OWN[1:]), "80 numbers; a sheet has 81"),
        (own(grid="x" + OWN[1:]), "'x' is no digit"),
        (own(key="00A"), "[sheets] 00A: a sheet and its side are written as 01A or 12B"),
        (own(key="1A"), "written as 01A or 12B"),
        (own(name="7KQO"), "a set's name has four signs"),
        (own() + "01B = 7\n", "[sheets] 01B: a grid is a text of 81 digits"),
        ("seed = 5 = 6", "it is not TOML"),
        ("color = 1", "unknown key color"),
        ('kind = "music"', "kind is 'music'; a set of sheets has kind = \"kakuzu-sheets\""),
        ('kind = "kakuzu-sheets"', "set is None"),
        ('kind = "kakuzu-sheets"\nset = "7KQ2"', "needs seed"),
        ('kind = "kakuzu-sheets"\nset = "7KQ2"\nsheets = 3', "[sheets] lists grids"),
        (
            write_set(new_set(SEED, 2)).replace("battery", "buttery"),
            "its seed makes set",
        ),
        (write_set(new_set(SEED, 2)).replace("count = 2", "count = 199"), "1 to 198 are possible"),
    ],
)
def test_bad_files_are_refused(text: str, problem: str, tmp_path: Path) -> None:
    """A sheet file with anything wrong is refused; the error names the file and the mistake."""
    path = tmp_path / "set.toml"
    path.write_text(text)
    with pytest.raises(SheetError) as refused:
        load_set(path)
    assert str(refused.value).startswith(f"sheets {path}: ")
    assert problem in str(refused.value)


@pytest.mark.parametrize("seed", ["short", "x" * 201, "ключ от всех дверей", "with a\nnew line"])
def test_seeds_that_will_not_do(seed: str) -> None:
    """A seed is long enough not to be guessed and plain enough to be typed."""
    with pytest.raises(SheetError, match="a seed has 12 to 200 plain characters"):
        new_set(seed, 2)


@pytest.mark.parametrize("count", [0, -1, 199])
def test_counts_that_will_not_do(count: int) -> None:
    """A set has 1 to 198 grids, and no more are printed than it has."""
    with pytest.raises(SheetError, match="grids; 1 to 198 are possible"):
        new_set(SEED, count)
    with pytest.raises(SheetError, match="has 2 grids"):
        new_set(SEED, 2).sheets(count)


# The store


def test_a_code_finds_its_sheet(tmp_path: Path) -> None:
    """A kept set is found by the code of any of its sheets."""
    store, made = SheetStore(tmp_path / "kakuzu"), new_set(SEED, 4)
    store.keep(made)
    for sheet in made.sheets():
        assert store.find(sheet.code.lower()) == sheet
    assert store.known() == [made.name]


def test_an_unknown_set_says_what_to_do(tmp_path: Path) -> None:
    """A code of a set that the board does not have names the file to copy, or the way without."""
    with pytest.raises(SheetError, match=r"does not know \(known: none\); copy the set's file to "):
        SheetStore(tmp_path).find(str(Code("7KQ2", 1, "A")))


def test_a_sheet_beyond_the_set(tmp_path: Path) -> None:
    """A code past the end of its set names the last sheet there is."""
    store, made = SheetStore(tmp_path), new_set(SEED, 4)
    store.keep(made)
    with pytest.raises(SheetError, match="has no sheet 03A; its last is 02B"):
        store.find(str(Code(made.name, 3, "A")))


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    """A set's file can be read by nobody else, and no draft of it is left."""
    path = SheetStore(tmp_path).keep(new_set(SEED, 2))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_no_set_is_written_over(tmp_path: Path) -> None:
    """The same set may be kept again; another one is refused."""
    path = tmp_path / "set.toml"
    save_set(new_set(SEED, 2), path)
    save_set(new_set(SEED, 2), path)
    with pytest.raises(SheetError, match="another set is kept there; choose another file"):
        save_set(new_set(SEED, 4), path)


def test_troubles_with_files_are_told(tmp_path: Path) -> None:
    """A folder, no text or no room: one sentence each."""
    with pytest.raises(SheetError, match="cannot be read"):
        load_set(tmp_path)
    (tmp_path / "set.toml").write_bytes(b"\xff")
    with pytest.raises(SheetError, match="this is no text"):
        load_set(tmp_path / "set.toml")
    with pytest.raises(SheetError, match="cannot be written"):
        write_secret(tmp_path / "set.toml" / "below", b"")
