"""Dice and tokens entered with two buttons, on the simulated boards of nardy and Kakuzu."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.board.loop import BoardLoop
from controller.board.view import view_of
from controller.games.kakuzu.figures import figure
from controller.play.event import Event
from controller.record.log import Log
from controller.table.house_rules import HouseRules
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from hardware.clock import ManualClock
from hardware.profile import shipped_profile
from hardware.simulated import CALM, open_simulated


class Seat:
    """Somebody at a board with buttons, whose pieces lie ready."""

    def __init__(
        self, folder: Path, profile: str, game: str, options: dict[str, Any], **house: Any
    ) -> None:
        shipped, self.clock = shipped_profile(profile), ManualClock()
        self.board = open_simulated(shipped, self.clock, 5, pins=False, nature=CALM)
        pieces = Pieces(shipped.pieces.grams, shipped.pieces.spread)
        rules = HouseRules(**house)
        table = Table(shipped.cell_names, game=game, options=options, house=rules, pieces=pieces)
        self.house = BoardLoop(self.board, table, Log(folder / "record.db"), self.clock)
        self.house.open()
        self.begin()

    def begin(self, **new: Any) -> None:
        """A new game, its pieces in their places."""
        self.house.command({"do": "new", **new})
        state = self.house.table.state
        held = zip(state.rules.cells, state.rules.contents(state.position), strict=True)
        self.board.wood.set_up({cell: abs(count) for cell, count in held})
        self._let(3.0)

    def press(self, *buttons: str) -> None:
        """Press buttons of the board, one after the other."""
        for button in buttons:
            self.board.press(button)
            self._let(0.2)

    def move(self, origin: str, target: str) -> None:
        """Carry one checker."""
        self.board.wood.lift(origin, 1)
        self._let(0.6)
        self.board.wood.drop(target)
        self._let(1.0)

    def _let(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.clock.advance(max(self.house.delay(), 1e-3))
            self.house.step()

    @property
    def sentence(self) -> str:
        """What the board says."""
        said: str = view_of(self.house)["sentence"]["en"]
        return said

    def lit(self, meaning: str) -> set[str]:
        """The cells that say this."""
        glows = self.house.glows.items()
        return {cell for cell, glow in glows if glow.meaning.value == meaning}

    def of(self, kind: str) -> list[Event]:
        """The record's events of this kind."""
        events = (stored.event for stored in self.house.log.events())
        return [event for event in events if event.kind == kind]

    def rolls(self) -> list[list[int]]:
        """Every roll in the record."""
        return [event.data["dice"] for event in self.of("dice.rolled")]


Sit = Callable[..., Seat]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Makes a seat, and leaves it when the test is over."""
    seats: list[Seat] = []

    def make(
        profile: str, game: str, *, options: dict[str, Any] | None = None, **house: Any
    ) -> Seat:
        seats.append(Seat(tmp_path, profile, game, options or {}, **house))
        return seats[-1]

    yield make
    for seat in seats:
        seat.house.close()


def test_a_roll_is_dialled(sit: Sit) -> None:
    """The opening die of each side (N2), then a roll; each number is lit before it is taken."""
    seat = sit("nardy-slots", "short", dice="entered")
    seat.press("roll", "roll", "roll")
    assert seat.sentence.startswith("The die of White: 3. Press roll for the next number")
    assert seat.lit("number") == {"1", "2", "3"} and seat.lit("confirm")
    seat.press("confirm")
    assert seat.sentence.startswith("The die of Black: 1.") and seat.rolls() == []
    seat.press("confirm")
    assert seat.rolls() == [[3, 1]]
    assert seat.house.table.state.dice == (3, 1) and seat.lit("may-lift")


def test_the_numbers_go_round(sit: Sit) -> None:
    """After the six comes the one again."""
    seat = sit("nardy-load", "long", dice="entered")
    seat.press("roll", *["roll"] * 6)
    assert ": 1." in seat.sentence
    seat.press("confirm", "roll", "confirm")
    assert seat.rolls() == [[1, 2]]
    seat.press("roll")
    assert seat.sentence.startswith("Die 1 of 2: 1.")


def test_what_is_half_dialled_is_forgotten(sit: Sit) -> None:
    """When the roll is said otherwise, nothing of the dial is left."""
    seat = sit("nardy-slots", "short", dice="entered")
    seat.press("roll", "confirm", "roll")
    seat.house.command({"do": "roll", "dice": [6, 5]})
    assert seat.house.dial.number is None and seat.rolls() == [[6, 5]]
    assert "Press roll" not in seat.sentence
    seat.press("roll")  # nothing is to be rolled now, and it says so
    assert "roll is not possible now" in view_of(seat.house)["alerts"][0]["en"]


def test_undo_forgets_the_dial_only(sit: Sit) -> None:
    """A slip at the first die is begun anew."""
    seat = sit("nardy-slots", "short", dice="entered")
    seat.press("roll", "confirm")
    seat.house._pressed("undo")
    assert seat.house.dial.taken == () and seat.house.notice is None
    seat.press("roll", "roll", "confirm", "confirm")
    assert seat.rolls() == [[2, 1]]


def test_where_the_board_rolls_the_button_rolls(sit: Sit) -> None:
    """A table with the board's dice is not dialled at."""
    seat = sit("nardy-slots", "gulbar")
    seat.house.table.seed = lambda: bytes(32)
    assert seat.house.table.chance is not None
    seat.press("roll")
    assert len(seat.rolls()) == 1 and seat.house.dial.number is None


def test_a_token_from_the_bag_is_dialled(sit: Sit) -> None:
    """Kakuzu's token drawn by hand is shown as a figure for the mover, then taken."""
    seat = sit("kakuzu-reed", "kakuzu", options={"tokens": "hand"})
    rules = seat.house.table.state.rules
    position = rules.start()
    while rules.acts(position).draw is None:  # one stone from each square (Z2)
        position = rules.play(position, rules.turns(position)[0])
    seat.begin(position=rules.write_position(position))
    draw = rules.acts(position).draw
    assert draw is not None
    zero, _, third = sorted(set(draw.choices))[:3]
    seat.press("roll")
    assert seat.sentence.startswith(f"The number: {zero}.")
    seat.press("roll", "next")
    assert seat.sentence.startswith(f"The number: {third}.")
    assert seat.lit("number") == set(figure(third, rules.sides[position.mover]))
    seat.press("confirm")
    assert seat.rolls() == [[third]]


def test_lifting_the_dice_ends_the_turn(sit: Sit) -> None:
    """The switch under the dish: too early it says what is missing; after the turn it seals it."""
    seat = sit("nardy-load", "short", dice="entered")
    seat.house.command({"do": "roll", "dice": [3, 1]})
    seat.press("dice")
    assert "confirm" in view_of(seat.house)["alerts"][0]["en"]
    for origin in ("8", "6"):
        seat.move(origin, "5")
    assert [event.data["turn"] for event in seat.of("turn.made")] == ["8/5 6/5"]
    assert seat.of("turn.sealed") == []
    seat.press("dice")
    assert [event.data["by"] for event in seat.of("turn.sealed")] == ["dice"]
