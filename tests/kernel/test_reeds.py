"""A game of Kalah by reeds under systemd, and everything that may go wrong with it.

The tests are one evening, in this order: the game that the first one opens is the one that
the last one finishes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.conftest import Tell
from tests.kernel.game import Game
from tests.kernel.service import Service, service_table
from tests.kernel.wood import touch

pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module")
def table(images: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The machine of this evening."""
    with service_table(images, tmp_path_factory.mktemp("reeds"), "kalah-reed") as table:
        yield table


@pytest.fixture(scope="module")
def game(table: Service) -> Game:
    """The game of this evening."""
    return Game(table, seed=3)


def test_a_game_begins_and_the_strip_shows_what_the_page_shows(table: Service, game: Game) -> None:
    """The bytes on the SPI bus are the lights that the page draws, before and after turns."""
    assert table.lights_wrong() == []
    game.begin()
    assert table.lights_wrong() == []
    game.play(2)
    assert table.lights_wrong() == []


def test_a_button_is_heard_by_its_interrupt(table: Service, game: Game) -> None:
    """A press of the hints button changes the hints on the page."""
    before = table.view()["hints"]
    table.press("hints")
    table.wait(lambda view: view["hints"] != before, 5)
    game.turn()


def test_killed_in_the_middle_of_a_turn(table: Service, game: Game, tell: Tell) -> None:
    """After kill -9 with stones in the hand Lunka is started again and the turn finished."""

    def kill() -> None:
        table.wait_for_another(table.signal("KILL"))

    game.turn(between=kill)
    game.play(1)
    tell(f"survived: kill -9 in mid-turn; turn {len(game.played)} recorded")


def test_a_hanging_daemon_is_struck_by_the_watchdog(table: Service, game: Game, tell: Tell) -> None:
    """A daemon that stands still is killed by systemd within its watchdog's time, and goes on."""
    table.wait_for_another(table.signal("STOP"))
    assert "watchdog" in table.machine.run("journalctl -u lunka -o cat --no-pager").lower()
    game.play(2)
    tell(f"survived: SIGSTOP, watchdog; turn {len(game.played)} recorded")


def test_a_stuck_column_is_told_and_passes(table: Service, game: Game, tell: Tell) -> None:
    """A column shorted to ground is no turn; when it is mended the game goes on."""
    column = table.wood.profile.sensors.reeds[0].columns[1]
    turns = len(game.played)
    table.machine.do(touch("outside", column, 0), ("pause", 5))
    assert len(table.view()["moves"]) == turns
    table.machine.do(touch("outside", column, "z"), ("pause", 2))
    game.play(2)
    tell(f"survived: a stuck column; turn {len(game.played)} recorded")


def test_the_chip_goes_and_comes_back(table: Service, game: Game, tell: Tell) -> None:
    """Without its GPIO chip and SPI bus Lunka says so; when they are back it goes on by itself."""
    process = table.process()
    table.unbind()
    said = table.wait_for_alert()
    table.machine.do(("pause", 10))
    table.bind()
    table.wait_until_well()
    assert table.process() == process, "it was restarted instead"
    game.play(2)
    assert table.lights_wrong() == []
    tell(f"survived: GPIO chip and SPI bus unbound and bound (it said: {said})")


def test_a_disk_that_cannot_be_written(table: Service, game: Game, tell: Tell) -> None:
    """Nothing that is not on the disk is shown; when it can be written the turn stands there."""
    turns = len(game.played)
    table.machine.run("sync; echo u > /proc/sysrq-trigger; sleep 1")

    def mend() -> None:
        said = table.wait_for_alert()
        assert len(table.view()["moves"]) == turns
        table.machine.run("mount -o remount,rw /")
        table.wait_until_well()
        tell(f"survived: a read-only disk (it said: {said})")

    game.turn(then=mend)
    game.play(1)


def test_a_hard_reset_in_the_middle_of_a_turn(table: Service, game: Game, tell: Tell) -> None:
    """After the reset button was pressed with stones in the hand, the turn is finished."""
    game.turn(between=lambda: table.across(table.machine.reset))
    game.play(1)
    tell(f"survived: a hard reset in mid-turn; turn {len(game.played)} recorded")


def test_the_game_is_finished_and_the_record_is_whole(
    table: Service, game: Game, tell: Tell
) -> None:
    """After all that the game is played to its end, and `lunka verify` finds nothing missing."""
    game.play()
    assert table.lights_wrong() == []
    said = table.verify()
    tell(
        f"reeds: {len(game.played)} turns played and recorded, {game.questions} questions, "
        f"{game.result()}; lunka verify: {said}"
    )
