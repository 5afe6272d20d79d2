"""Our .mat and SGF in the real GNU Backgammon, and its own export of them back in ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from controller.games.game import RulesError
from controller.games.nardy import Position, Short, ShortOptions
from controller.play.moments import rules_of, start_of
from controller.record.export import Export
from controller.record.mat import mat_of
from controller.record.mat_reader import read_mat
from controller.record.matches import MatchWalk
from controller.record.sgf import sgf_of
from controller.record.sgf_reader import read_sgf
from controller.record.transcriber import Transcriber
from tests.oracle import gnubg
from tests.record.anything import anything
from tests.record.matches import Evening, match_walk, told
from tests.record.setups import borne_off, dropped, named, offered, replied
from tests.record.test_exchange import beavered, condoned, snowie_of
from tests.record.test_exchange_anything import differences, written

WRITERS: dict[str, Callable[[MatchWalk], Export]] = {"mat": mat_of, "sgf": sgf_of}
READERS: dict[str, Callable[[str], Transcriber]] = {"mat": read_mat, "sgf": read_sgf}
LOAD = {"mat": "import mat", "sgf": "load match"}
SAVE = {"mat": "export match mat", "sgf": "save match"}
#: What is played: lengths of matches, in turn.
LENGTHS = (1, 3, 5, 7, 2, 11)


def there_and_back(folder: Path, matches: Sequence[MatchWalk]) -> list[str]:
    """Every match into gnubg from .mat and from SGF, and out of it in both, in one process.

    The answer names every difference, and whatever gnubg complained about.
    """
    commands = ["set jacoby off"]
    for number, match in enumerate(matches):
        for form, write in WRITERS.items():
            name = f"{number}.{form}"
            (folder / name).write_text(write(match).text, encoding="utf-8")
            commands.append(f"{LOAD[form]} {name}")
            commands += [f"{save} {name}.{back}" for back, save in SAVE.items()]
    complaints = gnubg.run(folder, commands)
    return complaints + [
        f"{number}.{form} as {back}: {difference}"
        for number, match in enumerate(matches)
        for form in WRITERS
        for back in READERS
        if (difference := compare(match, folder / f"{number}.{form}.{back}", back))
    ]


def compare(match: MatchWalk, path: Path, form: str) -> str:
    """How a file differs from the match it was made of; nothing: not at all."""
    try:
        again = match_walk(READERS[form](path.read_text(encoding="utf-8")).events)
    except RulesError as refused:
        return str(refused)
    for number, (ours, theirs) in enumerate(zip(told(match), told(again), strict=True), start=1):
        for key, value in ours.items():
            if theirs[key] != value:
                return f"game {number}, {key}: {value} became {theirs[key]}"
    return ""


def simulated(seeds: range) -> list[MatchWalk]:
    """Matches played at random, to different lengths, by people who double and resign often."""
    lengths = (LENGTHS[seed % len(LENGTHS)] for seed in seeds)
    return [
        match_walk(Evening(seed, options={"match_length": length}, hurry=3).play().events)
        for seed, length in zip(seeds, lengths, strict=True)
    ]


@pytest.mark.parametrize(
    "first",
    [0, 100, *(pytest.param(n, marks=pytest.mark.soak) for n in range(20, 200, 20) if n != 100)],
)
def test_two_hundred_simulated_matches(tmp_path: Path, first: int) -> None:
    """gnubg reads each from .mat and from SGF without a word; its own .mat and SGF of it come back
    unchanged. All that a match can have happens in every twenty of them."""
    matches = simulated(range(first, first + 20))
    assert there_and_back(tmp_path, matches) == []
    games = [game for match in matches for game in match.games]
    assert {game.result and game.result.reason for game in games} == {
        "played",
        "dropped",
        "resigned",
    }
    assert any(game.opening.match and game.opening.match.crawford for game in games)
    assert sum(bool(game.result and (game.result.cube or 1) > 1) for game in games) > 10


def test_games_that_were_set_up(tmp_path: Path) -> None:
    """gnubg reads position, cube, match and score from our SGF, and gives them back."""
    matches = [dropped(), borne_off(), named(), replied(), offered()]
    for number, match in enumerate(matches):
        (tmp_path / f"{number}.sgf").write_text(sgf_of(match).text, encoding="utf-8")
    commands = [
        f"{command} {number}.{end}"
        for number in range(len(matches))
        for command, end in (("load match", "sgf"), ("save match", "sgf.sgf"))
    ]
    assert gnubg.run(tmp_path, commands) == []
    for number, match in enumerate(matches):
        theirs = match_walk(read_sgf((tmp_path / f"{number}.sgf.sgf").read_text()).events)
        ours = match_walk(read_sgf(sgf_of(match).text).events)
        assert told(theirs) == told(ours)
        assert theirs.opening.position == ours.opening.position


@pytest.mark.parametrize(
    ("position", "commands"),
    [
        ("4HPwAyCwZ/ABMA:cAkAAAAAAAAA", ["new session"]),
        ("sGfwATDgc/ABMA:UQngACAAGAAE", ["new match 7"]),
        ("sGfwATDgc/ABMA:8AngAGAAGAAE", ["new match 7"]),
    ],
)
def test_a_game_that_gnubg_set_up(tmp_path: Path, position: str, commands: list[str]) -> None:
    """What gnubg saves of a game that was set up by its IDs is read with all that they say."""
    silent = ["set player 0 human", "set player 1 human", "set automatic roll off"]
    moves = ["set dice 6 4", "move 24/18 18/14", "save match made.sgf"]
    gnubg.run(tmp_path, [*silent, *commands, f"set gnubgid {position}", *moves])
    match = match_walk(read_sgf((tmp_path / "made.sgf").read_text()).events)
    start: Position = start_of(rules_of(match.opening), match.opening)
    asked = Short().read_position(position)
    assert (start.mover, start.board) == (asked.mover, asked.board)
    stakes, wanted = start.stakes, asked.stakes
    assert (stakes.cube, stakes.owner, stakes.crawford) == (
        wanted.cube,
        wanted.owner,
        wanted.crawford,
    )
    assert (stakes.length, stakes.score) == (wanted.length, wanted.score)
    assert [ply.turn for ply in match.games[0].plies] == ["24/18 18/14"]


def test_beavers_and_illegal_plays(tmp_path: Path) -> None:
    """gnubg reads in .mat and Snowie's text what SGF says of them, file after file."""
    beavers = [match_walk(beavered(answer).events) for answer in ("drop", "take", "resign")]
    files: dict[str, MatchWalk] = {}
    for number, match in enumerate([*beavers, condoned(0), condoned(1)]):
        writers = {"sgf": sgf_of, "snowie.mat": snowie_of, "mat": mat_of}
        if number >= len(beavers):
            del writers["mat"]
        for form, write in writers.items():
            files[f"{number}.{form}"] = match
            (tmp_path / f"{number}.{form}").write_text(write(match).text, encoding="utf-8")
    commands = ["set jacoby off"]
    for name in files:
        load = LOAD["mat" if name.endswith("mat") else "sgf"]
        commands += [f"{load} {name}", f"save match {name}.sgf"]
    assert gnubg.run(tmp_path, commands) == []
    for name, match in files.items():
        if name in ("0.mat", "0.snowie.mat"):  # the drop reads as a resignation
            assert "RE[W+2R]" in (tmp_path / f"{name}.sgf").read_text()
        else:
            assert not compare(match, tmp_path / f"{name}.sgf", "sgf"), name


