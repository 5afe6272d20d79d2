"""Secrecy: whatever is still covered is in no byte that the table sends or stores."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from controller.games.kakuzu.board import ROWS
from controller.sheets.hiding import proves
from controller.shelf import RecordShelf
from controller.table.state import Status
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
    shelf, number = RecordShelf(here.path), here.log.current_game
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


def test_the_search_would_find_a_leak(tmp_path: Path) -> None:
    """Once the game is over the sheet is shown: the same search finds it then."""
    here = KakuzuRoom(tmp_path)
    here.begin()
    here.do("resign", side=0)
    assert DIGITS.encode() in leaks(sent(here).encode())
    here.close()
    assert SALT.hex().encode() in leaks(stored(tmp_path))
