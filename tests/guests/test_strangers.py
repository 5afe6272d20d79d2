"""Games whose rules are not installed here: their records are kept, and no table stumbles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.play.event import Event
from controller.record.log import Log
from controller.record.verify import verify
from controller.web.records import RecordPages
from tests.cli.running import Lunka
from tests.daemon.running import running
from tests.record.games import Scribe, played

OVER = "game.over"


def chess(*, over: bool = True) -> list[Event]:
    """A game that nobody here knows the rules of, as another machine wrote it."""
    events = played(range(3, 900, 7), Scribe({"pits": 2, "stones": 3})).events
    told = {"game": "chess", "position": "startpos", "options": {"castling": True}}
    first = replace(events[0], data={**events[0].data, **told})
    return [first, *(event for event in events[1:] if over or event.kind != OVER)]


def write(path: Path, *games: list[Event]) -> Path:
    """A record with these games."""
    with Log(path) as log:
        for events in games:
            log.append(events)
    return path


def kalah() -> list[Event]:
    """A whole game by the rules."""
    return played(range(3, 900, 7), Scribe({"pits": 2, "stones": 3})).events


def test_an_unknown_game_is_no_broken_record(tmp_path: Path) -> None:
    """The chain is proved, all other games are judged, and the stranger is named."""
    report = verify(write(tmp_path / "r.db", kalah(), kalah(), chess()))
    assert report.ok
    assert "chain whole; game 3 is 'chess', not installed here; every turn of the other 2" in str(
        report
    )
    assert report.head in str(report)


def test_what_is_wrong_beside_a_stranger_is_still_found(tmp_path: Path) -> None:
    """A turn against the rules is found in the other games."""
    wrong = [
        replace(event, data={**event.data, "side": 1 - event.data["side"]})
        if event.kind == "turn.made"
        else event
        for event in kalah()
    ]
    report = verify(write(tmp_path / "r.db", chess(), wrong))
    assert not report.ok
    assert "of game 2" in str(report)


def test_a_stranger_that_cannot_have_been_so_is_found(tmp_path: Path) -> None:
    """What needs no rules is looked at in every game: turns follow one another."""
    events = chess()
    made = next(at for at, event in enumerate(events) if event.kind == "turn.made")
    events[made] = replace(events[made], data={**events[made].data, "ply": 7})
    report = verify(write(tmp_path / "r.db", events))
    assert "it is ply 7, but ply 1 comes next" in str(report)


def test_the_page_lists_a_stranger_and_says_why_it_cannot_show_it(tmp_path: Path) -> None:
    """A list needs no rules; a picture does."""
    shelf = RecordPages(write(tmp_path / "r.db", chess()))
    assert shelf.games()[0]["game"] == "chess"
    with pytest.raises(ValueError, match="there is no game 'chess'; there are: kalah"):
        shelf.game(1)
    with pytest.raises(ValueError, match="game 1 is 'chess', not installed here"):
        shelf.forms(1)


@pytest.mark.parametrize("command", ["show", "export", "replay"])
def test_commands_name_what_is_missing(tmp_path: Path, lunka: Lunka, command: str) -> None:
    """No traceback, and no talk of a damaged record."""
    told = lunka(command, "--record", write(tmp_path / "r.db", chess()))
    assert told.code == 2
    assert "'chess'" in told.mistake
    assert "damaged" not in told.mistake
    assert lunka("games", "--record", tmp_path / "r.db").code == 0
    assert lunka("verify", "--record", tmp_path / "r.db").code == 0


def test_a_table_starts_though_its_last_game_is_a_stranger(tmp_path: Path, home: Path) -> None:
    """A finished one is past: the game of the settings is opened."""
    with running(home, "kalah", "--record", write(tmp_path / "r.db", chess())) as table:
        view = table.ready()
        assert (view["game"], view["game_id"]) == ("kalah", 2)


def test_a_stranger_under_way_is_neither_played_on_nor_given_up(tmp_path: Path, home: Path) -> None:
    """The page says what to install; whoever begins another game may."""
    with running(home, "kalah", "--record", write(tmp_path / "r.db", chess(over=False))) as table:
        view = table.view()
        (alert,) = view["alerts"]
        assert "Game 1 is under way, but chess is not installed here" in alert["en"]
        view = table.do("new", game="kalah", players=["Anna", "Boris"])
        assert (view["game"], view["game_id"], view["alerts"]) == ("kalah", 2, [])
    report = verify(tmp_path / "r.db")
    assert report.ok
    assert "game 1 is 'chess', not installed here" in str(report)
