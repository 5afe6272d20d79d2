"""GNU Backgammon as an engine for short nardy: its judgement, our rules, the same lines."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.engines.engine import turns_of
from controller.engines.nardy.gnubg import GnubgEngine, GnubgError
from controller.engines.registry import NoEngineError, kind_for
from controller.engines.service import answer, answer_line
from controller.engines.worker import EngineError, Thinker
from controller.games.catalogue import make_game
from controller.games.game import InvalidError
from controller.games.nardy import Short
from controller.games.nardy.board import pack
from controller.games.nardy.position import Position, Stakes
from tests.engines.test_nardy import AHEAD, BEHIND, START, half
from tests.machine.skips import program

START_ID = "4HPwATDgc/ABMA"
#: Closed out but for the ace point, two on the bar: too good to double, but for Jacoby.
STRONG = half(p6=4, p5=3, p4=3, p8=3, p7=2)
WEAK = half(bar=2, p24=3, p6=5, p8=3, p13=2)
#: A race that is as good as decided, and in which no mars is left.
LEADS, LAGS = half(p6=5, p5=4, p4=3, p3=2, p2=1), half(p8=4, p7=2, p6=5, p5=4)


@pytest.fixture(scope="module")
def engines() -> Iterator[dict[int, GnubgEngine]]:
    """One at the highest level, one that looks no roll ahead."""
    program("gnubg")
    made = {level: GnubgEngine(make_game("short"), level, seed=1) for level in (7, 8)}
    yield made
    for each in made.values():
        each.close()


@pytest.fixture
def engine(engines: dict[int, GnubgEngine]) -> GnubgEngine:
    """At the highest level."""
    return engines[8]


def on_roll(own: list[int], foe: list[int], side: int = 0, **stakes: Any) -> Position:
    """This side on roll with these checkers."""
    both = pack(own, foe) if side == 0 else pack(foe, own)
    return Position(side, both, stakes=Stakes(**stakes))


@pytest.mark.parametrize(
    ("dice", "best"), [([3, 1], "8/5 6/5"), ([6, 1], "13/7 8/7"), ([4, 2], "8/4 6/4")]
)
def test_it_opens_as_books_do(engine: GnubgEngine, dice: list[int], best: str) -> None:
    """The three rolls of which nobody doubts how they are played."""
    told = answer(engine, {"ask": "best", "position": START_ID, "dice": dice})
    assert told["turn"] == best
    assert 0.5 < told["chance"] < 0.6


def test_its_turns_are_those_of_our_rules(engines: dict[int, GnubgEngine]) -> None:
    """Also where a roll can be played in very many ways, on both sides, to the last checker."""
    engine, game, rng = engines[7], Short(), Random(2)
    for _ in range(2):
        position: Any = game.begin(rng.randint(0, 1))
        while not game.outcome(position).over:
            dice = [rng.randint(1, 6), rng.randint(1, 6)]
            position = game.roll(position, dice)
            turns = turns_of(game, position)
            if len(turns) > 40 or rng.random() < 0.05:
                judged = engine.best(position)
                assert judged and {each.turn for each in judged} <= {*turns}
                assert [each.value for each in judged] == sorted(
                    (each.value for each in judged), reverse=True
                )
            position = game.play(position, rng.choice(turns))


def test_both_sides_are_judged_alike(engine: GnubgEngine) -> None:
    """What White sees with these checkers, Black sees with them."""
    game = Short()
    white, black = (game.roll(on_roll(AHEAD, BEHIND, side), (2, 1)) for side in (0, 1))
    ours, theirs = engine.best(white), engine.best(black)
    assert [round(each.value, 6) for each in ours] == [round(each.value, 6) for each in theirs]


@pytest.mark.parametrize("side", [0, 1])
def test_words_around_the_cube(engine: GnubgEngine, side: int) -> None:
    """It raises where it is ahead and not at the start, takes what is even, drops what is lost, and
    sees what Jacoby changes: a mars that counts is played for."""
    assert engine.word(on_roll(START, START, side)) is None
    assert engine.word(on_roll(LEADS, LAGS, side)) == "double"
    assert engine.word(on_roll(STRONG, WEAK, side)) is None
    assert engine.word(on_roll(STRONG, WEAK, side, jacoby=True)) == "double"
    offered: dict[str, Any] = {"doubled": True, "answering": 1 - side}
    assert engine.word(on_roll(START, START, side, **offered)) == "take"
    assert engine.word(on_roll(LEADS, LAGS, side, **offered)) == "drop"


def test_a_raise_against_all_chances_is_beavered(engine: GnubgEngine) -> None:
    """Where the house allows it (S11)."""
    offered: dict[str, Any] = {"doubled": True, "answering": 1, "beaver": True}
    assert engine.word(on_roll(BEHIND, AHEAD, **offered)) == "beaver"


def test_the_score_of_a_match_counts(engine: GnubgEngine) -> None:
    """Who has all to win by this game and nothing more to lose raises at once; who needs but a
    point does not (S14)."""
    two_away = {"length": 5, "crawford": False}
    assert engine.word(on_roll(START, START, score=(3, 4), **two_away)) == "double"
    assert engine.word(on_roll(AHEAD, BEHIND, score=(4, 3), **two_away)) is None


def test_giving_up_and_its_answer(engine: GnubgEngine) -> None:
    """It resigns where all is lost, takes what is sure, and refuses less than it would win."""
    lost = half(off=3, p6=6, p5=6)
    assert engine.word(on_roll(lost, half(off=14, p1=1))) == "resign 1"
    given: dict[str, Any] = {"resigned": 1, "answering": 1}
    assert engine.word(on_roll(lost, half(off=14, p1=1), **given)) == "accept"
    assert engine.word(on_roll(half(p24=15), half(off=14, p1=1), **given)) == "refuse"


def test_lower_levels_err(engines: dict[int, GnubgEngine]) -> None:
    """Their judgement is blurred as that of our own net is."""
    low = GnubgEngine(make_game("short"), 1)
    low._gnubg = engines[8]._gnubg
    asked = {"ask": "best", "position": START_ID, "dice": [3, 1]}
    assert len({answer(low, asked)["turn"] for _ in range(20)}) > 1
    word = json.dumps({"ask": "word", "position": START_ID})
    assert "word" in json.loads(answer_line(low, word))


def test_where_it_is_missing_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to do about it; and of which games it knows nothing."""
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(InvalidError, match="gnubg is not installed here: sudo apt-get install"):
        GnubgEngine(make_game("short"))
    with pytest.raises(NoEngineError, match=r"'gnubg' plays no long; there are: gnubg \(short\)"):
        kind_for("long", "gnubg")


