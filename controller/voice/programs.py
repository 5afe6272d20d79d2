"""Programs that make a WAV file of words, by the names under which the settings know them.

A program reads the words, or gets them in place of `TEXT`; it writes the file to its output, or
where `WAV` stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

WAV, TEXT = "{wav}", "{text}"
ESPEAK, PIPER, SHERPA, RHVOICE = "espeak-ng", "piper", "sherpa-onnx", "rhvoice"
#: The speed at which voices that know no words a minute speak by themselves.
_USUAL_SPEED = 170
#: Who of espeak-ng speaks a language where nobody is named, if not its first voice: of the four
#: English ones compared a recogniser understood this one best (tests/voice/recognised.py).
_VOICES = {"en": "en-us+f2"}
#: Who of RHVoice speaks where nobody is named.
_PROFILES = {"en": "slt", "ru": "anna"}


@dataclass(frozen=True, slots=True)
class Manner:
    """How it is spoken: words a minute, loudness in per cent, and by whom.

    `voice` is the name of a voice of `espeak-ng` or RHVoice, `model` the file of one of Piper or
    sherpa-onnx, `command` a program of one's own.
    """

    language: str = "en"
    speed: int = _USUAL_SPEED
    volume: int = 100
    command: Sequence[str] = field(default_factory=tuple)
    by: str = ESPEAK
    voice: str = ""
    model: str | None = None

    @property
    def program(self) -> list[str]:
        """What makes a WAV file of the text."""
        return [*self.command] if self.command else PROGRAMS[self.by](self)

    @property
    def is_espeak(self) -> bool:
        """Whether it is spoken by `espeak-ng`."""
        return self.by == ESPEAK and not self.command


def _espeak(manner: Manner) -> list[str]:
    voice = manner.voice or _VOICES.get(manner.language, manner.language)
    how = ["-v", voice, "-s", str(manner.speed)]
    return ["espeak-ng", *how, "-a", str(manner.volume), "--stdin", "--stdout"]


def _piper(manner: Manner) -> list[str]:
    model = ["--model", manner.model or ""]
    return ["piper", *model, "--length_scale", _slowness(manner), "--output_file", WAV]


def _sherpa(manner: Manner) -> list[str]:
    """A voice of sherpa-onnx is a folder: the model, and beside it what it needs."""
    beside = Path(manner.model or "").parent
    return [
        "sherpa-onnx-offline-tts",
        f"--vits-model={manner.model}",
        f"--vits-tokens={beside / 'tokens.txt'}",
        f"--vits-data-dir={beside / 'espeak-ng-data'}",
        f"--vits-length-scale={_slowness(manner)}",
        f"--output-filename={WAV}",
        TEXT,
    ]


def _rhvoice(manner: Manner) -> list[str]:
    return ["RHVoice-test", "-p", manner.voice or _PROFILES.get(manner.language, "slt"), "-o", WAV]


def _slowness(manner: Manner) -> str:
    """How much longer than usual each sound is."""
    return f"{_USUAL_SPEED / manner.speed:.2f}"


PROGRAMS: Final[dict[str, Callable[[Manner], list[str]]]] = {
    ESPEAK: _espeak,
    PIPER: _piper,
    SHERPA: _sherpa,
    RHVOICE: _rhvoice,
}
#: Those that speak by the file of a voice.
BY_MODEL: Final = (PIPER, SHERPA)
