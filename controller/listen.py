"""Where the page listens: a socket, or a sentence that says why there is none."""

from __future__ import annotations

import socket


class PortError(OSError):
    """The page's address cannot be used; the sentence says why."""


def bind(host: str, port: int) -> socket.socket:
    """The page's socket, or `PortError` in words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()  # whoever reads the address may ask at once; the answer waits for us
    except (OSError, OverflowError) as trouble:
        listener.close()
        raise PortError(
            f"the page cannot be served at {host}:{port}: {getattr(trouble, 'strerror', trouble)}; "
            "choose another with --port or page.port (is another table running?)"
        ) from trouble
    return listener


def address_of(listener: socket.socket) -> str:
    """The page's address as a browser takes it."""
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"
