"""The page that checks an export: alone on a disk, by the browser's own cryptography."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import controller.web
from controller.formats.writers import make
from controller.record.log import Log
from tests.record.games import SMALL, Scribe
from tests.record.signed import anchor, sign, write_signed
from tests.web.serving import Served

pytestmark = pytest.mark.browser

PAGE = Path(controller.web.__file__).parent / "static" / "verify.html"


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The second of three games, signed and anchored."""
    folder = tmp_path_factory.mktemp("signed")
    write_signed(folder / "table.db", folder / "hub.key")
    with Log.open_reader(folder / "table.db") as log:
        return make(log, 2, "json").text


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    """The page opened from the disk."""
    page = browser.new_page(locale="en-GB", viewport={"width": 390, "height": 800})
    page.goto(PAGE.as_uri())
    yield page
    page.close()


def checked(page: Page, text: str) -> list[tuple[str, str]]:
    """What the page finds: good, bad or open, and the words."""
    page.locator("#found li").evaluate_all("all => all.forEach(each => each.remove())")
    page.fill("#pasted", text)
    page.click("#check")
    expect(page.locator("#found li").first).to_be_visible()
    found = page.locator("#found li").evaluate_all(
        "all => all.map(li => [li.className, li.textContent])"
    )
    return [(kind, words) for kind, words in found]


def changed(export: str, change: Callable[[dict[str, Any]], object]) -> str:
    game = json.loads(export)
    change(game)
    return json.dumps(game)


def test_a_true_export(alone: Page, export: str) -> None:
    """Whole, signed and anchored, without a table; nothing is wider than a phone."""
    found = checked(alone, export)
    game = json.loads(export)
    assert [kind for kind, _ in found] == ["good", "good", "good", "open"]
    assert found[0][1].startswith(f"Whole: {len(game['events'])} events")
    assert found[1][1].startswith("Signed by the table (")
    assert found[2][1].startswith("Anchored at the hub (")
    assert "Anna – Boris" in found[3][1]
    assert f"{len(game['plies'])} turns" in found[3][1]
    assert alone.evaluate("document.documentElement.scrollWidth") <= 390


FORGED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a turn": (
        lambda game: game["events"][3]["data"].update(seconds=9.5),
        "is not as it was sealed",
    ),
    "a time": (lambda game: game["events"][-1].update(at=1.5), "is not as it was sealed"),
    "the hash before": (lambda game: game.update(before="0" * 64), "is not as it was sealed"),
    "an event": (lambda game: game["events"].pop(2), "does not follow the one before it"),
    "the end": (lambda game: game["events"].pop(), "another last hash"),
    "the name outside": (lambda game: game.update(players=["Anna", "Zoja"]), "of players is not"),
    "the winner outside": (lambda game: game["result"].update(reason="time"), "of result is not"),
    "the hub's time": (lambda game: game["anchors"][0].update(at=1700000000.5), "forged"),
    "the key": (lambda game: game["signatures"][0].update(key="ab" * 32), "forged"),
    "the number": (lambda game: game["signatures"][0].update(number=7), "forged"),
    "a signature of another game": (
        lambda game: game["signatures"][0].update(hash="ab" * 32),
        "for another game",
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_export(alone: Page, export: str, what: str) -> None:
    """Whatever was changed is named."""
    change, words = FORGED[what]
    found = checked(alone, changed(export, change))
    assert any(kind == "bad" and words in text for kind, text in found), found


def test_what_is_no_export(alone: Page) -> None:
    """A slip gets a sentence."""
    for text, words in (("{", "no JSON"), ("[]", "no game"), ('{"format":"lunka-game"}', "events")):
        ((kind, said),) = checked(alone, text)
        assert kind == "bad"
        assert words in said


def test_any_name_is_hashed_as_lunka_hashes_it(alone: Page, tmp_path: Path) -> None:
    """Letters of all kinds, signs that are escaped, numbers with a fraction or without."""
    names = ["Аня \U0001f600 ß", 'B"\\</script>\x7f\t\u2028']
    scribe = Scribe(SMALL, players=names)
    odd = {"\uffee": 1, "\U0001f600": 1e-7, "z": 7.0, "a": [-0.0, 10**20, None, True, 1.5e300]}
    scribe.add("hints.set", level="off", more=odd)
    scribe.made(scribe.legal[0])
    scribe.ended("resigned", winner=0)
    path = tmp_path / "table.db"
    with Log(path) as log:
        log.append(scribe.events)
        sign(log)
        anchor(log, tmp_path / "hub.key", 1_700_000_000.0)
        text = make(log, 1, "json").text
    assert [kind for kind, _ in checked(alone, text)] == ["good", "good", "good", "open"]


def test_an_old_export_and_one_without_signatures(alone: Page, export: str) -> None:
    """What is not there is said to be not there."""
    bare = changed(
        export, lambda game: [game.pop(key) for key in ("before", "signatures", "anchors")]
    )
    kinds = [kind for kind, _ in checked(alone, bare)]
    assert kinds == ["good", "open", "open", "open", "open"]


def test_it_comes_from_the_table_too(browser: Browser, served: Served, export: str) -> None:
    """The same page at the table's address, in Russian; its own script and no other may run."""
    page = browser.new_page(locale="ru-RU")
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{served.url}/verify")
    found = checked(page, export)
    assert found[0][1].startswith("Цела: событий ")
    assert page.locator("#save").is_visible()
    assert complaints == []
    page.close()


def test_a_browser_without_cryptography_is_told(alone: Page, export: str) -> None:
    """Over the network a browser offers none: the page says what to do."""
    alone.evaluate("Object.defineProperty(globalThis, 'crypto', {value: {}})")
    ((kind, said),) = checked(alone, export)
    assert kind == "bad"
    assert "Save the page" in said
