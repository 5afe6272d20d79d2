"""The daemon: one process, one event loop, the house stepping in it and the page beside it."""

from __future__ import annotations

import asyncio
import gc
import secrets
import socket
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from controller.bringup.diary import EVERY_S, Diary
from controller.bringup.frames import FrameKeeper
from controller.config import (
    BoardSection,
    Config,
    ConfigError,
    HallSection,
    find_profile,
    state_folder,
)
from controller.files import make_folder_of
from controller.games.chance import SEED_BYTES
from controller.hands import ACTS, carry_out, wood_of
from controller.house import House
from controller.keys import table_key
from controller.listen import address_of, address_outside, bind, own_names
from controller.notify import Notifier
from controller.pulse import (
    PAGE,
    RECORDER,
    SENSORS,
    Pulse,
    ask_page,
    ask_recorder,
    keep_asking,
    keep_beating,
    keep_telling,
    status_line,
)
from controller.record.errors import RecordError
from controller.record.log import Log
from controller.shelf import RecordShelf
from controller.table.commands import NotWrittenError
from controller.table.house_rules import read_house_rules
from controller.table.secret import Hiding
from controller.table.state import Status
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from controller.view import Showing
from controller.web.app import make_app, make_error_app
from controller.web.feed import Bell, View
from controller.web.running import run_until_stopped
from controller.words.speech import Said
from hardware.board import Board, open_board
from hardware.clock import RealClock
from hardware.profile import Profile
from hardware.simulated.board import SimulatedBoard, open_simulated
from hardware.simulated.nature import KIND

#: Even a board that wants to be left alone is looked at this often (buttons, plugs).
_LONGEST_REST = 0.5
#: The last moment before a reed is believed, which is too short to be slept through.
_WATCHED = 0.002
#: The diary of the sensors is written down once in so many looks: it is long.
_LOOKS_KEPT = 12


class Daemon:
    """One table that people can watch and command (a `controller.web.feed.TableFeed`)."""

    def __init__(self, house: House, board: Board, record: Path, frames: FrameKeeper) -> None:
        self.house = house
        self.records = RecordShelf(record)
        self._board = board
        self._simulated = board if isinstance(board, SimulatedBoard) else None
        self._diary = Diary(board, house.clock, house.log.recall(self._diary_key))
        self._frames = frames
        #: Made once for each change, however many look.
        self.showing = Showing(house)
        self._parts: object = None
        self._view: View = {}
        self._bell = Bell()
        self._awake = asyncio.Event()
        #: What is wrong between this table and its hall; a publisher brings its own.
        self.hall_alerts: Callable[[], list[Said]] = list

    # -- what the page asks for ----------------------------------------------------------------

    def view(self) -> View:
        """The whole state, with the simulated wood where there is one."""
        board = self._simulated
        parts = (self.showing.view(), self.hall_alerts(), wood_of(board) if board else None)
        if parts != self._parts:
            self._parts, self._view = parts, _whole_view(*parts)
        return self._view

    def choices(self) -> dict[str, Any]:
        """What a new game may choose on this board; it loads games that nobody played yet."""
        from controller.choices import choices_of

        return choices_of(self.house)

    def sensors(self) -> list[dict[str, Any]]:
        """How well each sensor does, now and over the last days."""
        return self._diary.pages(self.house.table.sensing.memory())

    def troubles(self) -> dict[str, str]:
        """What of the table does not work now, and why."""
        return self.house.troubles

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        """A bell that rings whenever the view has changed."""
        return self._bell.subscribe()

    async def command(self, command: Mapping[str, Any]) -> None:
        """Carry a command out: simulated hands act on the wood, all else goes to the table."""
        act = self._simulated and ACTS.get(str(command.get("do")))
        if act and self._simulated:
            carry_out(act, self._simulated, command)
        else:
            self._command_table(command)
        self._awake.set()
        self._bell.ring()

    def _command_table(self, command: Mapping[str, Any]) -> None:
        try:
            self.house.command(command)
        except NotWrittenError:
            self._bell.ring()  # the page tells why nothing is announced
            raise
        finally:
            if command.get("do") in ("new", "next"):
                self.lay_out()

    def ring(self) -> None:
        """The view has changed without the house: look again."""
        self._bell.ring()

    def lay_out(self) -> None:
        """Lay the simulated stones as the game stands: no hands are there to do it."""
        state = self.house.table.state
        if self._simulated and state.game and state.status is not Status.IDLE:
            held = zip(state.rules.cells, state.rules.contents(state.position), strict=True)
            self._simulated.wood.set_up({cell: abs(count) for cell, count in held})

    # -- living --------------------------------------------------------------------------------

    async def live(self, pulse: Pulse) -> None:
        """Step the house for ever, sleeping exactly as long as nothing needs it."""
        spare_collector()
        loop, seen = asyncio.get_running_loop(), -1
        self._board.on_press(lambda: loop.call_soon_threadsafe(self._awake.set))
        while True:
            self.house.step()
            self._frames.look()
            pulse.check_in(SENSORS)
            if self.house.changes != seen:
                seen = self.house.changes
                self._bell.ring()
            await self._rest(loop)

    async def _rest(self, loop: asyncio.AbstractEventLoop) -> None:
        """Sleep until the house has something to do, or somebody wakes it.

        Sleepers wake a millisecond late, on a busy machine several: where a hand waits for a reed
        to be believed, the last moment is watched instead of slept through.
        """
        delay = min(self.house.delay(), _LONGEST_REST)
        watched = _WATCHED if self._board.sharp() else 0.0
        due = loop.time() + delay
        self._awake.clear()
        if delay > watched:
            # Not asyncio.timeout: its exceptions cost an idle Pi as much as the step itself.
            alarm = loop.call_later(delay - watched, self._awake.set)
            await self._awake.wait()
            alarm.cancel()
        while watched and due - watched <= loop.time() < due:
            await asyncio.sleep(0)  # the page is served meanwhile

    @property
    def _diary_key(self) -> str:
        return f"health:{self.house.profile}"

    async def keep_diary(self) -> None:
        """Look at the sensors now and then; what was seen is written with the next event."""
        for look in count(1):
            await asyncio.sleep(EVERY_S)
            if not self.house.board_trouble:
                self._diary.look(self.house.table.sensing.memory())
            if look % _LOOKS_KEPT == 0:
                self.house.log.remember(self._diary_key, self._diary.memory())


