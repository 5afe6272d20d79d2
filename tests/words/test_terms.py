"""The terms are the rule sheets' own, wherever a person reads or hears something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.report.report import report_of
from tests.record.matches import match_walk, short_match
from tests.words.languages import ROOT, messages, texts, written

#: Words that the sheets do not use, and what they say instead.
_NOT_SO = {
    r"амбар": "калах",
    r"\bвзяти[ея]\b": "захват",
    r"сумасшедш": "бешеный",
    r"бобёр|бобр": "бивер",
    r"джекоби": "правило Якоби",
    r"очки пути|очков пути": "пипсы",
    r"жетон": "номер",
    r"фишк|кольц": "фигура",
    r"ворот[аи]?\b": "финишное поле",
    r"правил[ао] дома": "домашние правила",
    r"учебн\w+ доск": "симулятор доски",
    r"\bхаб": "центр зала",
    r"фигур\w* размера|piece of size|the piece of size": "single, double, triple",
}
_RUSSIAN = re.compile("[а-яё]", re.IGNORECASE)


def _sources() -> Iterator[Path]:
    """Every file of ours in which words for people stand."""
    for room in ("controller", "hardware"):
        for ending in ("po", "py", "js", "html"):
            yield from sorted((ROOT / room).rglob(f"*.{ending}"))


@pytest.mark.parametrize("wrong", _NOT_SO)
def test_no_word_that_the_sheets_do_not_use(wrong: str) -> None:
    """Catalogues, page, hall and the games' own words say what the rule sheets say."""
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:90]}"
        for file in _sources()
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if re.search(wrong, line.lower())
    ]
    assert not found, f"say {_NOT_SO[wrong]}"


def test_english_numbers_of_kakuzu_are_numbers() -> None:
    """What is drawn from the bag is a number to people: the page, the options and the sentences."""
    from controller.games.catalogue import kind_of
    from controller.games.options import choices_of

    said = [str(each) for each in choices_of(kind_of("kakuzu").options)]
    english = (ROOT / "controller/words/languages/en.po").read_text("utf-8")
    said += re.findall(r'(?m)^msgstr "(.*)"', english)
    assert not [text for text in said if re.search(r"\b(a|no|the|which) tokens?\b", text.lower())]


def test_a_report_has_russian_tags_and_sides() -> None:
    """The facts of the record are called in the report's language, and so is a nameless side."""
    events = short_match("board", players=("White", "Black")).events
    page = report_of(match_walk(events), "ru")
    facts = re.search(r'(?s)<table class="facts".*?</table>', page)
    assert facts is not None
    names = re.findall(r"<tr><td>(.*?)</td>", facts[0])
    assert len(names) > 8 and all(_RUSSIAN.search(each) for each in names), names
    assert "<title>Белые – Чёрные</title>" in page and "White:" not in page


#: The kinds of boards that the page draws.
_BOARDS = ("pits", "nardy", "gyges", "kakuzu")
#: The games whose rule sheet calls something on their board otherwise.
_GAMES = ("long",)
#: What the pieces and places of one board are called, and the boards that have none of them.
_OF_ONE_BOARD = {
    r"\bstones?\b|камн|камен": ("nardy", "gyges"),
    r"\b(pits?|stores?)\b|калах": ("nardy", "gyges", "kakuzu"),
    r"\bcheckers?\b|шашк": ("pits", "gyges", "kakuzu"),
    r"фигур": ("pits", "nardy", "kakuzu"),
}
#: Words that only the board shows which has these pieces: of whole pieces, and of those sown.
_WHOLE = re.compile(r"piece\d|handNoPiece|light\.goal")
_SOWN = re.compile(r"handEmpty|dropHow")


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("words", _OF_ONE_BOARD)
def test_a_board_speaks_of_its_own_pieces(words: str, language: str) -> None:
    """Nobody hears of stones in nardy, or of a store in Kakuzu: such a word of the page has one of
    its own for every board that has no such thing."""
    said = {key: " ".join(texts(each)) for key, each in messages(written(language)).items()}
    for key in [key for key in said if key.startswith("page.")]:
        word = key.removeprefix("page.")
        if word.split(".")[0] in (*_BOARDS, *_GAMES) or not re.search(words, said[key].lower()):
            continue
        for board in _OF_ONE_BOARD[words]:
            if not _WHOLE.fullmatch(word) and not (board == "gyges" and _SOWN.fullmatch(word)):
                own = said.get(f"page.{board}.{word}")
                assert own is not None, f"{key}: {said[key]}, also in {board}"
                assert not re.search(words, own.lower()), f"page.{board}.{word}: {own}"
