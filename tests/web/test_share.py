"""Where others find a table: addresses, their codes, and who gets which."""

from __future__ import annotations

import pytest

from controller.daemon.listen import reached_at
from controller.web.app import make_app
from controller.web.qr import beside, printed, squares
from tests.web.fake import KEY, RING, FakeFeed
from tests.web.serving import serving

OUTSIDE = "http://192.168.1.20:8765/"
BEARER = {"Authorization": f"Bearer {KEY}"}


def test_who_watches_gets_no_key() -> None:
    """Without the key there is the code to watch with; with it also the one to play with."""
    with serving(make_app(FakeFeed(), RING, outside=OUTSIDE)) as served:
        watching = served.ask("/api/share").json
        assert watching["watch"]["url"] == OUTSIDE
        assert watching["watch"]["rows"] == list(squares(OUTSIDE))
        assert "play" not in watching and KEY not in str(watching)
        playing = served.ask("/api/share", headers=BEARER).json
        assert playing["play"]["url"] == f"{OUTSIDE}#key={KEY}"
        wrong = served.ask("/api/share", headers={"Authorization": "Bearer not-the-key"})
        assert wrong.status == 401


def test_a_table_of_this_machine_alone_invites_nobody() -> None:
    """An address that no other machine can reach is not offered."""
    with serving(make_app(FakeFeed(), RING)) as served:
        assert served.ask("/api/share", headers=BEARER).json == {}


@pytest.mark.parametrize(
    ("host", "outside", "told"),
    [
        ("127.0.0.1:8765", OUTSIDE, OUTSIDE),
        ("localhost:8765", OUTSIDE, OUTSIDE),
        ("[::1]:8765", None, None),
        ("board.local:8765", OUTSIDE, "http://board.local:8765/"),
        ("192.168.1.20:80", None, "http://192.168.1.20:80/"),
    ],
)
def test_the_address_that_worked_is_passed_on(
    host: str, outside: str | None, told: str | None
) -> None:
    """Whoever came by a name passes it on; who came by loopback the machine's own address."""
    assert reached_at("http", host, outside) == told


def test_a_code_for_the_terminal_is_the_same_code() -> None:
    """Two rows of squares a line, black on white, with a light margin."""
    rows = squares(OUTSIDE)
    lines = [line.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m") for line in printed(OUTSIDE)]
    dark = {" ": "00", "▀": "10", "▄": "01", "█": "11"}
    drawn = ["".join(dark[each][half] for each in line) for line in lines for half in (0, 1)]
    inner = [row[2:-2] for row in drawn[2 : 2 + len(rows)]]
    assert tuple(inner) == rows
    assert all(len(line) == len(rows) + 4 for line in lines)
    assert rows[0].startswith("1111111") and rows[0].endswith("1111111")  # the corners of a QR code


def test_codes_stand_beside_each_other() -> None:
    """A short code is filled up, so that every line begins where the others do."""
    both = beside(printed(OUTSIDE), printed(f"{OUTSIDE}#key={KEY}-and-a-long-rest-of-it-all"))
    assert len({len(line.replace("\x1b[30;107m", "").replace("\x1b[0m", "")) for line in both}) == 1
