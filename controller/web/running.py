"""Serving until somebody stops it: the page, and whatever runs beside it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from starlette.types import ASGIApp

from controller.daemon.stopping import Work, work_until_stopped
from controller.web.server import make_server


async def run_until_stopped(
    app: ASGIApp,
    listener: socket.socket,
    announce: Callable[[], None],
    *besides: Work,
    visitors: int = 256,
    certificate: tuple[str, str] | None = None,
) -> None:
    """Serve until a signal comes; whatever fails first ends everything."""
    serving = serve(app, listener, visitors=visitors, certificate=certificate)
    await work_until_stopped(announce, serving, *besides)


async def serve(
    app: ASGIApp,
    listener: socket.socket,
    *,
    visitors: int = 256,
    certificate: tuple[str, str] | None = None,
) -> None:
    """Serve until it is cancelled; then those who are being answered get a moment more. With the
    files of a certificate and its key it is served by https."""
    server = make_server(app, visitors=visitors, certificate=certificate)
    serving = asyncio.ensure_future(server.serve([listener]))
    try:
        await asyncio.shield(serving)
    finally:
        server.should_exit = True
        await serving
