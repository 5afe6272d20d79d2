"""Voices of this machine: a program that makes sound of text, and one that plays it.

`espeak-ng` (a Debian package) makes the sound, or any other program that reads a text and writes a
WAV file. `pw-play` plays it where PipeWire runs, else `aplay` (ALSA). All of this blocks, and so
runs in a worker of its own (`controller.voice.mouth`), never in the board's loop.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from controller.games.told import Told
from controller.voice.stress import stressed

ESPEAK, PIPEWIRE, ALSA = "espeak-ng", "pw-play", "aplay"
#: Seconds for the sound of one sentence, and between two looks whether it is to be cut off.
_PATIENCE, _LOOK = 20.0, 0.02
#: What a program says of its trouble is quoted so far.
_LONGEST = 200


class SilentError(Exception):
    """Nothing can be heard, and why."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How it is spoken: words a minute, loudness in per cent, and by which program."""

    language: str = "en"
    speed: int = 170
    volume: int = 100
    command: Sequence[str] = field(default_factory=tuple)

    @property
    def program(self) -> list[str]:
        """What makes a WAV file of the text that it reads."""
        if self.command:
            return [*self.command]
        how = ["-v", self.language, "-s", str(self.speed), "-a", str(self.volume)]
        return [ESPEAK, *how, "--stdin", "--stdout"]


def player(runtime: str | None = None) -> str:
    """What plays a file: PipeWire's where that runs, else ALSA's."""
    folder = os.environ.get("XDG_RUNTIME_DIR", "") if runtime is None else runtime
    pipewire = folder and (Path(folder) / "pipewire-0").exists()
    return PIPEWIRE if pipewire and shutil.which(PIPEWIRE) else ALSA


def speak(text: str, manner: Manner, stop: Event | None = None) -> None:
    """Say it, and return when it is said or `stop` is set; `SilentError` where nobody hears it."""
    play(sound(text, manner), stop)


def play(made: bytes, stop: Event | None = None) -> None:
    """Play a WAV file, and return when it is played or `stop` is set."""
    stop = stop or Event()
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        file.write(made)
        file.flush()
        if not stop.is_set():
            _play(file.name, stop)


def sound(text: str, manner: Manner) -> bytes:
    """A WAV file of this text."""
    program = manner.program
    words = text if manner.command else stressed(text, manner.language)
    try:
        made = subprocess.run(
            program, input=words.encode(), capture_output=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise SilentError(
            Told("{program} did not answer in {seconds:g} s", program=program[0], seconds=_PATIENCE)
        ) from None
    except OSError as trouble:
        raise _not_started(program[0], trouble) from None
    if made.returncode:
        raise _failed(program[0], made.returncode, made.stderr)
    return made.stdout


def _play(file: str, stop: Event) -> None:
    program = player()
    words = [program, *(["-q"] if program == ALSA else []), file]
    try:
        playing = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    except OSError as trouble:
        raise _not_started(program, trouble) from None
    with playing:
        while playing.poll() is None:
            if stop.wait(_LOOK):
                playing.kill()
                return
        if playing.returncode and playing.stderr:
            raise _failed(program, playing.returncode, playing.stderr.read())


def _not_started(program: str, trouble: OSError) -> SilentError:
    if isinstance(trouble, FileNotFoundError):
        return SilentError(Told("{program} is not installed", program=program))
    why = trouble.strerror or str(trouble)
    return SilentError(Told("{program} cannot be started: {reason}", program=program, reason=why))


def _failed(program: str, code: int, told: bytes) -> SilentError:
    """What the program said last, else how it ended."""
    lines = told.decode("utf-8", "replace").strip().splitlines()
    why = lines[-1][:_LONGEST] if lines else f"exit code {code}"
    return SilentError(Told("{program} failed: {reason}", program=program, reason=why))
