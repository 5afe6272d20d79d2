"""Without systemd: what Lunka costs on the lines of a kernel, and that it reads them right.

The daemon is that of this folder; the machine's image only brings Debian and the packages. `make
test` runs this too where `make kernel` has left an image.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel.conftest import Tell
from tests.kernel.game import Game
from tests.kernel.service import DRIVER
from tests.kernel.small import small_table

TURNS = 3


@pytest.mark.parametrize("board", ["kalah-reed", "kalah-load"])
def test_a_board_is_played_lit_and_measured(
    board: str, images: Path, tmp_path: Path, tell: Tell
) -> None:
    """Turns are recorded as they were played, the strip shows what the page shows."""
    with small_table(images, tmp_path, board) as (table, process):
        game = Game(table, seed=3)
        game.begin()
        game.play(TURNS)
        tell(f"{board}, in play: {table.work(process)}")
        assert table.lights_wrong() == []
        table.machine.do(("pause", 15))
        tell(f"{board}, at rest: {table.work(process)}")
        tell(f"{board}: {len(game.played)} turns, {game.questions} questions; {table.chips()}")


def test_lines_that_went_are_opened_again(images: Path, tmp_path: Path, tell: Tell) -> None:
    """While the GPIO chip is away nothing spins; when it is back the board is lit again."""
    with small_table(images, tmp_path, "kalah-reed") as (table, process):
        table.machine.run(f"echo lunkawood > {DRIVER}/unbind")
        table.wait(lambda view: view["alerts"], 30)
        away = table.share_of_core(process)
        table.machine.run(f"echo lunkawood > {DRIVER}/bind")
        table.wait(lambda view: not view["alerts"], 30)
        assert table.lights_wrong() == []
        assert away < 0.2
        tell(f"survived: GPIO chip unbound and bound; {100 * away:.1f} % of a core meanwhile")
