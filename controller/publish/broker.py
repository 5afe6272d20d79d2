"""The way to the broker: address, name, password and certificates, read and checked together."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_IMODE
from typing import TYPE_CHECKING

from controller.games.told import Told
from controller.publish.messages import GONE
from controller.publish.topics import PREFIX, STATUS, Topics
from controller.publish.wire import write_status
from controller.settings import encryption

if TYPE_CHECKING:
    import aiomqtt

    from controller.settings.config import HallSection

PLAIN_PORT, TLS_PORT = encryption.PLAIN_PORT, encryption.TLS_PORT
#: The broker takes a table for gone after one and a half times this, in seconds.
KEEPALIVE = 10
#: How long the broker may take for anything it is asked.
PATIENCE = 10.0


class BrokerError(ValueError):
    """A file that the way to the broker needs cannot be used; the sentence says why."""


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where the broker is, and as whom we come."""

    host: str
    port: int
    table: str
    password: str | None = field(default=None, repr=False)
    prefix: str = PREFIX
    tls: ssl.SSLContext | None = None
    #: Whether Home Assistant is told of the table.
    home_assistant: bool = False
    #: The key by which the hub's orders are known; None: any order of the broker's is taken.
    hub_key: str | None = None

    @staticmethod
    def of(hall: HallSection) -> BrokerAddress:
        """The way that the settings describe; `BrokerError` where a file has gone since."""
        assert hall.broker is not None
        assert hall.table is not None
        return BrokerAddress(
            hall.broker,
            hall.line.right_port,
            hall.table,
            read_password(Path(hall.password_file)) if hall.password_file else None,
            hall.prefix,
            _context_of(hall) if hall.line.encrypted else None,
            hall.home_assistant,
            hall.hub_key,
        )

    @property
    def topics(self) -> Topics:
        """The topics of this table."""
        return Topics(self.table, self.prefix)

    @property
    def address(self) -> str:
        """The broker as people name it."""
        return f"{self.host}:{self.port}"

    @property
    def client_id(self) -> str:
        """One for each table: a table that comes back takes its own old connection over."""
        return f"{self.prefix}/{self.table}".replace("/", "-")

    def client(self) -> aiomqtt.Client:
        """A connection to make; if it breaks, the broker says in our name that we are gone."""
        import aiomqtt

        return aiomqtt.Client(
            self.host,
            self.port,
            username=self.table,
            password=self.password,
            identifier=self.client_id,
            clean_session=True,
            keepalive=KEEPALIVE,
            timeout=PATIENCE,
            tls_context=self.tls,
            max_queued_incoming_messages=200,
            will=aiomqtt.Will(self.topics.of(STATUS), write_status(GONE), qos=1, retain=True),
        )


# -- files -----------------------------------------------------------------------------------------


def read_password(path: Path) -> str:
    """The password in this file, which nobody but its owner may read."""
    try:
        mode = S_IMODE(path.stat().st_mode)
        text = path.read_text(encoding="utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        raise BrokerError(Told("{path}: it is not UTF-8 text", path=path)) from None
    except OSError as trouble:
        raise BrokerError(
            Told("{path}: it cannot be read: {reason}", path=path, reason=trouble.strerror)
        ) from trouble
    if mode & 0o077:
        raise BrokerError(
            Told(
                "{path}: others may read it (mode {mode:04o}); run chmod 600 on it",
                path=path,
                mode=mode,
            )
        )
    if not text or not text.isprintable() or len(text) > 200:
        raise BrokerError(
            Told("{path}: a password is one line of 1 to 200 printable characters", path=path)
        )
    return text


def tls_context(ca: str | None, cert: str | None, key: str | None) -> ssl.SSLContext:
    """How the broker is checked, and what we show it; without `ca` the system's own are trusted."""
    try:
        context = ssl.create_default_context(cafile=ca)
    except (OSError, ValueError) as trouble:
        raise BrokerError(
            Told("{ca}: no certificates can be read from it: {reason}", ca=ca, reason=_why(trouble))
        ) from trouble
    if cert:
        try:
            # Without a password a locked key must not make the daemon ask for one.
            context.load_cert_chain(cert, key, password="")
        except (OSError, ValueError) as trouble:
            words = f"{cert} and {key}: no certificate with its key: {_why(trouble)}"
            raise BrokerError(words) from trouble
    return context


def _context_of(hall: HallSection) -> ssl.SSLContext:
    return tls_context(hall.ca_file, hall.cert_file, hall.key_file)


def _why(trouble: Exception) -> str:
    if isinstance(trouble, ssl.SSLError):
        return trouble.reason or "it is not in PEM form"
    return trouble.strerror or str(trouble) if isinstance(trouble, OSError) else str(trouble)


def file_problems(hall: HallSection) -> Iterator[str]:
    """What is wrong with the files that the settings name."""
    if hall.password_file:
        try:
            read_password(Path(hall.password_file))
        except BrokerError as mistake:
            yield f"hall.password_file = {mistake}."
    if not hall.line.encrypted:
        return
    try:
        tls_context(hall.ca_file, None, None)
    except BrokerError as mistake:
        yield f"hall.ca_file = {mistake}."
    if hall.cert_file and hall.key_file:
        try:
            tls_context(None, hall.cert_file, hall.key_file)
        except BrokerError as mistake:
            yield f"hall.cert_file, hall.key_file = {mistake}."
