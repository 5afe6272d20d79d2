"""`lunka daemon --config FILE`: a table from its settings, or a page that says why not."""

from __future__ import annotations

import os
from argparse import Namespace
from importlib.resources import files
from pathlib import Path

import pytest

from controller.cli import watch
from controller.cli.errors import UsageError
from controller.settings.config import Config, ConfigError, load_config, parse_config
from tests.cli.profiles import five_mistakes
from tests.daemon.running import running


def _problems(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as broken:
        parse_config(text, "t.toml")
    return broken.value.problems


def test_empty_file_is_a_table() -> None:
    """Every key has a default."""
    assert parse_config("") == Config()


def test_a_preset_in_the_settings() -> None:
    """S7: the preset's options are the table's, and one that is set goes before them."""
    game = "[board]\nprofile = 'nardy-load'\n[game]\nname = 'short'\npreset = 'sheet'\n"
    assert parse_config(game).game.chosen["hit_then_bear_off"] == "forbidden"
    over = parse_config(game + "options = {hit_then_bear_off = 'forced', match_length = 3}")
    chosen = over.game.chosen
    assert (chosen["hit_then_bear_off"], chosen["match_length"]) == ("forced", 3)


def test_daemon_runs_what_the_file_describes(home: Path, tmp_path: Path) -> None:
    """Game, options, players, house rules and record are as the file says."""
    file = tmp_path / "table.toml"
    file.write_text(
        """
        [board]
        profile = "kalah-reed"
        [game]
        options = {stones = 3}
        players = ["Anna", "Boris"]
        [house]
        hints = "legal"
        [page]
        port = 0
        key_file = "the.key"
        [record]
        path = "games/evening.db"
        """,
        encoding="utf-8",
    )
    with running(home, "--config", file, command="daemon") as table:
        view = table.view()
        assert [side["player"] for side in view["sides"]] == ["Anna", "Boris"]
        assert (view["options"], view["hints"]) == ({"stones": 3}, "legal")
        assert table.key == (tmp_path / "the.key").read_text().strip()
        assert table.end() == (0, "")
    assert (tmp_path / "games" / "evening.db").is_file()
    assert not home.exists()


def test_broken_settings_are_served_as_a_page(home: Path, tmp_path: Path) -> None:
    """Instead of a dead port: all mistakes of file and profile, on page, health and API."""
    five_mistakes(tmp_path)
    file = tmp_path / "table.toml"
    file.write_text(
        """
        [board]
        profile = "five.toml"
        [game]
        name = "chess"
        [house]
        hints = "wild"
        [page]
        port = 0
        hots = []
        [lights]
        palette = "<neon>"
        """,
        encoding="utf-8",
    )
    with running(home, "--config", file, command="daemon") as table:
        assert table.first.startswith("The settings are broken; http://127.0.0.1:")
        health = table.http.get("/health")
        assert health.status_code == 503
        problems = health.json()["errors"]
        assert len(problems) == 4 + 5
        page = table.http.get("/")
        assert page.status_code == 503
        assert "9 mistakes in the settings" in page.text
        assert "&lt;neon&gt;" in page.text
        assert table.http.get("/api/view").json()["errors"] == problems
        with pytest.raises(UsageError, match=r"settings are broken, and its page lists"):
            watch.run(Namespace(url=table.url, once=True, language="en", key=None))
        code, err = table.end()
    assert code == 2
    assert err == "".join(f"lunka: {problem}\n" for problem in problems)
    assert not home.exists()


def test_a_mistake_in_a_fake_port_is_a_mistake_of_the_profile(tmp_path: Path) -> None:
    """It is listed with the others, and not tried again and again as a port that is taken."""
    board = files("hardware").joinpath("profiles/kalah-reed-pico.toml").read_text(encoding="utf-8")
    board = board.replace("/dev/ttyACM0", "fake:///dev/ttyACM0?drop=7")
    (tmp_path / "own.toml").write_text(board, encoding="utf-8")
    (tmp_path / "table.toml").write_text("board.profile = 'own.toml'", encoding="utf-8")
    with pytest.raises(ConfigError) as broken:
        load_config(tmp_path / "table.toml")
    (problem,) = broken.value.problems
    assert "own.toml: link.port = 'fake:///dev/ttyACM0?drop=7': drop is 7, and not" in problem


def test_missing_file_is_a_page_too(home: Path, tmp_path: Path) -> None:
    """A file that cannot be read is one mistake."""
    with pytest.raises(ConfigError) as broken:
        load_config(tmp_path / "no.toml")
    assert broken.value.problems == (
        f"{tmp_path / 'no.toml'}: the settings cannot be read: No such file or directory.",
    )
    with pytest.raises(ConfigError, match="Is a directory"):
        load_config(tmp_path)
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(ConfigError, match="not UTF-8 text"):
        load_config(tmp_path / "photo.jpg")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[board", "t.toml: this is not TOML: "),
        ("bord = 1", "t.toml: bord = 1: unknown key. Did you mean 'board'?"),
        (
            "[page]\nport = 70000",
            "t.toml: page.port = 70000: allowed is a whole number from 0 (any free one)",
        ),
        ("[page]\nhost = ''", "t.toml: page.host = '': allowed is an address of this machine."),
        ("[board]\nprofile = 'x'", "t.toml: board.profile = 'x': No board profile named 'x'"),
        ("[board]\nprofile = 'x.toml'", "x.toml: the profile cannot be read"),
        ("[board]\nsimulated = 'maybe'", "t.toml: board.simulated = 'maybe': allowed is true"),
        ("[game]\nname = 'chess'", "t.toml: game: there is no game 'chess'; there are: kalah"),
        (
            "[game]\npreset = 'sheet'",
            "t.toml: game: kalah has no preset 'sheet'; there are: kalah-6",
        ),
        ("[game.options]\nstones = 99", "t.toml: game.options.stones = 99: allowed is a whole"),
        ("[game.options]\npits = 9", "t.toml: board.profile = 'kalah-load': this board has no a7"),
        ("[game]\nplayers = ['A']", "t.toml: game.players = ['A']: allowed is a list of 2 names"),
        ("[game]\nplayers = 3", "t.toml: game.players = 3: allowed is a list of the players'"),
        ("[house]\nhints = 'wild'", "t.toml: house.hints = 'wild': allowed is off or legal"),
        ("house = 3", "t.toml: house = 3: allowed is a table of house rules."),
        ("[record]\npath = ''", "t.toml: record.path = '': allowed is the path"),
        (f"[board]\nseed = {'9' * 5000}", "t.toml: this is not TOML: Exceeds the limit"),
        (
            f"[house]\nminutes = 0x{'f' * 5000}",
            "t.toml: house.minutes = a number beyond all measure: allowed is a whole number",
        ),
        ("[lights]\npalette = 'x'", "t.toml: lights.palette = 'x': allowed is one of"),
    ],
)
def test_each_mistake_in_its_words(text: str, problem: str) -> None:
    """File, key, what was found and what is allowed."""
    (told,) = _problems(text)
    assert told.startswith(problem)


