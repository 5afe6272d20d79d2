"""An analysis that was asked for is finished, whatever becomes of the hub meanwhile."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from controller.hub.analyses import ASKED, COUNTED, ENDED
from tests.daemon.running import PATIENCE
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.tables import PlayingTable
from tests.hub.test_web import enter

_STATISTICS = """
Unforced moves                       20 (10)             30
Close or actual cube decisions       2                   1
Error total EMG (MWC)               -0.500 (-1.0%)      -0.250 (-0.5%)
"""


def gnubg(folder: Path, *, dies_at: int = 0) -> str:
    """A program that answers as gnubg does, and notes each match; from some match on it hangs."""
    path = folder / "gnubg"
    path.write_text(
        "#!/bin/sh\n"
        f"echo match >> {folder}/asked\n"
        f"if [ {dies_at} != 0 ] && [ $(wc -l < {folder}/asked) -ge {dies_at} ]; then\n"
        f"  while [ ! -e {folder}/enough ]; do sleep 0.05; done; exit 1\n"
        "fi\n"
        f"cat <<'END'\n{_STATISTICS}END\n",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return str(path)


def asked(folder: Path) -> int:
    """How many matches gnubg was given."""
    file = folder / "asked"
    return len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0


def play(hall: ServedHall) -> None:
    """Two matches, reported by their tables."""
    hall.connect(PlayingTable("t1"), PlayingTable("t2"))
    enter(hall, "Ann", "Bob", "Cid", "Dan", game="short", options={}, length=1)
    hall.direct("/api/competitions", {"do": "pair", "competition": "open"})
    hall.direct("/api/competitions/open/send", {})
    hall.until(lambda: all(it.board.status.value == "reported" for it in hall.hub.desk.meetings()))


def job(hall: ServedHall) -> Any:
    """The one job there is."""
    (only,) = hall.direct("/api/jobs")["jobs"]
    return only


def until_done(hall: ServedHall) -> Any:
    """The job once it has ended."""
    until = time.monotonic() + PATIENCE
    while (found := job(hall))["state"] in ("waiting", "running"):
        assert time.monotonic() < until, found
        time.sleep(0.05)
    return found


def test_an_analysis_goes_on_in_the_next_hub_where_it_stopped(tmp_path: Path) -> None:
    """The hub ends in mid-analysis; the next one takes the job up under its name, asks gnubg only
    for what was not counted, and the one after that still knows the result."""
    with serving_hall(tmp_path, gnubg(tmp_path, dies_at=2)) as hall:
        play(hall)
        first = hall.direct("/api/competitions/open/analysis", {})
        until = time.monotonic() + PATIENCE
        while asked(tmp_path) < 2:
            assert time.monotonic() < until
            time.sleep(0.02)
        task = hall.hub.analyses.jobs._jobs[first["id"]].task
        assert task is not None
        hall.do(task.cancel)  # as when the hub is killed: nothing more comes of it
        (tmp_path / "enough").touch()
    with serving_hall(tmp_path, gnubg(tmp_path)) as hall:
        done = until_done(hall)
        assert (done["id"], done["state"]) == (first["id"], "done")
        assert [line["matches"] for line in done["result"]["players"]] == [1, 1, 1, 1]
        assert done["result"]["left_out"] == []
        assert asked(tmp_path) == 3, "the match that was counted is not analysed again"
    with serving_hall(tmp_path, gnubg(tmp_path)) as hall:
        assert job(hall)["result"] == done["result"]
        book = [it["kind"] for it in hall.direct("/api/book")["events"]]
        assert [kind for kind in book if kind.startswith("analysis.")] == [
            *(ASKED, COUNTED, COUNTED, ENDED)
        ]


def test_without_gnubg_nothing_is_asked_for(tmp_path: Path) -> None:
    """It is said at once, and no job waits for ever."""
    with serving_hall(tmp_path, str(tmp_path / "nothing")) as hall:
        play(hall)
        reply = hall.ask("/api/competitions/open/analysis", {}, hall.director)
        assert (reply.status, reply.error) == (409, "gnubg is not installed on the hub's machine.")
        assert hall.direct("/api/jobs")["jobs"] == []
