"""The frames around a link's trouble are on the disk before newer ones push them out."""

from __future__ import annotations

import asyncio
import os
import signal
import zipfile
from contextlib import closing, suppress
from pathlib import Path

import pytest

from controller.bringup.frames import APART_S, MOMENTS, NAME, FrameKeeper, kept_frames
from controller.daemon import daemon
from controller.daemon.page_process import PageProcess
from controller.settings.config import check_config
from hardware.clock import ManualClock
from hardware.errors import LinkError
from hardware.profile import parse_profile
from hardware.simulated import open_simulated
from tests.cli.running import Lunka
from tests.hardware.boards import SMALL_REED, small_linked


class Evening:
    """A board behind a Pico whose cable is pulled as scripted, and who keeps its frames."""

    def __init__(self, folder: Path, unplug: str = "2+1") -> None:
        self.clock, self.record = ManualClock(), folder / "record.db"
        profile = small_linked("reed", f"fake://?unplug={unplug}")
        self.board = open_simulated(profile, self.clock)
        self.keeper = FrameKeeper(self.board, self.clock, self.record)

    def live(self, seconds: float) -> None:
        """As the daemon does: poll, whatever comes of it, and look."""
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            with suppress(LinkError):
                self.board.poll()
            self.keeper.look()
            self.clock.advance(0.02)

    def moments(self) -> list[str]:
        """What each kept moment was."""
        lines = kept_frames(self.record).splitlines()
        return [line.partition("Small: ")[2] for line in lines if line.startswith("== ")]


def test_a_lost_link_leaves_its_frames(tmp_path: Path) -> None:
    """Written when the cable is pulled: what happened, when by both clocks, and what led to it."""
    evening = Evening(tmp_path)
    evening.live(1.9)
    assert not (tmp_path / NAME).exists()
    evening.live(30.0)
    heading, *frames = (tmp_path / NAME).read_text(encoding="utf-8").splitlines()
    assert heading.startswith("== 2024-01-01 18:00:0")
    assert " UTC, at 2.0" in heading
    assert "Small: " in heading
    assert frames[0].endswith("protocol=1")
    assert "> hello" in frames[0]
    assert all(float(line.split()[0]) <= 2.1 for line in frames), "not the frames of later"


def test_the_end_is_kept_beside_the_trouble(tmp_path: Path) -> None:
    """A stop writes the last frames, goodbye included, and leaves those of the trouble."""
    evening = Evening(tmp_path)
    evening.live(5.0)
    evening.board.close()
    evening.keeper.close()
    first, last = evening.moments()
    assert "unplugged" in first or "cable" in first
    assert last == "The table has ended."
    assert "> bye" in kept_frames(evening.record).splitlines()[-1]


def test_the_newest_moments_stay_over_restarts(tmp_path: Path) -> None:
    """The file does not grow for ever, and a new start does not wipe what is in it."""
    for _ in range(MOMENTS):
        evening = Evening(tmp_path)
        evening.live(3.0)
        evening.keeper.close()
    assert len(evening.moments()) == MOMENTS
    assert evening.moments()[-1] == "The table has ended."
    assert kept_frames(evening.record).count("The table has ended.") == 3


def test_a_rattling_plug_does_not_wear_the_card(tmp_path: Path) -> None:
    """Lost every four seconds, the link is written down once in half a minute."""
    evening = Evening(tmp_path, ",".join(f"{at}+1" for at in range(2, 40, 4)))
    evening.live(APART_S)
    assert len(evening.moments()) == 1
    evening.live(10.0)
    assert len(evening.moments()) == 2


def test_a_full_disk_harms_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was there stays whole, no draft is left, and the board is polled on."""
    evening = Evening(tmp_path)
    old = "== 2024-01-01: Small: before\n1.0 > hello\n"
    (tmp_path / NAME).write_text(old, encoding="utf-8")

    def full(path: Path, text: str, encoding: str) -> None:
        with path.open("w", encoding=encoding) as file:
            file.write(text[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    evening.live(5.0)
    evening.keeper.close()
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    assert (tmp_path / NAME).read_text(encoding="utf-8") == old


@pytest.mark.parametrize("profile", [SMALL_REED, SMALL_REED + '[link]\nport = "fake://?drop=1"\n'])
def test_nothing_to_tell_writes_nothing(tmp_path: Path, profile: str) -> None:
    """No link, or one that has not been tried yet, leaves older moments alone."""
    clock = ManualClock()
    board = open_simulated(parse_profile(profile), clock)
    keeper = FrameKeeper(board, clock, tmp_path / "record.db")
    keeper.look()
    keeper.close()
    assert not list(tmp_path.iterdir())


def test_a_file_of_anything_is_survived(tmp_path: Path) -> None:
    """Bytes that are no text, and a folder in the file's place, are no reason to stop."""
    evening = Evening(tmp_path)
    (tmp_path / NAME).write_bytes(b"\xff\xfe\x00 rubbish\n")
    evening.live(3.0)
    assert len(evening.moments()) == 1
    (tmp_path / NAME).unlink()
    (tmp_path / NAME).mkdir()
    evening.keeper.close()
    assert kept_frames(evening.record) == ""


def test_the_daemon_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A running table writes them when its cable is pulled, and again at its end."""
    text = SMALL_REED + '[link]\nport = "fake://?unplug=0.5+0.1"\n'
    (tmp_path / "small.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("LUNKA_HOME", str(tmp_path / "home"))
    config = check_config(
        {
            "board": {"profile": str(tmp_path / "small.toml"), "simulated": True},
            "game": {"name": "kalah", "options": {"pits": 2}},
            "page": {"port": 0},
        },
        "test",
    )
    there = tmp_path / "home" / NAME
    with closing(PageProcess.start()) as page:
        asyncio.run(daemon.serve(config, page, lambda _: _stop_when_there(there)))
    moments = kept_frames(tmp_path / "home" / "record.db")
    assert moments.count("== ") == 2
    assert moments.index("Small: ") < moments.index("Small: The table has ended.")
    assert "> configure" in moments


def _stop_when_there(path: Path, tries: int = 1000) -> None:
    if path.exists() or not tries:
        os.kill(os.getpid(), signal.SIGTERM)
    else:
        asyncio.get_running_loop().call_later(0.02, _stop_when_there, path, tries - 1)


def test_the_bundle_takes_them_along(lunka: Lunka, tmp_path: Path) -> None:
    """`link.txt` has what the table kept, and below it what the doctor heard itself."""
    home = tmp_path / "home"
    home.mkdir()
    evening = Evening(home)
    evening.live(3.0)
    bundle = tmp_path / "report.zip"
    ran = lunka("doctor", "--simulated", "--profile", "kalah-reed-pico", "--bundle", bundle)
    assert ran.err == ""
    with zipfile.ZipFile(bundle) as kept:
        told = kept.read("link.txt").decode()
    assert told.startswith(kept_frames(evening.record))
    own = told.removeprefix(kept_frames(evening.record)).splitlines()
    assert own[0].endswith(": lunka doctor.")
    assert "> hello" in own[1]
    assert any("< state" in line for line in own)
    lunka("doctor", "--dry", "--profile", "kalah-reed-pico", "--bundle", bundle)
    with zipfile.ZipFile(bundle) as kept:
        assert kept.read("link.txt").decode() == kept_frames(evening.record)
