"""The architecture page tells the way that the program really goes."""

from __future__ import annotations

from tests.walk.tracing import PAGE, command, cut, edge, hops, section

#: So many calls lead to reading, record, light and page; more would be a detour.
MOST = 32


def test_the_walks_are_current() -> None:
    """`python -m tests.walk.tracing` would change nothing in docs/architecture.md."""
    assert cut(PAGE.read_text("utf-8"))[1] == section()


def test_no_walk_is_long() -> None:
    """An edge and a command reach the disk, the lights and the page by few calls."""
    for walk in (edge(), command()):
        reached = {way[-1][0] for way in walk}
        assert {"Table.emit", "Log.append", "survey", "PixelStrip.show", "view_of"} <= reached
        assert len(hops(walk)) <= MOST
