"""The catalogue: Lunka's own games, and those that packages bring (entry point `lunka.games`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.games import catalogue
from controller.games.catalogue import (
    NotInstalledError,
    is_installed,
    kind_of,
    look_again,
    make_game,
    names,
)

TINY = """
from controller.games.kalah import Kalah, KalahOptions
from controller.games.kind import Kind

class Tiny(Kalah):
    name = "tiny"

TINY = Kind(Tiny, KalahOptions, titles={"en": "Tiny", "ru": "Тайни"})
NOTHING = 7
"""


class Shop:
    """Packages that can be installed and taken away again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, package: str, code: str, points: str) -> None:
        """A package with one module, and what it says in the group `lunka.games`."""
        facts = self.folder / f"{package}-1.0.dist-info"
        facts.mkdir()
        (self.folder / f"{package}.py").write_text(code, encoding="utf-8")
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (facts / "entry_points.txt").write_text(f"[lunka.games]\n{points}\n")
        look_again()


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    """A place from which packages are loaded."""
    monkeypatch.syspath_prepend(tmp_path)
    yield Shop(tmp_path)
    monkeypatch.undo()
    look_again()


def test_a_package_brings_a_game(workshop: Shop) -> None:
    """It is listed after Lunka's own, described, and made with options like any other."""
    workshop.install("tinygame", TINY, "tiny = tinygame:TINY")
    assert names()[0] == "kalah"
    assert names()[-1] == "tiny"
    assert kind_of("tiny").titles["en"] == "Tiny"
    assert len(make_game("tiny", {"pits": "3"}).cells) == 8


def test_a_game_that_nobody_brings_is_named_with_those_there_are(workshop: Shop) -> None:
    """The guests are among those named."""
    workshop.install("tinygame", TINY, "tiny = tinygame:TINY")
    assert not is_installed("chess")
    with pytest.raises(NotInstalledError, match=r"no game 'chess'; there are: kalah, .*, tiny"):
        make_game("chess")


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ("tiny = nowhere:TINY", "ModuleNotFoundError: No module named 'nowhere'"),
        ("tiny = badgame:MISSING", "AttributeError: .*MISSING"),
        ("tiny = badgame:NOTHING", "TypeError: 7 is no controller.games.kind.Kind"),
        ("small = badgame:TINY", "ValueError: its game calls itself 'tiny'"),
    ],
)
def test_a_package_that_does_not_work_says_so_and_stops_nobody(
    workshop: Shop, points: str, why: str
) -> None:
    """The package and its fault are named; all other games are there."""
    workshop.install("badgame", TINY, points)
    with pytest.raises(NotInstalledError, match=f"the package badgame brings .*{why}"):
        make_game(points.split(maxsplit=1)[0])
    assert make_game("kalah").name == "kalah"


def test_nobody_takes_the_name_of_a_game_of_lunka(workshop: Shop) -> None:
    """What a record calls kalah is Lunka's kalah."""
    workshop.install("falsegame", TINY, "kalah = falsegame:TINY")
    assert type(make_game("kalah")).__module__ == "controller.games.kalah.game"
    assert names().count("kalah") == 1


def test_packages_are_not_looked_for_where_lunkas_own_game_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table that plays kalah never reads what else is installed."""

    def read(**_: Any) -> Any:
        raise AssertionError("nobody asked for other games")

    look_again()
    monkeypatch.setattr(catalogue, "entry_points", read)
    assert make_game("kalah").name == "kalah"
    look_again()
