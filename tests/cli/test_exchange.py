"""`lunka export` and `lunka import`, for people and for other programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.record.log import Log
from controller.record.matches import match_of
from tests.cli.running import Lunka
from tests.record.matches import Evening, short_match
from tests.record.test_exchange import without_crawford

#: A match to one point, given up after one turn.
ONE = " 1 point match\n\n Game 1\n A : 0     B : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n"


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record with one match of short nardy, and a game of long nardy after it."""
    path = tmp_path_factory.mktemp("match") / "match.db"
    with Log(path) as log:
        log.append(short_match().events)
        log.append(Evening(1, "long", hurry=50).play(games=1).events)
    return path


def test_a_match_for_other_programs(lunka: Lunka, match: Path) -> None:
    """.mat and SGF hold every game of the match; what they lose is said beside it, not in it."""
    for form, begins in (("mat", "; [Variation"), ("sgf", "(;FF[4]GM[6]"), ("snowie", " 5 point")):
        first, second = (
            lunka("export", number, "--record", match, "--format", form) for number in (1, 2)
        )
        assert first.code == 0
        assert first == second
        assert first.out.startswith(begins)
        lines = first.err.splitlines()
        assert all(line.startswith(f"lunka: not carried by {form}: ") for line in lines)
    assert "how long the turns took" in lunka("export", 1, "--record", match, "--format", "mat").err


def test_a_report_in_two_languages(lunka: Lunka, match: Path, tmp_path: Path) -> None:
    """The report is one file, in the language asked for."""
    page = tmp_path / "report.html"
    ran = lunka("export", "--record", match, "--format", "html", "--output", page)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert "Long nardy" in page.read_text(encoding="utf-8")
    russian = lunka("export", "--record", match, "--format", "html", "--language", "ru")
    assert "Длинные нарды" in russian.out


def test_what_goes_out_comes_in(lunka: Lunka, match: Path, tmp_path: Path) -> None:
    """A match that was exported is imported as the next games of another record, and is whole."""
    record = tmp_path / "new" / "club.db"
    with Log.open_reader(match) as log:
        games = len(match_of(log, 1).games)
    for number, form in enumerate(("mat", "sgf")):
        file = tmp_path / f"match.{form}"
        assert lunka("export", 1, "--record", match, "--format", form, "--output", file).code == 0
        ran = lunka("import", file, "--record", record)
        numbers = f"games {games * number + 1} to {games * (number + 1)}"
        assert (ran.code, ran.out) == (0, f"{file}: {numbers} of {record}\n")
    there = lunka("export", 1, "--record", match, "--format", "mat").out
    for number in (1, 2 * games):
        assert lunka("export", number, "--record", record, "--format", "mat").out == there
    assert f"{2 * games} games, every turn by the rules" in lunka("verify", "--record", record).out


def test_rules_that_a_file_does_not_tell(lunka: Lunka, tmp_path: Path) -> None:
    """S14: Snowie's text of a match without the Crawford game is read when that is said besides."""
    file, record = tmp_path / "match.txt", tmp_path / "match.db"
    with Log(tmp_path / "played.db") as log:
        log.append(without_crawford().events)
    played = ("export", 1, "--record", tmp_path / "played.db", "--format")
    ran = lunka(*played, "snowie", "--output", file)
    assert "`lunka import --set crawford=false` reads it so" in ran.err
    assert "this is the Crawford game" in lunka("import", file, "--record", record).mistake
    told = lunka("import", file, "--record", record, "--set", "crawford=false")
    assert (told.code, told.out) == (0, f"{file}: games 1 to 2 of {record}\n")
    there = lunka(*played, "snowie").out
    assert lunka("export", 1, "--record", record, "--format", "snowie").out == there


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("match_length=3", "match_length: the file tells that itself; crawford, jacoby, hit_then"),
        ("crawford=perhaps", "crawford"),
        ("crawford", "is not of the form KEY=VALUE, such as crawford=false"),
        ("jacoby=true", "jacoby with match_length = 1"),
    ],
)
def test_rules_that_cannot_be_told(lunka: Lunka, tmp_path: Path, setting: str, words: str) -> None:
    """What the file says itself, what is no rule and what contradicts it is refused by name."""
    file = tmp_path / "one.mat"
    file.write_text(ONE)
    assert words in lunka("import", file, "--set", setting).mistake


def test_import_into_the_usual_record(lunka: Lunka, home: Path, tmp_path: Path) -> None:
    """Without --record the games go to the record that the board writes."""
    file = tmp_path / "one.mat"
    file.write_text(ONE)
    assert lunka("import", file).out == f"{file}: game 1 of {home / 'record.db'}\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "this is not a .mat file"),
        ("(;GM[6];W[31aa])", "game 1, move 1, W[31aa]: turn '1/1'"),
        ("\x00\xff", "this is not a .mat file"),
    ],
)
def test_files_that_cannot_be_imported(lunka: Lunka, tmp_path: Path, text: str, words: str) -> None:
    """The file, the place and the reason are named, and no empty record is left behind."""
    file = tmp_path / "odd.mat"
    file.write_bytes(text.encode("latin-1"))
    mistake = lunka("import", file, "--record", tmp_path / "odd.db").mistake
    assert mistake.startswith(f"{file}: ")
    assert words in mistake
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_a_date_that_no_record_holds(lunka: Lunka, tmp_path: Path, form: str) -> None:
    """The match is imported without its date, which is said, and the record can be read."""
    file, record = tmp_path / f"old.{form}", tmp_path / "old.db"
    file.write_text(
        '; [EventDate "0001.01.01"]\n' + ONE
        if form == "mat"
        else "(;GM[6]DT[0001-01-01];W[31hefe])"
    )
    ran = lunka("import", file, "--record", record)
    assert (ran.code, ran.out) == (0, f"{file}: game 1 of {record}\n")
    assert ran.err.startswith(f"lunka: {file}: the date '0001")
    assert lunka("verify", "--record", record).code == 0
    assert lunka("show", "--record", record).code == 0


