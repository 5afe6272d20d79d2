"""The hub's hand under its orders, so that a table can tell them from anybody else's."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from pathlib import Path

from controller.publish.messages import Ask, Order
from controller.publish.seals import write_sealed
from controller.publish.wire import write_order
from controller.record.signing import SigningError, SigningKey

log = logging.getLogger(__name__)

#: Two orders are never given at the same moment, or the second would look like the first again.
_LATER = 0.001


class Seals:
    """Signs each order as it leaves, with the key that also signs anchors."""

    def __init__(self, key_file: Path, now: Callable[[], float]) -> None:
        self._key_file, self._now = key_file, now
        self._last = -math.inf

    def write(self, table: str, order: Order | Ask) -> bytes:
        """An order as it is sent. Where nothing can be signed it goes without: a table that was
        told the hub's key says so, and the others obey as they did before there were seals."""
        self._last = at = round(max(self._now(), self._last + _LATER), 3)
        try:
            return write_sealed(order, table, at, SigningKey(self._key_file).sign)
        except SigningError as trouble:
            log.error("orders are not signed: %s", trouble)  # noqa: TRY400  # a sentence
            return write_order(order)
