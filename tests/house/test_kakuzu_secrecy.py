"""Secrecy: whatever is still covered is in no byte that the table sends or stores."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.games.kakuzu import Sheet
from controller.games.kakuzu.board import CELLS, ROWS
from controller.sheets.hiding import proves
from controller.table.commands import CommandError
from controller.table.state import Status
from controller.web.records import RecordPages
from tests.games.kakuzu.hands import CORNERS, GRID, SHEET
from tests.house.kakuzu_room import SALT, SEED, KakuzuRoom

DIGITS = "".join(map(str, GRID))


def needles(open_cells: Iterable[str] = ()) -> list[bytes]:
    """Whatever would give the sheet, its seal or the tokens to come away.

    A row of the sheet is no secret any more once all its holes lie open.
    """
    lying_open = set(open_cells)
    found = [DIGITS.encode(), bytes(GRID), SALT, SALT.hex().encode(), SEED, SEED.hex().encode()]
    for start, row in zip(range(0, 81, 9), ROWS, strict=True):
        if not lying_open.issuperset(row):
            digits = DIGITS[start : start + 9]
            # The numbers in order stand in every list of tokens.
            between = ("", " ", ",", ", ") if digits != "123456789" else ("",)
            found += [sign.join(digits).encode() for sign in between]
            found.append(bytes(GRID[start : start + 9]))
    return found


def stored(folder: Path) -> bytes:
    """Every byte in the record's folder but the vault, which is for its owner alone."""
    files = sorted(path for path in folder.rglob("*") if path.suffix != ".secret")
    return b"\n".join(path.read_bytes() for path in files if path.is_file())


def sent(here: KakuzuRoom) -> str:
    """Everything that a page can ask for: the view, the games, and the game in every form."""
    shelf, number = RecordPages(here.path), here.log.current_game
    told = [here.view, shelf.games(), shelf.game(number), shelf.export(number, "json")]
    return json.dumps([*told, shelf.export(number, "text")])


def leaks(content: bytes, open_cells: Iterable[str] = ()) -> list[bytes]:
    """Which secrets stand in these bytes."""
    return [needle for needle in needles(open_cells) if needle in content]


def covered(here: KakuzuRoom) -> list[str]:
    """How the lift of a stone that still lies there would be written."""
    holes = [cell for cell, stones in here.wood.counts().items() if stones]
    return [f"{cell}={SHEET.beneath(cell)}" for cell in holes]


def check(here: KakuzuRoom, folder: Path) -> None:
    """Nothing covered in anything sent or stored; every number shown lies open."""
    content = sent(here).encode()
    kept = stored(folder)
    numbers = here.view["shown"]["numbers"]
    assert leaks(content, numbers) == leaks(kept, numbers) == []
    for turn in covered(here):
        assert turn.encode() not in content
        assert turn.encode() not in kept
    lying = {cell for cell, stones in here.wood.counts().items() if stones}
    assert not lying & set(numbers)
    assert {cell: int(number) for cell, number in numbers.items()} == {
        cell: SHEET.beneath(cell) for cell in numbers
    }


