"""Decoders: whatever arrives is read, or refused by their own error and by no other."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from controller.competition.changes import KINDS
from controller.competition.files import FORMAT, read_json
from controller.competition.values import CompetitionError
from controller.games.catalogue import make_game, names
from controller.games.game import RulesError
from controller.games.service import answer_line
from controller.publish import wire
from controller.publish.messages import Ack, Answer, Ask, Order, Status, WireError
from controller.record.mat_reader import read_mat
from controller.record.sgf_reader import read_sgf
from controller.record.text_reader import read_text
from controller.table.commands import CommandError
from controller.table.table import Table
from controller.web.answers import RefusedError
from controller.web.body import parse_command
from hardware.board import Board, open_board
from hardware.clock import ManualClock
from hardware.errors import HardwareError
from hardware.serial.messages import readable
from tests.contract.decoders import (
    any_value,
    files,
    payload,
    spoilt_json,
    spoilt_text,
    spoilt_value,
)
from tests.hardware.boards import small_linked
from tests.serial.peer import Peer

#: Messages for each decoder; a soak gives it a hundred times as many.
MANY = 300
LONG = 100

Decoder = Callable[[Random], None]


def run(decode: Decoder, allowed: type[Exception], many: int) -> None:
    """Give a decoder so many messages; whatever else it raises is told with its seed."""
    for seed in range(many):
        try:
            decode(Random(seed))
        except allowed:
            pass
        except Exception as wrong:
            wrong.add_note(f"seed {seed}")
            raise


# -- imports ---------------------------------------------------------------------------------------


def _mat(random: Random) -> None:
    read_mat(spoilt_text(random.choice(files(random.choice(("mat", "snowie")))), random), given={})


def _sgf(random: Random) -> None:
    read_sgf(spoilt_text(random.choice(files("sgf")), random), given={})


_RECORD = """[Game "kalah"]
[Options "pits=6 stones=4"]
[South "Anna"]
[North "Boris"]
[Date "2026.03.01"]
[Result "*"]

