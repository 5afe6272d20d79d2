"""Engines at a running table: they are asked, their turns are called, and nobody waits for them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from controller.daemon.seated import Seated
from controller.engines.worker import Thinker
from controller.settings.config import EnginesSection
from controller.table.seats import Wanted, keep_quiet, wanted
from controller.table.speakers import THE_TABLE
from tests.daemon import killing
from tests.daemon.test_living import Living, until
from tests.table.dicing import DiceSeat


class Scripted:
    """An engine that answers what a test says, when the test lets it."""

    def __init__(self, *answers: object) -> None:
        self.answers, self.asked = list(answers), list[Mapping[str, Any]]()
        self.may = asyncio.Event()
        self.may.set()
        self.closed = False

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The next answer; an exception is raised."""
        self.asked.append(request)
        await self.may.wait()
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, dict)
        return answer

    async def close(self) -> None:
        """It is let go."""
        self.closed = True


def with_engine(folder: Path, engine: Any, check: Callable[[Living, Seated], Any]) -> None:
    """A reed Kalah table on which this engine plays North, and South has played a4."""

    async def evening() -> None:
        async with Living(folder) as table:
            daemon = table.daemon
            await daemon.command({"do": "new", "seats": ["hands", "engine:3"]}, THE_TABLE)
            await until(lambda: "declare" in table.house.table.commands())
            seated = Seated(
                table.house,
                EnginesSection(seconds=0.1),
                daemon.subscribe,
                daemon.nudge,
                (lambda *_: engine) if engine else None,
            )
            daemon.engine_trouble = seated.trouble
            work = asyncio.create_task(seated.run())
            await daemon.command({"do": "declare", "turn": "a4"}, THE_TABLE)
            daemon.lay_out()
            try:
                await check(table, seated)
            finally:
                work.cancel()
                with suppress(asyncio.CancelledError):
                    await work

    asyncio.run(evening())


def test_what_an_engine_answers_is_called(tmp_path: Path) -> None:
    """It is asked once, with the position; its turn is in the record before anybody is told."""
    engine = Scripted({"turn": "b1"})

    async def check(table: Living, _seated: Seated) -> None:
        await until(lambda: table.house.told.called == "b1")
        assert [each["ask"] for each in engine.asked] == ["best"]
        assert str(engine.asked[0]["position"]).startswith("N ")
        said = "Lunka 3 (North) plays b1."
        await until(lambda: table.daemon.view()["sentence"]["en"].startswith(said))
        kinds = [each.event.kind for each in table.house.log.events(table.house.log.current_game)]
        assert kinds[-1] == "turn.called"

    with_engine(tmp_path, engine, check)
    assert engine.closed


def test_an_engine_that_fails_is_told_of_and_asked_again(tmp_path: Path) -> None:
    """Whatever it does wrong: it ends, refuses, or names no legal turn."""
    engine = Scripted(
        RuntimeError("it ended"), {"error": {"message": "no"}}, {"turn": "b9"}, {"turn": "b1"}
    )
    told: list[str] = []

    async def check(table: Living, seated: Seated) -> None:
        def watched() -> bool:
            if (trouble := table.daemon.troubles().get("engine")) and trouble not in told:
                told.append(trouble)
            return table.house.told.called == "b1"

        await until(watched)
        await until(lambda: seated.trouble() is None)
        assert "engine" not in table.daemon.troubles()

    with_engine(tmp_path, engine, check)
    assert told[0] == "it ended"
    assert told[1] == "the engine refuses: no"
    assert told[2].startswith("'b9' cannot be called")


def test_an_answer_to_a_position_that_is_gone_is_dropped(tmp_path: Path) -> None:
    """Somebody took the turn back while it thought: it is asked again when it is its turn again."""
    engine = Scripted({"turn": "b1"})
    engine.may.clear()

    async def check(table: Living, _seated: Seated) -> None:
        await until(lambda: len(engine.asked) == 1)
        await table.daemon.command({"do": "new", "seats": ["hands", "hands"]}, THE_TABLE)
        engine.may.set()
        await asyncio.sleep(0.1)
        assert table.house.told.called is None

    with_engine(tmp_path, engine, check)


def test_a_real_engine_that_is_killed_moves_all_the_same(tmp_path: Path) -> None:
    """kill -9 in mid-thought: it is started again, and its turn is called."""
    hired: list[Thinker] = []

    async def check(table: Living, seated: Seated) -> None:
        own = seated._hire_own

        def hire(*wanted: Any) -> Any:
            hired.append(own(*wanted))  # type: ignore[arg-type]
            return hired[-1]

        seated._hire = hire
        await until(lambda: bool(hired and hired[0].pid) or table.house.told.called is not None)
        if hired and hired[0].pid is not None:
            with suppress(ProcessLookupError):
                os.kill(hired[0].pid, signal.SIGKILL)
        await until(lambda: table.house.told.called is not None)

    with_engine(tmp_path, None, check)


def test_whenever_it_is_killed_no_game_is_lost(tmp_path: Path) -> None:
    """At random moments of a game: it is played to its end, with what was called and nothing else
    (`python -m tests.daemon.killing` does it a hundred times)."""
    found = asyncio.run(killing.play(tmp_path, 3, Random(1)))
    assert found.killed == 3 and found.games
    assert killing.lost(tmp_path / "record.db") == []


class WoodenDice:
    """A table of short nardy where people roll, and Black, an engine, is on roll."""

    waiting = False

    def __init__(self) -> None:
        self.seat = DiceSeat("short", seats=["hands", "engine:3"])
        self.seat.begin()
        self.seat.say("roll", dice=[6, 5])
        self.seat.play("24/13")
        self.table = self.seat.table

    def say(self, word: str, side: int) -> None:
        """The engine says a word."""
        self.seat._keep(self.table.say(word, side, self.seat.now))

    def keep_quiet(self, now: Wanted) -> None:
        """It says none."""
        keep_quiet(self.table, now)


def asked_before_a_roll(engine: Scripted) -> WoodenDice:
    """What becomes of it when this engine is asked."""
    house = WoodenDice()
    hired = Seated(
        cast(Any, house), EnginesSection(), cast(Any, None), lambda: None, lambda *_: engine
    )
    asyncio.run(hired._play())
    return house


def test_an_engine_raises_where_people_roll() -> None:
    """It is asked before somebody rolls for it, and what it says is said."""
    engine = Scripted({"word": "double"})
    house = asked_before_a_roll(engine)
    assert [each["ask"] for each in engine.asked] == ["word"]
    assert house.seat.last("decision.made") == {"side": 1, "decision": "double"}


@pytest.mark.parametrize("answer", [{"word": None}, RuntimeError("it ended")])
def test_who_has_nothing_to_say_is_asked_once(answer: object) -> None:
    """Nor does anybody wait for an engine that fails: then somebody is asked to roll."""
    engine = Scripted(answer)
    house = asked_before_a_roll(engine)
    assert len(engine.asked) == 1
    assert wanted(house.table) is None
    assert house.seat.count("decision.made") == 0
    house.seat.say("roll", dice=[3, 1])
    found = wanted(house.table)
    assert found is not None and found.what == "turn"
