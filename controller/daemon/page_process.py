"""The page's process: started before anything else is loaded, so that both load at once."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from contextlib import suppress

from controller.daemon.channel import Channel

#: Seconds that a page has to say goodbye to those it serves.
_GOODBYE = 3.0


class PageProcess:
    """A running page, and our end of the line to it."""

    def __init__(self, pid: int, end: socket.socket) -> None:
        self.pid, self._end = pid, end
        self._code: int | None = None

    @classmethod
    def start(cls) -> PageProcess:
        """A page in an interpreter of its own: a fork of ours would cost as much memory, since
        whatever either of them touches is there twice then."""
        ours, theirs = socket.socketpair()
        with theirs:
            os.set_inheritable(theirs.fileno(), True)
            words = [sys.executable, "-P", "-m", "controller.web.process", str(theirs.fileno())]
            paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            # A session of its own: Ctrl-C is for the board, which ends its page in order.
            pid = os.posix_spawn(sys.executable, words, {**os.environ, **paths}, setsid=True)
        return cls(pid, ours)

    async def channel(self, listener: socket.socket) -> Channel:
        """The line to it, over which it gets the socket that visitors come to."""
        socket.send_fds(self._end, [b"!"], [listener.fileno()])
        return await Channel.over(self._end)

    def close(self) -> None:
        """End it at once, if it has not ended yet."""
        self._end.close()
        if not self._ended():
            os.kill(self.pid, signal.SIGKILL)
            self._ended(0)

    async def end(self) -> str:
        """Wait until it has said goodbye; how it ended."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                while not self._ended():
                    await asyncio.sleep(0.01)
        self.close()
        code = self._code or 0
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def _ended(self, how: int = os.WNOHANG) -> bool:
        if self._code is None:
            found, status = os.waitpid(self.pid, how)
            self._code = os.waitstatus_to_exitcode(status) if found else None
        return self._code is not None