def test_nothing_covered_is_sent_or_stored(tmp_path: Path) -> None:
    """A whole game: every view, answer, export and stored byte is searched until the end."""
    here = KakuzuRoom(tmp_path, players=3)
    here.begin()
    check(here, tmp_path)
    here.lift(*CORNERS)
    while here.table.state.status is Status.PLAYING:
        if len(here.turns) % 12 == 0:
            check(here, tmp_path)
        if "roll" in here.table.commands():
            here.do("roll")
        else:
            turns = here.table.turns()
            here.lift(turns[len(turns) // 2])
    (seal,) = here.events("secret.sealed")
    (shown,) = here.events("secret.revealed")
    assert shown["sheet"] == DIGITS
    assert proves(shown, seal["seal"])
    here.close()


def test_a_restart_tells_nothing(tmp_path: Path) -> None:
    """The same after a power cut in mid-game, with an attempt and a refused guess before it."""
    here = KakuzuRoom(tmp_path)
    here.begin()
    here.lift(*CORNERS)
    here.lift("b1")  # not allowed before a token is drawn: it is told, and put back
    here.wood.drop("b1")
    here.let(6.0)
    here.reopen()
    here.do("roll")
    check(here, tmp_path)
    here.close()
    assert leaks(stored(tmp_path)) == []


HASH = re.compile(rb"[0-9a-f]{64}")


def twin(uncovered: Iterable[str]) -> Sheet:
    """Another sheet that has the same numbers where they lie open, and others elsewhere."""
    lying_open = set(uncovered)
    covered = [cell for cell in CELLS if cell not in lying_open]
    numbers = [SHEET.beneath(cell) for cell in covered]
    moved = dict(zip(covered, numbers[5:] + numbers[:5], strict=True))
    return Sheet([moved.get(cell, SHEET.beneath(cell)) for cell in CELLS], SHEET.code)


def told(folder: Path, sheet: Sheet, holes: Sequence[str], **options: Any) -> tuple[str, bytes]:
    """All that is sent and stored when these stones are lifted, with what hands do besides.

    Hashes are left out: the seal differs, and so does every hash after it.
    """
    folder.mkdir()
    here = KakuzuRoom(folder, beneath=sheet, **options)
    here.begin()
    sayings = [sent(here)]
    here.wood.lift("i9")
    here.let(0.3)
    here.wood.drop("i9")  # only touched
    for hole in holes:
        if "roll" in here.table.commands():
            here.do("roll")
        here.lift(hole)
        here.let(3.0)
        sayings.append(sent(here))
    here.wood.lift("h9")  # without a token: an attempt, put right again
    here.let(8.0)
    here.wood.drop("h9")
    here.let(8.0)
    sayings.append(sent(here))
    here.close()
    return HASH.sub(b"#", "\n".join(sayings).encode()).decode(), HASH.sub(b"#", stored(folder))


@pytest.mark.parametrize("options", [{}, {"peek": True}, {"players": 4, "variant": "same"}])
def test_what_is_covered_changes_nothing(tmp_path: Path, options: dict[str, Any]) -> None:
    """Two sheets that differ only where stones still lie: everything sent and stored is the same.

    So nothing that leaves the table can tell one from the other, in whatever form.
    """
    holes = CORNERS  # the set-up, and one search, of which nobody knows how it ends
    one = told(tmp_path / "one", SHEET, holes, **options)
    other = told(tmp_path / "other", twin(holes), holes, **options)
    assert one[0] == other[0]
    assert one[1] == other[1]


def test_a_lift_cannot_be_taken_back(tmp_path: Path) -> None:
    """What a stone uncovered would be covered again and still stand in the record."""
    here = KakuzuRoom(tmp_path)
    here.begin()
    here.lift("a1")
    assert "undo" not in here.table.commands()
    with pytest.raises(CommandError, match="a1=1 uncovered what everybody has seen"):
        here.do("undo")
    here.close()


def test_no_director_covers_a_number_again(tmp_path: Path) -> None:
    """The record of the running game would still tell it."""
    here = KakuzuRoom(tmp_path)
    here.begin()
    here.lift("a1")
    with pytest.raises(CommandError, match="turns after 0 uncovered what everybody has seen"):
        here.do("direct", action="undo", to=0, by="Ann", why="too quick")
    here.close()


def test_what_was_only_said_can_be_taken_back(tmp_path: Path) -> None:
    """A number named by mistake uncovered nothing (Z10)."""
    here = KakuzuRoom(tmp_path, variant="named")
    here.set_up()
    here.do("declare", turn="name7")
    here.do("undo")
    assert here.position.token is None
    here.close()


def test_the_search_would_find_a_leak(tmp_path: Path) -> None:
    """Once the game is over the sheet is shown: the same search finds it then."""
    here = KakuzuRoom(tmp_path)
    here.begin()
    here.do("resign", side=0)
    assert DIGITS.encode() in leaks(sent(here).encode())
    here.close()
    assert SALT.hex().encode() in leaks(stored(tmp_path))
