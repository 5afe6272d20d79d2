"""Whole messages between the board and its page: JSON over a pair of sockets.

Each is told with its length first, so that one is heard whole or not at all.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Mapping
from typing import Any

Message = Mapping[str, Any]

_LENGTH = 4


class Channel:
    """One end of the line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def over(cls, end: socket.socket) -> Channel:
        """The line over this end of a pair, which it owns from now on."""
        return cls(*await asyncio.open_connection(sock=end))

    async def say(self, message: Message) -> None:
        """Send a message; returns once the other end has taken most of what was sent."""
        words = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
        self._writer.write(len(words).to_bytes(_LENGTH, "big") + words)
        await self._writer.drain()

    async def hear(self) -> dict[str, Any] | None:
        """The next message; None where the other end is gone."""
        try:
            length = int.from_bytes(await self._reader.readexactly(_LENGTH), "big")
            heard: dict[str, Any] = json.loads(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        return heard

    def close(self) -> None:
        """Hang up."""
        self._writer.close()
