"""How fast the voice is: `python -m tests.voice.figures`.

Handed over: from the moment something is said at the board until the worker's process starts the
program that speaks (wanted: 99 of 100 within 20 ms). First sample: from a text to the first sound
of espeak-ng, thrown away (wanted: within 500 ms). Blitz: how many turns wait at most to be told,
and how many things (wanted: 1; bounded). Run it on a machine that does nothing else.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from controller.settings.config import VoiceSection
from controller.voice.programs import Manner
from controller.voice.queue import Queue
from controller.voice.utterance import Hearing, Kind, Utterance, Verbosity
from tests.voice.evenings import kalah, listen
from tests.voice.test_queue import Mouth

TIMES = 200
#: Letters a second of espeak-ng at 170 words a minute.
_LETTERS = 15.6
_HEADER = 44


def handed_over(times: int = TIMES) -> list[float]:
    """Milliseconds, sorted: the worker is a real one, its voice only notes when it is started."""
    with tempfile.TemporaryDirectory() as folder:
        place, found = Path(folder), []
        heard = place / "heard"
        _program(place / "voice", f"date +%s.%N >> {heard}; cat > /dev/null")
        _program(place / "aplay", "exit 0")
        settings = VoiceSection(command=[str(place / "voice")]).model_dump()
        words = [sys.executable, "-m", "controller.voice.mouth", json.dumps(settings)]
        path = {"PATH": f"{place}:{os.environ['PATH']}"}
        with subprocess.Popen(
            words, stdin=subprocess.PIPE, text=True, env=os.environ | path
        ) as worker:
            assert worker.stdin is not None
            for number in range(1, times + 2):
                said = Utterance(number, time.time(), Kind.ANSWER, {"en": "Yes."}, {"en": "Yes."})
                worker.stdin.write(json.dumps(said.plain()) + "\n")
                worker.stdin.flush()
                found.append(1000 * (_line(heard, number) - said.at))
            worker.stdin.close()
    return sorted(found[1:])  # the first waits for the worker to start


def _line(file: Path, number: int) -> float:
    """What it noted then."""
    while True:
        lines = file.read_text().split("\n") if file.exists() else []
        if len(lines) > number:
            time.sleep(0.02)  # until it has said it
            return float(lines[number - 1])
        time.sleep(0.001)


def _program(file: Path, script: str) -> None:
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def first_sample(times: int = TIMES // 4) -> list[float]:
    """Milliseconds, sorted, of a long sentence."""
    text = "The board, South to move: " + "; ".join(f"4 at pit {pit}" for pit in range(1, 7)) + "."
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        with subprocess.Popen(
            Manner("en").program, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as voice:
            assert voice.stdin is not None and voice.stdout is not None
            voice.stdin.write(text.encode())
            voice.stdin.close()
            voice.stdout.read(_HEADER + 2)
            found.append(1000 * (time.perf_counter() - begun))
            voice.stdout.read()
    return sorted(found)


def blitz(verbosity: Verbosity) -> tuple[int, int]:
    """How many turns waited at most, and how many things, in an evening of blitz."""
    mouth = Mouth(Queue("en", Hearing(verbosity)), _LETTERS)
    told: list[Utterance] = []
    listen(kalah(1, "blitz"), 40, lambda _house, _now, new: told.extend(new))
    for each in told:
        mouth.hear(each)
    return mouth.behind, mouth.longest


def _told(found: list[float]) -> str:
    last = found[min(len(found) - 1, len(found) * 99 // 100)]
    return f"{found[len(found) // 2]:.1f} ms in the middle, {last:.1f} ms of 99 in 100"


if __name__ == "__main__":
    print("handed over:", _told(handed_over()))
    if shutil.which("espeak-ng"):
        print("first sample:", _told(first_sample()))
    else:
        print("first sample: espeak-ng is not installed")
    for each in Verbosity:
        turns, things = blitz(each)
        print(f"blitz, {each}: {turns} turns behind, {things} things waiting at most")