def test_letters_of_an_older_program(lunka: Lunka, tmp_path: Path) -> None:
    """A file that is not UTF-8 is read as Latin-1, which is said, and its names are kept."""
    file, record = tmp_path / "old.mat", tmp_path / "old.db"
    file.write_bytes(ONE.replace("A :", "J\xfcrgen :").encode("latin-1"))
    ran = lunka("import", file, "--record", record)
    assert ran.err == f"lunka: {file}: it is not UTF-8: its letters are read as Latin-1\n"
    assert '[White "J\xfcrgen"]' in lunka("show", "--record", record).out


def test_a_match_that_is_won_already(lunka: Lunka, tmp_path: Path) -> None:
    """A file that begins after the end of its match is refused with its line; nothing is kept."""
    file, record = tmp_path / "won.mat", tmp_path / "won.db"
    file.write_text(ONE.replace("B : 0", "B : 1"))
    mistake = lunka("import", file, "--record", record).mistake
    assert mistake.startswith(f"{file}: line 4: it begins at 0-1 in a match to 1, which is won")
    assert not record.exists()


def test_nothing_is_kept_that_verify_would_call_broken(
    lunka: Lunka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a reader lets pass, a record takes only what `lunka verify` finds right."""
    file, record = tmp_path / "one.mat", tmp_path / "one.db"
    file.write_text(ONE)
    monkeypatch.setattr("controller.cli.exchange.fault_in", lambda events: "game 1: odd")
    assert lunka("import", file, "--record", record).mistake == f"{file}: game 1: odd"
    assert not record.exists()


def test_a_file_that_is_not_there(lunka: Lunka, tmp_path: Path) -> None:
    """The file and the reason are named."""
    file = tmp_path / "none.mat"
    assert lunka("import", file).mistake == f"{file} cannot be read: No such file or directory"


def test_a_game_without_an_end(lunka: Lunka, tmp_path: Path) -> None:
    """What the file left unfinished is kept as abandoned, which is said; it goes out as it came."""
    file, record = tmp_path / "open.mat", tmp_path / "open.db"
    file.write_text(ONE.replace("      Wins 1 point\n", ""))
    ran = lunka("import", file, "--record", record)
    assert ran.err == f"lunka: {file}: game 1 has no end in it: it is kept as abandoned\n"
    assert '[Termination "abandoned"]' in lunka("show", "--record", record).out
    assert "is whole" in lunka("verify", "--record", record).out
    for form in ("mat", "sgf"):
        first = lunka("export", "--record", record, "--format", form).out
        again, other = tmp_path / f"again.{form}", tmp_path / f"{form}.db"
        again.write_text(first)
        assert lunka("import", again, "--record", other).code == 0
        assert lunka("export", "--record", other, "--format", form).out == first


def test_a_game_under_way_is_not_buried(lunka: Lunka, tmp_path: Path) -> None:
    """Nothing is imported after a game, or a match, that a table would go on with; nor is anything
    else in the way."""
    file, record = tmp_path / "one.mat", tmp_path / "own.db"
    file.write_text(ONE)
    own = short_match().events
    second = [at for at, event in enumerate(own) if event.kind == "game.opened"][1]
    for upto, goes_on in ((5, "its game 1"), (second, "its match of game 1")):
        path = tmp_path / f"{upto}.db"
        with Log(path) as log:
            log.append(own[:upto])
        mistake = lunka("import", file, "--record", path).mistake
        assert mistake.startswith(
            f"record {path}: {goes_on} goes on, and no table would take it up"
        )
        assert mistake.endswith("finish it first, or name another file with --record FILE")
        assert " 1 games" in lunka("verify", "--record", path).out
    with Log(record) as log:
        log.append(own)
    assert lunka("import", file, "--record", record).code == 0
    assert lunka("import", file, "--record", record).code == 0


def test_a_record_where_none_can_be(lunka: Lunka, tmp_path: Path) -> None:
    """A folder that cannot be made is a mistake of the command line, told in one line."""
    file = tmp_path / "one.mat"
    file.write_text(ONE)
    for record in (Path("/proc/none/x.db"), file / "below" / "x.db", file / "x.db"):
        mistake = lunka("import", file, "--record", record).mistake
        assert mistake.startswith(f"record {record}: its folder cannot be made (")
        assert mistake.endswith("choose another place with --record FILE")


def test_a_record_in_use(lunka: Lunka, tmp_path: Path) -> None:
    """While a board writes the record, nothing is imported into it."""
    file = tmp_path / "one.mat"
    file.write_text(ONE)
    with Log(tmp_path / "busy.db"):
        mistake = lunka("import", file, "--record", tmp_path / "busy.db").mistake
    assert "busy.db" in mistake


@pytest.mark.parametrize("form", ["mat", "sgf", "snowie"])
def test_games_that_a_form_cannot_hold(lunka: Lunka, match: Path, form: str) -> None:
    """The words say what the form holds and what to choose instead."""
    mistake = lunka("export", "--record", match, "--format", form).mistake
    assert "holds short nardy only, and this is long; export it as text, json or html" in mistake