def test_evenings_in_which_everything_happens(tmp_path: Path) -> None:
    """gnubg reads every file that we write, of whatever match, without a word and as it was."""
    files: dict[str, tuple[str, MatchWalk]] = {}
    for seed in range(60):
        for form in ("mat", "snowie", "sgf"):
            made = written(form, anything(seed))
            if isinstance(made, Export):
                name = f"{seed}.{form}.{'sgf' if form == 'sgf' else 'mat'}"
                files[name] = form, anything(seed)
                (tmp_path / name).write_text(made.text, encoding="utf-8")
    commands = ["set jacoby off"]
    for name in files:
        load = LOAD["sgf" if name.endswith("sgf") else "mat"]
        commands += [f"{load} {name}", f"save match {name}.sgf"]
    assert gnubg.run(tmp_path, commands) == []
    for name, (form, match) in files.items():
        # Its SGF has no letter for time, and takes every .mat for a match with the Crawford game.
        timed = any(game.result and game.result.reason == "time" for game in match.games)
        options = rules_of(match.opening).options
        assert isinstance(options, ShortOptions)
        if timed or (form != "sgf" and options.match_length and not options.crawford):
            continue
        theirs = match_walk(read_sgf((tmp_path / f"{name}.sgf").read_text()).events)
        assert list(differences(form, match, theirs)) == [], name


def test_names_in_other_letters(tmp_path: Path) -> None:
    """Names that are not English come back as they are."""
    options = {"match_length": 3}
    names = [("Анна Петрова", "Jörg"), ("O'Neil (2)", "B & C"), ("李小龍", "Ш")]
    evenings = [Evening(7, options=options, players=pair).play() for pair in names]
    matches = [match_walk(evening.events) for evening in evenings]
    assert there_and_back(tmp_path, matches) == []


def test_single_games_with_jacoby(tmp_path: Path) -> None:
    """An evening of single games keeps its running score and counts by Jacoby's rule."""
    matches = [
        match_walk(Evening(seed, options={"jacoby": True}).play(games=3).events)
        for seed in range(6)
    ]
    folder = tmp_path
    commands = ["set jacoby on"]
    for number, match in enumerate(matches):
        (folder / f"{number}.mat").write_text(mat_of(match).text, encoding="utf-8")
        (folder / f"{number}.sgf").write_text(sgf_of(match).text, encoding="utf-8")
        commands += [f"import mat {number}.mat", f"save match {number}.mat.sgf"]
        commands += [f"load match {number}.sgf", f"save match {number}.sgf.sgf"]
    assert gnubg.run(folder, commands) == []
    for number, match in enumerate(matches):
        for form in WRITERS:
            assert not compare(match, folder / f"{number}.{form}.sgf", "sgf")
