"""The topics of a hall: `lunka/TABLE/ENDING`, one set for each table."""

from __future__ import annotations

import re
from dataclasses import dataclass

from controller.publish.messages import WireError, short

PREFIX = "lunka"
STATUS, STATE, EVENTS = "status", "state", "events"
ACK, ORDERS, ANSWERS = "ack", "orders", "answers"
#: What a table writes, and what the hub writes to it.
FROM_TABLE = (STATUS, STATE, EVENTS, ANSWERS)
FROM_HUB = (ACK, ORDERS)
LEAVES = FROM_TABLE + FROM_HUB

_NAME = r"[a-z0-9][a-z0-9-]{0,31}"
_TABLE = re.compile(_NAME)
_PREFIX = re.compile(rf"{_NAME}(/{_NAME}){{0,3}}")


def is_table_name(name: str) -> bool:
    """Whether a table can be called this; the broker knows it under the same name."""
    return _TABLE.fullmatch(name) is not None


def is_prefix(prefix: str) -> bool:
    """Whether all topics can begin with this."""
    return _PREFIX.fullmatch(prefix) is not None


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table."""

    table: str
    prefix: str = PREFIX

    def of(self, leaf: str) -> str:
        """The topic with this ending, like `lunka/t1/state`."""
        return f"{self.prefix}/{self.table}/{leaf}"


def split_topic(topic: str, prefix: str = PREFIX) -> tuple[str, str]:
    """The table and the ending of a topic; `WireError` where it is none of ours."""
    head, _, leaf = topic.rpartition("/")
    above, _, table = head.rpartition("/")
    if above != prefix or leaf not in LEAVES or not is_table_name(table):
        raise WireError(
            f"topic {short(topic)}: ours are {prefix}/TABLE/ENDING, with ENDING one of "
            f"{', '.join(LEAVES)}"
        )
    return table, leaf
