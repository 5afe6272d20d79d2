"""A Mosquitto for a demonstration: loopback only, in a folder of its own, with names, passwords and
the rules of who may say what, as in a real hall."""

from __future__ import annotations

import getpass
import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

from controller.games.told import Told

#: What `systemd/mosquitto/acl` says of tables and hub.
ACL = """\
pattern write lunka/%u/status
pattern write lunka/%u/state
pattern write lunka/%u/events
pattern write lunka/%u/answers
pattern read lunka/%u/ack
pattern read lunka/%u/orders

user hub
topic readwrite lunka/#
"""
#: Seconds in which a program must have begun to listen.
PATIENCE = 30.0
_PLACES = ("/usr/sbin", "/usr/local/sbin")


class DemoError(RuntimeError):
    """The hall cannot be opened; the sentence says why, and what to do."""


def find_program(name: str) -> str:
    """Where a program of Mosquitto is; Debian keeps the broker with the system's own."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *_PLACES))
    found = shutil.which(name, path=path)
    if found is None:
        raise DemoError(
            Told(
                "the hall needs the MQTT broker Mosquitto, and {name} is not installed:"
                " sudo apt-get install mosquitto",
                name=name,
            )
        )
    return found


def free_port() -> int:
    """A port of loopback that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until somebody listens there; `DemoError` with its last words where the program ends."""
    until = time.monotonic() + PATIENCE
    while not listens(port):
        if process.poll() is not None or time.monotonic() > until:
            said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-3:]
            raise DemoError(
                Told(
                    "{name} did not start: {said}",
                    name=log.stem,
                    said=" ".join(said) or "it said nothing",
                )
            )
        time.sleep(0.05)


def listens(port: int) -> bool:
    """Whether somebody listens at this port of loopback."""
    with socket.socket() as door:
        return door.connect_ex(("127.0.0.1", port)) == 0


class DemoBroker:
    """The broker's files, and the program once it runs."""

    def __init__(self, folder: Path, users: Iterable[str]) -> None:
        self._program, self._hash = find_program("mosquitto"), find_program("mosquitto_passwd")
        self.folder = folder / "broker"
        self.folder.mkdir()
        self.port = free_port()
        self._passwords = {user: secrets.token_urlsafe(12) for user in users}
        self._write()

    def password_file(self, user: str) -> Path:
        """The file with a user's password, as tables and hub take it."""
        return self.folder / f"{user}.password"

    def _write(self) -> None:
        for user, password in self._passwords.items():
            _write(self.password_file(user), password + "\n")
        plain = self.folder / "passwords"
        _write(plain, "".join(f"{user}:{word}\n" for user, word in self._passwords.items()))
        subprocess.run([self._hash, "-U", plain], check=True, capture_output=True)
        _write(self.folder / "acl", ACL)
        lines = [
            f"listener {self.port} 127.0.0.1",
            "allow_anonymous false",
            f"password_file {plain}",
            f"acl_file {self.folder / 'acl'}",
            "use_username_as_clientid true",
            "set_tcp_nodelay true",
            "log_dest stderr",
            # Started as root it would become another user, who may not read this folder.
            f"user {getpass.getuser()}",
        ]
        _write(self.folder / "mosquitto.conf", "\n".join([*lines, ""]))

    @property
    def command(self) -> list[str]:
        """How it is started."""
        return [self._program, "-c", str(self.folder / "mosquitto.conf")]


def _write(path: Path, text: str) -> None:
    """For its owner alone."""
    path.touch(0o600)
    path.write_text(text, encoding="utf-8")
