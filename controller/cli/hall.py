"""`lunka hall`: one to look at, with people who play; one of your own; a table that joins it."""

from __future__ import annotations

import argparse
import signal
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from controller.cli.errors import UsageError
from controller.cli.parser import place, whole
from controller.games.told import Told

FASTEST, SLOWEST = 1000.0, 0.1
MOST_TABLES = 500


def add_to(commands: Any) -> None:
    """Add the commands to the command line."""
    hall = commands.add_parser(
        "hall", help="a hall to look at, one of your own, a table that joins it"
    )
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
    _add_init(more)
    _add_join(more)


def _add_init(more: Any) -> None:
    init = more.add_parser("init", help="make a hall's broker: certificates, passwords, codes")
    init.add_argument(
        "--tables", nargs="+", default=["2"], metavar="N", help="how many (t1, t2 ...), or names"
    )
    init.add_argument("--name", metavar="HOST", help="how tables reach this machine (its address)")
    init.add_argument("--folder", type=place, metavar="FOLDER", help="where (LUNKA_HOME/hall)")
    init.add_argument("--port", type=whole(1, 65535), metavar="N", help="the broker's port (8883)")
    init.add_argument("--page", type=whole(1, 65535), default=8770, metavar="N", help="8770")
    init.set_defaults(run=_init)


def _add_join(more: Any) -> None:
    join = more.add_parser("join", help="make this table part of a hall, by the hall's code")
    join.add_argument("code", metavar="CODE", help="20 letters and digits, or the whole link")
    join.add_argument(
        "--hub", metavar="HOST[:PORT]", help="where the hub is, where no link is given"
    )
    join.add_argument(
        "--config", type=place, metavar="FILE", help="the table's settings (/etc/lunka/table.toml)"
    )
    join.add_argument("--again", action="store_true", help="leave another hall for this one")
    join.set_defaults(run=_join)


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


# -- a hall of your own ------------------------------------------------------------------------


def _init(chosen: argparse.Namespace) -> int:
    from controller.hall.certificates import HallError
    from controller.hall.founding import Hall, Plan, kept_port
    from controller.settings.config import state_folder

    folder = (chosen.folder or state_folder() / "hall").absolute()
    host = chosen.name or _own_host()
    try:
        port = chosen.port or kept_port(folder) or 8883
        hall = Hall(Plan(folder, host, _tables(chosen.tables), port, chosen.page))
        codes = hall.make()
        began = hall.start()
    except HallError as trouble:
        raise UsageError(trouble.args[0]) from None
    print(f"The broker {'runs' if began else 'ran already'}: {host}:{port}, encrypted.")
    print(f"Everything is in {folder}. After a restart of the machine say this again.")
    print("\n1. Start the hub:")
    print(f"   lunka hub --config {hall.settings}")
    print("2. At each table, once the hub runs (sudo where it is a service):")
    link = f"http://{f'[{host}]' if ':' in host else host}:{chosen.page}/#join="
    for code, each in codes.items():
        print(f"   {each.table}: lunka hall join '{link}{code}'")
    return 0


def _own_host() -> str:
    from controller.daemon.listen import host_name, reached_by

    found = reached_by("0.0.0.0", 0)  # nothing is opened: it is asked who we are
    return host_name(found.removeprefix("http://").rstrip("/")) or "127.0.0.1"


def _tables(words: list[str]) -> tuple[str, ...]:
    """So many tables, or those that are named."""
    from controller.publish.topics import is_table_name

    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        count = int(words[0])
        if not 1 <= count <= MOST_TABLES:
            raise UsageError(Told("--tables: 1 to {most}, or their names", most=MOST_TABLES))
        return tuple(f"t{number}" for number in range(1, count + 1))
    wrong = [word for word in words if not is_table_name(word) or word == "hub"]
    if wrong:
        raise UsageError(
            Told("{name!r} is no name of a table: small letters, digits, dashes", name=wrong[0])
        )
    return tuple(words)


def _join(chosen: argparse.Namespace) -> int:
    from controller.hall.certificates import HallError
    from controller.hall.joining import ask, read_link, settle
    from controller.publish.probe import examine_hall
    from controller.settings.config import load_config

    settings = (chosen.config or Path("/etc/lunka/table.toml")).absolute()
    try:
        address, code = read_link(chosen.code, chosen.hub)
        invitation = ask(address, code)
        settle(invitation, settings, again=chosen.again)
    except HallError as trouble:
        raise UsageError(trouble.args[0]) from None
    except OSError as trouble:
        raise UsageError(
            Told("{path} cannot be written: {reason}", path=settings, reason=trouble.strerror)
        ) from None
    print(f"{settings}: this is table {invitation.table} of the hall at {invitation.broker}.")
    findings = list(examine_hall(load_config(settings).hall))
    for finding in findings:
        print(finding)
    print("Start the table again: sudo systemctl restart lunka, or lunka daemon --config", settings)
    return 0
