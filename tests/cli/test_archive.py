"""`lunka backup x.zip`: the record and Kakuzu's sets in one file, and back on another machine."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from controller.record.log import Log
from controller.record.verify import verify
from controller.sheets.sets import new_set, write_set
from controller.sheets.store import SheetStore
from tests.cli.running import Lunka

#: As somebody typed it: spaces and a remark are kept too.
BY_HAND = '# my own\nkind = "kakuzu-sheets"\nset = "HAND"\n[sheets]\n01A = "{}"\n'.format(
    "123456789" * 9
)


@pytest.fixture
def table(tmp_path: Path, record: Path) -> Path:
    """The state of a table: its record, a set made by the board, and one entered by hand."""
    folder = tmp_path / "table"
    folder.mkdir()
    shutil.copy(record, folder / "record.db")
    SheetStore(folder / "kakuzu").keep(new_set("correct horse battery staple", 4))
    (folder / "kakuzu" / "HAND.toml").write_text(BY_HAND)
    return folder


@pytest.fixture
def packed(lunka: Lunka, table: Path, tmp_path: Path) -> Path:
    """A backup of that table."""
    copy = tmp_path / "stick" / "evening.zip"
    copy.parent.mkdir()
    ran = lunka("backup", copy, "--record", table / "record.db")
    assert ran.code == 0, ran.err
    return copy


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def repacked(copy: Path, target: Path, changes: Mapping[str, bytes]) -> Path:
    """The same backup with other contents."""
    with zipfile.ZipFile(copy) as old, zipfile.ZipFile(target, "w") as new:
        kept = {name: old.read(name) for name in old.namelist()}
        for name, content in {**kept, **changes}.items():
            new.writestr(name, content)
    return target


def test_a_new_machine_has_everything(lunka: Lunka, table: Path, packed: Path, home: Path) -> None:
    """Record and sets come back; a code on paper finds its sheet again."""
    code = new_set("correct horse battery staple", 4).sheets()[2].code
    ran = lunka("restore", packed)
    assert ran.code == 0, ran.err
    assert f"record {home / 'record.db'} is whole" in ran.out
    assert "HAND" in ran.out
    assert verify(home / "record.db").head == verify(table / "record.db").head
    assert contents(home / "kakuzu") == contents(table / "kakuzu")
    assert SheetStore(home / "kakuzu").find(code).code == code
    assert {stat.S_IMODE(path.stat().st_mode) for path in (home / "kakuzu").iterdir()} == {0o600}
    assert not list(home.glob(".lunka-*"))


def test_it_says_what_it_holds(lunka: Lunka, table: Path, tmp_path: Path) -> None:
    """Both kinds of copies tell about the sets; the zip is one file, closed to others."""
    copy = tmp_path / "stick" / "evening.zip"
    copy.parent.mkdir()
    record = ("--record", table / "record.db")
    told = lunka("backup", copy, *record).out
    assert told.startswith(f"record {copy} is whole: ")
    made = new_set("correct horse battery staple", 4).name
    names = ", ".join(sorted([made, "HAND"]))
    assert f"With it: Kakuzu's sets {names} from {table / 'kakuzu'}. Keep it secret." in told
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in copy.parent.iterdir()] == ["evening.zip"]
    plain = lunka("backup", tmp_path / "evening.db", *record).out
    assert "Not in it: Kakuzu's sets " in plain
    assert "a name ending in .zip takes them along" in plain
    shutil.rmtree(table / "kakuzu")
    assert "no sets of Kakuzu's sheets" in lunka("backup", tmp_path / "none.zip", *record).out


def test_nothing_is_overwritten(lunka: Lunka, table: Path, packed: Path, home: Path) -> None:
    """A copy that is there stays; sets that are there stay; the old record is kept."""
    before = packed.read_bytes()
    again = lunka("backup", packed, "--record", table / "record.db")
    assert f"{packed} is there already" in again.mistake
    assert packed.read_bytes() == before
    assert lunka("restore", packed).code == 0
    again = lunka("restore", packed)
    assert f"What was there before is in {home / 'record.db.before-1'}." in again.out


def test_another_set_of_that_name(lunka: Lunka, packed: Path, home: Path) -> None:
    """Two sets of one name are for a person to sort out; until then nothing is restored."""
    other = home / "kakuzu" / "HAND.toml"
    other.parent.mkdir(parents=True)
    other.write_text(BY_HAND.replace("123456789" * 9, "987654321" * 9))
    before = contents(home)
    ran = lunka("restore", packed)
    assert f"{packed}: set HAND is another one than {other}; move that file away" in ran.mistake
    assert contents(home) == before


def test_a_record_in_use(lunka: Lunka, packed: Path, home: Path) -> None:
    """While a daemon writes, nothing is replaced and no set is added."""
    assert lunka("restore", packed).code == 0
    shutil.rmtree(home / "kakuzu")
    with Log(home / "record.db"):
        assert "written by process" in lunka("restore", packed).mistake
    assert not (home / "kakuzu").exists()
    assert not list(home.glob("*.before-*"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"../../evil": b""}, "this is no backup of Lunka: it holds '../../evil'"),
        ({"kakuzu/../HAND.toml": b""}, "it holds 'kakuzu/../HAND.toml'"),
        ({"kakuzu/HAND.toml": b"set = 3"}, "kakuzu/HAND.toml: "),
        ({"kakuzu/HAND.toml": b"\xff\xfe"}, "kakuzu/HAND.toml: "),
        ({"record.db": b"no database" * 999}, "record.db"),
    ],
)
def test_what_is_no_backup(
    changes: dict[str, bytes], words: str, lunka: Lunka, packed: Path, home: Path
) -> None:
    """Anything strange is refused in one line that names the file; nothing is written."""
    bad = repacked(packed, packed.with_name("bad.zip"), changes)
    mistake = lunka("restore", bad).mistake
    assert words in mistake
    assert str(bad) in mistake
    assert contents(home) == {}


def test_a_damaged_backup(lunka: Lunka, packed: Path, tmp_path: Path, home: Path) -> None:
    """Cut short or with a flipped bit it is refused whole."""
    whole = packed.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for content in (whole[:middle], flipped):
        bad = tmp_path / "bad.zip"
        bad.write_bytes(content)
        assert f"{bad}: the backup is damaged" in lunka("restore", bad).mistake
        assert contents(home) == {}


def test_no_copy_without_its_record(lunka: Lunka, packed: Path, tmp_path: Path, home: Path) -> None:
    """A zip without a record is somebody's, not ours."""
    other = tmp_path / "photos.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("beach.jpg", b"sand")
    assert "it holds 'beach.jpg'" in lunka("restore", other).mistake
    assert contents(home) == {}


