"""`lunka simulate`: games played by simulated people, counted."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from controller.cli.simulate import PEOPLE
from tests.boards import BOARDS
from tests.cli.profiles import five_mistakes
from tests.cli.running import Lunka

SMALL = ("simulate", "kalah", "--set", "stones=2", "--set", "pits=3", "--pins-every", "0")


def test_json_ends_with_the_totals(lunka: Lunka) -> None:
    """One object a game and, last, the counts that a program needs."""
    ran = lunka(*SMALL, "--games", 3, "--json")
    *games, totals = map(json.loads, ran.out.splitlines())
    assert (ran.code, ran.err) == (0, "")
    assert [game["number"] for game in games] == [0, 1, 2]
    assert {"games", "right", "asked", "wrong", "seconds"} <= set(totals)
    assert totals["games"] == totals["right"] + totals["asked"] == 3


def test_totals_tell_what_people_would_notice(lunka: Lunka) -> None:
    """Wrong, unnoticed, asked, how long lights and record took, the longest step, who played."""
    ran = lunka(*SMALL, "--games", 2, "--people", "club", "--json")
    totals = json.loads(ran.out.splitlines()[-1])
    assert totals["people"] == "club"
    assert {"wrong", "unnoticed", "questions_per_100", "worst_step_ms"} <= set(totals)
    for waits in (totals["lights_s"], totals["record_s"]):
        assert 0 <= waits["p50"] <= waits["p90"] <= waits["p99"]
    assert totals["lights_s"]["p50"] <= totals["record_s"]["p50"]


@pytest.mark.parametrize("people", PEOPLE)
def test_all_kinds_of_people_play(lunka: Lunka, people: str) -> None:
    """Each kind plays a game to its end and says so."""
    ran = lunka(*SMALL, "--games", 1, "--people", people)
    assert f"usual wood, {people} people: " in ran.out
    assert "last movement to the next player's lights: " in ran.out
    assert "longest step of the daemon: " in ran.out


def test_a_habit_alone(lunka: Lunka) -> None:
    """Only the habits that are named show, in every turn or at their rates."""
    ran = lunka(*SMALL, "--games", 1, "--habit", "parts", "--habit", "look=0.5", "--json")
    game = json.loads(ran.out.splitlines()[0])
    assert (game["returned"], game["refused"]) == (0, 0)


def test_same_seed_same_games(lunka: Lunka) -> None:
    """A run can be repeated."""
    runs = [lunka(*SMALL, "--games", 2, "--seed", 5, "--json").out for _ in range(2)]
    first, second = (run.splitlines()[:2] for run in runs)
    assert first == second


@pytest.mark.parametrize(
    ("game", "house"),
    [("short", "dice=entered"), ("long", "dice=board"), ("short", "dice=inferred")],
)
def test_after_so_many_turns_somebody_resigns(
    lunka: Lunka, tmp_path: Path, game: str, house: str
) -> None:
    """Not in the middle of a turn, and where the other side must agree it does."""
    path = tmp_path / "kept.db"
    kept = ("--sensors", "load", "--pins-every", 0, "--seed", 5, "--record", path)
    ran = lunka("simulate", game, "--games", 1, "--turns", 12, "--house", house, *kept, "--json")
    assert (ran.code, json.loads(ran.out.splitlines()[-1])["wrong"]) == (0, 0)
    assert "resign" in lunka("show", "--record", path).out
    assert lunka("verify", "--record", path).code == 0


def test_words_for_people(lunka: Lunka) -> None:
    """Without --json there is one sentence."""
    ran = lunka(*SMALL, "--games", 1, "--sensors", "reed")
    assert ran.code == 0
    assert ran.out.startswith("1 game, ")
    assert " 0 wrong (0 at pin level, " in ran.out


def test_a_bar_when_a_person_watches(lunka: Lunka, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal a bar goes from nothing to all games; a program that reads JSON sees none."""
    monkeypatch.setenv("TERM", "xterm")
    for wanted, more in ((True, ()), (False, ("--json",))):
        with monkeypatch.context() as terminal:
            terminal.setattr(sys.stderr, "isatty", lambda: True)
            ran = lunka(*SMALL, "--games", 2, *more)
        assert ran.code == 0
        assert ("playing" in ran.err and "100%" in ran.err) is wanted, ran.err


