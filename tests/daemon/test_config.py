"""`lunka daemon --config FILE`: a table from its settings, or a page that says why not."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from controller.config import Config, ConfigError, load_config, parse_config
from tests.cli.profiles import five_mistakes
from tests.daemon.running import running


def _problems(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as broken:
        parse_config(text, "t.toml")
    return broken.value.problems


def test_empty_file_is_a_table() -> None:
    """Every key has a default."""
    assert parse_config("") == Config()


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
            "t.toml: page.port = 70000: allowed is 0 (any free one) to 65535.",
        ),
        ("[page]\nhost = ''", "t.toml: page.host = '': allowed is an address of this machine."),
        ("[board]\nprofile = 'x'", "t.toml: board.profile = 'x': No board profile named 'x'"),
        ("[board]\nprofile = 'x.toml'", "x.toml: the profile cannot be read"),
        ("[board]\nsimulated = 'maybe'", "t.toml: board.simulated = 'maybe': allowed is true"),
        ("[game]\nname = 'chess'", "t.toml: game: there is no game 'chess'; there are: kalah"),
        ("[game.options]\nstones = 99", "t.toml: game: option stones: 99 is not allowed; 1 to 12"),
        ("[game.options]\npits = 9", "t.toml: board.profile = 'kalah-load': this board has no a7"),
        ("[game]\nplayers = ['A']", "t.toml: game.players = ['A']: allowed is a list of 2 names"),
        ("[game]\nplayers = 3", "t.toml: game.players = 3: allowed is a list of the players'"),
        ("[house]\nhints = 'wild'", "t.toml: house rules: option hints: 'wild' is not allowed"),
        ("house = 3", "t.toml: house = 3: allowed is a table of house rules."),
        ("[record]\npath = ''", "t.toml: record.path = '': allowed is the path"),
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
