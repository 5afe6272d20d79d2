"""The last lines of `make test` say what was not tested and what to do about it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.machine import ending


def test_everything_was_tested() -> None:
    """Then that is all there is to say."""
    assert ending.last_lines([]) == ["Everything was tested."]


def test_what_was_not_tested_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each want with the number of its tests, a Python with its reason, then the one command."""
    monkeypatch.setattr(ending, "remedy", lambda lacking: "sudo -v && make test")
    assert ending.last_lines(
        [
            "node\ttests/a.py::one",
            "gnubg\ttests/b.py::two",
            "node\ttests/a.py::three",
            "node\ttests/a.py::three",
            "Python 3.13\twhy",
        ]
    ) == [
        "Not tested on this machine, for want of",
        "  Python 3.13   all tests  why",
        "  gnubg           1 test   records against GNU Backgammon",
        "  node            2 tests  the firmware in a real MicroPython, the pages before axe",
        "To test more: sudo -v && make test",
    ]


def test_long_names_stand_in_one_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers stand below each other, whatever is lacking."""
    monkeypatch.setattr(ending, "remedy", lambda lacking: "")
    said = ending.last_lines(["mounts of one's own\ttests/a.py::one", "node\ttests/a.py::two"])
    assert said[1].index("1 test") == said[2].index("1 test")


@pytest.mark.parametrize(
    ("debian", "user", "sudo", "command"),
    [
        (True, 0, None, "make packages && make test"),
        (True, 1000, "/usr/bin/sudo", "sudo -v && make test"),
        (True, 1000, None, 'su -c "make packages" && make test'),
        (False, 1000, None, "install gnubg and run `make test` again"),
    ],
)
def test_the_one_command(
    debian: bool, user: int, sudo: str | None, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is one that works on this machine."""
    monkeypatch.setattr(ending, "is_debian", lambda: debian)
    monkeypatch.setattr(ending, "missing", lambda: ["gnubg"])
    monkeypatch.setattr(ending, "where", lambda program: sudo)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert ending.remedy(["node"]) == command


@pytest.mark.parametrize(
    ("lacking", "user", "sudo", "command"),
    [
        (["kernel image"], 0, None, "make kernel"),
        (["kernel image"], 1000, "/usr/bin/sudo", "sudo make kernel"),
        (["kernel image"], 1000, None, 'su -c "make kernel"'),
        (["kernel image", "node"], 0, None, "make packages && make test && make kernel"),
        (
            ["kernel image", "node"],
            1000,
            None,
            'su -c "make packages" && make test && su -c "make kernel"',
        ),
    ],
)
def test_the_virtual_machine_has_a_command_of_its_own(
    lacking: list[str], user: int, sudo: str | None, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its image is missing `make kernel` is named, and nothing else if that is all."""
    monkeypatch.setattr(ending, "is_debian", lambda: True)
    monkeypatch.setattr(ending, "where", lambda program: sudo)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert ending.remedy(lacking) == command


def test_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was kept is read back, and where all the names are is told."""
    monkeypatch.setenv(ending.KEPT, str(tmp_path / "kept"))
    ending.main()
    assert capsys.readouterr().out == "\nEverything was tested.\n"
    ending.keep("root", "tests/a.py::one")
    ending.main()
    said = capsys.readouterr().out
    assert "  root            1 test   what only root may do" in said
    assert said.endswith(f"Each test that was left out is named in {tmp_path / 'kept'}.\n")