def _whole_view(view: View, hall_alerts: list[Said], wood: dict[str, Any] | None) -> View:
    return view | {
        "alerts": view["alerts"] + hall_alerts,
        "simulated": wood is not None,
        "key_needed": True,
        "wood": wood,
    }


def spare_collector() -> None:
    """What was loaded stays: the garbage collector need not look through it in mid-turn again."""
    gc.collect()
    gc.freeze()


# -- putting a table together ----------------------------------------------------------------------


def open_house(config: Config, record: Path) -> tuple[House, Board]:
    """Everything that the settings name, opened; the profile is checked before any wire is."""
    profile = find_profile(config.board.profile)
    table = Table(
        profile.cell_names,
        game=config.game.name,
        options=config.game.options,
        usual={profile.kind: profile.board.options},
        house=read_house_rules(config.house),
        pieces=Pieces(profile.pieces.grams, profile.pieces.spread),
        lot=secrets.randbelow,
        seed=lambda: secrets.token_bytes(SEED_BYTES),
        hiding=_sheets(made=config.board.simulated) if profile.kind == "kakuzu" else None,
    )
    log = _open_record(record)
    clock = RealClock()
    try:
        board = _open_board(profile, config.board, clock)
    except BaseException:
        log.close()
        raise
    house = House(board, table, log, clock, profile=profile.name, palette=config.lights.palette)
    return house, board


def _sheets(*, made: bool) -> Hiding:
    """What finds the sheets beneath a Kakuzu board; no other board loads it."""
    from controller.sheets.hiding import Sheets
    from controller.sheets.store import SheetStore

    return Sheets(SheetStore(state_folder() / "kakuzu"), made=made)


def _open_record(path: Path) -> Log:
    make_folder_of(path, "record", "choose another place", RecordError)
    return Log(path)


def _open_board(profile: Profile, section: BoardSection, clock: RealClock) -> Board:
    if section.simulated:
        return open_simulated(profile, clock, section.seed, nature=KIND)
    return open_board(profile, clock)