def test_mistakes_of_a_backup(
    lunka: Lunka, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad set, a stick that is not there, a full one: one line each, and no file."""
    stick = tmp_path / "stick"
    arguments = ("backup", stick / "evening.zip", "--record", table / "record.db")
    assert "evening.zip cannot be written: No such file" in lunka(*arguments).mistake
    assert not stick.exists()
    stick.mkdir()
    missing = lunka(*arguments, "--sheets", tmp_path / "no")
    assert "--sheets" in missing.mistake
    assert "there is no such folder" in missing.mistake
    with monkeypatch.context() as patch:

        def full(handle: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        patch.setattr(os, "fsync", full)
        assert "cannot be written: No space left" in lunka(*arguments).mistake
    (table / "kakuzu" / "HAND.toml").write_text("set = 3")
    assert f"sheets {table / 'kakuzu' / 'HAND.toml'}: " in lunka(*arguments).mistake
    shutil.rmtree(table / "kakuzu")
    (table / "kakuzu").write_text("no folder")
    assert "kakuzu cannot be read: Not a directory" in lunka(*arguments).mistake
    assert list(stick.iterdir()) == []


def test_sets_kept_elsewhere(lunka: Lunka, table: Path, tmp_path: Path) -> None:
    """Where the record lies apart from the sets, both are named."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    made = new_set("another set of many words", 2)
    (elsewhere / f"{made.name}.toml").write_text(write_set(made))
    copy = tmp_path / "copy.zip"
    record = ("--record", table / "record.db", "--sheets", elsewhere)
    assert made.name in lunka("backup", copy, *record).out
    target = tmp_path / "target"
    there = ("--record", tmp_path / "new" / "r.db", "--sheets", target)
    assert lunka("restore", copy, *there).code == 0
    assert SheetStore(target).known() == [made.name]


def test_a_zip_that_swells_is_not_unpacked(lunka: Lunka, tmp_path: Path, home: Path) -> None:
    """A few kilobytes that claim to be a record of a gigabyte, or thousands of files, are refused
    before anything is written."""
    bomb = tmp_path / "bomb.zip"
    with (
        zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("record.db", "w") as file,
    ):
        for _ in range(64):
            file.write(bytes(1 << 20))
    done = lunka("restore", bomb)
    assert done.code == 2 and "that is no record of Lunka; nothing was restored" in done.err
    many = tmp_path / "many.zip"
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(1001):
            archive.writestr(f"kakuzu/S{number}.toml", "")
    done = lunka("restore", many)
    assert done.code == 2 and "it holds 1001 files" in done.err
    assert not (home / "record.db").exists()