def test_a_gnubg_that_ends_is_told_of_and_started_again() -> None:
    """Whoever asked hears it; the next question has an answer."""
    program("gnubg")
    engine = GnubgEngine(make_game("short"), 7)
    asked = {"ask": "best", "position": START_ID, "dice": [3, 1]}
    answer(engine, asked)
    running = engine._gnubg._running
    assert running is not None
    running.kill()
    running.wait()
    with pytest.raises(GnubgError, match="gnubg ended without an answer"):
        answer(engine, asked)
    assert answer(engine, asked)["turn"] == "8/5 6/5"
    engine.close()


def test_it_ends_with_the_worker() -> None:
    """kill -9 for the worker leaves no gnubg behind, and the next question is answered."""
    program("gnubg")
    asked = {"ask": "best", "position": START_ID, "dice": [3, 1]}

    async def evening() -> None:
        thinker = Thinker("short", {}, 7, seconds=1.0, memory_mb=150, by="gnubg")
        thinker.starting = 60.0  # type: ignore[misc]  # a busy machine
        assert (await thinker.ask(asked))["turn"] == "8/5 6/5"
        assert thinker.pid is not None
        (child,) = children_of(thinker.pid)
        os.kill(thinker.pid, signal.SIGKILL)
        with suppress(EngineError):  # it may have been seen to end already
            await thinker.ask(asked)
        assert (await thinker.ask(asked))["turn"] == "8/5 6/5"
        await thinker.close()
        until = time.monotonic() + 30
        while is_running(child) and time.monotonic() < until:
            await asyncio.sleep(0.05)
        assert not is_running(child)

    asyncio.run(evening())


def is_running(pid: int | None) -> bool:
    """Whether there is such a process, and it is not dead."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
