"""What a terminal would obey in other people's words is shown instead: names, games, answers.

A record, an import or another machine's table may hold any letters, and some of them move the
cursor, hide text or type for whoever reads. Our own colours go past this guard (`Terminal`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

#: Everything that is obeyed rather than shown, but for line ends and tabs; also what turns the
#: direction of writing round.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r(?!\n)"
)


def visible(text: str) -> str:
    """The text with everything that a terminal would obey written as its code."""
    return _OBEYED.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


class GuardedStream:
    """A terminal's stream that shows what it is given; `raw` is the one beneath."""

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        """Write it so that it can be seen."""
        self.raw.write(visible(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


def our_own() -> TextIO:
    """The output for what is ours alone, colours and all."""
    return sys.stdout.raw if isinstance(sys.stdout, GuardedStream) else sys.stdout


@contextmanager
def guarded_terminal() -> Iterator[None]:
    """Guard both outputs where a terminal shows them; files and pipes get every byte."""
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        cast("TextIO", GuardedStream(stream)) if stream.isatty() else stream for stream in kept
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = kept
