"""A language in which every word is replaced: whatever is still English was never translated."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from controller.board.loop import BoardLoop
from controller.board.view import view_of
from controller.cli.watch import picture
from controller.games.told import Term, told_by
from controller.report.report import report_of
from controller.report.words import Words
from controller.table.commands import CommandError
from controller.words import catalogue as words
from controller.words.speech import say
from controller.words.telling import refusal
from tests.play.live import live_and_kept
from tests.record.matches import PLAYERS, match_walk, short_match
from tests.words.languages import ROOT, compiled, messages, texts, written
from tests.words.test_refusals import REFUSED

#: The language whose words are replaced, so that it stands in every view.
PSEUDO = "ru"
#: Evenings of all kinds, by lot; nobody waits for the end of a long game here.
_EVENINGS, _TURNS = 12, 8
#: How a turn is written.
_NOTATION = ("bar", "off")
_WORD = re.compile("[A-Za-z]{2,}")


def replaced(text: str) -> str:
    """The same with every letter of ours replaced; facts stay."""
    parts = re.split(r"({[^{}]*})", text)
    return "".join(part if part[:1] == "{" else re.sub(r"[^\W\d_]", "ж", part) for part in parts)


def pseudo_file() -> bytes:
    """The catalogue of that language, every word replaced, as Lunka reads it."""
    catalog = written(PSEUDO)
    for message in messages(catalog).values():
        told = tuple(map(replaced, texts(message)))
        message.string = told if isinstance(message.id, tuple | list) else told[0]
    return compiled(catalog)


@pytest.fixture
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The catalogue of that language, every word replaced."""
    file = tmp_path / f"{PSEUDO}.mo"
    file.write_bytes(pseudo_file())
    monkeypatch.setitem(words._FILES, PSEUDO, file)
    words.catalogue.cache_clear()
    yield
    words.catalogue.cache_clear()


def left_over(text: str, *facts: object) -> set[str]:
    """English words that no fact brought."""
    return set(_WORD.findall(text)) - set(_WORD.findall(" ".join(map(str, facts))))


def plain(fact: object) -> Iterator[str]:
    """What a fact brings that is nobody's to translate."""
    if isinstance(fact, Term):
        return
    if isinstance(fact, tuple | list):
        for each in fact:
            yield from plain(each)
    elif hasattr(fact, "facts"):
        yield from plain(list(fact.facts.values()))
    else:
        yield str(fact)


def said_in(view: Any) -> Iterator[str]:
    """Everything that is said in a view, in that language."""
    if isinstance(view, dict) and PSEUDO in view:
        yield view[PSEUDO]
    elif isinstance(view, dict | list):
        for each in view.values() if isinstance(view, dict) else view:
            yield from said_in(each)


@pytest.mark.usefixtures("pseudo")
def test_nothing_at_the_table_is_left_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sentences, news, alerts, questions and what may be said, in evenings of all kinds."""
    heard: set[str] = set()
    refresh = BoardLoop.refresh

    def listening(house: BoardLoop) -> None:
        refresh(house)
        view, now = view_of(house), house.situation
        facts = [*house.table.cells, *now.turns, now.turn.name, now.mistake.turn, house.vault.path]
        facts += [move["turn"] for move in view["moves"]]
        facts += [each["id"] for each in (view["question"] or {"options": []})["options"]]
        for said in {*said_in(view)} - heard:
            heard.add(said)
            assert not left_over(said, *facts), said

    monkeypatch.setattr(BoardLoop, "refresh", listening)
    for seed in range(_EVENINGS):
        live_and_kept(seed, tmp_path / f"{seed}.db", _TURNS)
    assert len(heard) > 200


@pytest.mark.usefixtures("pseudo")
def test_nothing_in_the_terminal_is_left_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board of every game as `lunka watch` draws it, with what lies beside it."""
    views: dict[str, dict[str, Any]] = {}
    refresh = BoardLoop.refresh

    def looking(house: BoardLoop) -> None:
        refresh(house)
        views[str(view_of(house)["game"])] = view_of(house)

    monkeypatch.setattr(BoardLoop, "refresh", looking)
    for seed in range(_EVENINGS):
        live_and_kept(seed, tmp_path / f"{seed}.db", 3)
    assert len(views) > 3
    for game, view in views.items():
        shown = StringIO()
        Console(file=shown, width=160).print(picture(view, PSEUDO))
        facts = [*view["cells"], *(move["turn"] for move in view["moves"])]
        assert not left_over(shown.getvalue(), *facts), game


@pytest.mark.usefixtures("pseudo")
def test_no_report_is_left_in_english() -> None:
    """But for names and turns, and the tags of the record, which stand there as in its files."""
    match = match_walk(short_match("board").events)
    page = re.sub(r'(?s)<table class="facts".*?</table>', "", report_of(match, PSEUDO))
    page = re.sub(r"(?s)<(style|svg).*?</\1>|<[^>]*>|&#?\w+;|\b[0-9a-f]{12,}\b", " ", page)
    known = [*PLAYERS, "Lunka", *_NOTATION]
    assert left_over(page, *known) == set()


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("key", REFUSED)
def test_no_refusal_is_left_in_english(key: str, tmp_path: Path) -> None:
    """But for what somebody typed, and names that are nobody's to translate."""
    with pytest.raises(CommandError) as refused:
        REFUSED[key](tmp_path)
    told = told_by(refused.value)
    assert not left_over(refusal(told)[PSEUDO], *plain(told))


#: Asked in a process of its own: page, hall, table, terminal and report, in a language of one file.
_SPEAK = """
import json
from controller.report.report import report_of
from controller.words.catalogue import LANGUAGES, Part
from controller.words.pages import page_words
from controller.words.speech import say
from controller.words.telling import retold
from tests.record.matches import match_walk, short_match

print(json.dumps({
    "languages": LANGUAGES, "idle": say("idle")["xx"], "quoted": retold("the cable is out")["xx"],
    "page": json.loads(page_words("page", "xx"))["texts"]["undo"],
    "hub": json.loads(page_words("hub", "xx"))["texts"]["hall"],
    "terminal": Part("terminal", "xx")["dice"],
    "report": report_of(match_walk(short_match("board").events), "xx"),
}))
"""


def test_a_third_language_is_one_new_file(tmp_path: Path) -> None:
    """A file in a folder of languages: tables, pages, hall, terminal and reports speak it."""
    (tmp_path / "xx.mo").write_bytes(pseudo_file())
    spoken = subprocess.run(
        [sys.executable, "-c", _SPEAK],
        env={**os.environ, "LUNKA_LANGUAGES": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(spoken.stdout)
    assert told["languages"] == [*words.LANGUAGES, "xx"]
    assert told["idle"] == replaced(say("idle")["ru"]) != say("idle")["ru"]
    assert told["quoted"] == "«the cable is out»"
    assert told["page"] == replaced("Взять назад")
    assert told["hub"] == replaced("Зал")
    assert replaced(Words("ru")("moves")) in told["report"]
    assert told["terminal"] == replaced(words.Part("terminal", "ru")["dice"])


def test_a_folder_of_languages_that_is_not_there_is_told(tmp_path: Path) -> None:
    """In one line, and nothing is done."""
    refused = subprocess.run(
        [sys.executable, "-m", "controller", "games"],
        check=False,
        env={**os.environ, "LUNKA_LANGUAGES": str(tmp_path / "none")},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert refused.returncode == 1
    told = f"lunka: LUNKA_LANGUAGES names {tmp_path / 'none'}, which is no folder\n"
    assert refused.stderr == told
