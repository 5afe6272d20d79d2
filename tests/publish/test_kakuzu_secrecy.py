"""Secrecy in a hall: what is still covered is in no message, and in nothing kept for sending."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.board.view import Showing
from controller.games.kakuzu import Sheet
from controller.games.kakuzu.board import CELLS
from controller.publish.messages import Ask, Order
from controller.publish.publisher import Publisher
from controller.publish.table import HouseTable
from controller.publish.topics import ANSWERS, EVENTS, STATE, STATUS
from controller.sheets.sets import new_set
from controller.table.speakers import Speaker
from controller.table.state import Status
from controller.web.feed import Bell
from tests.daemon.needles import found, leaks, raw
from tests.games.kakuzu.hands import CORNERS, SHEET
from tests.house.kakuzu_room import SALT, SEED, KakuzuRoom
from tests.house.test_kakuzu_secrecy import HASH, stored, twin
from tests.publish.hub import doing
from tests.publish.overheard import Line, Said

#: A Sudoku, as the board makes them: no row of it stands in a message by chance.
SUDOKU = new_set("walnut, maple and a little wax", 2).sheets()[0]
#: Whatever proves the sheet, and the tokens to come.
SECRETS = [*raw(SALT), *raw(SEED)]


class Spied:
    """A Kakuzu table that belongs to a hall; all that it says there is heard."""

    def __init__(self, here: KakuzuRoom, line: Line, bell: Bell) -> None:
        self.here, self.line, self._bell = here, line, bell
        self._orders = 0

    async def publish(self) -> None:
        """Let everything be said that is to be said, the state at its own pace."""
        for _ in range(2):
            self.here.let(0.3)
            self._bell.ring()
            for _ in range(30):
                await asyncio.sleep(0)

    async def draw(self) -> None:
        """Draw a token where one is to be drawn; who cannot search passes."""
        while "roll" in self.here.table.commands():
            self.here.do("roll")
            await self.publish()

    async def lift(self, hole: str) -> None:
        """Lift a stone."""
        self.here.lift(hole)
        await self.publish()

    async def order(self, **do: Any) -> None:
        """A director says something to the table."""
        self._orders += 1
        self.line.order(Order(f"o{self._orders}", "Ann", do))
        await self.publish()

    async def guess(self, cell: str) -> None:
        """A number cannot be tried out: whatever is guessed, the answer is the same."""
        answers = set()
        for number in map(str, range(1, 10)):
            heard = len(self.line.said)
            await self.order(do="declare", turn=f"{cell}= {number}")
            (answer,) = self.line.on(ANSWERS, heard)
            name = f'"o{self._orders}"'.encode()
            answers.add(answer.replace(name, b"").replace(f"= {number}".encode(), b""))
        assert len(answers) == 1 and b'"ok":false' in answers.pop()

    async def ask_readings(self) -> None:
        """A director looks at the raw readings of the last ply."""
        self._orders += 1
        game, ply = self.here.log.current_game, len(self.here.turns)
        self.line.order(Ask(f"o{self._orders}", game, ply))
        await self.publish()


@asynccontextmanager
async def spied(folder: Path, sheet: Sheet = SHEET, **options: Any) -> AsyncIterator[Spied]:
    """A table in a hall, a game begun on this sheet, which the board made itself."""
    here, line, bell = KakuzuRoom(folder, beneath=sheet, **options), Line(), Bell()

    async def command(given: Mapping[str, Any], speaker: Speaker) -> None:
        here.house.command(given, speaker)

    table = HouseTable(here.house, Showing(here.house), command, bell.subscribe)
    async with doing(Publisher(table, line.link, here.clock).run()):
        spy = Spied(here, line, bell)
        here.begin()
        await spy.publish()
        yield spy
    here.close()


def check(contents: Iterable[bytes], covered: set[str]) -> None:
    """Nothing covered, nothing that proves the sheet and no token to come is in these bytes."""
    for content in contents:
        assert leaks(content, SUDOKU, covered) == []
        assert found(content, SECRETS) == []


def test_no_covered_number_is_in_a_message(tmp_path: Path) -> None:
    """A game of three to its end, with orders and questions of a director between."""

    async def work() -> None:
        async with spied(tmp_path, SUDOKU, players=3) as spy:
            here, line = spy.here, spy.line
            covered, holes, heard = set(CELLS), [*CORNERS], 0
            while here.table.state.status is Status.PLAYING:
                await spy.draw()
                if len(covered) in (81, 60, 30, 1):
                    await spy.guess(min(covered))
                    await spy.order(do="undo")
                    await spy.ask_readings()
                    check([stored(tmp_path)], covered)
                check((each.topic.encode() + each.payload for each in line.said[heard:]), covered)
                heard = len(line.said)
                hole = holes.pop(0) if holes else sorted(covered)[len(covered) // 2]
                covered.discard(hole)
                await spy.lift(hole)
            assert not covered
            leaves = {message.topic for message in line.said}
            assert leaves >= set(map(line.topics.of, (STATUS, STATE, EVENTS, ANSWERS)))
            assert any(topic.startswith("homeassistant/") for topic in leaves)
            # The game is over: the same search finds the sheet and its salt now.
            shown = b"".join(message.payload for message in line.said)
            assert leaks(shown, SUDOKU, set(CELLS)) != [] != found(shown, SECRETS)

    asyncio.run(work())


async def _told(folder: Path, sheet: Sheet, **options: Any) -> tuple[list[Said], bytes]:
    """All that is said and kept while the set-up and one attempt are made, without the hashes."""
    folder.mkdir()
    async with spied(folder, sheet, **options) as spy:
        for hole in CORNERS:
            await spy.draw()
            await spy.lift(hole)
        await spy.order(do="declare", turn="b1=7")
        await spy.order(do="declare", turn="b1=3")
        await spy.ask_readings()
        spy.here.wood.lift("h9")  # without a token: an attempt, put right again
        spy.here.let(8.0)
        await spy.publish()
        spy.here.wood.drop("h9")
        spy.here.let(8.0)
        await spy.publish()
        said = [each._replace(payload=HASH.sub(b"#", each.payload)) for each in spy.line.said]
    return said, HASH.sub(b"#", stored(folder))


@pytest.mark.parametrize("options", [{}, {"players": 4, "variant": "same"}, {"variant": "named"}])
def test_what_is_covered_changes_no_message(tmp_path: Path, options: dict[str, Any]) -> None:
    """Two sheets that differ only under lying stones: every topic and payload is the same."""
    one, one_kept = asyncio.run(_told(tmp_path / "one", SHEET, **options))
    other, other_kept = asyncio.run(_told(tmp_path / "other", twin(CORNERS), **options))
    assert len(one) > 2 * len(CORNERS)
    assert one == other
    assert one_kept == other_kept
