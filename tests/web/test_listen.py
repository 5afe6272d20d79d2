"""The page's socket: what is sent through it leaves at once."""

from __future__ import annotations

import asyncio
import socket

from controller.daemon.listen import bind


def test_answers_do_not_wait_for_the_visitor() -> None:
    """Every connection taken has TCP_NODELAY: an answer of two packets does not wait 40 ms."""

    async def nodelay() -> int:
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def visitor(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            own: socket.socket = writer.get_extra_info("socket")
            taken.set_result(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with bind("127.0.0.1", 0) as listener:
            async with await asyncio.start_server(visitor, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname()[:2])
                answer = await taken
                writer.close()
                return answer

    assert asyncio.run(nodelay()) == 1
