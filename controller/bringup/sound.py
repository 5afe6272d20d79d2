"""The doctor's look at the voice: the program that speaks, the one that plays, the sound card."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from controller.bringup.findings import Finding, fault, good, warning
from controller.settings.config import VoiceSection
from controller.voice.programs import Manner
from controller.voice.voices import player

_ABOUT = "voice"
_PACKAGES = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils", "pw-play": "pipewire-bin"}


@dataclass(frozen=True, slots=True)
class Sound:
    """What this machine has for being heard; `cards`: its sound cards, as Linux lists them."""

    cards: tuple[str, ...]
    pipewire: bool
    find: Callable[[str], str | None] = shutil.which


def this_sound(root: Path = Path("/")) -> Sound:
    """Ask the machine we run on."""
    try:
        listed = (root / "proc/asound/cards").read_text("utf-8", "replace").splitlines()
    except OSError:
        listed = []
    cards = tuple(line.strip() for line in listed if "]:" in line)
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return Sound(cards, bool(runtime) and (Path(runtime) / "pipewire-0").exists())


def examine_voice(voice: VoiceSection, sound: Sound) -> list[Finding]:
    """Every finding about a table that is to speak; none where it is not."""
    return list(_findings(voice, sound)) if voice.speaks else []


def _findings(voice: VoiceSection, sound: Sound) -> Iterator[Finding]:
    manner = Manner(command=tuple(voice.command), by=voice.by, model=voice.model)
    for program in (manner.program[0], player()):
        found = sound.find(program)
        if found:
            yield good(_ABOUT, f"{program} is {found}")
        elif program in _PACKAGES:
            remedy = f"sudo apt-get install {_PACKAGES[program]}"
            yield fault(_ABOUT, f"{program} is not installed", remedy)
        elif voice.command:
            yield fault(_ABOUT, f"{program} is not found", "put its whole path into voice.command")
        else:
            yield fault(
                _ABOUT, f"{program} is not installed", f"install {voice.by} (docs/voice.md)"
            )
    if voice.model and not Path(voice.model).is_file():
        yield fault(_ABOUT, f"there is no voice {voice.model}", "download one (docs/voice.md)")
    if sound.cards:
        yield good(_ABOUT, f"sound cards: {'; '.join(sound.cards)}")
    elif not sound.pipewire:
        yield warning(
            _ABOUT,
            "this machine has no sound card",
            "plug one in (docs/voice.md)",
        )