def _lacking(house: House) -> str:
    """The cells that a finished game of the record needs and this board has not.

    A game under way that does not fit is not thrown away: `RecordError` names the ways out.
    """
    table, state = house.table, house.table.state
    needed = state.rules.cells if state.game else ()
    lacking = ", ".join(cell for cell in needed if cell not in table.cells)
    if lacking and state.status is not Status.OVER:
        raise RecordError(
            f"record {house.log.path}: its game {house.log.current_game} is under way and needs "
            f"{lacking}, which this board does not have; finish it on its own board, or give this "
            "board its own record"
        )
    return lacking


def start(daemon: Daemon, config: Config) -> None:
    """Take up the game that was under way, or open the one that the settings name.

    One whose rules are not installed here is neither gone on with nor abandoned: the page says so.
    """
    daemon.house.open()
    lacking, stranger = _lacking(daemon.house), daemon.house.stranger
    if (daemon.house.table.state.status is Status.IDLE or lacking) and not stranger:
        players = {"players": config.game.players} if config.game.players else {}
        with suppress(NotWrittenError):  # the page tells it, and the record is tried again
            daemon.house.command({"do": "new", **players})
    daemon.lay_out()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table can be found: its page, its page from other machines, and its key."""

    address: str
    outside: str | None = None
    key: str | None = None

    @staticmethod
    def of(listener: socket.socket, key: str | None = None) -> Place:
        """The place that this socket is."""
        return Place(address_of(listener), address_outside(listener), key)


Announce = Callable[[Place], None]


async def serve(config: Config, announce: Announce) -> None:
    """Run one table until somebody stops it."""
    folder = state_folder()
    key_file = Path(config.page.key_file) if config.page.key_file else folder / "key"
    record = Path(config.record.path) if config.record.path else folder / "record.db"
    with bind(config.page.host, config.page.port) as listener:
        key = table_key(key_file)
        house, board = open_house(config, record)
        frames = FrameKeeper(board, house.clock, record)
        with closing(frames), closing(house):  # the house first: its goodbye is kept too
            daemon = Daemon(house, board, record, frames)
            start(daemon, config)
            place = Place.of(listener, key)
            hosts = [*config.page.hosts, *own_names()]
            app = make_app(daemon, key, hosts=hosts, outside=place.outside)
            besides = _living(daemon, Notifier.of(), listener) + _hall(daemon, config.hall)
            await run_until_stopped(app, listener, lambda: announce(place), *besides)


def _living(daemon: Daemon, notifier: Notifier, listener: socket.socket) -> list[Any]:
    """What runs beside the page: the house, and its pulse where systemd listens to it."""
    house = daemon.house
    workers = (SENSORS, RECORDER, PAGE)
    pulse = Pulse(notifier, house.clock, workers, lambda: status_line(house))
    living = [daemon.live(pulse), daemon.keep_diary()]
    if not notifier.heard:
        return living
    return [
        *living,
        keep_asking(pulse, ask_page(pulse, listener)),
        keep_asking(pulse, ask_recorder(pulse, house)),
        keep_beating(pulse),
        keep_telling(pulse, daemon.subscribe()),
    ]


def _hall(daemon: Daemon, hall: HallSection) -> list[Any]:
    """The line to the hall, where the table belongs to one; else not even its library is loaded."""
    if hall.broker is None:
        return []
    from controller.publish.link import Link
    from controller.publish.publisher import Publisher
    from controller.publish.table import HouseTable

    house = daemon.house
    table = HouseTable(house, daemon.showing, daemon.command, daemon.subscribe)
    publisher = Publisher(table, Link.of(hall), house.clock, changed=daemon.ring)
    daemon.hall_alerts = publisher.alerts
    return [publisher.run()]


async def serve_errors(broken: ConfigError, announce: Announce) -> None:
    """Serve a page that lists what is wrong with the settings, until somebody stops it."""
    page = broken.page
    with bind(page.host, page.port) as listener:
        app = make_error_app(broken.problems, hosts=[*page.hosts, *own_names()])
        line = "The settings are broken; the page lists what is wrong"
        pulse = Pulse(Notifier.of(), RealClock(), (PAGE,), lambda: line)
        living = keep_asking(pulse, ask_page(pulse, listener)), keep_beating(pulse)
        await run_until_stopped(app, listener, lambda: announce(Place.of(listener)), *living)
