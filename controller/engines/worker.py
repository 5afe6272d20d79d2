"""An engine in a process of its own, asked by lines of JSON.

    thinker = Thinker("kalah", {"stones": 4}, level=5, seconds=1.0, memory_mb=150)
    answer = await thinker.ask({"ask": "best", "position": "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"})
    await thinker.close()

The process is started when it is first needed and again where it ended. It may be killed at any
moment: whoever asked then gets an `EngineError`, and may ask again.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Final

_BOUNDS: Final = str(Path(__file__).with_name("bounds.py"))
#: No answer is longer than this, in bytes.
_LONGEST: Final = 1 << 20
#: How much of what it says on standard error is kept for whoever asks why it ended.
_LAST_WORDS: Final = 2_000


class EngineError(Exception):
    """An engine that did not answer: what happened, in words."""


class Thinker:
    """One engine for one game, its options and a level; one question at a time."""

    #: How many seconds an answer may be late, on a machine that has other things to do.
    margin: ClassVar[float] = 5.0
    #: How many more the first answer may take: the program must be loaded.
    starting: ClassVar[float] = 15.0

    def __init__(
        self,
        game_name: str,
        options: Mapping[str, Any],
        level: int,
        *,
        seconds: float,
        memory_mb: int,
        command: Sequence[str] | None = None,
        by: str | None = None,
    ) -> None:
        self._command = [*(command or engine_command(game_name, options, level, seconds, by))]
        self._seconds = seconds
        self._memory_mb = memory_mb
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._last_words = b""
        self._answered = False
        self._asking = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process that thinks; None while there is none."""
        return self._process.pid if self._process else None

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The engine's answer to one question; `EngineError` where there is none."""
        line = json.dumps(dict(request)).encode() + b"\n"
        async with self._asking:
            try:
                answered = await self._exchange(line)
            except BaseException:
                # What it would still answer belongs to a question that nobody asks any more.
                await self._end()
                raise
        return _checked(request, answered)

    async def close(self) -> None:
        """End the process, whatever it does."""
        await self._end()

    async def _exchange(self, line: bytes) -> bytes:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        patience = self._seconds + self.margin + (0 if self._answered else self.starting)
        try:
            async with asyncio.timeout(patience):
                process.stdin.write(line)
                await process.stdin.drain()
                answered = await process.stdout.readline()
        except TimeoutError:
            raise EngineError(f"the engine has not answered for {patience:g} seconds") from None
        except ValueError:
            raise EngineError(f"the engine's answer is longer than {_LONGEST} bytes") from None
        except OSError:  # its end of the line is gone
            answered = b""
        if not answered.endswith(b"\n"):
            raise EngineError(await self._why_it_ended(process))
        self._answered = True
        return answered

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        await self._end()
        bounded = [sys.executable, "-I", "-S", _BOUNDS, str(os.getpid()), str(self._memory_mb)]
        try:
            self._process = await asyncio.create_subprocess_exec(
                *bounded,
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=_LONGEST,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineError(f"the engine cannot be started: {error.strerror}") from None
        self._answered, self._last_words = False, b""
        self._listening = asyncio.create_task(self._listen(self._process))
        return self._process

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Keep the last of what it complains of, so that its pipe never fills."""
        assert process.stderr is not None
        while words := await process.stderr.read(_LAST_WORDS):
            self._last_words = (self._last_words + words)[-_LAST_WORDS:]

    async def _why_it_ended(self, process: asyncio.subprocess.Process) -> str:
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await process.wait()
                if self._listening is not None:
                    await self._listening
        code = process.returncode
        how = "closed its output" if code is None else f"ended with exit code {code}"
        if code is not None and code < 0:
            how = f"was killed by {_signal_name(-code)}"
        said = self._last_words.decode(errors="replace").strip().splitlines()
        return f"the engine {how}" + (f": {said[-1][:200]}" if said else "")

    async def _end(self) -> None:
        """Kill the process and what it started."""
        process, self._process = self._process, None
        listening, self._listening = self._listening, None
        if process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            if process.stdin is not None:
                process.stdin.close()
            await process.wait()
        if listening is not None:
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening


def engine_command(
    game_name: str,
    options: Mapping[str, Any],
    level: int,
    seconds: float,
    by: str | None = None,
) -> list[str]:
    """How Lunka's own engine for a game is started, or somebody else's program behind it."""
    command = [sys.executable, "-m", "controller", "engine", game_name]
    command += ["--level", str(level), "--seconds", f"{seconds:g}"]
    if by is not None:
        command += ["--by", by]
    for key, value in options.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        command += ["--set", f"{key}={text}"]
    return command


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _checked(request: Mapping[str, Any], line: bytes) -> dict[str, Any]:
    """The answer, if it is one; an engine's own error is told as such."""
    shown = line[:120].decode(errors="replace").strip()
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise EngineError(f"the engine answered no line of JSON: {shown}") from None
    if not isinstance(answer, dict):
        raise EngineError(f"the engine answered no object: {shown}")
    if "error" in answer:
        error = answer["error"]
        told = error.get("message") if isinstance(error, dict) else error
        raise EngineError(f"the engine refuses: {told}")
    if request.get("ask") == "best" and not isinstance(answer.get("turn"), str):
        raise EngineError(f"the engine named no turn: {shown}")
    if request.get("ask") == "word" and not isinstance(answer.get("word", 0), str | None):
        raise EngineError(f"the engine said no word: {shown}")
    return answer
