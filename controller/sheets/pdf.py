"""Sheets on paper: one side of a sheet on each A4 page, at the true size of the board.

Front and back of a sheet follow each other and lie in the middle of the page, so that both sides
meet when the pages are printed on both sides of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.games.kakuzu.sheet import Sheet, SheetError
from controller.games.told import Told
from controller.settings.extras import needs
from controller.sheets.codes import read_code

if TYPE_CHECKING:
    from fpdf import FPDF

_WIDTH: Final = 210.0
_HEIGHT: Final = 297.0
#: Around the holes, for the code: cut off with the paper's rest where the board has no room for it.
_MARGIN: Final = 6.0
_SMALLEST: Final = 8.0
#: More does not leave room for the crop marks on A4.
_LARGEST: Final = 20.0
_BAR: Final = 100.0

_BLACK, _GREY, _PALE = 0, 120, 190
_POINTS_PER_MM: Final = 72 / 25.4
#: The height of Helvetica's digits, in parts of the type size.
_DIGIT_HEIGHT: Final = 0.71


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies on the page, in millimetres from its upper left corner."""

    pitch: float

    def __post_init__(self) -> None:
        if not _SMALLEST <= self.pitch <= _LARGEST:
            raise SheetError(
                Told(
                    "holes {pitch:g} mm apart; {smallest:g} to {largest:g} mm fit on A4",
                    pitch=self.pitch,
                    smallest=_SMALLEST,
                    largest=_LARGEST,
                )
            )

    @property
    def grid(self) -> float:
        """The side of the square of holes."""
        return 9 * self.pitch

    @property
    def left(self) -> float:
        """The left edge of the grid: in the middle, so that front and back meet."""
        return (_WIDTH - self.grid) / 2

    @property
    def top(self) -> float:
        """The upper edge of the grid."""
        return (_HEIGHT - self.grid) / 2

    @property
    def cut(self) -> tuple[float, float, float, float]:
        """Where to cut: left, top, right, bottom."""
        across, down = self.left + self.grid, self.top + self.grid
        return (self.left - _MARGIN, self.top - _MARGIN, across + _MARGIN, down + _MARGIN)


def print_sheets(sheets: Sequence[Sheet], hole_mm: float) -> bytes:
    """The PDF of these sheets for holes this far apart, from centre to centre."""
    layout = Layout(hole_mm)
    pdf = _new_document()
    printed = {sheet.code for sheet in sheets}
    for sheet in sheets:
        pdf.add_page()
        _draw_lines(pdf, layout)
        _draw_numbers(pdf, layout, sheet)
        other = str(read_code(sheet.code).other)
        _draw_margin(pdf, layout, sheet.code, other if other in printed else "")
        _draw_cut_marks(pdf, layout)
        _draw_advice(pdf, layout)
    return bytes(pdf.output())


def _new_document() -> FPDF:
    try:
        from fpdf import FPDF, ViewerPreferences
    except ImportError:
        raise SheetError(needs("printing sheets", "fpdf2", "sheets")) from None
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_title("Kakuzu sheets")
    # A viewer that prints "to fit" would make the sheets too small for the board.
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None", duplex="DuplexFlipLongEdge")
    return pdf


def _draw_lines(pdf: FPDF, layout: Layout) -> None:
    """The squares in strong lines, the holes in pale ones."""
    left, top, grid = layout.left, layout.top, layout.grid
    # Pale lines first: the strong ones lie on top of them.
    for step in sorted(range(10), key=lambda step: step % 3 == 0):
        strong = step % 3 == 0
        pdf.set_draw_color(_GREY if strong else _PALE)
        pdf.set_line_width(0.5 if strong else 0.15)
        along = step * layout.pitch
        pdf.line(left + along, top, left + along, top + grid)
        pdf.line(left, top + along, left + grid, top + along)


def _draw_numbers(pdf: FPDF, layout: Layout, sheet: Sheet) -> None:
    """A number in the middle of each hole."""
    size = 0.42 * layout.pitch
    pdf.set_font("helvetica", "B", size / _DIGIT_HEIGHT * _POINTS_PER_MM)
    pdf.set_text_color(_BLACK)
    for hole, number in enumerate(sheet.reveal()):
        x = layout.left + (hole % 9 + 0.5) * layout.pitch
        y = layout.top + (hole // 9 + 0.5) * layout.pitch
        _draw_number(pdf, x, y, number, size)


def _draw_number(pdf: FPDF, x: float, y: float, number: int, size: float) -> None:
    text = str(number)
    width = pdf.get_string_width(text)
    pdf.text(x - width / 2, y + size / 2, text)
    if number in (6, 9):  # players sit on all sides: the bar says where the foot is
        pdf.set_draw_color(_BLACK)
        pdf.set_line_width(size / 10)
        pdf.line(x - width / 2, y + 0.72 * size, x + width / 2, y + 0.72 * size)


def _draw_margin(pdf: FPDF, layout: Layout, code: str, other: str) -> None:
    """The code, the code of the other side, and which corner is a1.

    Whoever holds the sheet the wrong way up can read the code of the side that stays unseen.
    """
    left, top, right, bottom = layout.cut
    pdf.set_text_color(_BLACK)
    pdf.set_font("helvetica", "B", 10)
    _write(pdf, (left + right) / 2, top + 4.3, code)
    pdf.set_font("helvetica", "", 8)
    if other:
        _write(pdf, (left + right) / 2, bottom - 2, f"other side: {other}")
    pdf.set_fill_color(_BLACK)
    pdf.polygon(((left + 1, top + 1), (left + 5, top + 1), (left + 1, top + 5)), style="F")
    pdf.text(left + 6.2, top + 3.6, "a1")


def _write(pdf: FPDF, middle: float, y: float, text: str) -> None:
    pdf.text(middle - pdf.get_string_width(text) / 2, y, text)


def _draw_cut_marks(pdf: FPDF, layout: Layout) -> None:
    """Two short lines at each corner, outside the sheet."""
    pdf.set_draw_color(_BLACK)
    pdf.set_line_width(0.2)
    for x, y, outward_x, outward_y in _corners(layout):
        pdf.line(x + 2 * outward_x, y, x + 6 * outward_x, y)
        pdf.line(x, y + 2 * outward_y, x, y + 6 * outward_y)


def _corners(layout: Layout) -> Iterator[tuple[float, float, int, int]]:
    left, top, right, bottom = layout.cut
    for x, outward_x in ((left, -1), (right, 1)):
        for y, outward_y in ((top, -1), (bottom, 1)):
            yield x, y, outward_x, outward_y


def _draw_advice(pdf: FPDF, layout: Layout) -> None:
    """A bar to measure, and what to do with the page."""
    left, y = (_WIDTH - _BAR) / 2, layout.cut[3] + 16
    pdf.set_line_width(0.3)
    pdf.line(left, y, left + _BAR, y)
    for millimetres in range(0, int(_BAR) + 1, 10):
        tick = 3 if millimetres % 50 == 0 else 1.5
        pdf.line(left + millimetres, y - tick, left + millimetres, y)
    pdf.set_font("helvetica", "", 8)
    pdf.set_text_color(_GREY)
    _write(pdf, _WIDTH / 2, y + 4.5, "This bar is 100 mm long. If it is not, print at 100 %.")
    advice = (
        f"Holes {layout.pitch:g} mm apart. Print both sides, flip on the long edge, thick paper."
    )
    _write(pdf, _WIDTH / 2, y + 8.5, advice)
