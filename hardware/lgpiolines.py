"""lgpio's own calls, where gpiozero's are too slow: lines written directly and read in groups.

gpiozero reads one pin a call and looks at a pin's mode before it writes. It still opens and closes
every pin, so that two users of one pin are found as ever; only the claims of the lines that are
read together are exchanged for the group's while a driver is open.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from hardware.errors import PinsUnavailableError
from hardware.told import Told
from hardware.wires import PinFactory


class Lines:
    """Some lines of lgpio's open chip that are read together, pulled up.

    Every status is looked at: anybody in the process may have switched lgpio's exceptions off.
    """

    def __init__(self, lgpio: Any, handle: int, together: Sequence[int]) -> None:
        self._lgpio, self._handle, self._together = lgpio, handle, list(together)

    def write(self, line: int, level: int) -> None:
        """Drive a line."""
        self._try("gpio_write", line, level)

    def read(self) -> int:
        """The levels of all: bit 0 is the first one's, the others follow in their order."""
        return int(self._try("group_read", self._together[0])[1])

    def group(self) -> bool:
        """Make them a group; False, with each an input by itself as before, where that fails."""
        pull_up = self._lgpio.SET_PULL_UP
        try:
            for line in self._together:  # no line is given twice, not even to the same process
                self._try("gpio_free", line)
            self._try("group_claim_input", self._together, pull_up)
        except PinsUnavailableError:
            for line in self._together:
                self._try("gpio_claim_input", line, pull_up)
            return False
        return True

    def ungroup(self) -> None:
        """Let go of the group; its leader stands for all."""
        self._try("group_free", self._together[0])

    def _try(self, call: str, what: int | list[int], *more: int) -> Any:
        try:
            answer = getattr(self._lgpio, call)(self._handle, what, *more)
        except self._lgpio.error as trouble:
            raise _failed(call, what, str(trouble).strip("'")) from trouble
        status = answer[0] if isinstance(answer, list) else answer
        if status < 0:
            raise _failed(call, what, self._lgpio.error_text(status))
        return answer


def _failed(call: str, what: int | list[int], why: str) -> PinsUnavailableError:
    pins = ", ".join(map(str, what if isinstance(what, list) else [what]))
    return PinsUnavailableError(
        Told(
            "GPIO {pins}: {call} failed: {said}. Lunka tries again by itself; if it stays "
            "so, run `lunka doctor`.",
            pins=pins,
            call=call,
            said=why,
        )
    )


def grouped(together: Sequence[int], factory: PinFactory) -> Lines | None:
    """These lines as a group, once gpiozero has opened them; None: read them one by one."""
    backend = sys.modules.get("gpiozero.pins.lgpio")  # loaded if its factory was made
    if backend is None or not isinstance(factory, backend.LGPIOFactory):
        return None
    lines = Lines(backend.lgpio, factory._handle, together)
    return lines if lines.group() else None
