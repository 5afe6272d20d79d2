"""The web server with the limits a table on a small machine needs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp

from controller.web.body import LIMIT
from controller.web.doorway import AT_ONCE, Doorway, Visitor
from controller.web.watcher import Watcher


class TableServer(uvicorn.Server):
    """A server that leaves signals to the daemon, which has lights to put out before it ends."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take no signal: uvicorn would raise it again and so end us before we are done."""
        yield


def make_server(
    app: ASGIApp,
    host: str = "127.0.0.1",
    port: int = 8765,
    *,
    visitors: int = 256,
    certificate: tuple[str, str] | None = None,
) -> uvicorn.Server:
    """A server for `app`, ready for `await server.serve()` on the daemon's own event loop."""
    doorway = Doorway()
    cert_file, key_file = certificate or (None, None)

    def visitor(**parts: Any) -> Visitor:
        return Visitor(doorway, **parts)

    return TableServer(
        uvicorn.Config(
            app,
            http=cast(type[asyncio.Protocol], visitor),  # it is only ever called
            ws=Watcher,
            backlog=AT_ONCE,
            host=host,
            port=port,
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            date_header=False,
            # Watchers say nothing: their messages are dropped, so they may as well be short.
            ws_max_size=LIMIT,
            ws_ping_interval=15,
            ws_ping_timeout=15,
            # Compressing thirty views a second would cost a Pi more than sending them.
            ws_per_message_deflate=False,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=1,
            limit_concurrency=visitors,
            ssl_certfile=cert_file,
            ssl_keyfile=key_file,
        )
    )
