"""The daemon: the house stepping in a process and a loop of its own, the page in another one."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import socket
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from controller.board.choices import rules_now
from controller.board.loop import BoardLoop
from controller.board.mouse import ACTS, carry_out, wood_of
from controller.board.view import Showing, places_of
from controller.bringup.diary import EVERY_S, Diary
from controller.bringup.frames import FrameKeeper
from controller.daemon.keys import TableKeys
from controller.daemon.lateness import USUAL_DELAY, Lateness
from controller.daemon.listen import address_of, address_outside, bind, own_names
from controller.daemon.notify import Notifier
from controller.daemon.page import Page
from controller.daemon.page_process import PageProcess
from controller.daemon.pulse import (
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
from controller.daemon.seated import Seated
from controller.daemon.signing import Signing, prove
from controller.daemon.standstill import Standstill
from controller.daemon.stopping import Work, work_until_stopped
from controller.daemon.watchman import keep_watch
from controller.disk.files import make_folder_of
from controller.games.chance import SEED_BYTES
from controller.games.told import Told
from controller.record.errors import FOUND_DAMAGED, RecordError
from controller.record.finding import Finding
from controller.record.log import Log
from controller.settings.config import (
    BoardSection,
    Config,
    ConfigError,
    HallSection,
    VoiceSection,
    find_profile,
    state_folder,
)
from controller.table.commands import NotWrittenError
from controller.table.house_rules import read_house_rules
from controller.table.rights import check_now, check_role
from controller.table.secret import Hiding
from controller.table.speakers import THE_TABLE, Speaker
from controller.table.state import Status
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from controller.web.feed import Bell, View
from controller.words.speech import Said, say
from controller.words.telling import retold
from hardware.board import Board, open_board
from hardware.clock import RealClock
from hardware.profile import Profile
from hardware.simulated.board import SimulatedBoard, open_simulated
from hardware.simulated.nature import KIND

log = logging.getLogger(__name__)

#: Even a board that wants to be left alone is looked at this often (buttons, plugs).
_LONGEST_REST = 0.5
#: What of a sensor is told in sentences.
_TOLD = ("says", "remedy")
#: The last moment before a reed is believed, which is too short to be slept through.
_WATCHED = 0.002
#: The diary of the sensors is written down once in so many looks: it is long.
_LOOKS_KEPT = 12


class Daemon:
    """One table that people can watch and command (a `controller.daemon.page.Served`)."""

    def __init__(self, house: BoardLoop, board: Board, frames: FrameKeeper) -> None:
        self.house = house
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
        self._events = 0
        self._standstill = Standstill(house.clock)
        #: What is wrong between this table and its hall; a publisher brings its own.
        self.hall_alerts: Callable[[], list[Said]] = list
        #: How many seconds late those see the table who have no key, where it is shown late.
        self.late: Callable[[], float] = lambda: USUAL_DELAY
        #: What is wrong with the page, once there is one.
        self.page_trouble: Callable[[], str | None] = lambda: None
        #: What is wrong with who plays without hands here.
        self.engine_trouble: Callable[[], str | None] = lambda: None
        #: Why the machine's voice is not heard.
        self.voice_trouble: Callable[[], str | None] = lambda: None
        #: Why games are not signed.
        self.signing_trouble: Callable[[], str | None] = lambda: None

    # -- what the page asks for ----------------------------------------------------------------

    def view(self) -> View:
        """The whole state, with the simulated wood where there is one."""
        board = self._simulated
        alerts = self.hall_alerts() + self._own_alerts()
        parts = (self.showing.view(), alerts, wood_of(board) if board else None)
        if parts != self._parts:
            self._parts, self._view = parts, _whole_view(*parts)
        return self._view

    def told(self) -> dict[str, Any]:
        """Everything that the page is told of when it changes, and when that was."""
        usual = self.house.table.house.plain()
        return {
            "view": self.view(),
            "at": asyncio.get_running_loop().time(),
            "troubles": self.troubles(),
            "rules": rules_now(self.house.told, usual),
            "head": self._counted(),
            "late": self.late(),
        }

    def _counted(self) -> int:
        """How many events the record has; of one that cannot be read, how many it had."""
        with suppress(RecordError):
            self._events = self.house.log.head[0]
        return self._events

    def said(self, after: int) -> list[dict[str, Any]]:
        """What was said aloud since that number, in order; alerts too, as the page shows them."""
        announcer = self.house.announcer
        announcer.alert(self.view()["alerts"], self.house.clock.wall())
        return [each.plain() for each in announcer.said if each.number > after]

    def sensors(self) -> list[dict[str, Any]]:
        """How well each sensor does, now and over the last days, in every language."""
        pages = self._diary.pages(self.house.table.sensing.memory())
        places = places_of(self.house)
        told = [{key: retold(page[key], places) for key in _TOLD if page[key]} for page in pages]
        return [page | said for page, said in zip(pages, told, strict=True)]

    def troubles(self) -> dict[str, str]:
        """What of the table does not work now, and why."""
        beside = {
            "page": self.page_trouble(),
            "engine": self.engine_trouble(),
            "voice": self.voice_trouble(),
        }
        told = {part: trouble for part, trouble in beside.items() if trouble}
        return self.house.troubles | told

    def _own_alerts(self) -> list[Said]:
        """What is wrong beside the board, without which play goes on."""
        told = {
            "alert-page": self.page_trouble(),
            "alert-engine": self.engine_trouble(),
            "alert-voice": self.voice_trouble(),
            "alert-signing": self.signing_trouble(),
        }
        return [say(key, fault=retold(fault)) for key, fault in told.items() if fault]

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        """A bell that rings whenever the view has changed."""
        return self._bell.subscribe()

    async def command(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        """Carry a command out: simulated hands act on the wood, all else goes to the table."""
        self._wake()
        act = self._simulated and ACTS.get(str(command.get("do")))
        if act and self._simulated:
            check_role(self.house.table, command, speaker)
            check_now(self.house.table, command, speaker)
            carry_out(act, self._simulated, command)
        else:
            self._command_table(command, speaker)
        self.nudge()

    def _command_table(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        try:
            self.house.command(command, speaker)
        except NotWrittenError:
            self._bell.ring()  # the page tells why nothing is announced
            raise
        finally:
            if command.get("do") in ("new", "next"):
                self.lay_out()

    def verified(self, finding: Finding) -> None:
        """What the watchman found in the record."""
        said = finding.what or None
        if finding.damaged:
            path = str(self.house.log.path)
            self.house.verified(Told(FOUND_DAMAGED, path=path, reason=finding.what), None)
        else:
            self.house.verified(None, said)
        self._awake.set()
        self._bell.ring()

    def ring(self) -> None:
        """The view has changed without the house: look again."""
        self._bell.ring()

    def nudge(self) -> None:
        """Something was said at the table without the page: go on with it at once."""
        self._awake.set()
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
            self._wake()
            self.house.step()
            self._wake()  # it may have been stopped in mid-step
            self._frames.look()
            pulse.check_in(SENSORS)
            if self.house.changes != seen:
                seen = self.house.changes
                self._bell.ring()
            await self._rest(loop)

    def _wake(self) -> None:
        """The time in which the program itself stood still is on nobody's clock."""
        if stood := self._standstill.wake():
            log.warning("the program stood still for %.0f seconds", stood[1] - stood[0])
            self.house.stood_still(*stood)

    async def _rest(self, loop: asyncio.AbstractEventLoop) -> None:
        """Sleep until the house has something to do, or somebody wakes it.

        Sleepers wake a millisecond late, on a busy machine several: where a hand waits for a reed
        to be believed, the last moment is watched instead of slept through.
        """
        delay = min(self.house.delay(), _LONGEST_REST)
        watched = _WATCHED if self._board.sharp() else 0.0
        due = loop.time() + delay
        self._standstill.rest(delay)
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


