"""A table on paper: as many A4 pages as it needs, its heads on each, names in many scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.competition.values import CompetitionError
from controller.settings.extras import needs

if TYPE_CHECKING:
    from fpdf import FPDF

_FONTS: Final = Path(__file__).parent / "fonts"
_FONT: Final = "DejaVu"
_MARGIN: Final = 12.0
_LINE: Final = 7.0
_SIZE: Final = 10.0
_SMALLEST: Final = 5.0
#: Where there are many columns.
_SMALL: Final = 7.0
_MANY: Final = 20
#: Stands for the number of pages until it is known; no name can contain what does not print.
_PAGES: Final = "{\u200bnb}"
#: Stands for letters that the font lacks.
_BOX: Final = "□"
#: More columns than this are read more easily on the long side of the paper.
_MOST_UPRIGHT: Final = 8


@dataclass(frozen=True, slots=True)
class Column:
    """A head, and how much of the page's width its column has."""

    head: str
    share: float
    align: str = "L"


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """What is printed: a title, what it is about, and a table."""

    title: str
    subtitle: str
    columns: Sequence[Column]
    lines: Sequence[Sequence[str]]

    @property
    def size(self) -> float:
        """The size of the type."""
        return _SMALL if len(self.columns) > _MANY else _SIZE


def draw(sheet: PrintedTable, word: Mapping[str, str]) -> bytes:
    """The PDF of this sheet; `word` gives the words that stand on every sheet."""
    pdf = _document(sheet, word)
    pdf.add_page()
    widths = _widths(sheet.columns, pdf.epw)
    _heads(pdf, sheet, widths)
    for at, line in enumerate(sheet.lines):
        if pdf.get_y() + _LINE > pdf.eph + pdf.t_margin:
            pdf.add_page()
            _heads(pdf, sheet, widths)
        pdf.set_fill_color(244 if at % 2 else 255)
        _row(pdf, line, sheet, widths, style="")
    _unprinted(pdf, sheet, word)
    return bytes(pdf.output())


def _document(sheet: PrintedTable, word: Mapping[str, str]) -> FPDF:
    try:
        from fpdf import FPDF
    except ImportError:
        raise CompetitionError(needs("printing sheets", "fpdf2", "hub")) from None

    class Paper(FPDF):
        def header(self) -> None:
            self.set_font(_FONT, "B", 15)
            self.cell(0, 8, _fitted(self, sheet.title, self.epw), new_x="LMARGIN", new_y="NEXT")
            self.set_font(_FONT, "", 11)
            self.cell(0, 7, sheet.subtitle, new_x="LMARGIN", new_y="NEXT")
            self.ln(2)

        def footer(self) -> None:
            self.set_y(-_MARGIN)
            self.set_font(_FONT, "", 8)
            self.cell(0, 5, f"{word['page']} {self.page_no()}/{_PAGES}", align="R")

    upright = len(sheet.columns) <= _MOST_UPRIGHT
    pdf = Paper(orientation="portrait" if upright else "landscape", unit="mm", format="A4")
    pdf.set_margins(_MARGIN, _MARGIN, _MARGIN)
    pdf.set_auto_page_break(False)
    pdf.alias_nb_pages(_PAGES)
    pdf.set_draw_color(190)
    pdf.set_line_width(0.1)
    pdf.b_margin = _MARGIN + 6
    pdf.set_title(f"{sheet.title} · {sheet.subtitle}")
    for style in ("", "B"):
        pdf.add_font(_FONT, style, _FONTS / f"DejaVuSans{'-Bold' if style else ''}.ttf")
    return pdf


def _widths(columns: Sequence[Column], across: float) -> list[float]:
    whole = sum(column.share for column in columns)
    return [across * column.share / whole for column in columns]


def _heads(pdf: FPDF, sheet: PrintedTable, widths: Sequence[float]) -> None:
    pdf.set_fill_color(225)
    _row(pdf, [column.head for column in sheet.columns], sheet, widths, style="B")


def _row(
    pdf: FPDF, texts: Iterable[str], sheet: PrintedTable, widths: Sequence[float], *, style: str
) -> None:
    for text, column, width in zip(texts, sheet.columns, widths, strict=True):
        pdf.set_font(_FONT, style, sheet.size)
        shown = _fitted(pdf, text, width - 2)
        pdf.cell(width, _LINE, shown, border="B", align=column.align, fill=True)
    pdf.ln(_LINE)


def _fitted(pdf: FPDF, text: str, width: float) -> str:
    """The text in a type small enough for its cell; what is too long even so is cut, visibly."""
    text = "".join(_BOX if _lacks(pdf, letter) else letter for letter in text)
    while pdf.get_string_width(text) > width and pdf.font_size_pt > _SMALLEST:
        pdf.set_font_size(pdf.font_size_pt - 0.5)
    if pdf.get_string_width(text) <= width:
        return text
    while text and pdf.get_string_width(f"{text}…") > width:
        text = text[:-1]
    return f"{text}…"


def _lacks(pdf: FPDF, letter: str) -> bool:
    from fpdf.fonts import TTFFont

    font = pdf.fonts[_FONT.lower()]
    return isinstance(font, TTFFont) and ord(letter) not in font.cmap


def _unprinted(pdf: FPDF, sheet: PrintedTable, word: Mapping[str, str]) -> None:
    """Letters that the font lacks are boxes on the sheet: say which, so that nobody wonders."""
    letters = {*sheet.title, *(letter for line in sheet.lines for text in line for letter in text)}
    lacking = sorted(letter for letter in letters if _lacks(pdf, letter))
    if lacking:
        codes = ", ".join(f"U+{ord(letter):04X}" for letter in lacking[:20])
        pdf.set_font(_FONT, "", 7)
        pdf.cell(0, 5, f"{_BOX} {word['unprinted']}: {codes}", new_x="LMARGIN", new_y="NEXT")
