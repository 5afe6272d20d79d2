"""The words of the pages: from the catalogues, each page its own, one small file a language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.words.catalogue import LANGUAGES, catalogue, every_key
from controller.words.pages import PAGES, nearest, page_words
from tests.web.serving import Served
from tests.words.languages import ROOT

#: Where each page's programs lie.
SCRIPTS = {"page": "controller/web/static", "hub": "controller/hub/static"}
#: `words.t("undo")`, `words.of("toMove", …)`, also behind a condition.
_SAID = re.compile(r'words\.(?:t|of)\((?:[^()"`]*\? )?"([\w.-]+)"(?: : "([\w.-]+)")?')


def told(page: str, language: str) -> dict[str, Any]:
    """The words as a browser gets them."""
    found: dict[str, Any] = json.loads(page_words(page, language))
    return found


def scripts(page: str) -> Iterator[Path]:
    """Every program of a page."""
    return (each for each in (ROOT / SCRIPTS[page]).rglob("*.js") if "vendor" not in each.parts)


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_says_has_words(page: str) -> None:
    """No key is shown in place of its words."""
    texts = told(page, "en")["texts"]
    said = {
        key for file in scripts(page) for found in _SAID.findall(file.read_text()) for key in found
    } - {""}
    assert len(said) > 20
    assert said <= texts.keys()


def test_no_word_of_the_hall_hides_one_of_a_table() -> None:
    """They share one list: a key of both would mean one thing here and another there."""
    own = {key.removeprefix("hub.") for key in every_key("hub.")}
    assert own and not own & told("page", "en")["texts"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word(language: str) -> None:
    """And the forms that its grammar wants."""
    for page in PAGES:
        words, english = told(page, language), told(page, "en")
        assert words["texts"].keys() == english["texts"].keys()
        assert words["languages"].keys() == {*LANGUAGES}
        wanted = {len(set(words["plurals"]))}
        forms = {len(text) for text in words["texts"].values() if isinstance(text, list)}
        assert forms <= wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_counts_as_gettext_does(language: str) -> None:
    """It has the forms of the first numbers, and counts on from there by hundreds."""
    plurals = told("page", language)["plurals"]
    for number in range(3000):
        at = number if number < len(plurals) else len(plurals) - 100 + number % 100
        assert int(plurals[at]) == catalogue(language).form_of(number)


def test_a_language_is_found_by_what_a_browser_calls_it() -> None:
    """With its country or without; what nobody has translated is said in English."""
    assert [nearest(each) for each in ("ru", "ru-RU", "RU_ru", "en-GB", "tlh", "")] == [
        *("ru", "ru", "ru", "en", "en", "en"),
    ]


def test_the_words_are_kept_by_the_browser(served: Served) -> None:
    """Asked for again, the same words are not sent again; and nothing else is to be found there."""
    answer = served.ask("/static/words/page/ru-RU.json")
    assert answer.json["language"] == "ru" and "hall" not in answer.json["texts"]
    kept = {"If-None-Match": answer.headers["etag"]}
    assert served.ask("/static/words/page/ru.json", headers=kept).status == 304
    assert served.ask("/static/words/report/ru.json").status == 404
    assert served.ask("/static/words/page/../ru.json").status == 404
