"""A service that is asked by lines: one answer for each line of standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable


def answer_lines(answer: Callable[[str], str]) -> int:
    """Answer every line of standard input with one line."""
    # Bytes that are not text become a line that cannot be read, which is answered as such.
    for line in sys.stdin.buffer:
        text = line.decode("utf-8", errors="replace").strip()
        if text:
            print(answer(text), flush=True)
    return 0
