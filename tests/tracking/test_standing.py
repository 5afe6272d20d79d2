"""How long a piece lay: on its way, in doubt, or to stay."""

from __future__ import annotations

from controller.tracking.pace import STANDS, WALKS
from controller.tracking.seen import EMPTY, SWINGING, Seen, exactly
from controller.tracking.standing import Standing

NEAR = {"a": ("b",), "b": ("a", "c"), "c": ("b",), "d": ()}
NOWHERE = dict.fromkeys("abcd", 0)


class Board:
    """Four fields in a row, of which the last is far away."""

    def __init__(self) -> None:
        self.standing = Standing(NEAR.__getitem__)
        self.looks: dict[str, Seen] = dict.fromkeys("abcd", EMPTY)
        self.now = 0.0

    def see(self, after: float, *, ended: bool = True, **changes: Seen) -> None:
        """So much later these fields look so."""
        self.now += after
        self.standing.note(changes, self.looks, self.now, (ended, False))
        self.looks.update(changes)

    @property
    def stopped(self) -> bool:
        """Whether a turn ended where nothing lies any more."""
        return self.standing.has_stopped(NOWHERE, before=False)


def test_a_piece_that_lay_long_had_stopped() -> None:
    """Who lay as long as nobody hesitates was put there by a turn of its own."""
    board = Board()
    board.see(0.0, a=exactly(2))
    board.see(STANDS + 0.1, a=EMPTY)
    assert board.stopped and board.standing.lay("a") > STANDS


def test_a_piece_on_its_way_has_not() -> None:
    """Set down for a moment, or put right on the field beside: that is the way."""
    board = Board()
    board.see(0.0, a=exactly(2))
    board.see(WALKS - 0.1, a=EMPTY)
    board.see(0.2, d=exactly(2))
    assert not board.stopped
    board = Board()
    board.see(0.0, b=exactly(2))
    board.see(WALKS + 0.3, b=EMPTY)
    board.see(0.3, c=exactly(2))
    assert not board.stopped


def test_who_goes_far_after_a_while_had_stopped() -> None:
    """No hand misses its field by half a board."""
    board = Board()
    board.see(0.0, b=exactly(2))
    board.see(WALKS + 0.3, b=EMPTY)
    assert not board.stopped
    board.see(0.3, d=exactly(2))
    assert board.stopped


def test_only_where_a_turn_may_end() -> None:
    """A piece that lay where no turn ends had lain there against the rules, and is put right."""
    board = Board()
    board.see(0.0, a=exactly(2))
    board.see(STANDS + 1.0, ended=False, a=EMPTY)
    assert not board.stopped


def test_who_is_put_back_lies_on() -> None:
    """Looked at and put back, it has lain on; a scale that swings changes nothing."""
    board = Board()
    board.see(0.0, a=exactly(2))
    board.see(STANDS + 1.0, a=SWINGING)
    board.see(0.1, a=EMPTY)
    board.see(0.4, a=exactly(2))
    board.see(0.2, a=SWINGING)
    board.see(0.1, a=EMPTY)
    assert board.standing.lay("a") > STANDS


def test_a_new_turn_begins_anew() -> None:
    """What lay where in the last turn tells nothing of the next."""
    board = Board()
    board.see(0.0, a=exactly(2))
    board.see(STANDS + 0.1, a=EMPTY)
    board.standing.turn_begins()
    assert not board.stopped and board.standing.lay("a") == float("inf")
