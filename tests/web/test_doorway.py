"""The doorway: who says nothing is sent away in time, and idlers give way to who asks."""

from __future__ import annotations

import socket

import pytest
from websockets.sync.client import connect

from tests.web.serving import Served

HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"


def come(served: Served, words: bytes = b"") -> socket.socket:
    """Somebody who connects and says this much."""
    visitor = socket.create_connection(("127.0.0.1", served.port), 30)
    visitor.sendall(words)
    return visitor


def gone(visitor: socket.socket) -> bool:
    """Whether the server has cut this connection off."""
    try:
        return visitor.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("words", [b"", b"GET /health HTTP/1.1\r\nHost: "], ids=["silent", "slow"])
def test_who_never_says_what_he_wants_is_sent_away(
    served: Served, monkeypatch: pytest.MonkeyPatch, words: bytes
) -> None:
    """Nothing at all, or half a head of a request: neither is waited for without end."""
    monkeypatch.setattr("controller.web.doorway.HEAD_S", 0.05)
    with come(served, words) as visitor:
        assert gone(visitor)


def test_a_slow_second_request_is_not_waited_for_either(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One good request buys no patience for the next one."""
    monkeypatch.setattr("controller.web.doorway.HEAD_S", 0.05)
    with come(served, HEAD + b"\r\n") as visitor:
        assert visitor.recv(4096).startswith(b"HTTP/1.1 200")
        visitor.sendall(b"GET /hea")
        while not gone(visitor):
            pass


def test_who_watches_is_not_sent_away(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A websocket says nothing for hours: the patience for a request's head is not for it."""
    monkeypatch.setattr("controller.web.doorway.HEAD_S", 0.05)
    with connect(f"ws://127.0.0.1:{served.port}/live") as link:
        link.recv(timeout=30)
        with pytest.raises(TimeoutError):
            while True:  # whatever the table tells meanwhile
                link.recv(timeout=0.5)


def test_the_oldest_idler_gives_way(served: Served) -> None:
    """From one address many may idle; one more, and who idled longest goes. The newest is heard."""
    crowd = [come(served) for _ in range(60)]
    try:
        assert gone(crowd[0])
        crowd[-1].sendall(HEAD + b"\r\n")
        assert crowd[-1].recv(4096).startswith(b"HTTP/1.1 200")
        assert served.ask("/health").status == 200
    finally:
        for each in crowd:
            each.close()