def test_faults_are_not_silently_wrong(lunka: Lunka, tmp_path: Path) -> None:
    """With a dead sensor the games are still right, and can be kept in a record."""
    path = tmp_path / "kept.db"
    ran = lunka(*SMALL, "--games", 1, "--fault", "dead:a2", "--record", path, "--json")
    assert ran.code == 0
    assert lunka("verify", "--record", path).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "there is no game 'chess'"),
        (("kalah", "--set", "stones=99"), "option stones: '99' is not allowed; 1 to 12 is"),
        (("kalah", "--fault", "dead:z9"), "names the cell 'z9', which this board does not have"),
        (("kalah", "--fault", "bent:a1"), "kind 'bent'; allowed are dead, stuck, chatter, spill"),
        (("kalah", "--fault", "a1"), "it is KIND:CELL or KIND:CELL@SECONDS"),
        (("kalah", "--fault", "dead:a1@soon"), "allowed is a number from 0 up"),
        (("kalah", "--sensors", "reed", "--board", "kalah-load"), "both say what senses the board"),
        (("kalah", "--sensors", "smell"), "has 'smell' sensors; there are: load, reed"),
        (("kalah", "--games", "0"), "'0' is not allowed; a whole number from 1 up is"),
        (("kalah", "--games", "many"), "'many' is not allowed; a whole number from 1 up is"),
        (("kalah", "--pins-every", "-1"), "a whole number from 0 up is"),
        (("kalah", "--seed", "x"), "'x' is not allowed"),
        (("kalah", "--board", "no.toml"), "no.toml: the profile cannot be read"),
        (("kalah", "--board", "no"), "No board profile named 'no' comes with Lunka"),
        (("kalah", "--set", "pits=9"), "the board kalah-load has no a7, a8, a9, b7, b8, b9"),
        (("kalah", "--games", "1", "--record", "/proc/no/r.db"), "lock file"),
        (("kalah", "--people", "rude"), "invalid choice: 'rude' (choose from"),
        (("kalah", "--habit", "sneeze"), "nobody has the habit 'sneeze'; there are: carry, slide"),
        (("kalah", "--habit", "jolt=2"), "the habit 'jolt' has the rate 2; allowed is 0 to 1"),
        (("kalah", "--habit", "jolt=often"), "write NAME or NAME=RATE, such as jolt=0.2"),
        (("kalah", "--colour", "red"), "unrecognized arguments: --colour red"),
    ],
)
def test_mistakes(lunka: Lunka, arguments: tuple[str, ...], words: str) -> None:
    """Every mistake is one line that says what is allowed."""
    assert words in lunka("simulate", *arguments).mistake


def test_profile_with_five_mistakes(lunka: Lunka, tmp_path: Path) -> None:
    """Each of the five gets its own line, all at once."""
    profile = five_mistakes(tmp_path)
    ran = lunka("simulate", "kalah", "--board", profile)
    lines = ran.err.splitlines()
    assert (ran.code, ran.out) == (2, "")
    assert len(lines) == 5
    assert all(line.startswith(f"lunka: {profile}: ") for line in lines)


def test_every_kind_of_sensor_is_named(lunka: Lunka) -> None:
    """In the help and in the document."""
    help_text = lunka("simulate", "--help").out
    document = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    (row,) = [line for line in document.splitlines() if line.startswith("| `--sensors ")]
    for _, kind in BOARDS:
        assert kind in help_text.rpartition("--sensors KIND")[2].partition("--board")[0]
        assert f"`{kind}`" in row or f"`--sensors {kind}`" in row
