"""The sound alphabet: short tones for who wants fewer words, made by the program itself.

They differ in rhythm and direction, not in pitch alone: nobody needs a musical ear, and a small
loudspeaker is enough. The page plays the same notes (`static/tones.js`; a test compares them).
"""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Iterator
from enum import StrEnum
from typing import Final


class Tone(StrEnum):
    """What a tone says."""

    TURN = "turn"  # it is the turn of the other side now: two notes, rising
    AGAIN = "again"  # the same side moves once more: three quick notes
    CAPTURE = "capture"  # a turn took something: three notes, falling
    WRONG = "wrong"  # something is to be put right: two low, long notes
    DONE = "done"  # a turn is taken, or it is right again: one note


#: Hertz and milliseconds of each note; 0 Hz is a rest.
NOTES: Final[dict[Tone, tuple[tuple[int, int], ...]]] = {
    Tone.TURN: ((660, 90), (880, 150)),
    Tone.AGAIN: ((880, 60), (0, 45), (880, 60), (0, 45), (880, 60)),
    Tone.CAPTURE: ((990, 80), (740, 80), (495, 150)),
    Tone.WRONG: ((220, 180), (0, 60), (220, 180)),
    Tone.DONE: ((740, 110),),
}
_RATE = 22_050
#: Milliseconds in which a note comes and goes: one that is cut clicks.
_EDGE = 8
#: The loudest that is still pleasant beside a voice, of 32767; at a volume of 100.
_LOUD = 9_000
_LOUDEST = 32_000


def sound_of(tone: Tone, volume: int = 100) -> bytes:
    """This tone as a WAV file; `volume` in per cent, as of the voice."""
    loud = min(_LOUDEST, _LOUD * volume // 100)
    samples = [round(loud * sample) for note in NOTES[tone] for sample in _note(*note)]
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(_RATE)
        written.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


def _note(hertz: int, milliseconds: int) -> Iterator[float]:
    """Samples from -1 to 1."""
    count, edge = (_RATE * each // 1000 for each in (milliseconds, _EDGE))
    for at in range(count):
        swell = min(1.0, at / edge, (count - 1 - at) / edge)
        yield swell * math.sin(2 * math.pi * hertz * at / _RATE)
