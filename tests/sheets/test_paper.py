"""Sheets on paper: measured in the PDF itself, in millimetres."""

from __future__ import annotations

import io
import itertools
import re
import sys
from collections.abc import Iterator

import pytest
from pypdf import PageObject, PdfReader

from controller.games.kakuzu import SheetError
from controller.sheets.pdf import Layout, print_sheets
from controller.sheets.sets import new_set

MM = 25.4 / 72
SHEETS = new_set("correct horse battery staple", 4).sheets()
Line = tuple[float, float, float, float]


def pages(hole_mm: float = 18, count: int = 4) -> list[PageObject]:
    """The pages of a printed set."""
    return list(PdfReader(io.BytesIO(print_sheets(SHEETS[:count], hole_mm))).pages)


def lines(page: PageObject) -> Iterator[Line]:
    """Every line of a page: from and to, in millimetres from the lower left corner."""
    contents = page.get_contents()
    assert contents is not None
    number = r"(-?[\d.]+) "
    drawn = re.compile(f"{number * 2}m {number * 2}l S")
    for found in drawn.finditer(contents.get_data().decode("latin-1").replace("\n", " ")):
        x, y, to_x, to_y = (float(each) * MM for each in found.groups())
        yield x, y, to_x, to_y


def words(page: PageObject) -> list[tuple[str, float, float]]:
    """Every text of a page with its place, in millimetres."""
    found: list[tuple[str, float, float]] = []

    def visit(text: str, _user: object, matrix: list[float], *_: object) -> None:
        if text.strip():
            found.append((text.strip(), matrix[4] * MM, matrix[5] * MM))

    page.extract_text(visitor_text=visit)
    return found


def test_one_grid_a_page_on_a4() -> None:
    """Each side of a sheet is one A4 page, front and back in turn."""
    printed = pages()
    assert len(printed) == 4
    for page in printed:
        assert float(page.mediabox.width) * MM == pytest.approx(210, abs=0.1)
        assert float(page.mediabox.height) * MM == pytest.approx(297, abs=0.1)


def test_the_code_and_the_other_sides_code_are_on_it() -> None:
    """Each page carries its code and the code of the other side."""
    front, back = (page.extract_text() for page in pages(count=2))
    assert SHEETS[0].code in front
    assert f"other side: {SHEETS[1].code}" in front
    assert SHEETS[1].code in back
    assert f"other side: {SHEETS[0].code}" in back


def test_a_last_sheet_without_a_back() -> None:
    """An odd number of grids leaves the last back empty, and nothing points to it."""
    assert "other side" not in pages(count=3)[2].extract_text()


def test_the_numbers_are_the_sheets() -> None:
    """81 digits stand on the page, row by row as the sheet has them."""
    digits = [word for word in words(pages()[0]) if re.fullmatch(r"[1-9]", word[0])]
    assert [int(text) for text, _, _ in digits] == list(SHEETS[0].reveal())


@pytest.mark.parametrize("hole_mm", [8, 18, 20])
def test_the_grid_has_the_true_size(hole_mm: float) -> None:
    """Ten lines each way, as far apart as the holes, in the middle of the page."""
    drawn = list(lines(pages(hole_mm)[0]))
    grid = pytest.approx(9 * hole_mm, abs=0.05)
    upright = sorted({round(x, 2) for x, y, to_x, to_y in drawn if x == to_x and y - to_y == grid})
    assert len(upright) == 10
    gaps = [after - before for before, after in itertools.pairwise(upright)]
    assert gaps == pytest.approx([hole_mm] * 9, abs=0.05)
    assert upright[0] + upright[-1] == pytest.approx(210, abs=0.05)


def test_a_bar_of_100_mm() -> None:
    """A bar to measure is exactly 100 mm long, and the page says so."""
    page = pages()[0]
    level = [abs(to_x - x) for x, y, to_x, to_y in lines(page) if y == to_y]
    assert any(length == pytest.approx(100, abs=0.02) for length in level)
    assert "This bar is 100 mm long" in page.extract_text()


def test_crop_marks_at_the_corners() -> None:
    """Eight short lines outside the sheet show where to cut."""
    left, top, right, bottom = Layout(18).cut
    marks = [line for line in lines(pages()[0]) if _length(line) == pytest.approx(4, abs=0.02)]
    assert len(marks) == 8
    for x, y, to_x, to_y in marks:
        if x == to_x:
            assert min(abs(x - left), abs(x - right)) < 0.05
        else:
            assert min(abs(297 - to_y - top), abs(297 - y - bottom)) < 0.05


def _length(line: Line) -> float:
    x, y, to_x, to_y = line
    return abs(to_x - x) + abs(to_y - y)


def test_six_and_nine_are_told_apart() -> None:
    """A bar beneath each of the eighteen sixes and nines, since players sit on all sides."""
    grid = Layout(18).grid
    short = [line for line in lines(pages()[0]) if line[1] == line[3] and 3 < _length(line) < 7]
    bars = [line for line in short if _length(line) != pytest.approx(4, abs=0.02)]
    assert len(bars) == 18
    assert all(105 - grid / 2 < x < 105 + grid / 2 for x, *_ in bars)


@pytest.mark.parametrize("hole_mm", [7.9, 20.1, -18, float("nan"), float("inf")])
def test_holes_that_do_not_fit(hole_mm: float) -> None:
    """Holes too far apart for A4, or too near to read, are refused with what fits."""
    with pytest.raises(SheetError, match="8 to 20 mm fit on A4"):
        print_sheets(SHEETS, hole_mm)


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where fpdf2 is not installed one sentence says how to get it, here and for the service."""
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(SheetError, match="printing sheets needs fpdf2, ") as refusal:
        print_sheets(SHEETS, 18)
    advice = str(refusal.value)
    assert "checkout: .venv/bin/pip install -r requirements/sheets.txt;" in advice
    assert "service: sudo systemd/install.sh --extra sheets," in advice
