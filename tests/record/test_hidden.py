"""What lay hidden beneath the board, in the record: sealed first, shown last, verified for ever."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from controller.cli import main
from controller.play.event import Event
from controller.play.fold import read_line
from controller.play.line import Line
from controller.record.jsonfile import json_of
from controller.record.log import Log
from controller.record.text import read_text, text_of, write_text
from controller.record.verify import verify
from controller.table.state import Status
from tests.games.kakuzu.hands import SHEET
from tests.house.kakuzu_room import SALT, KakuzuRoom

NUMBERS = "".join(map(str, SHEET.reveal()))


@pytest.fixture(scope="module", params=["tokens", "named"])
def events(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """A game of three on the sheet known by heart, played to its end; and one just begun."""
    here = KakuzuRoom(tmp_path_factory.mktemp("game"), players=3, variant=request.param)
    here.begin()
    while here.table.state.status is Status.PLAYING:
        turns = here.table.turns()
        if "roll" in here.table.commands():
            here.do("roll")
        elif turns[0].startswith("name"):
            here.do("declare", turn=turns[0])
        else:
            here.lift(turns[len(turns) // 2])
    here.begin()
    happened = [stored.event for stored in here.log.events()]
    here.close()
    return happened


def at(events: list[Event], kind: str) -> int:
    """Where the first event of this kind stands."""
    return next(place for place, event in enumerate(events) if event.kind == kind)


def changed(events: list[Event], kind: str, **data: object) -> list[Event]:
    """The same events with other data in the first of this kind."""
    place = at(events, kind)
    other = replace(events[place], data={**events[place].data, **data})
    return [*events[:place], other, *events[place + 1 :]]


def without(events: list[Event], kind: str) -> list[Event]:
    """The same events without the first of this kind."""
    place = at(events, kind)
    return [*events[:place], *events[place + 1 :]]


def written(path: Path, events: list[Event]) -> Path:
    """A record with these events, every hash of it right."""
    with Log(path) as log:
        log.append(events)
    return path


def checked(path: Path, events: list[Event]) -> str:
    """What `lunka verify` says of a record with these events."""
    return str(verify(written(path, events)))


def game_of(path: Path) -> Line:
    """The first game of a record."""
    with Log.open_reader(path) as log:
        return read_line(log.events(1))


def test_a_whole_game_is_whole(tmp_path: Path, events: list[Event]) -> None:
    """The sheet shown at the end is the one that was sealed, and every lift agrees with it."""
    assert "is whole" in checked(tmp_path / "whole.db", events)


def test_a_changed_sheet_is_found(
    tmp_path: Path, events: list[Event], capsys: pytest.CaptureFixture[str]
) -> None:
    """Two numbers exchanged after the game: the seal no longer fits, and `lunka verify` says so."""
    other = NUMBERS[1] + NUMBERS[0] + NUMBERS[2:]
    path = written(tmp_path / "changed.db", changed(events, "secret.revealed", sheet=other))
    assert main(["verify", "--record", str(path)]) == 1
    said = "".join(capsys.readouterr())
    assert "secret.revealed: the sheet shown at the end has the seal" in said
    assert "was shown before the game: the sheet was changed" in said


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"salt": "00" * 16}, "the sheet was changed"),
        ({"salt": "walnut"}, "the salt that was shown is not written in hexadecimal digits"),
        ({"salt": "00"}, "a salt of 1 bytes; at least 16 are needed"),
        ({"sheet": "1" * 81}, "1 stands 81 times"),
        ({"sheet": None}, "'sheet' is None in what was shown; it must be a text"),
        ({"code": 7}, "'code' is 7 in what was shown; it must be a text"),
    ],
)
def test_what_is_shown_must_be_what_was_sealed(
    tmp_path: Path, events: list[Event], data: dict[str, object], words: str
) -> None:
    """Another salt, no salt, no sheet: each is found, in words."""
    assert words in checked(tmp_path / "odd.db", changed(events, "secret.revealed", **data))


def test_a_lift_with_another_number_is_found(tmp_path: Path, events: list[Event]) -> None:
    """A first lift that says another number is legal by the rules; the sheet shows it false."""
    place = at(events, "turn.made")
    made = events[place].data
    hole, number = str(made["turn"]).split("=")
    turn = f"{hole}={int(number) % 9 + 1}"
    position = str(made["position"]).replace(number, turn[-1], 1)
    lied = replace(events[place], data={**made, "turn": turn, "position": position})
    shown = events[at(events, "secret.revealed")]
    over = {"winner": None, "scores": [0, 0, 0], "reason": "abandoned"}
    end = Event("game.over", shown.at, over)
    said = checked(tmp_path / "lied.db", [*events[:place], lied, end, shown])
    assert f"event {place + 1} of game 1: turn.made: {turn} is in the record" in said
    assert "the sheet shown at the end has another number there" in said


def test_the_order_of_sealing_and_showing(tmp_path: Path, events: list[Event]) -> None:
    """Nothing is shown that was not sealed, nor before the end; nothing is sealed twice."""
    sealed, shown = (events[at(events, kind)] for kind in ("secret.sealed", "secret.revealed"))
    early = [*events[: at(events, "turn.made")], shown]
    assert "shown before the game is over" in checked(tmp_path / "early.db", early)
    place = at(events, "secret.sealed")
    twice = [*events[:place], sealed, *events[place:]]
    assert "something was sealed before" in checked(tmp_path / "twice.db", twice)
    rash = without(events, "secret.sealed")
    assert "shown that was never sealed" in checked(tmp_path / "rash.db", rash)


def test_what_is_never_shown(tmp_path: Path, events: list[Event]) -> None:
    """A game that is past must have shown its sheet; the newest may still do so."""
    hidden = without(events, "secret.revealed")
    said = checked(tmp_path / "hidden.db", hidden)
    assert "what lies beneath the board was sealed and never shown" in said
    newest = hidden[: at(hidden, "game.over") + 1]
    assert "is whole" in checked(tmp_path / "newest.db", newest)


def test_exports_tell_it_after_the_game_only(tmp_path: Path, events: list[Event]) -> None:
    """Text and JSON carry the seal from the start, the sheet and the salt after the end."""
    path = written(tmp_path / "whole.db", events)
    game = game_of(path)
    text = text_of(game)
    assert write_text(read_text(text)) == text
    assert read_text(text).tag("HiddenSheet") == NUMBERS
    assert read_text(text).tag("HiddenSalt") == SALT.hex()
    plain = json.loads(json_of(game))
    assert plain["hidden"]["shown"]["sheet"] == NUMBERS
    before = events[: at(events, "game.over")]
    open_still = game_of(written(tmp_path / "early.db", before))
    assert read_text(text_of(open_still)).tag("Hidden") == plain["hidden"]["seal"]
    assert NUMBERS not in json_of(open_still) + text_of(open_still)
    assert json.loads(json_of(open_still))["hidden"]["shown"] is None


def test_a_shared_win(tmp_path: Path, events: list[Event]) -> None:
    """Sides that share the win must have the most stones, and be sides at all."""
    over = events[at(events, "game.over")].data
    lied = changed(events, "game.over", shared=[0, 1, 2])
    if over.get("shared") != [0, 1, 2]:
        assert "game.over: shared is (0, 1, 2)" in checked(tmp_path / "lied.db", lied)
    nobody = changed(events, "game.over", shared=[0, 7])
    assert "[0, 7] share the win; there are 3 sides" in checked(tmp_path / "odd.db", nobody)
