"""Who plays without hands at this table: asks the engines, and says at the table what they answer.

An engine thinks in a process of its own (`controller.engines.worker`); the board's loop never waits
for it. It may end at any moment: that is told as a trouble, and it is asked again. What it answers
counts only if the game still stands as it did when it was asked.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

from controller.board.loop import BoardLoop
from controller.games.told import Told, told_by
from controller.play.seats import level_of
from controller.settings.config import EnginesSection
from controller.table.commands import CommandError
from controller.table.seats import Wanted, may_speak, wanted
from controller.table.state import State

#: How long after a failure it is asked again, in seconds: soon, then less and less often.
_RETRIES: Final = (0.5, 1.0, 2.0, 5.0, 10.0)


class AnyThinker(Protocol):
    """Whoever can be asked what to play (`controller.engines.worker.Thinker`)."""

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question; an exception with words where there is none."""

    async def close(self) -> None:
        """End it."""


#: Makes who thinks for a game, its options and a level.
Hire = Callable[[str, Mapping[str, Any], int], AnyThinker]


class Seated:
    """The sides of one table that engines play."""

    def __init__(
        self,
        house: BoardLoop,
        settings: EnginesSection,
        subscribe: Callable[[], AbstractContextManager[asyncio.Event]],
        changed: Callable[[], None],
        hire: Hire | None = None,
    ) -> None:
        self._house, self._settings = house, settings
        self._subscribe, self._changed = subscribe, changed
        self._hire = hire or self._hire_own
        self._thinkers: dict[str, AnyThinker] = {}
        self._trouble: str | None = None
        self._failures = 0

    def trouble(self) -> str | None:
        """Why an engine that has to play does not; None: nothing is wrong."""
        return self._trouble

    async def run(self) -> None:
        """Play for ever, whenever it is an engine's turn."""
        with self._subscribe() as bell:
            try:
                while True:
                    bell.clear()
                    await self._play()
                    await bell.wait()
            finally:
                for thinker in self._thinkers.values():
                    await thinker.close()

    async def _play(self) -> None:
        """Whatever is awaited of engines now, one thing after another."""
        while (now := self._wanted()) is not None:
            try:
                await self._act(now)
            except asyncio.CancelledError:
                raise
            except Exception as failure:  # whatever ends a guest's program is told
                if now.what == "word" and self._house.table.state.acts.answer is None:
                    self._house.keep_quiet(now)  # nobody waits to roll for it
                await self._failed(failure)
            else:
                self._well()

    def _wanted(self) -> Wanted | None:
        return None if self._house.waiting else wanted(self._house.table)

    async def _act(self, now: Wanted) -> None:
        state = self._house.table.state
        if now.what == "turn":
            asked = {"ask": "best", "position": state.rules.write_position(state.position)}
            answer = await self._asked(now, asked | _dice(state))
            if self._stands(now):
                self._house.call(str(answer["turn"]))
        elif now.what == "word" or may_speak(state, now.side):
            await self._speak(now, state)
        elif now.what == "roll":
            self._house.command({"do": "roll"})
        self._changed()

    async def _speak(self, now: Wanted, state: State) -> None:
        """Say something, or answer; who has nothing to say before a roll rolls."""
        position = state.rules.write_position(state.position)
        word = (await self._asked(now, {"ask": "word", "position": position}))["word"]
        if not self._stands(now):
            return
        answer = self._house.table.state.acts.answer
        if word is None and answer is not None:
            raise CommandError(Told("the engine gives no answer to what it was offered"))
        if word is not None:
            self._house.say(str(word), now.side)
        else:
            self._roll(now)

    def _roll(self, now: Wanted) -> None:
        """The board rolls, or hands are asked to."""
        if self._house.table.chance:
            self._house.command({"do": "roll"})
        else:
            self._house.keep_quiet(now)

    def _stands(self, now: Wanted) -> bool:
        """Whether the game stands as it did when the engine was asked."""
        return self._wanted() == now

    async def _asked(self, now: Wanted, question: Mapping[str, Any]) -> dict[str, Any]:
        answer = await (await self._thinker(now)).ask(question)
        if "error" in answer:
            raise CommandError(
                Told("the engine refuses: {reason}", reason=_reason(answer["error"]))
            )
        return answer

    async def _thinker(self, now: Wanted) -> AnyThinker:
        """Who thinks for this side; those of other games are let go."""
        rules = self._house.table.state.rules
        level = level_of(now.seat)
        assert level is not None
        options = {key: getattr(rules.options, key) for key in self._house.table.state.options}
        key = json.dumps([rules.name, options, level], sort_keys=True, default=str)
        if key not in self._thinkers:
            of_game = json.dumps([rules.name, options], sort_keys=True, default=str)[:-1]
            for other in [each for each in self._thinkers if not each.startswith(of_game)]:
                await self._thinkers.pop(other).close()
            self._thinkers[key] = self._hire(rules.name, options, level)
        return self._thinkers[key]

    def _hire_own(self, game: str, options: Mapping[str, Any], level: int) -> AnyThinker:
        from controller.engines.worker import Thinker  # most tables never need it

        settings = self._settings
        return Thinker(
            game,
            options,
            level,
            seconds=settings.seconds,
            memory_mb=settings.memory_mb,
            command=settings.commands.get(game),
            by=settings.by["short"] if game == "short" and settings.by else None,
        )

    async def _failed(self, failure: Exception) -> None:
        """Say what happened, and wait before it is tried again."""
        wait = _RETRIES[min(self._failures, len(_RETRIES) - 1)]
        self._failures += 1
        self._trouble = told_by(failure) or type(failure).__name__
        self._changed()
        await asyncio.sleep(wait)

    def _well(self) -> None:
        self._failures = 0
        if self._trouble is not None:
            self._trouble = None
            self._changed()


def _dice(state: State) -> dict[str, list[int]]:
    chance = state.rules.chance
    dice = chance.dice_in(state.position) if chance is not None else ()
    return {"dice": list(dice)} if dice else {}


def _reason(error: object) -> str:
    return str(error.get("message", error) if isinstance(error, Mapping) else error)[:300]
