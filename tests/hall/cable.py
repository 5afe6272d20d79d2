"""A cable between a table and its broker that a test can pull out, and plug in again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Cable:
    """Carries bytes to the broker's port until it is pulled."""

    def __init__(self, broker_port: int) -> None:
        self._to = broker_port
        self.port = 0
        self.pulled = False
        self._ends: set[asyncio.StreamWriter] = set()

    def pull(self) -> None:
        """Everything under way is lost, and nobody gets through."""
        self.pulled = True
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    def plug_in(self) -> None:
        """Whoever tries again gets through."""
        self.pulled = False

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, both ways, to its end."""
        if self.pulled:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        self._ends |= {writer, far_writer}
        await asyncio.gather(_copy(reader, far_writer), _copy(far_reader, writer))
        self._ends -= {writer, far_writer}


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()


@asynccontextmanager
async def cable_to(broker_port: int) -> AsyncIterator[Cable]:
    """A cable for as long as the context lasts."""
    cable = Cable(broker_port)
    server = await asyncio.start_server(cable.carry, "127.0.0.1", 0)
    cable.port = server.sockets[0].getsockname()[1]
    try:
        yield cable
    finally:
        server.close()
        cable.pull()
        await server.wait_closed()
