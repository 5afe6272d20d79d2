"""Serving until somebody stops it: the page, and whatever runs beside it."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from controller.notify import Notifier
from controller.web.server import make_server


async def run_until_stopped(
    app: ASGIApp,
    listener: socket.socket,
    announce: Callable[[], None],
    *besides: Coroutine[Any, Any, None],
    visitors: int = 256,
) -> None:
    """Serve until a signal comes; whatever fails first ends everything."""
    server = make_server(app, visitors=visitors)
    tasks = [asyncio.ensure_future(each) for each in (server.serve([listener]), *besides)]
    _stop_on_signal(server)
    announce()
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        Notifier.of().stopping()
        server.should_exit = True
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _stop_on_signal(server: uvicorn.Server) -> None:
    """Ctrl-C, `systemctl stop` and a closed terminal all end in order: lights off, record whole."""

    def stop() -> None:
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop)