def test_one_broken_section_hides_no_other() -> None:
    """A key of the wrong shape does not keep other sections from being checked."""
    text = "[page]\nport = 'x'\n[game]\nname = 'chess'\n[lights]\npalette = 'x'"
    assert len(_problems(text)) == 3


def test_no_key_hides_another_of_its_section(tmp_path: Path) -> None:
    """A key that cannot be read, or that nobody knows, hides neither its neighbours' mistakes nor
    those of the board's profile."""
    five_mistakes(tmp_path)
    text = f"""
        [board]
        simulated = "no"
        profile = "{tmp_path}/five.toml"
        [game]
        colour = 3
        options = {{pits = 12, foo = 1}}
        players = ["a"]
        [lights]
        palette = "pink"
        x = 1
    """
    told = "\n".join(_problems(text))
    for key in ("board.simulated", "game.colour", "options.pits", "options.foo", "game.players"):
        assert told.count(key) == 1
    assert told.count("lights.palette") == told.count("lights.x") == 1
    assert told.count("five.toml: ") == 5


@pytest.mark.parametrize("hall", ["broker = 3", "table = 3\nbroker = 'b'"])
def test_what_cannot_be_read_is_not_called_missing(hall: str) -> None:
    """One mistake, one line: what is there in a wrong form is there."""
    assert len(_problems(f"[hall]\n{hall}")) == 1


@pytest.mark.parametrize("text", ["record = 'x.db'", "[[record]]", "record = 3"])
def test_a_section_that_is_none_is_told_what_it_should_be(text: str) -> None:
    """Not just "another value"."""
    (told,) = _problems(text)
    assert told.endswith("allowed is a [record] section.")


def test_one_wrong_type_hides_no_other_mistake() -> None:
    """House rules and options are told one by one, each with its key, value and what is allowed."""
    text = """
        [house]
        minutes = 15.5
        takebacks = "maybe"
        hints = "loud"
        lamps = true
        [game]
        options = {stones = 4.5, pie = 1}
        players = ["Anna"]
    """
    assert _problems(text) == (
        "t.toml: game.options.stones = 4.5: allowed is a whole number from 1 to 12.",
        "t.toml: game.options.pie = 1: allowed is true or false.",
        "t.toml: game.players = ['Anna']: allowed is a list of 2 names, 60 printable characters "
        "each at most.",
        "t.toml: house.lamps = true: unknown key. Allowed here: hints, takebacks, confirm, "
        "tournament, illegal, dice, clock, minutes, extra, clock_scope, flag, stake, "
        "currency, numbers, players_pause, premature.",
        "t.toml: house.minutes = 15.5: allowed is a whole number from 1 to 600.",
        "t.toml: house.takebacks = 'maybe': allowed is true or false.",
        "t.toml: house.hints = 'loud': allowed is off or legal or full.",
    )


