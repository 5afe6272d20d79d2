"""A table in the virtual machine: hands work through the kernel, all else is told by the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.kernel.machine import Machine, MachineError
from tests.kernel.strip import brightest, decode, differences
from tests.kernel.wood import WOOD, Wood, press

LOOK_S = 0.2
"""How often the page is looked at, in the machine's seconds."""

BREATH_S = 2.4
"""The slowest of the lights' movements."""


@dataclass(frozen=True, slots=True)
class Work:
    """What Lunka did in a while: times a second, and its share of one core."""

    scans: float
    frames: float
    words: float
    core: float

    def __str__(self) -> str:
        return (
            f"{self.scans:.0f} scans/s, {self.words:.0f} HX711 words/s, "
            f"{self.frames:.1f} frames/s, {100 * self.core:.1f} % of a core"
        )


class Table:
    """One Lunka, its wood and its page."""

    def __init__(self, machine: Machine, wood: Wood, state: str = "/var/lib/lunka") -> None:
        self.machine, self.wood, self._state = machine, wood, state

    def put_in_wood(self) -> None:
        """Join the wood to the machine, with what lies on it, before Lunka looks."""
        self.machine.run(f"modprobe lunkawood {self.wood.module()}")
        self.machine.do(*self.wood.as_it_lies())

    # -- the page ------------------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """What the page shows."""
        view: dict[str, Any] = json.loads(self._page("/api/view"))
        return view

    def command(self, **command: Any) -> None:
        """Say something to the table, with its key."""
        self._page("/api/command", command)

    def wait(self, test: Callable[[dict[str, Any]], object], most: float = 60.0) -> dict[str, Any]:
        """What the page shows as soon as this is so, within so many of the machine's seconds."""
        status, said = 0, ""
        for _ in range(round(most / LOOK_S)):
            status, said = self.machine.do(("ask", "/api/view", None, ""), ("pause", LOOK_S))[0]
            if status == 200 and test(view := json.loads(said)):
                return dict(view)
        raise MachineError(f"not so within {most} s: {status} {said[:1500]}")

    def wait_until_up(self, most: float = 120.0) -> dict[str, Any]:
        """What the page shows once it answers."""
        return self.wait(lambda view: True, most)

    def press(self, button: str) -> None:
        """Push a button of the board."""
        self.machine.do(*press(self.wood.profile, button))

    def _page(self, path: str, body: dict[str, Any] | None = None) -> str:
        key = "" if body is None else self.machine.do(("read", f"{self._state}/key"))[0].strip()
        status, said = self.machine.do(("ask", path, body, key))[0]
        if status != 200:
            raise MachineError(f"{path} {body}: {status} {said}")
        return str(said)

    # -- lights and work -----------------------------------------------------------------------

    def lights_wrong(self) -> list[str]:
        """Where the strip shows something else than the page; none if they agree."""
        pixels = self.wood.profile.pixels
        assert pixels is not None
        steps = [("read", f"{WOOD}/strip"), ("pause", LOOK_S)] * round(BREATH_S / LOOK_S)
        view = self.view()
        frames = self.machine.do(*steps)[::2]
        shown = brightest(decode(frame.encode("latin-1"), pixels) for frame in frames)
        return differences(shown, view["cells"], pixels.gamma)

    def work(self, process: str, seconds: float = 5.0) -> Work:
        """What this process does while these seconds pass in the machine."""
        look = (
            ("read", "/proc/uptime"),
            ("run", f"cat /proc/{process}/task/*/schedstat", 10),
            *(("read", f"{WOOD}/{file}") for file in ("scans", "sent", "chips")),
        )
        answers = self.machine.do(*look, ("pause", seconds), *look)
        before, after = _counts(answers[: len(look)]), _counts(answers[len(look) + 1 :])
        took, cpu, scans, frames, words = (b - a for a, b in zip(before, after, strict=True))
        return Work(scans / took, frames / took, words / took, cpu / took / 1e9)

    def share_of_core(self, process: str, seconds: float = 3.0) -> float:
        """What share of a core this process takes, also while there is no wood to look at."""
        look = ("run", f"cat /proc/{process}/task/*/schedstat", 10)
        before, _, after = self.machine.do(look, ("pause", seconds), look)
        return (_cpu(after) - _cpu(before)) / seconds / 1e9

    def chips(self) -> str:
        """How the HX711s were treated."""
        return str(self.machine.do(("read", f"{WOOD}/chips"))[0]).strip()

    def wait_until_signed(self, most: int = 12) -> None:
        """Wait until the table's own process has signed what is over, in its sandbox."""
        for _ in range(most):
            if "signed by this table" in self.verify():
                return
            self.machine.do(("pause", 5))
        raise MachineError(f"no game is signed: {self.view()['alerts']}")

    def verify(self) -> str:
        """What `lunka verify` says of the record; it must find it whole."""
        return self.machine.run(f"lunka verify --record {self._state}/record.db")


def _counts(answers: list[Any]) -> tuple[float, ...]:
    uptime, threads, scans, sent, chips = answers
    return float(uptime.split()[0]), _cpu(threads), int(scans), int(sent), int(chips.split()[1])


def _cpu(threads: Any) -> int:
    """Nanoseconds on a core, of all threads."""
    return sum(int(line.split()[0]) for line in threads[1].splitlines())
