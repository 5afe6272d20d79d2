"""The public pages of an event: pairings, standings, crosstable, each player's own, and news."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.hub.keys import SPECTATOR, Role
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.tables import KALAH

CREATE = {"do": "create", "competition": "open", "title": "Club <Open>", "format": "swiss"}
RULES = {"rounds": 2, "game": "kalah", "options": KALAH, "tables": ["t1", "t2"]}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    """A hall with an event of four players, of which the first round is paired."""
    with serving_hall(tmp_path) as running:
        command(running, **CREATE, **RULES)
        for name in ("Ann", "Bob", "Cid & Co", "Dan"):
            command(running, do="enter", player=name)
        command(running, do="pair")
        yield running


def command(hall: ServedHall, **said: object) -> None:
    """What the director does."""
    hall.direct("/api/competitions", {"competition": "open", **said})


def page(hall: ServedHall, path: str = "", key: str | None = None) -> str:
    """A page as anybody gets it."""
    reply = hall.ask(f"/event/open{path}", key=key)
    assert reply.status == 200, reply.body
    return reply.body.decode()


def test_anybody_reads_who_meets_whom_where(hall: ServedHall) -> None:
    """Without a key: pairings with their tables, standings, crosstable; no name becomes a tag."""
    text = page(hall)
    assert "<h1>Club &lt;Open&gt;</h1>" in text
    assert "Round 1" in text and ">t1<" in text and ">t2<" in text
    for head in ("Standings", "Crosstable", "Buchholz"):
        assert head in text
    assert 'href="/event/open/player/3">Cid &amp; Co</a>' in text
    assert "<Open>" not in text


def test_a_result_is_public_once_it_is_confirmed(hall: ServedHall) -> None:
    """What a table reported stays the director's until then."""
    command(hall, do="report", round=1, board=1, scores=[30, 18])
    assert "30:18" not in page(hall)
    command(hall, do="confirm", round=1, board=1)
    assert "30:18" in page(hall)


def test_every_player_has_a_page(hall: ServedHall) -> None:
    """Where and against whom now, and what was played; after the round that nothing is due."""
    text = page(hall, "/player/1")
    assert "<h1>Ann</h1>" in text and "Now: Table t" in text and "Opponent" in text
    for board in (1, 2):
        command(hall, do="report", round=1, board=board, scores=[30, 18])
        command(hall, do="confirm", round=1, board=board)
    text = page(hall, "/player/1")
    assert "30:18" in text and "Nothing is to be played now." in text


def test_pages_speak_the_browsers_language(hall: ServedHall) -> None:
    """Or the one that is asked for; one that there is not is told."""
    assert '<html lang="ru">' in page(hall, "?language=ru")
    reply = hall.served.ask("/event/open", None, {"Accept-Language": "de, ru-RU;q=0.8"})
    assert "Пары" in reply.body.decode() or 'lang="ru"' in reply.body.decode()
    assert hall.ask("/event/open?language=xx").status == 400


@pytest.mark.parametrize("path", ["/event/none", "/event/open/player/9", "/event/open/player/x"])
def test_what_there_is_not_is_told(hall: ServedHall, path: str) -> None:
    """No such event, no such player: 404 with a sentence."""
    assert hall.ask(path).status == 404


def test_news_are_pairings_and_confirmed_results(hall: ServedHall) -> None:
    """RSS: the newest first; a round that was cancelled is no news any more."""
    command(hall, do="report", round=1, board=1, scores=[30, 18])
    command(hall, do="confirm", round=1, board=1)
    items = ET.fromstring(page(hall, "/feed.xml")).findall("channel/item")
    titles = [item.findtext("title") or "" for item in items]
    assert len(titles) == 2 and "30:18" in titles[0] and titles[1] == "Pairings · Round 1"
    assert all(item.findtext("pubDate") and item.findtext("guid") for item in items)
    for board in (2,):
        command(hall, do="report", round=1, board=board, scores=[30, 18])
        command(hall, do="confirm", round=1, board=board)
    command(hall, do="pair")
    command(hall, do="cancel", round=2, why="wrong")
    text = page(hall, "/feed.xml")
    assert "Round 2" not in text


def test_where_watching_needs_a_key_so_do_the_pages(hall: ServedHall) -> None:
    """A hall that is not public has no public page."""
    key = hall.keys.renew(Role(SPECTATOR))
    assert hall.ask("/event/open").status == 401
    assert "Club" in page(hall, key=key)


def test_the_games_come_with_the_end(hall: ServedHall) -> None:
    """When the event is closed its page has the archive of all games."""
    assert "archive" not in page(hall)
    for board in (1, 2):
        command(hall, do="correct", round=1, board=board, scores=[30, 18], why="by hand")
    command(hall, do="close")
    assert 'href="/api/competitions/open/archive"' in page(hall)