@pytest.mark.parametrize(
    ("section", "key", "value", "allowed"),
    [
        ("board", "simulated", "'no'", "true (no wires needed) or false (real pins)"),
        ("board", "simulated", "0", "true (no wires needed) or false (real pins)"),
        ("board", "seed", "'1'", "a whole number that begins the simulated board's noise"),
        ("board", "seed", "true", "a whole number that begins the simulated board's noise"),
        ("board", "seed", "1.0", "a whole number that begins the simulated board's noise"),
        ("page", "port", "'18781'", "a whole number from 0 (any free one) to 65535"),
        ("page", "host", "127", "an address of this machine"),
        ("house", "minutes", "'15'", "a whole number from 1 to 600"),
        ("house", "minutes", "true", "a whole number from 1 to 600"),
        ("house", "tournament", "'yes'", "true or false"),
        ("house", "hints", "false", "off or legal or full"),
        ("game.options", "stones", "'4'", "a whole number from 1 to 12"),
        ("hall", "tls", "'on'", "true (encrypted) or false"),
    ],
)
def test_a_text_is_neither_a_number_nor_a_truth(
    section: str, key: str, value: str, allowed: str
) -> None:
    """What only looks like the right kind is refused: "no" must not switch real pins on."""
    (told,) = _problems(f"[{section}]\n{key} = {value}")
    assert told == f"t.toml: {section}.{key} = {value}: allowed is {allowed}."


PATHS = [
    ("board", "profile"),
    ("page", "key_file"),
    ("record", "path"),
    *(("hall", key) for key in ("password_file", "ca_file", "cert_file", "key_file")),
]


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("~nosuchuser/x.toml", "there is no home folder ~nosuchuser. Allowed is "),
        ("x\\u0000y.toml", "no path has a NUL character in it. Allowed is "),
    ],
)
@pytest.mark.parametrize(("section", "key"), PATHS)
def test_a_path_that_no_file_can_have(
    section: str, key: str, path: str, why: str, tmp_path: Path
) -> None:
    """Each path of the settings is refused with its reason, before anything is looked for."""
    file = tmp_path / "t.toml"
    more = "broker = 'b'\ntable = 't'\ntls = true\n" if section == "hall" else ""
    file.write_text(f'[{section}]\n{more}{key} = "{path}"\n', encoding="utf-8")
    with pytest.raises(ConfigError) as broken:
        load_config(file)
    told = broken.value.problems[0]
    assert told.startswith(f"{file}: {section}.{key} = '")
    assert why in told


def test_a_name_that_is_no_text_is_told(tmp_path: Path) -> None:
    """A settings file with stray bytes in its name: the page can show what is wrong."""
    with pytest.raises(ConfigError) as broken:
        load_config(Path(os.fsdecode(bytes(tmp_path / "no") + b"\xff.toml")))
    (told,) = broken.value.problems
    assert told.encode().endswith(
        b"no\\udcff.toml: the settings cannot be read: No such file or directory."
    )


def test_page_is_found_in_broken_settings() -> None:
    """What can be read of the page's address is used to show the mistakes."""
    with pytest.raises(ConfigError) as broken:
        parse_config("[page]\nport = 1234\nhosts = ['x']\nhost = 5\nbell = 1")
    page = broken.value.page
    assert (page.port, page.hosts, page.host) == (1234, ["x"], "127.0.0.1")


def test_paths_are_taken_from_the_file(tmp_path: Path) -> None:
    """Relative paths start at the settings' folder, a tilde at home; a name stays a name."""
    file = tmp_path / "t.toml"
    file.write_text("[record]\npath = 'r.db'\n[page]\nkey_file = '~/k'\n", encoding="utf-8")
    config = load_config(file)
    assert config.record.path == str(tmp_path / "r.db")
    assert config.page.key_file == str(Path.home() / "k")
    assert config.board.profile == "kalah-load"


def test_a_profile_beside_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path stays a path, also where the settings are in the folder where one is."""
    monkeypatch.chdir(tmp_path)
    Path("t.toml").write_text("[board]\nprofile = './mine'\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"/mine: the profile cannot be read: No such file"):
        load_config(Path("t.toml"))
