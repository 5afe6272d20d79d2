"""A real Mosquitto for the tests: on a free loopback port, with the shipped ACL, in its own folder.

    with Broker(tmp_path, users=("t1", "t2", "hub")) as broker:
        broker.port, broker.password("t1")
        broker.kill(); broker.start()          # kill -9, and back on the same port

Every user's password is made for the test; `mosquitto_passwd` hashes it.
"""

from __future__ import annotations

import getpass
import signal
import socket
import subprocess
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.machine.skips import program

SHIPPED = Path(__file__).parents[2] / "systemd" / "mosquitto"
#: How long the broker may take to start; nothing is measured by it.
_PATIENCE = 20.0


class Broker:
    """One Mosquitto; it keeps its port and its retained messages over a restart."""

    def __init__(
        self,
        folder: Path,
        users: Iterable[str] = ("t1", "t2", "hub", "homeassistant"),
        *,
        acl: Path | None = SHIPPED / "acl",
        tls: Tls | None = None,
        more: str = "",
    ) -> None:
        self._program = program("mosquitto")
        self.folder = folder / "broker"
        self.folder.mkdir()
        self.port = free_port()
        self.tls = tls
        self._make_passwords(users)
        self.config = self.folder / "mosquitto.conf"
        self.config.write_text(self._settings(acl, more))
        self.process: subprocess.Popen[bytes] | None = None

    def _settings(self, acl: Path | None, more: str) -> str:
        lines = [
            f"listener {self.port} 127.0.0.1",
            "allow_anonymous false",
            f"password_file {self.folder / 'passwords'}",
            "persistence true",
            f"persistence_location {self.folder}/",
            # A broker that is killed loses what is younger.
            "autosave_interval 2",
            "max_queued_messages 0",
            "log_dest stderr",
            # Started as root it would become another user, who may not read this folder.
            f"user {getpass.getuser()}",
        ]
        if acl is not None:
            copy = self.folder / "acl"
            copy.write_bytes(acl.read_bytes())
            copy.chmod(0o600)
            lines.append(f"acl_file {copy}")
        if self.tls:
            lines += [f"cafile {self.tls.ca}", f"certfile {self.tls.cert}"]
            lines += [f"keyfile {self.tls.key}"]
        return "\n".join([*lines, more, ""])

    def _make_passwords(self, users: Iterable[str]) -> None:
        plain = self.folder / "passwords"
        plain.write_text("".join(f"{user}:{self.password(user)}\n" for user in users))
        plain.chmod(0o600)
        subprocess.run([program("mosquitto_passwd"), "-U", plain], check=True)

    @staticmethod
    def password(user: str) -> str:
        """The password of a user."""
        return f"secret-of-{user}"

    def password_file(self, user: str) -> Path:
        """A file with the password of a user, as tables and hub want it."""
        path = self.folder / f"{user}.password"
        path.write_text(self.password(user) + "\n")
        path.chmod(0o600)
        return path

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        log = (self.folder / "log").open("ab")
        with log:
            self.process = subprocess.Popen(
                [self._program, "-c", self.config], stdout=log, stderr=log
            )
        until = time.monotonic() + _PATIENCE
        while not listens(self.port):
            assert self.process.poll() is None, self.log()
            assert time.monotonic() < until, self.log()
            time.sleep(0.02)

    def kill(self) -> None:
        """kill -9: no farewell, and nothing is written that was not yet."""
        self.stop(signal.SIGKILL)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End it. Ending twice is fine."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            self.process.send_signal(number)
        self.process.wait(_PATIENCE)
        self.process = None

    def log(self) -> str:
        """What it said, for whoever must find out why."""
        return (self.folder / "log").read_text(errors="replace")


def free_port() -> int:
    """A port of loopback that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def listens(port: int) -> bool:
    """Whether somebody listens at this port of loopback."""
    with socket.socket() as door:
        return door.connect_ex(("127.0.0.1", port)) == 0


class Tls:
    """A certificate authority of our own, with a certificate for loopback and one for a table."""

    def __init__(self, folder: Path, name: str = "ca") -> None:
        self.folder = folder / name
        self.folder.mkdir()
        self.ca, self._ca_key = self.folder / "ca.crt", self.folder / "ca.key"
        _openssl(
            *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-nodes", "-keyout", self._ca_key, "-out", self.ca, "-days", "2"),
            *("-subj", f"/CN=Lunka test {name}", "-addext", "keyUsage=critical,keyCertSign"),
        )
        self.cert, self.key = self.make("broker", "subjectAltName=IP:127.0.0.1,DNS:localhost")

    def make(self, name: str, extension: str = "basicConstraints=CA:FALSE") -> tuple[Path, Path]:
        """A certificate signed by this authority, and its key."""
        key, request, cert = (self.folder / f"{name}.{end}" for end in ("key", "csr", "crt"))
        extensions = self.folder / f"{name}.ext"
        # Python 3.13 believes no certificate that does not say whose key signed it.
        extensions.write_text(f"{extension}\nauthorityKeyIdentifier=keyid\n")
        _openssl(
            *("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-keyout", key, "-out", request, "-subj", f"/CN={name}"),
        )
        _openssl(
            *("x509", "-req", "-in", request, "-CA", self.ca, "-CAkey", self._ca_key),
            *("-CAcreateserial", "-out", cert, "-days", "2", "-extfile", extensions),
        )
        return cert, key


def _openssl(*words: object) -> None:
    subprocess.run([program("openssl"), *map(str, words)], check=True, capture_output=True)
