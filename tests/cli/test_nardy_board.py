"""Nardy in the terminal: `lunka watch --once` and `lunka replay`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from controller.cli.board import board, face
from controller.cli.looks import Look
from controller.cli.nardy_board import beside
from controller.cli.signs import SIGNS, UNLIT
from controller.games.catalogue import make_game
from controller.lights.meanings import TOGETHER, Meaning
from controller.settings.config import find_profile
from controller.simulation.run import Scenario, simulate
from controller.words.places import layout_of
from tests.cli.running import Lunka
from tests.daemon.running import Table, running


def printed(drawn: Any) -> list[str]:
    """What a person sees, without colours; no line may be wider than a usual terminal."""
    console = Console(file=StringIO(), width=76, highlight=False)
    console.print(drawn)
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def drawn_start(name: str, lit: Mapping[str, Look] | None = None, mover: int = 0) -> list[str]:
    """The board of a game as it is set up."""
    game = make_game(name, {})
    held = zip(game.cells, game.contents(game.open()), strict=True)
    looks = {cell: Look(face("nardy", cell, count, {}, game.sides)) for cell, count in held}
    return printed(board(layout_of(game), looks | dict(lit or {}), game.sides, mover))


def test_short_nardy_as_white_sees_it() -> None:
    """Numbers, whose checkers stand there, both bars, both trays."""
    assert drawn_start("short") == [
        " 13  14  15  16  17  18 │ bar W │  19  20  21  22  23  24 │ off B",
        " 5W   ·   ·   ·  3B   · │     · │  5B   ·   ·   ·   ·  2W │     ·",
        "                        │       │                         │",
        " 5B   ·   ·   ·  3W   · │     · │  5W   ·   ·   ·   ·  2B │     ·",
        " 12  11  10   9   8   7 │ bar B │   6   5   4   3   2   1 │ off W",
    ]


def test_points_are_counted_by_who_moves() -> None:
    """When Black moves the rim has Black's numbers (S1, L2): his home is 1 to 6."""
    short, long = drawn_start("short", mover=1), drawn_start("long", mover=1)
    assert short[0].startswith(" 12  11  10   9   8   7 │ bar W │   6   5   4")
    assert short[-1].startswith(" 13  14  15  16  17  18 │ bar B │  19  20  21")
    assert long[0].endswith("19  20  21  22  23  24")


@pytest.mark.parametrize("name", ["long", "gulbar", "mad-gulbar"])
def test_the_long_games_have_heads_and_no_bar(name: str) -> None:
    """White runs from the lower left to a home at the upper left, Black from the upper right to the
    lower right (L1, L2); White's head is 24, Black's is 12."""
    assert drawn_start(name) == [
        "off W │   1   2   3   4   5   6 │   7   8   9  10  11  12",
        "    · │   ·   ·   ·   ·   ·   · │   ·   ·   ·   ·   · 15B",
        "      │                         │",
        "    · │ 15W   ·   ·   ·   ·   · │   ·   ·   ·   ·   ·   ·",
        "off B │  24  23  22  21  20  19 │  18  17  16  15  14  13",
    ]


def test_lights_and_repairs_stand_beside_the_checkers() -> None:
    """A sign for each light, a number where pieces are missing or too many."""
    lit = {
        "13": Look("5W", SIGNS["may-lift"], 0, "#009e73"),
        "8": Look("4W", SIGNS["too-many"], -1, "#d55e00"),
        "bar-white": Look("·", SIGNS["may-put"], 1, "#e69f00"),
        "off-white": Look("·", SIGNS["turn"], 0, "#ffffff"),
    }
    lines = drawn_start("short", lit)
    assert lines[2] == "  ^                     │    +1 │                         │"
    assert lines[4] == "                 -1     │       │                         │     >"
    assert "4W" in lines[5]


SHOWN = {
    "dice": [6, 5],
    "call": {"en": "shesh-besh", "ru": "шеш-беш"},
    "passed": [],
    "cube": 2,
    "owner": 1,
    "offered": 4,
    "score": [2, 4],
    "length": 5,
    "crawford": True,
    "pips": [160, 167],
}


