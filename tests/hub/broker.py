"""A Mosquitto of our own on a free port, for as long as a context lasts."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MOSQUITTO = shutil.which("mosquitto") or "/usr/sbin/mosquitto"


class Broker:
    """A broker that can be killed and started again."""

    def __init__(self, folder: Path, port: int, more: str = "") -> None:
        self.port = port
        self._config = folder / "mosquitto.conf"
        self._config.write_text(
            f"listener {port} 127.0.0.1\nallow_anonymous true\nlog_dest none\n"
            f"max_queued_messages 100000\nmax_inflight_messages 200\n{more}",
            encoding="utf-8",
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Bring it up; it takes connections when this returns."""
        command = [MOSQUITTO, "-c", str(self._config)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise AssertionError("Mosquitto did not start: apt-get install mosquitto")

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Take it away without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def mosquitto(more: str = "") -> Iterator[Broker]:
    """A broker with nothing in it."""
    folder = Path(tempfile.mkdtemp(prefix="lunka-mq-"))
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    broker = Broker(folder, port, more)
    try:
        broker.start()
        yield broker
    finally:
        broker.kill()
        shutil.rmtree(folder, ignore_errors=True)
