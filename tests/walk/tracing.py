"""Which functions of ours an act passes on its way to the places that matter.

`python -m tests.walk.tracing` prints both walks, and writes them into docs/architecture.md.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType

from tests.house.room import Room

HOME = Path(__file__).parents[2]
PAGE = HOME / "docs" / "architecture.md"
#: What only the simulated board does is no part of the walk.
SIMULATED = f"{HOME}/hardware/simulated/"
ROOMS = tuple(f"{HOME / room}/" for room in ("controller", "hardware"))
#: Where something comes of it, and what that is.
PLACES = {
    "ReedMatrix.poll": "the reed is read",
    "Sensing.take": "what the reading may mean",
    "Follower.see": "which legal turns explain it?",
    "Follower.tick": "hands rest: is one of them complete?",
    "Table.emit": "it is an event",
    "take": "the line of play has it",
    "Log.append": "**a row** on the disk",
    "survey": "the situation",
    "scene": "what each cell means",
    "Announcer.hear": "what is said aloud",
    "PixelStrip.show": "**a light**",
    "view_of": "**the page**",
    "moment": "the sentence",
}
#: What happens behind it belongs to another page (docs/voice.md).
ELSEWHERE = "Announcer.hear"
#: A function and the file it stands in.
Function = tuple[str, str]
#: The way to a place: every function that is being called there, the outermost first.
Way = tuple[Function, ...]


def ways(act: Callable[[], object]) -> list[Way]:
    """The way to each place that this act comes to, in order, each once."""
    found: dict[Way, None] = {}

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_qualname in PLACES and _ours(frame):
            way = tuple(reversed([*_callers(frame)]))
            if ELSEWHERE not in [function for function, _ in way[:-1]]:
                found[way] = None

    sys.setprofile(look)
    try:
        act()
    finally:
        sys.setprofile(None)
    return [*found]


def _ours(frame: FrameType) -> bool:
    file = frame.f_code.co_filename
    return file.startswith(ROOMS) and not file.startswith(SIMULATED)


def _callers(frame: FrameType | None) -> Iterator[Function]:
    while frame is not None:
        if _ours(frame):
            file = Path(frame.f_code.co_filename).relative_to(HOME)
            yield frame.f_code.co_qualname, str(file)
        frame = frame.f_back


def edge() -> list[Way]:
    """The last stone falls on a reed, the turn is complete, and somebody looks at the page."""
    with _room() as room:
        room.lift("a3")
        room.drop("a4", "a5", "a6")
        room.wood.drop("A")
        before, seen = room.turns, list[Way]()
        while room.turns == before:
            room.clock.jump(room.clock.now() + 0.001)
            seen += ways(room.house.step)
        return [*dict.fromkeys(seen), *ways(lambda: room.view)]


def command() -> list[Way]:
    """The last turn is taken back by command."""
    with _room() as room:
        room.play("a3")
        undo = ways(lambda: room.house.command({"do": "undo"}))
        return [*undo, *ways(room.house.step), *ways(lambda: room.view)]


@contextmanager
def _room() -> Iterator[Room]:
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), "reed", stones=4, pins=True)
        with closing(room):
            room.begin()
            yield room


def hops(walk: list[Way]) -> list[Way]:
    """Every call on the ways, told once, each after the one that it is made by."""
    calls = dict.fromkeys(way[:depth] for way in walk for depth in range(1, len(way) + 1))
    return [*_below((), [*calls])]


def _below(caller: Way, calls: list[Way]) -> Iterator[Way]:
    for call in calls:
        if call[:-1] == caller:
            yield call
            yield from _below(call, calls)


def printed(name: str, walk: list[Way]) -> str:
    """A walk for the documentation."""
    ends, steps = {*walk}, hops(walk)
    lines = [f"{name}: {len(steps)} calls.", "", "```"]
    for hop in steps:
        function, file = hop[-1]
        told = PLACES[function].replace("**", "") if hop in ends else ""
        lines.append(f"{'  ' * (len(hop) - 1) + function:<44} {file:<34} {told}".rstrip())
    return "\n".join([*lines, "```"])


def section() -> str:
    """Both walks."""
    first = "A stone closes a reed, which completes a turn, and somebody looks at the page"
    return f"{printed(first, edge())}\n\n{printed('`undo` is commanded', command())}\n"


def cut(page: str) -> tuple[str, str, str]:
    """The page before the walks, the walks, and the page after them."""
    before, _, rest = page.partition("<!-- the walks: python -m tests.walk.tracing -->\n")
    walks, _, after = rest.partition("<!-- end of the walks -->")
    return before, walks, after


def main() -> None:
    """Write the walks into the page."""
    before, _, after = cut(PAGE.read_text("utf-8"))
    walks = section()
    sys.stdout.write(walks)
    head, tail = (
        "<!-- the walks: python -m tests.walk.tracing -->",
        "<!-- end of the walks -->",
    )
    PAGE.write_text(f"{before}{head}\n{walks}{tail}{after}", "utf-8")


if __name__ == "__main__":
    main()
