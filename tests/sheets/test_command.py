"""`lunka kakuzu sheets`: what is written, what is said, what is refused."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import pytest
from pypdf import PdfReader

from controller.cli import main
from controller.sheets.store import SheetStore
from tests.machine.skips import require

SEED = "correct horse battery staple"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of its own."""
    monkeypatch.setenv("LUNKA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def sheets(*arguments: str | Path) -> int:
    """Run the command."""
    return main(["kakuzu", "sheets", *map(str, arguments)])


def page_count(path: Path) -> int:
    """How many pages a PDF has."""
    return len(PdfReader(io.BytesIO(path.read_bytes())).pages)


def test_a_new_set(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A PDF is written, and its codes are known to the board from then on."""
    pdf = tmp_path / "out.pdf"
    assert sheets("--count", "4", "--pdf", pdf) == 0
    told = capsys.readouterr().out
    assert page_count(pdf) == 4
    (name,) = SheetStore(home / "kakuzu").known()
    assert f"4 grids, {name}-01A-" in told
    code = told.split("grids, ")[1].split(" to ")[0]
    assert SheetStore(home / "kakuzu").find(code).code == code


def test_forty_grids_unless_told_otherwise(home: Path, tmp_path: Path) -> None:
    """The original's forty grids are the default (Z1)."""
    assert sheets("--pdf", tmp_path / "out.pdf") == 0
    assert page_count(tmp_path / "out.pdf") == 40


def test_as_the_wish_was_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`lunka kakuzu sheets --count 40 --pdf`: the set names the file, in the current folder."""
    monkeypatch.chdir(tmp_path)
    assert main(["kakuzu", "sheets", "--count", "40", "--pdf"]) == 0
    (name,) = SheetStore(home / "kakuzu").known()
    assert f"kakuzu-{name}.pdf: 40 grids, {name}-01A-" in capsys.readouterr().out
    assert page_count(tmp_path / f"kakuzu-{name}.pdf") == 40


def test_a_name_that_nobody_gave_overwrites_nothing(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Printed again without a name, a file that is there stays; a given name is obeyed."""
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "set.toml"
    assert sheets("--count", "2", "--set", kept, "--pdf") == 0
    (pdf,) = tmp_path.glob("*.pdf")
    pdf.write_text("notes")
    assert sheets("--set", kept, "--pdf") == 2
    assert f"{pdf.name} is there already; remove it, or name another" in capsys.readouterr().err
    assert pdf.read_text() == "notes"
    assert sheets("--set", kept, "--pdf", pdf.name) == 0
    assert page_count(pdf) == 2


def test_no_pdf_is_a_mistake(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Paper is asked for by `--pdf`; without it nothing is made."""
    with pytest.raises(SystemExit):
        sheets("--count", "2")
    assert "--pdf" in capsys.readouterr().err
    assert not home.exists()


def test_root_makes_sheets_for_the_table(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With sudo the set is the service's, who must read it, and the PDF is whose folder it is."""
    require("root")
    home.mkdir(mode=0o750)
    os.chown(home, 4711, 4712)
    desk = tmp_path / "desk"
    desk.mkdir()
    os.chown(desk, 1234, 1235)
    monkeypatch.chdir(desk)
    assert sheets("--count", "2", "--pdf") == 0
    made = [home / "kakuzu", *(home / "kakuzu").iterdir(), *desk.iterdir()]
    owners = [(path.stat().st_uid, path.stat().st_gid) for path in made]
    assert owners == [(4711, 4712), (4711, 4712), (1234, 1235)]
    assert [path.stat().st_mode & 0o777 for path in made[1:]] == [0o600, 0o600]


def test_a_full_card_leaves_nothing_half_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be written whole is not there at all: it would show sheets."""

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert sheets("--count", "2", "--pdf", tmp_path / "out.pdf") == 2
    assert "cannot be written: No space left on device" in capsys.readouterr().err
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_set_is_printed_again(home: Path, tmp_path: Path) -> None:
    """A set's own file is made once and printed as often as one likes, also in part."""
    kept, first, again = tmp_path / "set.toml", tmp_path / "1.pdf", tmp_path / "2.pdf"
    assert sheets("--count", "4", "--set", kept, "--pdf", first) == 0
    before = kept.read_text()
    assert sheets("--count", "2", "--set", kept, "--pdf", again) == 0
    assert kept.read_text() == before
    assert page_count(again) == 2
    texts = [
        PdfReader(io.BytesIO(path.read_bytes())).pages[0].extract_text() for path in (first, again)
    ]
    assert texts[0] == texts[1]


def test_nothing_secret_is_printed_on_the_terminal(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The seed and the grids are in the files only."""
    assert sheets("--count", "2", "--seed", SEED, "--pdf", tmp_path / "out.pdf") == 0
    told = capsys.readouterr()
    assert SEED not in told.out + told.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--count", "0"), "a set of 0 grids; 1 to 198 are possible"),
        (("--hole-mm", "25"), "holes 25 mm apart; 8 to 20 mm fit on A4"),
        (("--seed", "short"), "a seed has 12 to 200 plain characters"),
    ],
)
def test_refusals(
    home: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    problem: str,
) -> None:
    """What cannot be done is one line, exit code 2, and no file at all."""
    assert sheets(*arguments, "--pdf", tmp_path / "out.pdf") == 2
    assert problem in capsys.readouterr().err
    assert not (tmp_path / "out.pdf").exists()
    assert not home.exists()


def test_a_bad_sheet_file(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A number ten times in a set entered by hand is refused, file and sheet named."""
    kept = tmp_path / "own.toml"
    kept.write_text(
        'kind = "kakuzu-sheets"\nset = "7KQ2"\n[sheets]\n03B = "2' + "123456789" * 8 + '23456789"\n'
    )
    assert sheets("--set", kept, "--pdf", tmp_path / "out.pdf") == 2
    told = capsys.readouterr().err
    assert f"sheets {kept}: sheet 7KQ2-03B-" in told
    assert "1 stands 8 times, 2 stands 10 times; every number must stand nine times" in told


def test_a_seed_beside_a_set(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A seed is for a new set, not for one that exists."""
    kept = tmp_path / "set.toml"
    assert sheets("--count", "2", "--set", kept, "--pdf", tmp_path / "out.pdf") == 0
    assert sheets("--seed", SEED, "--set", kept, "--pdf", tmp_path / "out.pdf") == 2
    assert "leave one out" in capsys.readouterr().err
