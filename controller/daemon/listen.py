"""Where the page listens: a socket, or a sentence that says why there is none."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from controller.games.told import Told


class PortError(OSError):
    """The page's address cannot be used; the sentence says why."""


LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
#: The addresses that stand for every address of this machine.
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def bind(host: str, port: int) -> socket.socket:
    """The page's socket, or `PortError` in words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP: asyncio sends at once (TCP_NODELAY) only what it knows to be TCP. Else every
    # answer's second packet waits 40 ms for the visitor's machine to acknowledge the first.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except (OSError, ValueError, TypeError) as trouble:
        listener.close()
        why = getattr(trouble, "strerror", None) or "no such address"
        raise PortError(
            Told(
                "the page cannot be served at {host}:{port}: {reason}; choose another"
                " address with --host and --port, or page.host and page.port (is another"
                " table running?)",
                host=host,
                port=port,
                reason=why,
            )
        ) from trouble
    return listener


def address_of(listener: socket.socket) -> str:
    """The page's address as a browser on this machine takes it."""
    host, port = listener.getsockname()[:2]
    return _address(_EVERYWHERE.get(host, host), port)


def address_outside(listener: socket.socket) -> str | None:
    """The page's address for other machines, where it listens everywhere."""
    host, port = listener.getsockname()[:2]
    own = _own_address(listener.family) if host in _EVERYWHERE else None
    return _address(own, port) if own else None


def reached_by(host: str, port: int) -> str:
    """The address of a page that listens so, for other machines where they can reach it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    own = _own_address(family) if host in _EVERYWHERE else None
    return _address(own or _EVERYWHERE.get(host, host), port)


def own_names() -> list[str]:
    """The names under which this machine is asked for in its own network: no web page elsewhere can
    make a browser believe that one of these is its own."""
    short = socket.gethostname().partition(".")[0]
    return [socket.gethostname(), short, f"{short}.local"] if short else []


def host_name(netloc: str) -> str | None:
    """The bare name of `name:port` or `[::1]:port`; None where it cannot be read."""
    try:
        return urlsplit(f"//{netloc}").hostname
    except ValueError:
        return None


def reached_at(scheme: str, host: str, outside: str | None) -> str | None:
    """The address under which others reach the page that a visitor reached under this name: the
    same, or `outside` where it means this machine alone; None where nobody else can."""
    name = host_name(host)
    return outside if name is None or _is_loopback(name) else f"{scheme}://{host}/"


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name in LOOPBACK


def _own_address(family: int) -> str | None:
    """Our address in the network: the one we would send from. Nothing is sent for this."""
    elsewhere = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _address(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"