def test_what_lies_beside_the_board() -> None:
    """Dice, the cube with its owner and what is offered, the match, the pips."""
    assert printed(beside(SHOWN, ("White", "Black"))) == [
        "Dice: 6-5 shesh-besh",
        "Stake: 2, may be raised by Black, offered: 4",
        "Match to 5: 2 : 4 · Crawford",
        "Pips: 160 : 167",
    ]
    assert printed(beside(SHOWN, ("Белые", "Чёрные"), "ru"))[1] == (
        "Ставка: 2, поднять могут Чёрные, предложено: 4"
    )


def test_a_die_that_is_played_is_in_brackets() -> None:
    """What is dimmed on the page is told apart in the terminal too."""
    shown = SHOWN | {"spent": [False, True]}
    assert printed(beside(shown, ("White", "Black")))[0] == "Dice: 6-(5) shesh-besh"


def test_what_is_not_there_is_not_said() -> None:
    """No dice, no match, and no pips in a tournament; numbers that passed over (G2) are."""
    shown = {key: value for key, value in SHOWN.items() if key != "pips"}
    bare = shown | {"dice": [], "owner": None, "offered": None, "length": 0, "cube": 1}
    assert printed(beside(bare, "WB")) == ["Stake: 1, in the middle"]
    assert printed(beside(bare | {"passed": [6, 5]}, "WB"))[0] == "Passed over: 6-5"


def test_every_meaning_has_a_sign_of_its_own() -> None:
    """No meaning rests on colour: what may be lit together looks different."""
    for meaning in Meaning:
        assert len(SIGNS[meaning.value]) == 1
        assert SIGNS[meaning.value] != UNLIT
    for together in TOGETHER:
        for one, other in combinations(sorted(together), 2):
            assert SIGNS[one] != SIGNS[other]
    assert len(set(SIGNS.values())) == len(SIGNS)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A real table of short nardy, with dice that are entered, in a match."""
    rules = ("--house", "dice=entered", "--set", "match_length=5")
    with running(tmp_path / "table", "short", *rules, "--players", "Anna", "Boris") as table:
        table.ready()
        yield table


def test_watch_draws_a_running_table(lunka: Lunka, table: Table) -> None:
    """The board with its lights, dice, stake and match; in Russian with Russian letters."""
    table.do("roll", dice=[6, 1])
    table.wait(lambda view: view["cells"]["24"]["glow"])
    said = lunka("watch", table.url, "--once").out
    assert "│  5W   ·   ·   ·  3B   · │     · │  5B   ·   ·   ·   ·  2W │     · │" in said
    assert re.search(r"│ +\^ +│ +│ +\^ │ +│", said)
    for words in ("Dice: 6-1 shesh-yek", "Stake: 1, in the middle", "Match to 5: 0 : 0"):
        assert words in said
    russian = lunka("watch", table.url, "--once", "--language", "ru").out
    assert "5Б   ·   ·   ·  3Ч" in russian
    assert "снято Ч" in russian


@pytest.mark.parametrize(
    ("name", "above", "below"),
    [
        ("short", "(13  14  15  16  17  18|12  11  10   9   8   7) │ bar W", "bar B"),
        ("long", "( 1   2   3   4   5   6|13  14  15  16  17  18) │", "(24  23|12  11) "),
    ],
)
def test_replay_draws_every_turn_with_its_roll(
    lunka: Lunka, tmp_path: Path, name: str, above: str, below: str
) -> None:
    """One picture for the start and one a turn, each with two rows of twelve points, counted by who
    moves."""
    path = tmp_path / "games.db"
    scenario = Scenario(name, {}, find_profile("nardy-load"), seed=2, pins_every=0, most_turns=4)
    assert simulate(scenario, 1, path).wrong == 0
    ran = lunka("replay", "--record", path)
    turns = int(lunka("games", "--record", path).out.split()[-2])
    assert (ran.code, turns) == (0, 4)
    assert len(re.findall(above, ran.out)) == turns + 1
    assert len(re.findall(below, ran.out)) == turns + 1
    assert len(re.findall(r"╭─+ \d+\. (White|Black) [1-6]{2}: \S", ran.out)) == turns
    assert "Stake: 1, in the middle" in ran.out
