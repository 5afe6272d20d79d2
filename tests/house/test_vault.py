"""What is promised and not yet shown: kept over a restart for its owner alone, or told as lost."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.board.seed_file import SeedFile, seed_file_of
from controller.record.errors import RecordDiskError
from tests.house.kakuzu_room import KakuzuRoom


def test_secrets_are_kept_and_forgotten(tmp_path: Path) -> None:
    """What was kept is there after a restart, until it is forgotten."""
    path = tmp_path / "table.secret"
    SeedFile(path).keep({"sheet": {"salt": "00"}})
    again = SeedFile(path)
    assert again.recall("sheet") == {"salt": "00"}
    assert again.recall("seed") is None
    again.keep({"seed": "11"})
    again.keep_only(["seed"])
    assert SeedFile(path).recall("sheet") is None


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    """The file is closed to others from the first moment, also where it was open before."""
    path = tmp_path / "table.secret"
    path.write_text("{}")
    path.chmod(0o644)
    before = os.umask(0)
    try:
        SeedFile(path).keep({"seed": "11"})
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]  # no draft is left behind


@pytest.mark.parametrize("content", [b"", b"no json", b"[1]", b"\xff\xfe"])
def test_a_damaged_file_is_an_empty_vault(tmp_path: Path, content: bytes) -> None:
    """Whatever stands there that is no vault, nothing is recalled from it."""
    path = tmp_path / "table.secret"
    path.write_bytes(content)
    assert SeedFile(path).recall("secret") is None


def test_a_vault_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    """What cannot be kept over a restart is not promised: whoever asks is told why."""
    folder = tmp_path / "gone"
    vault = SeedFile(folder / "table.secret")
    with pytest.raises(RecordDiskError, match=r"\.secret: No such file or directory; what the"):
        vault.keep({"seed": "11"})
    assert vault.recall("seed") is None
    folder.mkdir()
    vault.keep({"seed": "22"})
    assert SeedFile(folder / "table.secret").recall("seed") == "22"


def test_each_record_has_its_own_vault(tmp_path: Path) -> None:
    """Records whose names differ only after a dot do not take each other's secrets."""
    assert seed_file_of(tmp_path / "table.a") != seed_file_of(tmp_path / "table.b")
    assert seed_file_of(tmp_path / "record.db") == tmp_path / "record.db.secret"


def test_a_vault_without_a_file(tmp_path: Path) -> None:
    """Without a path secrets live as long as the process."""
    vault = SeedFile()
    vault.keep({"seed": "11"})
    assert vault.recall("seed") == "11"


def _remove(path: Path) -> None:
    path.unlink()


def _damage(path: Path) -> None:
    path.write_text("{}}")


def _of_another_game(path: Path) -> None:
    kept = json.loads(path.read_text())
    for name, secret in kept.items():
        kept[name] = secret | {"salt": "00" * 16} if isinstance(secret, dict) else "00" * 32
    path.write_text(json.dumps(kept))


def _odd(path: Path) -> None:
    kept = json.loads(path.read_text())
    odd = {name: ["sheet"] if isinstance(secret, dict) else 7 for name, secret in kept.items()}
    path.write_text(json.dumps(odd))


@pytest.mark.parametrize("harm", [_remove, _damage, _of_another_game, _odd])
def test_a_lost_promise_is_said(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    """A sheet that is no longer known is asked about; another one is never put in its place."""
    here = KakuzuRoom(tmp_path)
    here.set_up()
    harm(tmp_path / "record.db.secret")
    here.reopen()
    assert here.table.secret is None
    assert here.table.chance is None
    alert = here.view["alerts"][0]["en"]
    assert "record.db.secret is missing, damaged or of another game" in alert
    assert here.view["alerts"][0]["ru"]
    here.do("roll", dice=[7])
    here.lift("b1")
    here.let(3.0)
    question = here.table.state.question
    assert question is not None
    assert question.options == tuple(f"b1={number}" for number in range(1, 10))
    here.do("resign", side=0)
    assert here.view["alerts"] == []
    here.close()


def test_a_promise_that_is_kept_is_not_spoken_of(tmp_path: Path) -> None:
    """After an ordinary restart nothing is lost, and nothing is said."""
    here = KakuzuRoom(tmp_path)
    here.set_up()
    here.reopen()
    assert here.view["alerts"] == []
    assert here.table.secret is not None
    assert here.table.chance is not None
    here.close()
