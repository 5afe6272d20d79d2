"""Who vouches for a record: what the table signs, what a hub anchors, and what a forger gets."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.cli import main
from controller.formats.writers import make
from controller.play.event import Event
from controller.record import signing
from controller.record.backup import back_up
from controller.record.chain import digest
from controller.record.log import Log
from controller.record.signer import check, signatures
from controller.record.signing import (
    SigningError,
    SigningKey,
    anchor_statement,
    fingerprint,
    is_signed,
    key_file_of,
    names,
)
from controller.record.verify import verify
from tests.record.games import SMALL, Scribe, played
from tests.record.signed import (
    FORGERIES,
    Forgery,
    anchor,
    forged,
    in_words,
    read_rows,
    sign,
    write_rows,
    write_signed,
)

DOCS = Path(__file__).parents[2] / "docs" / "record.md"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Three games, each signed and anchored."""
    write_signed(tmp_path / "table.db", tmp_path / "hub.key")
    return tmp_path / "table.db"


def keys_of(record: Path) -> tuple[str, str]:
    """The fingerprints of its table and of its hub."""
    hub = record.with_name("hub.key")
    own, other = (SigningKey(path).public for path in (key_file_of(record), hub))
    return fingerprint(own), fingerprint(other)


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda each: each.what)
def test_a_forged_record(forgery: Forgery, tmp_path: Path) -> None:
    """Whatever a forger does, `lunka verify` says what the page prints; and only where the end was
    cut off, which nobody but whoever has seen it can know, does it say nothing."""
    told = forged(forgery, tmp_path)
    if "cut off" not in forgery.what:
        assert told.report.broken or told.asked
    assert f"| {forgery.what} | {in_words(told)} |" in DOCS.read_text(encoding="utf-8")