def _whole_view(view: View, alerts: list[Said], wood: dict[str, Any] | None) -> View:
    return view | {
        "alerts": view["alerts"] + alerts,
        "simulated": wood is not None,
        "key_needed": True,
        "wood": wood,
    }


def spare_collector() -> None:
    """What was loaded stays: the garbage collector need not look through it in mid-turn again."""
    gc.collect()
    gc.freeze()


# -- putting a table together ----------------------------------------------------------------------


def open_house(config: Config, record: Path) -> tuple[BoardLoop, Board]:
    """Everything that the settings name, opened; the profile is checked before any wire is."""
    profile = find_profile(config.board.profile)
    table = Table(
        profile.cell_names,
        game=config.game.name,
        options=config.game.chosen,
        usual={profile.kind: profile.board.options},
        house=read_house_rules(config.house),
        pieces=Pieces(profile.pieces.grams, profile.pieces.spread),
        lot=secrets.randbelow,
        seed=lambda: secrets.token_bytes(SEED_BYTES),
        hiding=_sheets(made=config.board.simulated) if profile.kind == "kakuzu" else None,
        seats=config.game.seats or (),
    )
    log = _open_record(record)
    clock = RealClock()
    try:
        board = _open_board(profile, config.board, clock)
    except BaseException:
        log.close()
        raise
    house = BoardLoop(
        board,
        table,
        log,
        clock,
        profile=profile.name,
        palette=config.lights.palette,
        buttons=profile.seats_of_buttons,
        whole_readings=config.record.whole_readings,
        fingers_ask=config.voice.fingers,
    )
    return house, board


