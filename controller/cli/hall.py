"""`lunka hall demo`: a whole hall on this machine, with people who play."""

from __future__ import annotations

import argparse
import signal
import threading
from importlib.util import find_spec
from typing import Any

from controller.cli.errors import UsageError
from controller.cli.parser import whole
from controller.games.told import Told

FASTEST, SLOWEST = 1000.0, 0.1


def add_to(commands: Any) -> None:
    """Add the commands to the command line."""
    hall = commands.add_parser("hall", help="a whole hall on this machine, to look at")
    more = hall.add_subparsers(metavar="ACTION", required=True)
    demo = more.add_parser("demo", help="broker, hub, tables, and people who play an event")
    demo.add_argument("--tables", type=whole(1, 50), default=6, metavar="N", help="6")
    demo.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="X",
        help="so many times as fast as people play (1)",
    )
    demo.add_argument(
        "--port", type=whole(0, 65535), default=8770, metavar="N", help="8770; 0: any"
    )
    demo.set_defaults(run=_demo)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= FASTEST:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not allowed; a number from {SLOWEST:g} to {FASTEST:g} is"
        )
    return speed


def _demo(chosen: argparse.Namespace) -> int:
    if find_spec("networkx") is None:
        raise UsageError(
            Told("a hall needs the packages of a hub: pip install -r requirements/hub.txt")
        )
    from controller.demo.broker import DemoError
    from controller.demo.hall import DemoHall, Wanted

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())
    wanted = Wanted(chosen.tables, chosen.speed, chosen.port)
    print(f"Opening a hall with {wanted.tables} tables ...", flush=True)
    try:
        with DemoHall(wanted) as hall:
            hall.wait_until_ready(stop.is_set)
            _announce(hall.address, hall.key, str(hall.folder))
            hall.run(stop.is_set, stop.wait)
            print("Closing the hall ...", flush=True)
    except DemoError as trouble:
        raise UsageError(trouble.args[0]) from None
    return 0


def _announce(address: str, key: str, folder: str) -> None:
    print(f"The wall of all boards:  {address}")
    print(f"The director's desk:     {address}director#key={key}")
    print(f"One board for streaming: {address}overlay/t1")
    print(f"Everything is in {folder}, and goes with it. Ctrl-C ends.", flush=True)
