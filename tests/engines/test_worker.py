"""An engine in a process of its own: asked, killed, bounded, and whatever a foreign one answers."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from controller.engines.worker import EngineError, Thinker, engine_command

START = "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"
BEST = {"ask": "best", "position": START}


def thinker(code: str, *, seconds: float = 30.0, memory_mb: int = 300) -> Thinker:
    """A foreign engine: this code, with `line` being each question."""
    told = f"import sys, os, time\nfor line in sys.stdin:\n    {code}\n    sys.stdout.flush()"
    command = [sys.executable, "-c", told]
    return Thinker("kalah", {}, 3, seconds=seconds, memory_mb=memory_mb, command=command)


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run to the end, within any time."""

    async def bounded() -> None:
        async with asyncio.timeout(120):
            await work()

    asyncio.run(bounded())


def refused(engine: Thinker) -> str:
    """What is told of an engine that does not answer."""
    said: list[str] = []

    async def work() -> None:
        try:
            await engine.ask(BEST)
        except EngineError as error:
            said.append(str(error))
        finally:
            await engine.close()

    run(work)
    assert said, "it answered"
    return said[0]


def gone(pid: int) -> bool:
    """Whether a process is no more."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except OSError:
        return True
    return state == "Z"


def test_own_engine_answers() -> None:
    """Lunka's own engine is started when first asked, gives way, and answers both questions."""

    async def work() -> None:
        engine = Thinker("kalah", {"stones": 4, "pie": True}, 2, seconds=1, memory_mb=150)
        assert engine.pid is None
        answer = await engine.ask(BEST)
        assert answer["turn"] in {"a1", "a2", "a3", "a4", "a5", "a6"}
        assert 0 <= answer["chance"] <= 1
        assert len(answer["turns"]) == 6
        assert engine.pid is not None
        assert os.getpriority(os.PRIO_PROCESS, engine.pid) >= 10
        word = await engine.ask({"ask": "word", "position": START})
        assert word == {"word": None}
        with pytest.raises(EngineError, match="the engine refuses: position 'S 4' is not of"):
            await engine.ask({"ask": "best", "position": "S 4"})
        pid = engine.pid
        assert (await engine.ask(BEST))["turn"]
        assert engine.pid == pid
        await engine.close()
        assert gone(pid)

    run(work)


def test_killed_while_it_thinks() -> None:
    """Killed at any moment it is told so, and the next question starts it again."""

    async def work() -> None:
        engine = thinker("time.sleep(60) if 'slow' in line else print('{\"turn\": \"a1\"}')")
        for _ in range(3):
            asked = asyncio.create_task(engine.ask({"ask": "best", "position": "slow"}))
            while engine.pid is None:
                await asyncio.sleep(0.01)
            pid = engine.pid
            os.kill(pid, signal.SIGKILL)
            with pytest.raises(EngineError, match="was killed by SIGKILL"):
                await asked
            assert (await engine.ask(BEST)) == {"turn": "a1"}
            assert engine.pid != pid
        await engine.close()

    run(work)


def test_killed_between_two_questions() -> None:
    """A process that ended while nobody asked is noticed by nobody who asks."""

    async def work() -> None:
        engine = thinker('print(\'{"turn": "a1"}\')')
        await engine.ask(BEST)
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        while not gone(engine.pid):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert (await engine.ask(BEST)) == {"turn": "a1"}
        await engine.close()

    run(work)


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that takes too long is killed with all that it started."""
    monkeypatch.setattr(Thinker, "margin", 0.2)
    monkeypatch.setattr(Thinker, "starting", 1.0)

    async def work() -> None:
        engine = thinker("os.fork() and time.sleep(600)", seconds=0.1)
        asked = asyncio.create_task(engine.ask(BEST))
        while engine.pid is None:
            await asyncio.sleep(0.01)
        pid = engine.pid
        with pytest.raises(EngineError, match=r"has not answered for 1\.3 seconds"):
            await asked
        assert engine.pid is None
        assert gone(pid)
        await engine.close()

    run(work)


def test_who_asks_no_more_gets_no_old_answer() -> None:
    """A question that is given up (a turn was taken back) leaves nothing behind."""

    async def work() -> None:
        engine = thinker("time.sleep(60) if 'slow' in line else print('{\"turn\": \"a1\"}')")
        asked = asyncio.create_task(engine.ask({"ask": "best", "position": "slow"}))
        while engine.pid is None:
            await asyncio.sleep(0.01)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert (await engine.ask(BEST)) == {"turn": "a1"}
        await engine.close()

    run(work)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print('hello')", "answered no line of JSON: hello"),
        ("print('[1, 2]')", "answered no object"),
        ("print('{\"turn\": 3}')", "named no turn"),
        ("print('{}')", "named no turn"),
        ("print('[' * 100000)", "answered no line of JSON"),
        ("print('x' * 3000000)", "longer than"),
        ("sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n')", "no line of JSON"),
        ('print(\'{"error": {"message": "no idea"}}\')', "the engine refuses: no idea"),
        ("print('{\"error\": 7}')", "the engine refuses: 7"),
        ("sys.exit('I cannot go on')", "ended with exit code 1: I cannot go on"),
        ("os.close(1); time.sleep(60)", "closed its output"),
        ("x = bytearray(1 << 30)", "ended with exit code 1: MemoryError"),
    ],
)
def test_garbage_from_a_foreign_engine(code: str, words: str) -> None:
    """Whatever it answers, it is told in words; memory beyond the limit is not to be had."""
    assert words in refused(thinker(code))


def test_no_such_program() -> None:
    """A command that cannot be started says so."""
    engine = Thinker("kalah", {}, 8, seconds=1, memory_mb=100, command=["/no/such/engine"])
    assert "/no/such/engine cannot be started: No such file or directory" in refused(engine)


def test_it_never_outlives_its_parent(tmp_path: Path) -> None:
    """Killed with -9, a parent takes its engine along."""
    code = f"""
import asyncio, os, sys
from controller.engines.worker import Thinker
async def main():
    told = "import time; print('{{\\"turn\\": \\"a1\\"}}', flush=True); time.sleep(600)"
    command = [sys.executable, "-c", told]
    engine = Thinker("kalah", {{}}, 1, seconds=30, memory_mb=100, command=command)
    await engine.ask({BEST!r})
    print(engine.pid, flush=True)
    os.kill(os.getpid(), 9)
asyncio.run(main())
"""
    script = tmp_path / "parent.py"
    script.write_text(code, encoding="utf-8")

    async def work() -> None:
        parent = await asyncio.create_subprocess_exec(
            sys.executable, str(script), stdout=asyncio.subprocess.PIPE
        )
        assert parent.stdout is not None
        pid = int(await parent.stdout.readline())
        await parent.wait()
        while not gone(pid):
            await asyncio.sleep(0.02)

    run(work)


def test_its_command_line() -> None:
    """Options go as the command line writes them."""
    command = engine_command("kalah", {"stones": 4, "pie": True}, 5, 0.5)
    assert command[1:] == [
        *("-m", "controller", "engine", "kalah", "--level", "5", "--seconds", "0.5"),
        *("--set", "stones=4", "--set", "pie=true"),
    ]
