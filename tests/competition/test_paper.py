"""Sheets on paper: what stands on them, in which letters, on how many pages."""

from __future__ import annotations

import sys
from io import BytesIO

import pytest
from pypdf import PdfReader

from controller.competition import CompetitionError
from controller.competition.paper import (
    print_crosstable,
    print_pairings,
    print_results,
    print_standings,
)
from tests.competition.desk import Desk
from tests.competition.test_standings import worked_example


def _text(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def test_a_pairing_sheet() -> None:
    """Board, table, both names, room for the score, and who has the bye."""
    desk = Desk(players=5, tables=["t1", "t2"])
    desk.pair()
    text = _text(print_pairings(desk.it, 1))
    for word in ("Club Open", "Pairings · Round 1", "t1", "t2", "P1", "P5", "has a bye", "__ : __"):
        assert word in text
    assert text.count("__ : __") == 2


def test_a_result_sheet() -> None:
    """Scores and winners; what is open, unconfirmed, forfeited or cancelled is said."""
    desk = Desk(players=11)
    desk.pair()
    desk.result(1, [25, 23])
    desk.result(2, [24, 24])
    desk.do("report", round=1, board=3, forfeit="P3")
    desk.do("confirm", round=1, board=3)
    desk.do("report", round=1, board=4, scores=[1, 0])
    desk.do("cancel", round=1, board=5, why="x")
    text = _text(print_results(desk.it, 1))
    words = ("25:23", "drawn", "P8 (by forfeit)", "not confirmed", "cancelled", "has a bye")
    for word in words:
        assert word in text


def test_a_knockout_sheet_names_the_matches() -> None:
    """Main bracket, third place and consolation."""
    desk = Desk("knockout", players=8)
    desk.play_out()
    assert "main 1.1" in _text(print_pairings(desk.it, 1))
    assert "consolation 1.1" in _text(print_results(desk.it, 2))
    assert "за 3-е место 1.1" in _text(print_results(desk.it, 3, "ru"))


def test_standings_and_crosstable_sheets() -> None:
    """Everybody with points, tie-breaks and games."""
    it = worked_example().it
    text = _text(print_standings(it))
    for word in ("Dan", "5.75", "Buchholz", "Sonneborn"):
        assert word in text
    text = _text(print_crosstable(it, "ru"))
    for word in ("Турнирная таблица", "½ (3)", "1F (2)", "bye"):
        assert word in text


@pytest.mark.parametrize("name", ["Анна Ёлкина", "Ђорђе", "Γιώργος", "გიორგი", "Արամ", "Šťastný"])
def test_names_print_in_their_own_letters(name: str) -> None:
    """Cyrillic, Greek, Georgian, Armenian and every Latin letter are in the font."""
    desk = Desk(players=1)
    desk.do("enter", player=name)
    desk.pair()
    text = _text(print_pairings(desk.it, 1))
    assert name in text
    assert "cannot be printed" not in text


def test_letters_the_font_lacks_are_told() -> None:
    """Boxes stand for them, and a line below names them."""
    desk = Desk(players=1)
    desk.do("enter", player="王 Wang")
    desk.pair()
    text = _text(print_pairings(desk.it, 1))
    assert "□ Wang" in text
    assert "These letters cannot be printed here: U+738B" in text


@pytest.mark.parametrize("name", ["<script>", "{nb}", "(paren\\", "**bold**", "W" * 60])
def test_strange_names_are_printed_as_they_are(name: str) -> None:
    """No mark-up, no place-holder; what is too long is cut with three dots."""
    desk = Desk(players=1)
    desk.do("enter", player=name)
    desk.pair()
    text = _text(print_pairings(desk.it, 1))
    assert name in text or ("WWWW" in text and "…" in text)
    assert "page 1/1" in text.replace("\u200b", "")


def test_a_large_round_takes_several_pages() -> None:
    """Heads stand on each of them, and every board once."""
    desk = Desk(players=100)
    desk.pair()
    pages = PdfReader(BytesIO(print_pairings(desk.it, 1))).pages
    assert len(pages) == 2
    for number, page in enumerate(pages, 1):
        assert "Board" in page.extract_text()
        assert f"{number}/2" in page.extract_text()
    assert sum(page.extract_text().count("__ : __") for page in pages) == 50


def test_wrong_questions() -> None:
    """A round that was not paired, a language that is not there."""
    desk = Desk(players=2)
    with pytest.raises(CompetitionError, match="open has 0 rounds so far, and no round 1"):
        print_pairings(desk.it, 1)
    desk.pair()
    with pytest.raises(CompetitionError, match="sheets are printed in en and ru, not in 'de'"):
        print_pairings(desk.it, 1, "de")


def test_without_fpdf2_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of Lunka works without it."""
    monkeypatch.setitem(sys.modules, "fpdf", None)
    desk = Desk(players=2)
    with pytest.raises(CompetitionError, match=r"needs fpdf2, .*install\.sh --extra hub"):
        print_standings(desk.it)
