"""The doorway: who says nothing is sent away in time, and idlers give way to who asks."""

from __future__ import annotations

import http.client
import socket
from contextlib import ExitStack, suppress
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from controller.web.app import make_app
from controller.web.doorway import Doorway, Visitor
from tests.web.fake import KEY, RING, FakeFeed
from tests.web.serving import Served, serving

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
    monkeypatch.setattr("controller.web.doorway.HEAD_S", 0.5)
    with connect(f"ws://127.0.0.1:{served.port}/live") as link:
        link.recv(timeout=30)
        with pytest.raises(TimeoutError):
            while True:  # whatever the table tells meanwhile
                link.recv(timeout=1.5)


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


def test_who_has_the_key_stays(served: Served) -> None:
    """A crowd of idlers from the same address does not push out who showed the table's key."""
    owner = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    ask = ("POST", "/api/key", b"", {"x-lunka-key": KEY})
    owner.request(*ask)
    assert owner.getresponse().read()
    line = owner.sock
    crowd = [come(served) for _ in range(60)]
    try:
        assert gone(crowd[0])
        owner.request(*ask)
        assert owner.getresponse().status == 200 and owner.sock is line
    finally:
        owner.close()
        for each in crowd:
            each.close()


def test_who_takes_nothing_gives_way(served: Served) -> None:
    """Many who ask for much and read none of it do not fill the house: others are heard."""
    asked = b"GET /static/vendor/preact.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 400
    crowd = []
    try:
        for _ in range(140):
            visitor = socket.socket()
            visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            visitor.connect(("127.0.0.1", served.port))
            visitor.setblocking(False)
            with suppress(OSError):  # sent away already
                visitor.send(asked)
            crowd.append(visitor)
        assert served.ask("/health").status == 200
    finally:
        for each in crowd:
            each.close()


def test_a_flood_of_pings_is_cut_off(served: Served) -> None:
    """A watcher has little to say: who sends without end is not even read to the end."""
    with connect(f"ws://127.0.0.1:{served.port}/live") as link:
        link.recv(timeout=30)
        with pytest.raises(ConnectionClosed):
            for number in range(100_000):
                link.ping(number.to_bytes(125, "big"))
    assert served.ask("/health").status == 200


def watch(served: Served, address: str) -> ClientConnection:
    """Somebody who watches from this address of the machine."""
    line = socket.create_connection(("127.0.0.1", served.port), 30, (address, 0))
    return connect(f"ws://127.0.0.1:{served.port}/live", sock=line)


def test_one_address_cannot_keep_others_from_watching() -> None:
    """Where it is full, the oldest watcher of the most crowded address gives way to another's."""
    with (
        serving(make_app(FakeFeed(), RING, watchers=3)) as served,
        ExitStack() as links,
    ):
        crowd = [links.enter_context(watch(served, "127.0.0.1")) for _ in range(3)]
        for link in crowd:
            link.recv(timeout=30)
        with watch(served, "127.0.0.2") as other:
            assert other.recv(timeout=30)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    crowd[0].recv(timeout=30)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
            with watch(served, "127.0.0.1") as more, pytest.raises(ConnectionClosed):
                more.recv(timeout=30)  # its address has the most already


class Somebody:
    """A visitor as the doorway sees one."""

    def __init__(self, address: str, *, idle: bool = True, keyed: bool = False) -> None:
        self.address, self.idle, self.keyed = address, idle, keyed
        self.left = False

    def leave(self) -> None:
        """Be sent away."""
        self.left = True


def enter(doorway: Doorway, *somebody: Somebody) -> None:
    """They come in one after the other."""
    for each in somebody:
        doorway.enter(cast(Visitor, each))


def test_the_most_crowded_address_gives_way() -> None:
    """Who is alone at his address gets in, though everybody from another one is being answered."""
    doorway = Doorway(most=4, most_of_one=4)
    crowd: list[Any] = [Somebody("a", idle=False) for _ in range(4)]
    alone = Somebody("b", idle=False)
    enter(doorway, *crowd, alone)
    assert [each.left for each in crowd] == [True, False, False, False]
    assert not alone.left and len(doorway) == 4


def test_one_address_has_a_share_and_no_more() -> None:
    """Where all of its visitors are being answered, who has been longest makes room."""
    doorway = Doorway(most=9, most_of_one=2)
    first, second, third = (Somebody("a", idle=False) for _ in range(3))
    enter(doorway, first, second, third)
    assert (first.left, second.left, third.left) == (True, False, False)


def test_idlers_go_before_who_has_the_key() -> None:
    """The oldest idler goes, and not whoever has shown the key, though that one is older."""
    doorway = Doorway(most=9, most_of_one=2)
    owner, idler, newest = Somebody("a", keyed=True), Somebody("a"), Somebody("a")
    enter(doorway, owner, idler, newest)
    assert (owner.left, idler.left, newest.left) == (False, True, False)
