"""The files with the keys: private, whole, read again when they change; wrong ones are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli import main
from controller.daemon.keys import KeyFileError, TableKeys
from controller.table.speakers import (
    A_WATCHER,
    SEATS,
    THE_DIRECTOR,
    THE_TABLE,
    Speaker,
    read_speaker,
    seat,
)


def test_the_one_key_of_before_stays_the_tables(tmp_path: Path) -> None:
    """Nothing breaks on upgrade: the file that was there is the table's, and seats get theirs."""
    (tmp_path / "key").write_text("walnut-4217\n", encoding="utf-8")
    keys = TableKeys(tmp_path / "key")
    assert keys.speaker_of("walnut-4217") == THE_TABLE
    assert set(keys.all()) == {THE_TABLE, *map(seat, SEATS)} and keys.watching_is_free
    assert TableKeys(tmp_path / "key").all() == keys.all()
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o600
    keys.renew(THE_TABLE)
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["key", "keys"]


@pytest.mark.parametrize("role", ["watch", "seat 2", "table", "director"])
def test_a_new_key_ends_the_old_one_everywhere(tmp_path: Path, role: str) -> None:
    """Another process that has the files open sees it at its next question."""
    mine, other, who = TableKeys(tmp_path / "key"), TableKeys(tmp_path / "key"), read_speaker(role)
    old, new = mine.renew(who), mine.renew(who)
    assert (other.speaker_of(old), other.speaker_of(new)) == (None, who)
    assert mine.revoke(who) == (role != "table")
    assert other.speaker_of(new) == (THE_TABLE if role == "table" else None)
    assert not mine.revoke(who)


def test_files_that_break_later_change_nothing(tmp_path: Path) -> None:
    """Who has a key keeps it while somebody edits the file; a broken one at the start is named."""
    keys = TableKeys(tmp_path / "key")
    before = keys.all()
    (tmp_path / "keys").write_text("seat-0 = ", encoding="utf-8")
    assert keys.all() == before
    (tmp_path / "key").unlink()
    assert keys.all() == before


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("seat-4 = 'long-enough'", "seat-4 found; watch, seat-0, seat-1, seat-2, seat-3, director"),
        ("director = 'short'", "the key of director is not at least 8 plain characters"),
        ("director = 7", "the key of director is not at least 8 plain characters"),
        ("watch = 'same-same'\ndirector = 'same-same'", "two roles have the same key"),
        ("watch = 'walnut-4217'", "two roles have the same key"),
        ("what", "this is not TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, mistake: str) -> None:
    """Which file, what was found, what is allowed."""
    (tmp_path / "key").write_text("walnut-4217\n", encoding="utf-8")
    (tmp_path / "keys").write_text(text, encoding="utf-8")
    with pytest.raises(KeyFileError, match=mistake) as told:
        TableKeys(tmp_path / "key")
    assert str(told.value).startswith(f"keys file {tmp_path / 'keys'}: ")


# -- the command line --------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the keys of this test are."""
    monkeypatch.setenv("LUNKA_HOME", str(tmp_path))
    return tmp_path


def _told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["keys", *words])
    out, err = capsys.readouterr()
    return code, out + err


def test_the_list_shows_no_key(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal that others read gives nothing away."""
    code, told = _told(capsys)
    assert code == 0 and "seat 3     speaks for this seat" in told and "watch      none" in told
    assert not [key for key in TableKeys(home / "key").all().values() if key in told]
    assert _told(capsys, "list") == (0, told)


def test_a_key_is_made_shown_and_revoked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a link that opens the page with it."""

    def key_of(who: Speaker) -> str | None:
        return TableKeys(home / "key").all().get(who)

    code, told = _told(capsys, "new", "director", "--url", "http://hall.local:8765/#key=old")
    assert (code, told) == (0, f"director: http://hall.local:8765/#key={key_of(THE_DIRECTOR)}\n")
    assert _told(capsys, "show", "seat", "0") == (
        0,
        f"seat 0: http://127.0.0.1:8765/#key={key_of(seat(0))}\n",
    )
    assert _told(capsys, "revoke", "director") == (
        0,
        "The key of director is refused from now on.\n",
    )
    assert key_of(THE_DIRECTOR) is None and key_of(A_WATCHER) is None


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        (("show", "seat", "7"), "'seat 7' is no role of a key; these are: watch, seat 0, seat 1"),
        (("show", "hub"), "'hub' is no role of a key"),
        (("show", "director"), "there is no key for director; `lunka keys new director` makes one"),
        (("revoke", "watch"), "there is no key for watch: nothing was revoked"),
        (("revoke", "table"), "the table's own key is needed to play at all"),
        (("show", "table", "--url", "ftp://x"), "'ftp://x' is not an address like"),
        (("show", "table", "--config", "/nowhere.toml"), "/nowhere.toml"),
    ],
)
def test_mistakes(
    home: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], mistake: str
) -> None:
    """Each is one line; no key changes."""
    before = TableKeys(home / "key").all()
    code, told = _told(capsys, *words)
    assert code == 2 and told.startswith("lunka: ") and mistake in told
    assert TableKeys(home / "key").all() == before


def test_the_settings_say_where_keys_are(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A service's keys are named by its settings, and its page's address is in them."""
    settings = home / "table.toml"
    settings.write_text("[page]\nkey_file = 'own.key'\nport = 9000\n", encoding="utf-8")
    code, told = _told(capsys, "show", "seat", "1", "--config", str(settings))
    key = TableKeys(home / "own.key").all()[seat(1)]
    assert (code, told) == (0, f"seat 1: http://127.0.0.1:9000/#key={key}\n")
    assert (home / "own.keys").exists()