def test_what_is_proved_by_whom(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whole, signed by this table, anchored at the hub at its time."""
    table, hub = keys_of(record)
    assert main(["verify", "--record", str(record)]) == 0
    whole, signed, anchored = capsys.readouterr().out.splitlines()
    assert "is whole: " in whole
    assert signed == f"signed by this table ({table}): games 1 to 3"
    assert anchored.startswith(f"anchored at the hub ({hub}) at 2023-11-1")
    assert main(["verify", "--record", str(record), "--games"]) == 0
    each = capsys.readouterr().out.splitlines()[1:]
    assert [line.partition(" at ")[0] for line in each] == [
        f"game {number}: signed by this table ({table}); anchored" for number in (1, 2, 3)
    ]
    assert main(["verify", "--record", str(record), "--signed-by", table]) == 0
    assert main(["verify", "--record", str(record), "--signed-by", table.replace("-", "")]) == 0
    assert main(["verify", "--record", str(record), "--anchored-by", hub]) == 0
    assert main(["verify", "--record", str(record), "--anchored-by", table]) == 1
    assert f"Not proved as asked: not anchored by {table}: games 1 to 3" in capsys.readouterr().out


def test_a_key_is_named_as_keys_are(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A slip in a fingerprint is told, not taken for a forgery."""
    assert main(["verify", "--record", str(record), "--signed-by", "12ab"]) == 2
    assert "a key is named by its fingerprint, 20 hexadecimal digits" in capsys.readouterr().err


def test_records_without_signatures_verify_as_before(tmp_path: Path) -> None:
    """No key is made by looking, and no library loaded."""
    path = tmp_path / "table.db"
    with Log(path) as log:
        log.append(played(range(6, 400, 9)).events)
        head = log.head
    report = verify(path)
    assert (report.ok, report.head) == (True, head[1])
    assert [*report.attested.lines()] == ["not signed: game 1"]
    assert not key_file_of(path).exists()
    code = "import sys; from controller.cli import main as m; m(sys.argv[1:]); "
    code += "print('nacl' in sys.modules)"
    words = [sys.executable, "-c", code, "verify", "--record", str(path)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    assert said.endswith("False\n")


def test_signing_leaves_games_as_they_were(record: Path, tmp_path: Path) -> None:
    """A game's own last hash is that of the event that ended it, signed or not."""
    plain = tmp_path / "plain.db"
    write_rows(plain, read_rows(record)[: read_rows(record).index(_first_signed(record))])
    with Log.open_reader(plain) as before, Log.open_reader(record) as after:
        seal = json.loads(make(before, 1, "json").text)["hash"]
        assert json.loads(make(after, 1, "json").text)["hash"] == seal


def _first_signed(record: Path) -> tuple[int, Event]:
    return next(row for row in read_rows(record) if row[1].kind == "game.signed")


def test_an_export_carries_its_proofs(record: Path) -> None:
    """From the export alone every hash of a game is made again, and both signatures checked."""
    with Log.open_reader(record) as log:
        game = json.loads(make(log, 2, "json").text)
    before = game["before"]
    for told in game["events"]:
        event = Event(told["kind"], told["at"], told["data"])
        before = digest(before, told["seq"], told["game"], event)
        assert before == told["hash"]
    (signature,), (anchored,) = game["signatures"], game["anchors"]
    assert signature["hash"] == anchored["hash"] == game["hash"] == before
    statement = signing.game_statement(2, signature["seq"], before)
    assert is_signed(signature["key"], signature["signature"], statement)
    assert check(anchored)
    assert not check(anchored | {"at": anchored["at"] + 1})


def test_a_key_is_its_owners_alone(tmp_path: Path) -> None:
    """It is made once, whole, closed to others, and in no backup."""
    path = tmp_path / "table.db"
    write_signed(path, tmp_path / "hub.key")
    key = key_file_of(path)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    seed = key.read_text().strip()
    back_up(path, tmp_path / "copy.db")
    assert seed.encode() not in (tmp_path / "copy.db").read_bytes()
    assert not key_file_of(tmp_path / "copy.db").exists()
    assert verify(tmp_path / "copy.db").ok
    assert SigningKey(key).public == SigningKey(key).public
    key.write_text("not a key\n")
    with pytest.raises(SigningError, match="not 64 small hexadecimal digits"):
        SigningKey(key)


def test_only_what_is_over_and_was_played_here_is_signed(tmp_path: Path) -> None:
    """A game under way is not signed, an imported one neither; of old games only the newest."""
    path = tmp_path / "table.db"
    going_on = Scribe(SMALL)
    going_on.made(going_on.legal[0])
    with Log(path) as log:
        for _ in range(3):
            log.append(played(range(6, 400, 9)).events)
        log.append(going_on.events)
        assert [facts["number"] for facts in signatures(path)] == [3]
        sign(log)
        assert [*signatures(path)] == []
        going_on.ended("abandoned")
        log.append(going_on.events[-1:])
        log.append(played(range(6, 400, 9)).events)
        imported = [*played(range(6, 400, 9)).events]
        imported[0] = replace(imported[0], data={**imported[0].data, "by": "imported"})
        log.append(imported)
        assert [facts["number"] for facts in signatures(path)] == [4, 5]
        sign(log)
    report = verify(path)
    assert [*report.attested.lines()][1:] == ["not signed: game 6"]


def test_a_game_that_was_reopened_is_signed_anew(tmp_path: Path) -> None:
    """A turn taken back after the end: the old signature fits, and the new end gets its own."""
    path = tmp_path / "table.db"
    scribe = Scribe(SMALL)
    scribe.made(scribe.legal[0])
    scribe.ended("resigned", winner=0)
    with Log(path) as log:
        log.append(scribe.events)
        sign(log)
        written = len(scribe.events)
        scribe.taken_back(0)
        log.append(scribe.events[written:])
        assert [*signatures(path)] == []
        assert [*verify(path).attested.lines()] == []
        scribe.ended("resigned", winner=1)
        log.append(scribe.events[-1:])
        sign(log)
        anchor(log, tmp_path / "hub.key", 1_700_000_000.0)
    report = verify(path)
    assert report.ok
    assert len(report.attested.signatures) == 2


def test_two_keys_are_told(record: Path) -> None:
    """Whoever lost the key and made another, or signs for another: it is said."""
    key_file_of(record).unlink()
    with Log(record) as log:
        log.append(played(range(6, 400, 9)).events)
        sign(log)
    assert any("not this table's key" in remark for remark in verify(record).remarks)
    key_file_of(record).unlink()
    assert any("by different keys" in remark for remark in verify(record).remarks)


def test_without_the_library_nothing_is_guessed(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record is whole; that no signature was looked at is said; asked for, it is lacking."""
    monkeypatch.setitem(sys.modules, "nacl", None)
    monkeypatch.setitem(sys.modules, "nacl.signing", None)
    assert main(["verify", "--record", str(record)]) == 0
    assert "signatures not checked: PyNaCl is not installed" in capsys.readouterr().out
    assert main(["verify", "--record", str(record), "--signed-by", "0" * 20]) == 1


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record to be changed in copies."""
    folder = tmp_path_factory.mktemp("signed")
    write_signed(folder / "table.db", folder / "hub.key")
    return folder / "table.db"


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_changed_digit_of_a_proof_is_found(signed: Path, data: Any) -> None:
    """One digit of a key, a signature, a hash or a number changed, all hashes made anew: broken."""
    rows = read_rows(signed)
    place = data.draw(st.sampled_from([at for at, row in enumerate(rows) if row[1].kind in KINDS]))
    game, event = rows[place]
    name = data.draw(st.sampled_from(sorted(event.data)))
    value = event.data[name]
    if isinstance(value, str):
        spot = data.draw(st.integers(0, len(value) - 1))
        other = data.draw(st.sampled_from("0123456789abcdef").filter(lambda x: x != value[spot]))
        changed: Any = value[:spot] + other + value[spot + 1 :]
    else:
        changed = value + data.draw(st.sampled_from([-1, 1]))
    rows[place] = (game, replace(event, data={**event.data, name: changed}))
    path = signed.with_name("changed.db")
    for each in path.parent.glob("changed.db*"):
        each.unlink()
    write_rows(path, rows)
    assert not verify(path).ok


KINDS = ("game.signed", "record.anchored")


def test_the_signing_process(record: Path) -> None:
    """It says what it signed, a line each; what is wrong is a sentence."""
    words = [sys.executable, "-m", "controller.record.signer", str(record)]
    shutil.copy(record, copy := record.with_name("copy.db"))
    rows = [row for row in read_rows(copy) if row[1].kind not in KINDS]
    for each in record.parent.glob("copy.db*"):
        each.unlink()
    write_rows(copy, rows)
    words[-1] = str(copy)
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    assert [json.loads(line)["number"] for line in said.splitlines()] == [3]
    words[-1] = str(record.with_name("nothing.db"))
    wrong = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (wrong.returncode, "there is no such file" in wrong.stderr) == (2, True)


def test_statements_are_what_the_page_says() -> None:
    """What is signed is on the page, to the letter."""
    page = DOCS.read_text(encoding="utf-8")
    assert signing.game_statement(12, 340, "62c4...") in page
    assert anchor_statement("t1", "7091d9e66d3cf387", 340, "62c4...", 1700000000.5) in page


def test_fingerprints() -> None:
    """A key is named by its fingerprint or in full."""
    key = "ab" * 32
    assert len(fingerprint(key)) == 24
    assert names(fingerprint(key).upper(), key)
    assert names(key, key)
    assert not names(key[:20], key)
