"""The serial link, its firmware in MicroPython behind a real socket.

* *Chip edge to host reading*: a reed moves on the simulated copper; the time counts until the
  driver on the host has told it, which is the Pico's scan, the frame, and the debounce that follows
  (8 ms, in all figures). *By the link's own time* host and firmware run in lockstep, each edge just
  after a scan, which is the worst case; *in real time* both are programs of this machine, and what
  else runs on it counts.
* *Bytes a second*, both ways: at rest, and with a stone moving all the time.
* *The firmware's scan*: counted in operations, because this interpreter is not a Pico's: accesses
  to pins and registers, and how long a scan takes in rounds of an empty loop in the same
  interpreter. On a Pico at 125 MHz such a round takes one to two microseconds; the time a matrix
  is given to settle (8 us a row) comes on top.
"""

from __future__ import annotations

from random import Random
from time import monotonic, sleep

from hardware.board import Board, open_board
from hardware.clock import ManualClock
from hardware.profile import Profile, parse_profile, shipped_profile
from hardware.simulated import CALM, open_simulated
from tests.benchmarks.report import line, percentile, plain
from tests.firmware.live import LivePico
from tests.firmware.lockstep import micropython

_EDGES = 200
_DEBOUNCE_S = 0.008
#: The most a Pico may take from one look at its board to the next.
_SCAN_US, _SAMPLE_US = 4000.0, 12_500.0


def _on(profile: Profile, port: str) -> Profile:
    assert profile.link is not None
    return profile.model_copy(update={"link": profile.link.model_copy(update={"port": port})})


def _live(board: Board, seconds: float) -> None:
    until = monotonic() + seconds
    while monotonic() < until:
        board.poll()
        sleep(min(board.delay(), max(0.0, until - monotonic())))


def edge_to_reading() -> list[float]:
    """Seconds from a reed's edge to the reading of its cell."""
    profile = shipped_profile("kalah-reed-pico")
    times: list[float] = []
    with LivePico(profile) as pico, open_board(_on(profile, pico.url)) as board:
        _live(board, 1.0)
        for turn in range(_EDGES):
            pico.masks[0] ^= 1
            happened = pico.set()
            while not any(getattr(news, "cell", "") == "a1" for news in board.poll()):
                sleep(min(board.delay(), 0.0005))
            times.append(monotonic() - happened)
            _live(board, 0.02 + 0.001 * (turn % 7))
    return times


def edge_in_lockstep() -> list[float]:
    """The same by the link's own time: scan, frames and polls, but no other program."""
    clock, rng, times = ManualClock(), Random(1), []
    profile = shipped_profile("kalah-reed-pico")
    with open_simulated(profile, clock, nature=CALM, runner=micropython) as board:
        board.wood.set_up({"a1": 1})
        _pass(board, clock, 1.0)
        for _ in range(_EDGES):
            if board.wood.hand:
                board.wood.drop("a1")
            else:
                board.wood.lift("a1")
            happened = clock.now()
            while not board.poll():
                clock.advance(max(board.delay(), 2e-4))
            times.append(clock.now() - happened)
            _pass(board, clock, rng.uniform(0.05, 0.3))
    return times


def bytes_a_second(name: str, *, playing: bool) -> tuple[float, float]:
    """Bytes a second from the Pico and to it, in the board's own time."""
    clock = ManualClock()
    with open_simulated(shipped_profile(name), clock, seed=1) as board:
        board.wood.set_up(dict.fromkeys(("a1", "a2", "a3"), 3))
        _pass(board, clock, 30.0)
        assert board.link is not None
        counts = board.link.counts
        before, begun = (counts.bytes_in, counts.bytes_out), clock.now()
        for _ in range(40):
            if playing and board.wood.hand:
                board.wood.drop("a1", board.wood.hand)
            elif playing:
                board.wood.lift("a1")
            _pass(board, clock, 0.5)
        took = clock.now() - begun
        return (counts.bytes_in - before[0]) / took, (counts.bytes_out - before[1]) / took


def _pass(board: Board, clock: ManualClock, seconds: float) -> None:
    until = clock.now() + seconds
    while clock.now() < until:
        board.poll()
        clock.advance(max(board.delay(), 1e-3))


def scan(profile: Profile) -> tuple[float, float]:
    """Of one look at a board: accesses to the chip, and how many empty rounds last as long."""
    with LivePico(profile) as pico, open_board(_on(profile, pico.url)) as board:
        _live(board, 1.0)
        # Many short goes, and the best of each: another program then disturbs only some.
        looks = [pico.order("scan", rounds=10) for _ in range(60)]
        spins = [pico.order("spin", rounds=3000)["us"] for _ in range(60)]
    return float(looks[-1]["calls"]), min(look["us"] for look in looks) / min(spins)


def big_matrix() -> Profile:
    """156 reeds, 12 rows of 13: as many as a Pico has pins for."""
    cells = [f"f{number}" for number in range(156)]
    text = [
        '[board]\nname = "156 reeds"\nkind = "kalah"\n[link]\nport = "x"\n[cells]',
        'names = ["a1", "A", "b1", "B"]\n[[sensors.reeds]]',
        f"rows = {list(range(12))}\ncolumns = {[*range(12, 23), 26, 27]}\n[sensors.reeds.cells]",
        "A = [0, 0]\nB = [0, 1]\nb1 = [0, 2]",
        f"a1 = {[[n // 13, n % 13] for n in range(3, len(cells))]}",
    ]
    return parse_profile("\n".join(text))


def main() -> None:
    """Print each figure beside its target."""
    times = edge_in_lockstep()
    plain("chip edge to host reading, link's own time, p50", percentile(times, 0.5) * 1000, "ms")
    line(
        "chip edge to host reading, link's own time, p99",
        percentile(times, 0.99) * 1000,
        "ms",
        1000 * 1.25 * (_SCAN_US * 1e-6 + _DEBOUNCE_S),
    )
    times = edge_to_reading()
    plain("chip edge to host reading, real time, p50", percentile(times, 0.5) * 1000, "ms")
    plain("chip edge to host reading, real time, p99", percentile(times, 0.99) * 1000, "ms")
    for name in ("kalah-reed-pico", "kalah-load-pico"):
        for playing, words in ((False, "at rest"), (True, "in play")):
            incoming, outgoing = bytes_a_second(name, playing=playing)
            plain(f"{name} {words}: from the Pico", incoming, "B/s")
            plain(f"{name} {words}: to the Pico", outgoing, "B/s")
    for profile, words, most in (
        (big_matrix(), "156 reeds", _SCAN_US),
        (shipped_profile("kalah-load-pico"), "14 load cells", _SAMPLE_US),
    ):
        calls, loops = scan(profile)
        plain(f"firmware, one look at {words}: accesses to the chip", calls, "")
        line(f"firmware, one look at {words}: empty rounds", loops, "rounds", most)


if __name__ == "__main__":
    main()
