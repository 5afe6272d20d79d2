"""What runs beside the board runs in the service's sandbox, where nobody may change priorities."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from controller.engines.worker import Thinker
from controller.record.log import Log
from controller.settings.config import VoiceSection
from tests.machine.skips import program
from tests.record.games import played
from tests.record.signed import write_signed

_ROOT = Path(__file__).parents[2]
#: As the kernel answers where the unit takes @resources away.
_FILTER = """
#include <errno.h>
int setpriority(int which, unsigned who, int value) { errno = EPERM; return -1; }
int nice(int more) { errno = EPERM; return -1; }
"""


@pytest.fixture
def _sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is started from here on gets no for an answer."""
    (tmp_path / "filter.c").write_text(_FILTER, encoding="ascii")
    library = tmp_path / "filter.so"
    source = tmp_path / "filter.c"
    command = [program("gcc"), "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(command, check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))


def _run(*words: str | Path) -> str:
    return subprocess.run(
        [sys.executable, *words], cwd=_ROOT, check=True, capture_output=True, text=True, input=""
    ).stdout


def test_the_unit_takes_priorities_away() -> None:
    """Which is what these tests stand for."""
    unit = (_ROOT / "systemd" / "lunka.service").read_text(encoding="utf-8")
    assert "SystemCallFilter=~@privileged @resources\nSystemCallErrorNumber=EPERM\n" in unit


@pytest.mark.usefixtures("_sandbox")
def test_the_filter_holds() -> None:
    """A process that insists ends."""
    with pytest.raises(subprocess.CalledProcessError):
        _run("-c", "import os; os.nice(1)")


@pytest.mark.usefixtures("_sandbox")
def test_games_are_signed_all_the_same(tmp_path: Path) -> None:
    """The signing process does its work, though it cannot give way."""
    record, finished = tmp_path / "table.db", played(range(6, 400, 9))
    assert finished.over
    with Log(record) as log:
        log.append(finished.events)
    assert '"signature"' in _run("-m", "controller.record.signer", record)


@pytest.mark.usefixtures("_sandbox")
def test_a_record_is_verified_all_the_same(tmp_path: Path) -> None:
    """Beside the game, from time to time."""
    write_signed(tmp_path / "table.db", tmp_path / "hub.key")
    assert '"damaged": false' in _run("-m", "controller.record.checking", tmp_path / "table.db")


@pytest.mark.usefixtures("_sandbox")
def test_an_engine_thinks_all_the_same() -> None:
    """Its memory is still bounded; it only cannot give way."""

    async def work() -> None:
        thinker = Thinker("kalah", {"stones": 4}, 2, seconds=0.2, memory_mb=150)
        answer = await thinker.ask({"ask": "best", "position": "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"})
        await thinker.close()
        assert answer["turn"]

    asyncio.run(work())


@pytest.mark.usefixtures("_sandbox")
def test_a_voice_listens_all_the_same() -> None:
    """Until the board hangs up."""
    settings = json.dumps(VoiceSection().model_dump())
    assert _run("-m", "controller.voice.mouth", settings) == ""
