"""A game of Kalah by load cells under systemd: HX711s on one clock, read by kernel lines.

The tests are one evening, in this order.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.conftest import Tell
from tests.kernel.game import Game
from tests.kernel.service import Service, service_table

pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module")
def table(images: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The machine of this evening."""
    with service_table(images, tmp_path_factory.mktemp("load"), "kalah-load") as table:
        yield table


@pytest.fixture(scope="module")
def game(table: Service) -> Game:
    """The game of this evening."""
    return Game(table, seed=5)


def test_a_game_begins(table: Service, game: Game) -> None:
    """Stones are counted by their weight, and the strip shows what the page shows."""
    game.begin()
    game.play(2)
    assert table.lights_wrong() == []


def test_killed_in_the_middle_of_a_turn(table: Service, game: Game, tell: Tell) -> None:
    """After kill -9 with stones in the hand Lunka is started again and the turn finished."""

    def kill() -> None:
        table.wait_for_another(table.signal("KILL"))

    game.turn(between=kill)
    game.play(1)
    tell(f"survived: kill -9 in mid-turn, load cells; turn {len(game.played)} recorded")


def test_the_chip_goes_and_comes_back(table: Service, game: Game, tell: Tell) -> None:
    """Chips that were left in the middle of a word are read again when the lines are back."""
    table.unbind()
    table.wait_for_alert()
    table.bind()
    table.wait_until_well()
    game.play(2)
    tell(f"survived: GPIO chip unbound and bound, load cells; turn {len(game.played)} recorded")


def test_the_power_fails_in_the_middle_of_a_turn(table: Service, game: Game, tell: Tell) -> None:
    """After a power cut with stones in the hand, the turn is finished."""
    game.turn(between=lambda: table.across(table.machine.cut_power))
    tell(f"survived: a power cut in mid-turn; turn {len(game.played)} recorded")


def test_the_game_is_finished_and_the_record_is_whole(
    table: Service, game: Game, tell: Tell
) -> None:
    """The game is played to its end, and `lunka verify` finds nothing missing."""
    game.play()
    table.wait_until_signed()
    said = table.verify()
    tell(
        f"load cells: {len(game.played)} turns played and recorded, {game.questions} questions, "
        f"{game.result()}; lunka verify: {said}"
    )


def test_an_engine_thinks_in_the_sandbox(table: Service, tell: Tell) -> None:
    """Whoever has no hands here calls a turn, and nothing is wrong meanwhile."""
    Game(table, seed=6).begin(seats=["engine:3", "hands"])
    said = table.wait(lambda view: " plays " in view["sentence"]["en"])["sentence"]["en"]
    assert table.alerts() == []
    tell(f"load cells: an engine across the board says: {said}")
