"""A websocket as it comes from the network: whoever watches has little to say."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from controller.web.body import LIMIT

#: Bytes that one may send within so many seconds: what it wants to see, signs of life, a goodbye.
MOST, WINDOW_S = 2 * LIMIT, 60.0


class Watcher(WebSocketsSansIOProtocol):
    """One websocket; a flood is cut off before it is even looked at."""

    def __init__(self, **parts: Any) -> None:
        super().__init__(**parts)
        self._came, self._since = 0, self.loop.time()

    def data_received(self, data: bytes) -> None:
        if self.loop.time() - self._since > WINDOW_S:
            self._came, self._since = 0, self.loop.time()
        self._came += len(data)
        if self._came > MOST:
            self.transport.abort()
        else:
            super().data_received(data)
