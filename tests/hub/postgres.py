"""A PostgreSQL server of our own on a free port, for as long as a context lasts."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.machine.skips import program

_AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class Server:
    """A running server that can be stopped and started again."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self._databases = 0

    def control(self, *words: str) -> None:
        """Run pg_ctl."""
        command = [program("pg_ctl"), "-D", str(self.folder / "data"), "-w", *words]
        subprocess.run(
            [*_AS_POSTGRES, *command], check=True, stdout=subprocess.DEVNULL, cwd=self.folder
        )

    def start(self) -> None:
        """Bring it up, on loopback only."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        self.control("-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Take it down at once, as a cable would."""
        self.control("-m", "immediate", "stop")

    def database(self) -> str:
        """The address of a new, empty database."""
        self._databases += 1
        name = f"hall{self._databases}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as database:
            database.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def address(self, name: str) -> str:
        """Where a database of this name is."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"


@contextmanager
def postgres() -> Iterator[Server]:
    """A server with nothing in it."""
    maker = program("initdb")
    folder = Path(tempfile.mkdtemp(prefix="lunka-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    initdb = [maker, "-D", str(folder / "data"), "-U", "postgres", "-A", "trust"]
    try:
        subprocess.run([*_AS_POSTGRES, *initdb], check=True, stdout=subprocess.DEVNULL, cwd=folder)
        with socket.create_server(("127.0.0.1", 0)) as door:
            port = door.getsockname()[1]
        server = Server(folder, port)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
