"""From the printer to the last stone: a printed sheet, its code, and a game judged by the board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from controller.cli import main
from controller.games.kakuzu.board import CELLS
from controller.record.verify import verify
from controller.sheets.codes import Code
from controller.sheets.hiding import HiddenSheets
from controller.sheets.store import SheetStore
from controller.table.commands import CommandError
from controller.table.state import Status
from tests.games.kakuzu.hands import CORNERS
from tests.house.kakuzu_room import KakuzuRoom
from tests.sheets.test_paper import words


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, int]]:
    """What a player can read on a sheet fresh from the printer: its code, and every number."""
    monkeypatch.setenv("LUNKA_HOME", str(tmp_path / "home"))
    pdf = tmp_path / "sheets.pdf"
    assert main(["kakuzu", "sheets", "--count", "2", "--pdf", str(pdf)]) == 0
    (page, _back) = PdfReader(pdf).pages
    code = re.search(r"\w{4}-\w{3}-\w{2}", page.extract_text())
    assert code is not None
    digits = [int(text) for text, _, _ in words(page) if re.fullmatch("[1-9]", text)]
    return code[0], dict(zip(CELLS, digits, strict=True))


@pytest.fixture
def room(tmp_path: Path, printed: object) -> Iterator[KakuzuRoom]:
    """A real board, which makes no sheets of its own but knows the sets it printed."""
    (tmp_path / "record").mkdir()
    here = KakuzuRoom(tmp_path / "record", made=False, tokens="hand", players=3)
    here.table.hiding = HiddenSheets(SheetStore(tmp_path / "home" / "kakuzu"))
    yield here
    here.close()


def test_a_game_on_a_printed_sheet(room: KakuzuRoom, printed: tuple[str, dict[str, int]]) -> None:
    """The board judges every lift by the sheet whose code was entered: hits, misses, the end."""
    code, numbers = printed
    room.begin(sheet=code.lower().replace("-", " "))  # as somebody types it
    room.lift(*CORNERS)
    assert room.turns == [f"{cell}={numbers[cell]}" for cell in CORNERS]
    left = [cell for cell in CELLS if cell not in CORNERS]
    hits = misses = 0
    while room.table.state.status is Status.PLAYING:
        cell, mover = left.pop(), room.position.mover
        draw = room.table.state.rules.acts(room.position).draw
        assert draw is not None
        bag = draw.choices
        token = numbers[cell] if len(left) % 3 and numbers[cell] in bag else bag[-1]
        room.do("roll", dice=[token])
        if token == 0:
            left.append(cell)
            continue
        before = room.position.stones
        room.lift(cell)
        assert room.turns[-1] == f"{cell}={numbers[cell]}"
        keeper = mover if token == numbers[cell] else (mover + 1) % 3  # Z4, Z5
        gained = [now - then for now, then in zip(room.position.stones, before, strict=True)]
        assert gained == [int(side == keeper) for side in range(3)]
        hits, misses = hits + (keeper == mover), misses + (keeper != mover)
    assert min(hits, misses) > 10
    assert hits + misses == 72
    assert room.events("question.asked") == []
    (shown,) = room.events("secret.revealed")
    assert shown["code"] == code
    assert [int(digit) for digit in shown["sheet"]] == list(numbers.values())
    assert verify(room.path).ok


def test_a_slip_of_the_finger(room: KakuzuRoom, printed: tuple[str, dict[str, int]]) -> None:
    """A mistyped code begins no game, says so, and tells nothing of any sheet."""
    code = printed[0]
    wrong = code[:-1] + ("A" if code[-1] != "A" else "B")
    with pytest.raises(CommandError, match="is mistyped: compare it with the sheet"):
        room.begin(sheet=wrong)
    assert room.table.state.status is Status.IDLE


def test_a_sheet_that_is_wrong_begins_no_game(
    room: KakuzuRoom, tmp_path: Path, printed: object
) -> None:
    """A number that stands ten times is named, with its sheet, before anybody plays on it (Z1)."""
    grid = "".join(
        str((3 * (row % 3) + row // 3 + c) % 9 + 1) for row in range(9) for c in range(9)
    )
    ten = grid.replace("1", "2", 1)
    own = f'kind = "kakuzu-sheets"\nset = "HAND"\n[sheets]\n01A = "{ten}"\n'
    (tmp_path / "home" / "kakuzu" / "HAND.toml").write_text(own)
    with pytest.raises(CommandError) as refused:
        room.begin(sheet=str(Code("HAND", 1, "A")))
    said = str(refused.value)
    assert "1 stands 8 times, 2 stands 10 times; every number must stand nine times (Z1)" in said
    assert "HAND.toml" in said
    assert ten not in said
