"""A real server on a free port for the tests, with the fake table behind it."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp

from controller.daemon.listen import bind
from controller.web.server import make_server


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The sentence of a refusal."""
        return str(self.json["error"])


class Served:
    """A running server, and the simplest client for it."""

    def __init__(self, port: int, loop: asyncio.AbstractEventLoop) -> None:
        self.port = port
        self.loop = loop
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"

    def ask(
        self,
        path: str,
        body: bytes | Iterator[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
        method: str | None = None,
    ) -> Reply:
        """One request; a body makes it a POST, an iterator makes it chunked."""
        talk = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            verb = method or ("GET" if body is None else "POST")
            talk.request(
                verb,
                path,
                body,
                dict(headers or {}),
                encode_chunked=body is not None and not isinstance(body, bytes),
            )
            answer = talk.getresponse()
            names = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, names, answer.read())
        finally:
            talk.close()


@contextmanager
def serving(app: ASGIApp) -> Iterator[Served]:
    """Serve `app` on its own thread for as long as the context lasts."""
    with bind("127.0.0.1", 0) as door:
        server = make_server(app)
        loop = asyncio.new_event_loop()
        up = threading.Event()

        async def run() -> None:
            task = asyncio.ensure_future(server.serve([door]))
            while not server.started and not task.done():
                await asyncio.sleep(0.005)
            up.set()
            await task

        thread = threading.Thread(target=lambda: loop.run_until_complete(run()), daemon=True)
        thread.start()
        up.wait(30)
        try:
            yield Served(door.getsockname()[1], loop)
        finally:
            server.should_exit = True
            thread.join(30)
            loop.close()