1. a3 a1 2. b4 {4.2s} a2 *
"""


def _text(random: Random) -> None:
    read_text(spoilt_text(_RECORD, random))


def _competition(random: Random) -> None:
    events = [{"kind": kind, "at": 1.0, "data": {"competition": "open"}} for kind in KINDS]
    told = spoilt_value(random.sample(events, 3), random)
    read_json(json.dumps({"format": FORMAT, "version": 1, "events": told}))


def _position(random: Random) -> None:
    game = make_game(random.choice(names()))
    game.read_position(spoilt_text(game.write_position(game.start()), random))


def _turn(random: Random) -> None:
    game = make_game(random.choice(names()))
    said = random.choice(("a3", "24/18 13/11", "6-1", "1a2"))
    game.read_turn(game.start(), spoilt_text(said, random))


# -- messages --------------------------------------------------------------------------------------

RECORD = "0123456789abcdef"
_SAID = {
    "status": wire.write_status(Status(True, "1.0", RECORD, "Kalah")),
    "ack": wire.write_ack(Ack(RECORD, 7)),
    "order": wire.write_order(Order("7", "Ann", {"do": "undo"})),
    "ask": wire.write_order(Ask("7", 1, 2)),
    "answer": wire.write_answer(Answer("7", True)),
    "batch": b'{"record":"%s","events":[{"seq":1,"game":1,"at":1.5,"kind":"game.paused","data":{},'
    b'"hash":"%s"}]}' % (RECORD.encode(), b"0" * 64),
    "state": b'{"status":"playing","sides":[]}',
}
_READERS: dict[str, Callable[[bytes], Any]] = {
    "status": wire.read_status,
    "ack": wire.read_ack,
    "order": wire.read_order,
    "ask": wire.read_order,
    "answer": wire.read_answer,
    "batch": wire.read_batch,
    "state": wire.read_state,
}


def _hall(random: Random) -> None:
    name = random.choice([*_SAID])
    _READERS[name](spoilt_json(_SAID[name], random))


def _body(random: Random) -> None:
    parse_command(spoilt_json(b'{"do": "new", "players": ["Ann", "Bob"], "options": {}}', random))


def _rules(random: Random) -> None:
    """The service answers whatever it is asked; a fault of its own would be raised."""
    game = make_game(random.choice(names()))
    asked = {"ask": "turns", "position": game.write_position(game.start()), "dice": [6, 5]}
    line = spoilt_json(json.dumps(asked).encode(), random).decode(errors="replace")
    assert json.loads(answer_line(game, line))


_TABLES: list[Table] = []


def _command(random: Random) -> None:
    """One table for all of them: none may hurt it."""
    if not _TABLES:
        _TABLES.append(Table(make_game("kalah").cells))
        _TABLES[0].command({"do": "new"}, 0.0)
    words = random.sample(_FACTS, random.randrange(4))
    facts = {word: any_value(random) for word in words}
    _TABLES[0].command({"do": random.choice(_COMMANDS), **facts}, 1.0)


_COMMANDS = (
    *("new", "setup", "confirm", "answer", "declare", "vouch", "restore", "undo", "roll", "pass"),
    *("early", "void", "decide", "condone", "next", "hints", "unlock", "pause", "resume", "resign"),
    *("direct", "dance"),
)
_FACTS = (
    *("players", "options", "begin", "game", "position", "house", "sheet", "by", "question"),
    *("choice", "turn", "cells", "cell", "dice", "ply", "why", "decision", "side", "level"),
    *("action", "score", "cube", "owner", "seconds", "to"),
)

IMPORTS: list[tuple[Decoder, type[Exception]]] = [
    (_mat, RulesError),
    (_sgf, RulesError),
    (_text, RulesError),
    (_competition, CompetitionError),
    (_position, RulesError),
    (_turn, RulesError),
    (_hall, WireError),
    (_body, RefusedError),
    (_rules, WireError),
    (_command, CommandError),
]


@pytest.mark.parametrize(("decode", "allowed"), IMPORTS, ids=lambda each: each.__name__.strip("_"))
def test_whatever_arrives_is_read_or_refused(decode: Decoder, allowed: type[Exception]) -> None:
    """Files, positions, the hall's messages and the page's commands, spoilt by their grammars."""
    run(decode, allowed, MANY)


@pytest.mark.soak
@pytest.mark.parametrize(("decode", "allowed"), IMPORTS, ids=lambda each: each.__name__.strip("_"))
def test_a_hundred_times_as_much_is_read_or_refused(
    decode: Decoder, allowed: type[Exception]
) -> None:
    """The same for long."""
    run(decode, allowed, MANY * LONG)


# -- the serial link -------------------------------------------------------------------------------


@pytest.fixture(params=["reed", "load"])
def linked(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Board, ManualClock, Peer]]:
    """A board behind a Pico that has agreed, and will say anything from now on."""
    peer, clock = Peer(), ManualClock()
    monkeypatch.setattr("hardware.serial.board.opener_for", lambda *_: peer.open)
    board = open_board(small_linked(request.param), clock)
    for _ in range(50):
        clock.advance(0.02)
        _poll(board)
    yield board, clock, peer
    board.close()


def _poll(board: Board) -> None:
    with suppress(HardwareError):
        board.poll()


def _chatter(linked: tuple[Board, ManualClock, Peer], many: int) -> None:
    board, clock, peer = linked
    for seed in range(many):
        random = Random(seed)
        kind, said = payload(random)
        number = random.choice((peer.total + 1, peer.total, 0, random.randrange(1 << 16)))
        peer.total = max(peer.total, number) if number == peer.total + 1 else peer.total
        try:
            readable((kind, 1, number, said))
            peer.say(kind, number, said)
            clock.advance(0.02)
            _poll(board)
        except Exception as wrong:
            wrong.add_note(f"seed {seed}")
            raise


def test_a_pico_may_say_anything(linked: tuple[Board, ManualClock, Peer]) -> None:
    """Frames with right checksums and any payload: the board is polled on, or says its trouble."""
    _chatter(linked, MANY * 3)


@pytest.mark.soak
def test_a_pico_may_say_anything_for_long(linked: tuple[Board, ManualClock, Peer]) -> None:
    """The same for long: half a million frames for each kind of sensor."""
    _chatter(linked, int(os.environ.get("LUNKA_FRAMES", "500000")))
