"""Voices of this machine: a program that makes sound of text, and one that plays it.

`espeak-ng` (a Debian package) makes the sound, or one of the others (`controller.voice.programs`).
`pw-play` plays it where PipeWire runs, else `aplay` (ALSA). All of this blocks, and so
runs in a worker of its own (`controller.voice.mouth`), never in the board's loop.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tempfile
import wave
from array import array
from pathlib import Path
from threading import Event

from controller.games.told import Told
from controller.voice.programs import TEXT, WAV, Manner
from controller.voice.stress import stressed

PIPEWIRE, ALSA = "pw-play", "aplay"
#: Seconds for the sound of one sentence, and between two looks whether it is to be cut off.
_PATIENCE, _LOOK = 20.0, 0.02
#: The volume that changes nothing.
_AS_MADE = 100
#: The bytes of a sample that can be made louder.
_SAMPLE = 2
#: What a program says of its trouble is quoted so far.
_LONGEST = 200


class SilentError(Exception):
    """Nothing can be heard, and why."""


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
    """A WAV file of this text; only `espeak-ng` knows itself how loud that is to be."""
    if manner.is_espeak:
        return _made(stressed(text, manner.language), manner.program)
    made = _made(text, manner.program)
    return made if manner.volume == _AS_MADE else at_volume(made, manner.volume)


def _made(words: str, program: list[str]) -> bytes:
    """What this program makes of the words: it writes a file where it is told one, else it says
    it on its output."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "said.wav"
        command = [each.replace(WAV, str(file)).replace(TEXT, words) for each in program]
        output = _output(command, words)
        return file.read_bytes() if file.exists() else output


def _output(command: list[str], words: str) -> bytes:
    name = command[0]
    try:
        made = subprocess.run(
            command, input=words.encode(), capture_output=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise SilentError(
            Told("{program} did not answer in {seconds:g} s", program=name, seconds=_PATIENCE)
        ) from None
    except OSError as trouble:
        raise _not_started(name, trouble) from None
    if made.returncode:
        raise _failed(name, made.returncode, made.stderr)
    return made.stdout


def at_volume(made: bytes, volume: int) -> bytes:
    """This WAV file so much louder or softer, in per cent; another format than it can change stays
    as it is."""
    try:
        with wave.open(io.BytesIO(made)) as read:
            shape, samples = read.getparams(), array("h", read.readframes(read.getnframes()))
    except (wave.Error, EOFError, ValueError):
        return made
    if shape.sampwidth != _SAMPLE:
        return made
    scaled = array("h", (max(-32768, min(32767, each * volume // 100)) for each in samples))
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setparams(shape)
        written.writeframes(scaled.tobytes())
    return file.getvalue()


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
