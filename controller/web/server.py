"""The web server with the limits a table on a small machine needs."""

from __future__ import annotations

import uvicorn
from starlette.types import ASGIApp

from controller.web.body import LIMIT


def make_server(app: ASGIApp, host: str = "127.0.0.1", port: int = 8765) -> uvicorn.Server:
    """A server for `app`, ready for `await server.serve()` on the daemon's own event loop."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
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
            limit_concurrency=256,
        )
    )
