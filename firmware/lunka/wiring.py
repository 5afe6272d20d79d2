"""The board as the host described it: every part made, looked at when its time has come."""

import json
from binascii import crc32

from .buttons import Buttons
from .lights import Strip
from .reeds import Matrix
from .scales import Bank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..chip import Chip
    from .queue import Queue

LONGEST_WAIT_US = 5000


class Wiring:
    """All parts of one board."""

    def __init__(self, chip: "Chip", queue: "Queue", text: bytes) -> None:
        spec = json.loads(text)
        self.checksum = crc32(text)
        self._chip = chip
        self.watchdog_us = int(spec["watchdog_ms"]) * 1000
        code = "Q" if spec["wide"] else "I"  # how long a word of the port is
        self.matrices = [Matrix(chip, queue, n, each, code) for n, each in enumerate(spec["reeds"])]
        self.banks = [Bank(chip, queue, n, each, code) for n, each in enumerate(spec["load"])]
        self.buttons = Buttons(chip, queue, spec["buttons"], code)
        self.strip = Strip(chip, spec["pixels"]) if spec["pixels"] else None
        self._parts: list[Matrix | Bank | Buttons] = []
        self._parts.extend(self.matrices)
        self._parts.extend(self.banks)
        if spec["buttons"]:
            self._parts.append(self.buttons)

    def look(self, now: int) -> int:
        """Look at each part whose time has come; gives the microseconds until the next."""
        diff = self._chip.ticks_diff
        wait = LONGEST_WAIT_US
        for part in self._parts:
            if diff(part.due, now) <= 0:
                part.look(now)
            left = diff(part.due, now)
            wait = min(wait, left)
        for matrix in self.matrices:
            if matrix.moved:
                wait = min(wait, max(0, diff(matrix.calm_at, now)))
        return wait

    def calm(self, now: int) -> bool:
        """Whether some matrix has just come to rest."""
        found = False
        for matrix in self.matrices:
            if matrix.calm(now):
                found = True
        return found

    def state(self) -> bytes:
        """What every button and every reed says: nothing that changed can stay unknown."""
        state = bytes(self.buttons.words)
        for matrix in self.matrices:
            state += bytes(matrix.words)
        return state

    def dark(self) -> None:
        """Lights off."""
        if self.strip is not None:
            self.strip.dark()
