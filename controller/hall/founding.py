"""A hall is founded: everything its broker and its hub need, in one folder, and the broker runs."""

from __future__ import annotations

import getpass
import os
import re
import secrets
import signal
import socket
import ssl
import subprocess
import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from controller.demo.broker import ACL, PATIENCE, DemoError, find_program, listens
from controller.disk.files import make_folder, write_whole
from controller.games.told import Told, told_by
from controller.hall.certificates import Certificates, HallError
from controller.hall.codes import FILE, Codes, Invitation, new_code

_SETTINGS = """\
# The settings of this hall's hub; docs/hall.md explains every key.
[store]
database = "hall.db"
[broker]
host = "127.0.0.1"
port = {port}
user = "hub"
password_file = "hub.password"
tls = true
ca_file = "hall-ca.crt"
[page]
host = "0.0.0.0"
port = {page}
hosts = [{host}]
keys_file = "hall.keys"
"""
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of hall it shall be."""

    folder: Path
    #: Under which name or address tables reach this machine.
    host: str
    tables: tuple[str, ...]
    port: int = 8883
    page: int = 8770


class Hall:
    """The folder of a hall; what is there already stays as it is."""

    def __init__(self, plan: Plan) -> None:
        if not _NAME.fullmatch(plan.host):
            raise HallError(Told("{name!r} is no name or address of a machine", name=plan.host))
        self.plan = plan
        self.certificates = Certificates(plan.folder)
        self.codes = Codes(plan.folder / FILE)

        self._same_port()

    def _same_port(self) -> None:
        """A hub that was set up for another port would look for the broker there."""
        kept = kept_port(self.plan.folder)
        if kept not in (None, self.plan.port):
            raise HallError(
                Told(
                    "{file} says port {port}: change it there first", file=self.settings, port=kept
                )
            )

    @property
    def settings(self) -> Path:
        """The hub's settings."""
        return self.plan.folder / "hub.toml"

    def make(self) -> dict[str, Invitation]:
        """Every file; gives the codes of all tables."""
        folder, plan = self.plan.folder, self.plan
        make_folder(folder)
        folder.chmod(0o700)
        names = dict.fromkeys((plan.host, "localhost", "127.0.0.1"))
        self.certificates.make(names)
        if not self._password.exists():
            write_whole(self._password, f"{secrets.token_urlsafe(18)}\n".encode())
        codes = self._invited()
        self.codes.write(codes)
        self._write_broker(codes)
        if not self.settings.exists():
            told = _SETTINGS.format(port=plan.port, page=plan.page, host=f'"{plan.host}"')
            write_whole(self.settings, told.encode())
        return codes

    @property
    def _password(self) -> Path:
        return self.plan.folder / "hub.password"

    def _invited(self) -> dict[str, Invitation]:
        """Tables that were invited before keep their codes; they hear of a new address."""
        plan, ca = self.plan, self.certificates.ca.read_text(encoding="ascii")
        codes = {
            code: replace(each, broker=plan.host, port=plan.port, ca=ca)
            for code, each in self.codes.known().items()
        }
        there = {each.table for each in codes.values()}
        for table in plan.tables:
            if table not in there:
                password = secrets.token_urlsafe(18)
                codes[new_code()] = Invitation(table, plan.host, plan.port, password, ca)
        return codes

    # -- the broker --------------------------------------------------------------------------------

    def _write_broker(self, codes: dict[str, Invitation]) -> None:
        folder, made = self.plan.folder, self.certificates
        hub = self._password.read_text(encoding="utf-8").strip()
        users = {"hub": hub} | {each.table: each.password for each in codes.values()}
        passwords = folder / "passwords"
        write_whole(passwords, "".join(f"{user}:{word}\n" for user, word in users.items()).encode())
        _run([_program("mosquitto_passwd"), "-U", str(passwords)])
        write_whole(folder / "acl", ACL.encode())
        lines = [
            f"listener {self.plan.port}",
            f"cafile {made.ca}",
            f"certfile {made.cert}",
            f"keyfile {made.key}",
            "allow_anonymous false",
            f"password_file {passwords}",
            f"acl_file {folder / 'acl'}",
            "use_username_as_clientid true",
            "set_tcp_nodelay true",
            "max_queued_messages 10000",
            "message_size_limit 16777216",
            f"pid_file {self._pid}",
            f"log_dest file {folder / 'broker.log'}",
            # Started as root it would become another user, who may not read this folder.
            f"user {getpass.getuser()}",
        ]
        write_whole(folder / "mosquitto.conf", "\n".join([*lines, ""]).encode())

    @property
    def _pid(self) -> Path:
        return self.plan.folder / "broker.pid"

    def start(self, sleep: Callable[[float], None] = time.sleep) -> bool:
        """Let the broker run; False: it ran already, and has read everything anew."""
        running = self.running()
        if running is not None:
            os.kill(running, signal.SIGHUP)
            return False
        if listens(self.plan.port):
            raise HallError(
                Told(
                    "port {port} is taken by another program: choose another with --port",
                    port=self.plan.port,
                )
            )
        _run([_program("mosquitto"), "-d", "-c", str(self.plan.folder / "mosquitto.conf")])
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > until:
                log = self.plan.folder / "broker.log"
                raise HallError(Told("the broker did not start; {log} says why", log=log))
            sleep(0.05)
        return True

    def _answers(self) -> bool:
        """Whether it shows its certificate: it listens before it has read it."""
        trusted = ssl.create_default_context(cafile=self.certificates.ca)
        try:
            with (
                socket.create_connection(("127.0.0.1", self.plan.port), PATIENCE) as door,
                trusted.wrap_socket(door, server_hostname="127.0.0.1"),
            ):
                return True
        except OSError:
            return False

    def running(self) -> int | None:
        """The broker's process, if it runs."""
        try:
            number = int(self._pid.read_text(encoding="ascii"))
            words = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
        except (OSError, ValueError):
            return None
        return number if str(self.plan.folder / "mosquitto.conf").encode() in words else None


def kept_port(folder: Path) -> int | None:
    """The broker's port of a hall that was founded before."""
    try:
        told = tomllib.loads((folder / "hub.toml").read_text(encoding="utf-8"))
        return int(told["broker"]["port"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as trouble:
        raise HallError(
            Told("{path} cannot be read: {reason}", path=folder / "hub.toml", reason=str(trouble))
        ) from None


def _program(name: str) -> str:
    try:
        return find_program(name)
    except DemoError as lacking:
        raise HallError(told_by(lacking)) from None


def _run(words: Sequence[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        said = ((done.stderr + done.stdout).strip().splitlines() or ["it said nothing"])[-1]
        raise HallError(Told("{name} failed: {reason}", name=Path(words[0]).name, reason=said))
