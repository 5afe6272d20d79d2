"""How late those see the table who have no key, where it is shown late: as late as the hall shows
it, or later.

The hub says with every ack how late a competition is to be seen. That is remembered beside the
record: a table that is started without its hall keeps to what it heard last.
"""

from __future__ import annotations

from controller.record.log import Log

#: Seconds, where neither the settings nor the hall say how many.
USUAL_DELAY = 60.0
_HEARD = "hall:delay"


class Lateness:
    """The delay of one table's page: the longer of its own and the hall's."""

    def __init__(self, log: Log, own: int | None, *, in_hall: bool) -> None:
        self._log, self._own = log, float(own or 0)
        heard = log.recall(_HEARD) if in_hall else None
        self._hall = float(heard) if isinstance(heard, int | float) else 0.0

    def seconds(self) -> float:
        """How many seconds late the table is seen."""
        return max(self._own, self._hall) or USUAL_DELAY

    def hear(self, seconds: float) -> bool:
        """The hall shows this table so late (0: at once); gives whether that is new."""
        if seconds == self._hall:
            return False
        self._hall = seconds
        self._log.remember(_HEARD, seconds)
        return True
