"""Wrong keys, counted by where they come from: who tries many waits longer for each answer.

Only wrong ones: whoever comes from the same address with the right key is let in as ever.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

#: So many wrong keys from one address within the window are answered at once.
MOST_WRONG = 10
WINDOW = 60.0
#: Seconds that the answer to a further one takes.
PAUSE = 1.0
#: Addresses that are remembered; more must be an attack, and the oldest are forgotten.
_MOST_ADDRESSES = 10_000


class WrongKeys:
    """How many wrong keys came from each address lately."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def note(self, address: str) -> float:
        """One more came from there; for how many seconds there are too many now (0: not yet)."""
        began, count = self._wrong.pop(address, (self._now(), 0))
        if began + WINDOW <= self._now():
            began, count = self._now(), 0
        self._wrong[address] = (began, count + 1)
        if len(self._wrong) > _MOST_ADDRESSES:
            self._wrong.popitem(last=False)
        return began + WINDOW - self._now() if count >= MOST_WRONG else 0.0