def _sheets(*, made: bool) -> Hiding:
    """What finds the sheets beneath a Kakuzu board; no other board loads it."""
    from controller.sheets.hiding import HiddenSheets
    from controller.sheets.store import SheetStore

    return HiddenSheets(SheetStore(state_folder() / "kakuzu"), made=made)


def _open_record(path: Path) -> Log:
    make_folder_of(path, "record", "choose another place", RecordError)
    return Log(path)


def _open_board(profile: Profile, section: BoardSection, clock: RealClock) -> Board:
    if section.simulated:
        return open_simulated(profile, clock, section.seed, nature=KIND)
    return open_board(profile, clock)


def _lacking(house: BoardLoop) -> str:
    """The cells that a finished game of the record needs and this board has not.

    A game under way that does not fit is not thrown away: `RecordError` names the ways out.
    """
    table, state = house.table, house.table.state
    needed = state.rules.cells if state.game else ()
    lacking = ", ".join(cell for cell in needed if cell not in table.cells)
    if lacking and state.status is not Status.OVER:
        raise RecordError(
            Told(
                "record {path}: its game {current_game} is under way and needs"
                " {lacking}, which this board does not have; finish it on its own board,"
                " or give this board its own record",
                path=house.log.path,
                current_game=house.log.current_game,
                lacking=lacking,
            )
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


async def serve(config: Config, process: PageProcess, announce: Announce) -> None:
    """Run one table, with its page in this process beside ours, until somebody stops it."""
    folder = state_folder()
    key_file = Path(config.page.key_file) if config.page.key_file else folder / "key"
    record = Path(config.record.path) if config.record.path else folder / "record.db"
    with bind(config.page.host, config.page.port) as listener:
        place = Place.of(listener, TableKeys(key_file).all()[THE_TABLE])
        house, board = open_house(config, record)
        frames = FrameKeeper(board, house.clock, record)
        with closing(frames), closing(house):  # the house first: its goodbye is kept too
            daemon = Daemon(house, board, frames)
            start(daemon, config)
            pulse = _pulse(house)
            page = Page(daemon, _greeting(house, place, config, key_file), pulse, listener)
            daemon.page_trouble = page.trouble
            signing = Signing(house, changed=daemon.ring)
            daemon.signing_trouble = lambda: signing.trouble
            seated = Seated(daemon.house, config.engines, daemon.subscribe, daemon.nudge)
            daemon.engine_trouble = seated.trouble
            works = [page.keep(process), *_living(daemon, pulse), signing.keep(daemon.subscribe())]
            lateness = Lateness(
                house.log, config.page.delay, in_hall=config.hall.broker is not None
            )
            daemon.late = lateness.seconds
            works += [seated.run(), *_hall(daemon, config.hall, signing, lateness)]
            works += _voice(daemon, config.voice)
            await work_until_stopped(lambda: announce(place), *works)


def _greeting(house: BoardLoop, place: Place, config: Config, key_file: Path) -> dict[str, Any]:
    """What the page has to know of this table, and what does not change."""
    return {
        "key_file": str(key_file.absolute()),
        "hosts": [*config.page.hosts, *own_names()],
        "outside": place.outside,
        "record": str(house.log.path),
        "watch": config.page.watch,
        "cells": list(house.table.cells),
        "usual": house.table.house.plain(),
    }


def _pulse(house: BoardLoop) -> Pulse:
    workers = (SENSORS, RECORDER)
    return Pulse(Notifier.of(), house.clock, workers, lambda: status_line(house), beside=(PAGE,))


def _living(daemon: Daemon, pulse: Pulse) -> list[Work]:
    """The house, and its pulse where systemd listens to it."""
    living = [
        daemon.live(pulse),
        daemon.keep_diary(),
        keep_watch(daemon.house.log.path, daemon.verified),
    ]
    if not pulse.heard:
        return living
    return [
        *living,
        keep_asking(pulse, ask_recorder(pulse, daemon.house)),
        keep_beating(pulse),
        keep_telling(pulse, daemon.subscribe()),
    ]


def _voice(daemon: Daemon, voice: VoiceSection) -> list[Work]:
    """The machine's voice, where it is to speak."""
    if not voice.speaks:
        return []
    from controller.daemon.speaking import Speaking

    speaking = Speaking(voice, daemon.said, daemon.subscribe, daemon.ring)
    daemon.voice_trouble = speaking.trouble
    return [speaking.run()]


def _hall(daemon: Daemon, hall: HallSection, signing: Signing, lateness: Lateness) -> list[Work]:
    """The line to the hall, where the table belongs to one; else not even its library is loaded."""
    if hall.broker is None:
        return []
    from controller.publish.broker import BrokerAddress
    from controller.publish.publisher import Publisher
    from controller.publish.table import HouseTable

    house = daemon.house
    table = HouseTable(house, daemon.showing, daemon.command, daemon.subscribe)
    publisher = Publisher(
        table,
        BrokerAddress.of(hall),
        house.clock,
        changed=daemon.ring,
        anchored=signing.hear,
        delayed=lambda seconds: daemon.ring() if lateness.hear(seconds) else None,
        prove=prove,
    )
    daemon.hall_alerts = publisher.alerts
    house.table.hub = publisher.reached
    return [publisher.run(), signing.keep_anchors()]


async def serve_errors(broken: ConfigError, announce: Announce) -> None:
    """Serve a page that lists what is wrong with the settings, until somebody stops it."""
    from controller.web.app import make_error_app
    from controller.web.running import run_until_stopped

    page = broken.page
    with bind(page.host, page.port) as listener:
        app = make_error_app(broken.problems, hosts=[*page.hosts, *own_names()])
        line = "The settings are broken; the page lists what is wrong"
        pulse = Pulse(Notifier.of(), RealClock(), (PAGE,), lambda: line)
        living = keep_asking(pulse, ask_page(pulse, listener)), keep_beating(pulse)
        await run_until_stopped(app, listener, lambda: announce(Place.of(listener)), *living)
