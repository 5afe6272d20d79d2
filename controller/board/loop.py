"""The house: board, table, record and lights joined, one step at a time.

    readings -> table -> events -> record -> lights

Nothing here sleeps, and nothing knows asyncio: the daemon calls `step` when `delay` has passed, the
simulation calls it as fast as it can with a clock that jumps. What players are shown has been
written first: events go to the record before they reach lights or page.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from controller import __version__
from controller.board.asking import Asked, Asking
from controller.board.buttons import command_of
from controller.board.dialling import Dial
from controller.board.levels import suited
from controller.board.seed_file import SeedFile, seed_file_of
from controller.games.chance import read_seed
from controller.games.game import Cell, Draw, InvalidError
from controller.games.told import Told, Wording, told_by
from controller.lights.animation import frame, next_frame
from controller.lights.meanings import Glow
from controller.lights.palettes import DEFAULT, PALETTES
from controller.lights.scene import scene
from controller.play.event import Event
from controller.play.fold import read_line
from controller.play.line import Line
from controller.play.moments import is_stranger, rules_of
from controller.play.steps import Ply, Result
from controller.record.errors import RecordDamagedError, RecordError
from controller.record.log import Log
from controller.record.transcriber import is_imported
from controller.table.board_dice import board_draws
from controller.table.commands import CommandError, NotWrittenError
from controller.table.rights import check_role, may_now
from controller.table.seats import Wanted, keep_quiet
from controller.table.setting import Recalled
from controller.table.situation import Situation, Suited
from controller.table.speakers import THE_HOUSE, Speaker
from controller.table.speakers import button as button_of
from controller.table.state import State, Status, fold, fold_all
from controller.table.survey import survey
from controller.table.table import Table
from controller.voice.announcer import Announcer
from controller.voice.questions import Clocks
from controller.words.moment import told_side
from controller.words.news import happened
from controller.words.speech import Said
from hardware.clock import Clock
from hardware.errors import ChangesMissedError, HardwareError
from hardware.readings import Frame, Press, Reading

#: How often a record that could not be written, or a board that did not answer, is tried again.
_RETRY = 1.0
#: How long a refused button press stays on the page.
_NOTICE = 6.0
#: Buttons that are pressed twice, since what they throw away does not come back.
_TWICE = {
    "resign": Wording("press resign once more within {seconds:g} seconds to resign"),
    "void": Wording("press void once more within {seconds:g} seconds to make the roll void"),
}


class AnyBoard(Protocol):
    """What the house needs of a board: pins, serial or simulated."""

    def poll(self) -> list[Reading | Press]:
        """What changed since the last time."""

    def delay(self) -> float:
        """How soon it wants to be polled again, in seconds."""

    def show(self, frame: Frame) -> None:
        """Light the cells."""

    def pixels_of(self, cell: Cell) -> int:
        """How many pixels a cell has."""

    def close(self) -> None:
        """Lights off, wires let go."""


class BoardLoop:
    """One board with everything that makes it know the rules."""

    def __init__(
        self,
        board: AnyBoard,
        table: Table,
        log: Log,
        clock: Clock,
        *,
        profile: str = "",
        palette: str = DEFAULT,
        vault: SeedFile | None = None,
        buttons: Mapping[str, int] | None = None,
        whole_readings: int | None = None,
        fingers_ask: bool = True,
    ) -> None:
        self.board, self.table, self.log, self.clock = board, table, log, clock
        self.profile = profile
        #: The buttons that belong to one side of the board, and to which.
        self._seats_of_buttons = dict(buttons or {})
        #: Of how many of the newest games all readings are kept; None: of all.
        self._whole_readings = whole_readings
        table.recall = self._moment_of
        #: Beside the record: what nobody may read there before the game is over.
        self.vault = vault or SeedFile(seed_file_of(log.path))
        self.palette = PALETTES[palette]
        #: What is going on, as far as it is written; made anew for each change.
        self.situation = Situation()
        self.glows: dict[Cell, Glow] = {}
        #: What is said of it.
        self.announcer = Announcer()
        self.news: list[Said] = []
        self.record_trouble: str | None = None
        #: What a verification found that keeps nobody from playing.
        self.record_doubt: str | None = None
        self.board_trouble: str | None = None
        self.light_trouble: str | None = None
        #: Whether what was promised in this game is no longer known.
        self.lost = False
        #: The game of the record that is under way and not installed here: its number and name.
        self.stranger: tuple[int, str] | None = None
        #: The state as far as it is written, which is all that anybody is told.
        self.told = table.state
        #: Counts every change that somebody who watches could see.
        self.changes = 0
        self._notice: tuple[float, str] | None = None
        #: The button that wants a second press, and until when that counts.
        self._once = ("", 0.0)
        #: How a level suits whoever has just played, with the end that it was looked up for.
        self._judged: tuple[Result, Suited | None] | None = None
        self._choice = 0
        #: Who asks at the board itself; and whether a finger does.
        self._asking = Asking(self.announcer)
        self._fingers_ask = fingers_ask
        #: Numbers that are being entered with the buttons.
        self.dial = Dial()
        self._unwritten: list[Event] = []
        self._held: list[Reading | Press] = []
        self._retry = 0.0
        self._board_retry = 0.0
        self._light_retry = 0.0
        self._drawn = -1.0
        #: What the scales knew when it was last written.
        self._weights: dict[str, Any] = {}

    # -- opening and closing -------------------------------------------------------------------

    def open(self) -> None:
        """Take up the game that the record holds, if one is under way."""
        self._set_time()
        last = self.log.last_game()
        self.table.games = last.id if last else 0
        events = self._played_here(last.id) if last else []
        started = self._event("daemon.started", version=__version__, profile=self.profile)
        self.table.sensing.recall(self._recalled())
        state = fold_all([*events, started])
        self._recall_secret(state, events)
        self.table.take_up(state, self.clock.now())
        lost = self._recall_chance(events)
        for event in lost:
            self.table.state = fold(self.table.state, event)
        self.told = self.table.state
        self._keep([started, *lost])
        self.refresh()

    def _played_here(self, game: int) -> list[Event]:
        """The events of a game; none where it was imported: its match is other people's; and none
        where its rules are not installed here: nobody can go on with it."""
        stored = [*self.log.events(game)]
        first = read_line(stored[:1])
        if is_imported(stored[0].event):
            return []
        if not first.fault and is_stranger(first.opening):
            self.stranger = None if read_line(stored).result else (game, first.opening.game)
            return []
        return [each.event for each in stored]

    def close(self) -> None:
        """What waits to be written is tried once more; lights off, record closed."""
        self._retry = 0.0
        try:
            if self._unwritten:
                self._write(self.clock.now())
            self.board.close()
        finally:
            self.log.close()

    def _recall_chance(self, events: Iterable[Event]) -> list[Event]:
        """What the board has promised to roll must not change over a restart; if it is lost, the
        record says so, since it is people who roll then."""
        state, promised = self.table.state, _told(events, "chance.committed", "commitment")
        if promised is None or state.game is None or state.result is not None:
            return []
        with suppress(InvalidError):
            chance = read_seed(str(self.vault.recall(_seed_of(promised))))
            if chance.commitment == promised and board_draws(state.rules, state.house):
                self.table.chance = chance
        gone = self.table.chance is None
        self.lost |= gone
        return [self._event("seed.lost", commitment=promised)] if gone else []

    def _recall_secret(self, state: State, events: Iterable[Event]) -> None:
        """What lies beneath the board lies there after a restart too: that, and nothing else."""
        seal = _told(events, "secret.sealed", "seal")
        if seal is None or state.result is not None:
            return
        with suppress(KeyError, TypeError, ValueError):
            secret = self.table.hiding.recall(self.vault.recall(_hidden_under(seal)))
            self.table.secret = secret if secret.seal == seal else None
        self.lost |= self.table.secret is None

    def _remember(self) -> None:
        """What the scales know of this very turn is on the disk with it: after a power cut they
        must see what was moved meanwhile. What changes slowly is written now and then."""
        known = self.table.sensing.known()
        if known["known"] != self._weights:
            self._weights = known["known"]
            self.log.remember(f"weights:{self.profile}", known, with_next=True)
        self.log.remember(f"sensing:{self.profile}", self.table.sensing.learned())

    def _recalled(self) -> dict[str, Any]:
        """What the sensors had learned before the restart."""
        kept = (self.log.recall(f"{what}:{self.profile}") for what in ("sensing", "weights"))
        return {name: value for memory in kept if memory for name, value in memory.items()}

    def _set_time(self) -> None:
        """Agree with the time of day; done only while nobody's clock could be hurt by it."""
        self.table.epoch = self.table.sensing.epoch = self.clock.wall() - self.clock.now()

    def _event(self, kind: str, **data: Any) -> Event:
        return Event(kind, round(self.clock.now() + self.table.epoch, 3), data)

    def _moment_of(self, game: int, ply: int | None) -> Recalled:
        """A moment of a game that the record holds."""
        try:
            self.log.summary(game)
            line = read_line(self.log.events(game))
        except RecordError as missing:
            raise CommandError(told_by(missing)) from None
        number = len(line.plies) if ply is None else ply
        if not 0 <= number <= len(line.plies):
            raise CommandError(
                Told(
                    "game {game} has {made} turns, no turn {number}",
                    game=game,
                    made=len(line.plies),
                    number=number,
                )
            )
        opening = line.opening
        position = line.plies[number - 1].position if number else opening.position
        if ply is None:
            position = _newest(line) or position
        return Recalled(opening.game, position, number, opening.options, line.players)

    # -- one step ------------------------------------------------------------------------------

    def step(self) -> None:
        """Read the board, follow the hands, keep the record, light the lights."""
        now, before = self.clock.now(), self.changes
        self._held += self._poll(now)
        if self._unwritten and not self._write(now):
            return  # nothing may be announced that is not on the disk
        arrived, self._held = self._held, []
        self._take([each for each in arrived if isinstance(each, Reading)], now)
        for press in arrived:
            if isinstance(press, Press):
                self._pressed(press.button)
        self._pass_time(now)
        if self._notice and now >= self._notice[0]:
            self._notice = None
            self.changes += 1
        if self.changes != before:
            self.refresh()
        self._answer_fingers()
        self._draw(now)

    def _pass_time(self, now: float) -> None:
        """What time alone brings: hands that have rested may be understood otherwise."""
        due = self.table.deadline
        self.changes += due is not None and due <= now
        self._keep(self.table.tick(now))

    def delay(self) -> float:
        """How many seconds the next step can wait."""
        now = self.clock.now()
        waits = [self.board.delay() if not self.board_trouble else self._board_retry - now]
        if self._unwritten:  # nothing else can happen before the record is written
            return max(0.0, min(*waits, self._retry - now))
        if self.table.deadline is not None:
            waits.append(self.table.deadline - now)
        pause = next_frame(self.glows)
        if self.light_trouble:
            waits.append(self._light_retry - now)
        elif pause is not None:
            waits.append(self._drawn + pause - now)
        return max(0.0, min(waits))

    def _poll(self, now: float) -> list[Reading | Press]:
        if self.board_trouble and now < self._board_retry:
            return []
        try:
            arrived = self.board.poll()
        except ChangesMissedError as missed:  # told once: the board is well again
            self._notice = (now + _NOTICE, told_by(missed))
            self.changes += 1
            arrived = []
        except (HardwareError, OSError) as trouble:
            self._board_retry = now + _RETRY
            if self.board_trouble != str(trouble):
                self.board_trouble = told_by(trouble)
                self.changes += 1
            return []
        if self.board_trouble:
            self.board_trouble = None
            self.changes += 1
        return arrived

    def _take(self, readings: list[Reading], now: float) -> None:
        if not readings:
            return
        state = self.table.state
        if state.game and self.log.current_game:
            at = now + self.table.epoch
            rows = [replace(reading, at=at) for reading in readings]
            self.log.keep_readings(self.log.current_game, len(state.plies), rows)
        self.changes += 1
        self._keep(self.table.take(readings, now))

    # -- commands ------------------------------------------------------------------------------

    def command(self, given: Mapping[str, Any], speaker: Speaker = THE_HOUSE) -> None:
        """Carry a command out; `CommandError` where the table refuses it.

        `NotWrittenError` where it is carried out only once the record can be written again: what
        has no place on the disk is acknowledged to nobody.
        """
        if given.get("do") == "new" and not self.table.state.clock and not self._unwritten:
            self._set_time()
        self._carry_out(partial(self.table.command, given, speaker=speaker))

    def stood_still(self, since: float, now: float) -> None:
        """The program did not run for so long: that is on nobody's clock."""
        if events := self.table.stood_still(since, now):
            self._keep(events)
            self.refresh()

    def call(self, turn: str) -> None:
        """A side without hands here says its turn, which hands are to carry out."""
        self._carry_out(partial(self.table.call, turn))

    def say(self, word: str, side: int) -> None:
        """A side without hands here says a word of the game."""
        self._carry_out(partial(self.table.say, word, side))

    def keep_quiet(self, now: Wanted) -> None:
        """A side without hands here has nothing to say before hands roll for it: they are asked."""
        keep_quiet(self.table, now)
        self.changes += 1
        self.refresh()

    def _carry_out(self, act: Callable[[float], list[Event]]) -> None:
        if self._unwritten or self.log.refused:
            raise CommandError(
                Told("the record cannot be written: {reason}", reason=self.record_trouble)
            )
        try:
            events = act(self.clock.now())
        except CommandError:
            if fallen := self.table.given():  # a flag, before the command came
                self._keep(fallen)
                self.refresh()
            raise
        self._keep(events)
        self._choice = 0
        self.changes += 1
        self.refresh()
        if self._unwritten:
            raise NotWrittenError(
                Told(
                    "not done yet, since the record cannot be written: {reason}; it is "
                    "done once it can be, and need not be asked again",
                    reason=self.record_trouble,
                )
            )

    def _pressed(self, button: str) -> None:
        """A button of the board is a command like any other; refused, it says why."""
        self.refresh()  # it means what it does now, not before what was read with it
        try:
            self._press(button)
        except CommandError as refused:
            self._notice = (self.clock.now() + _NOTICE, told_by(refused))
        self.changes += 1

    def _press(self, button: str) -> None:
        question, draw = self.table.state.question, self._awaited()
        speaker = button_of(button, self._seats_of_buttons.get(button))
        if draw and self.dial.press(button, draw):
            if roll := self.dial.whole(draw):
                self.command({"do": "roll", "dice": roll}, speaker)
        elif (button != "next" or not question) and self._asking.press(button, self._asked()):
            return
        elif button == "next" or (button == "roll" and question):
            self._choice += 1
        elif button == "confirm" and question and self.chosen:
            answer = {"do": "answer", "question": question.number, "choice": self.chosen}
            self.command(answer, speaker)
        else:
            self._command_twice(button, speaker)

    def _answer_fingers(self) -> None:
        """A finger that was pressed on a place and let go asks what lies there, unless the table's
        settings say that none does; it is no piece either way."""
        for touched in self.table.sensing.fingers.touched():
            if self._fingers_ask:
                self.changes += self._asking.touch(touched, self._asked())

    def _asked(self) -> Asked:
        now = self.clock.now()
        looks = self.table.sensing.looks()
        return Asked(now, now + self.table.epoch, self.situation, looks, self._clocks(now))

    def _clocks(self, now: float) -> Clocks:
        """Whose clock shows what; nothing without clocks."""
        clock, seats = self.told.clock, self.situation.seats
        if clock is None or len(seats) != len(clock.left):
            return ()
        at = now + self.table.epoch
        return [
            (told_side(self.situation, side), clock.shows(side, at)) for side in range(len(seats))
        ]

    def _command_twice(self, button: str, speaker: Speaker) -> None:
        """Carry out what a button commands; one slip gives up neither a game nor a roll."""
        given = command_of(button, self.situation, speaker.seat)
        now, once = self.clock.now(), self._once
        self._once = ("", 0.0)
        check_role(self.table, given, speaker)
        wanted = button in _TWICE and given["do"] in self.table.commands()
        if wanted and (once[0] != button or now >= once[1]):
            self._once = (button, now + _NOTICE)
            raise CommandError(Told(_TWICE[button], seconds=_NOTICE))
        self.command(given, speaker)

    def may(self) -> dict[str, list[str]]:
        """What each key may say at this moment."""
        return may_now(self.table, self.situation.commands)

    def _awaited(self) -> Draw | None:
        """What the players roll or draw themselves now, where nothing is asked."""
        state = self.table.state
        if state.status is not Status.PLAYING or self.table.chance or state.question:
            return None
        return state.rules.acts(state.position).draw

    @property
    def chosen(self) -> str | None:
        """The answer that the confirm button would give; `next` goes round them."""
        question = self.table.state.question
        return question.options[self._choice % len(question.options)] if question else None

    @property
    def notice(self) -> str | None:
        """Why the last button press was refused, for a while."""
        return self._notice[1] if self._notice else None

    # -- the record ----------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Whether play waits because something that happened is not yet written."""
        return bool(self._unwritten)

    def _keep(self, events: Iterable[Event]) -> None:
        """Write events down before anybody is told of them."""
        new = list(events)
        if not new:
            return
        self.dial.forget()
        self._unwritten += new
        self.lost &= self.table.state.result is None
        if any(event.kind.startswith(("turn.", "board.")) for event in new):
            self._remember()
        self._retry = 0.0
        self._write(self.clock.now())

    def vouch(self, kind: str, signed: Iterable[Mapping[str, Any]]) -> bool:
        """Keep what somebody has signed of this record; False: what happened at the board waits to
        be written, and comes first."""
        if self._unwritten:
            return False
        try:
            self.log.append([self._event(kind, **facts) for facts in signed])
        except RecordError:
            return False  # whoever wanted it tries again
        self.changes += 1
        return True

    def _promises(self) -> dict[str, Any]:
        """What is promised and not yet shown, each under the name by which the record knows it."""
        chance, secret = self.table.chance, self.table.secret
        found: dict[str, Any] = {_seed_of(chance.commitment): chance.seed.hex()} if chance else {}
        if secret and self.table.state.result is None:
            found[_hidden_under(secret.seal)] = secret.memory()
        return found

    def _write(self, now: float) -> bool:
        if now < self._retry:
            return False
        promises = self._promises()
        try:
            self.log.stand_firm()  # no promise is laid where a card was taken out
            self.vault.keep(promises)  # before it is promised
            self.log.append(self._unwritten)
        except RecordError as trouble:
            self._retry = now + _RETRY
            if self.record_trouble != str(trouble):
                self.record_trouble = told_by(trouble)
                self.changes += 1
            return False
        self.vault.keep_only(promises)  # after the rest was shown
        self._tell(self._unwritten)
        if any(event.kind == "game.opened" for event in self._unwritten):
            self._thin()
        self._unwritten = []
        self.told = self.table.state
        self.record_trouble = None
        self.changes += 1
        return True

    def verified(self, damage: str | None, doubt: str | None) -> None:
        """What a verification of the record found: nothing is added behind damage; a game that is
        not by the rules is told, and play goes on."""
        if damage:
            self.log.refuse(RecordDamagedError(damage))
            self.record_trouble = damage
        self.changes += bool(damage) or doubt != self.record_doubt
        self.record_doubt = doubt

    def _thin(self) -> None:
        """Thin old readings while the pieces are set up, when nobody waits for a light."""
        if self._whole_readings is not None:
            with suppress(RecordError):  # the next game tries again
                self.log.thin(self._whole_readings)

    def _tell(self, events: Iterable[Event]) -> None:
        told = (happened(event, self.table.state) for event in events)
        self.news = [*self.news, *filter(None, told)][-20:]

    @property
    def troubles(self) -> dict[str, str]:
        """What does not work now: `record`, `board`, `lights`, `words`, each with what is the
        matter."""
        told = {
            "record": self.record_trouble,
            "board": self.board_trouble,
            "lights": self.light_trouble,
            "words": self.announcer.trouble,
        }
        return {part: trouble for part, trouble in told.items() if trouble}

    # -- the lights ----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take stock anew, unless that would announce what is not yet written."""
        if self._unwritten:
            return
        now, moving = survey(self.table, self.chosen, self.dial.shown), self.table.sensing.moving()
        now = replace(now, suited=self._suited())
        self.situation = now.held(moving, self.situation)
        self.glows = scene(self.situation)
        at = self.clock.now() + self.table.epoch
        self.announcer.hear(self.situation, at, moving=bool(moving))
        self._drawn = -1.0

    def _suited(self) -> Suited | None:
        """How the engine's level suits who has just played; looked up once for each end."""
        state = self.table.state
        if state.result is None:
            self._judged = None
        elif self._judged is None or self._judged[0] is not state.result:
            self._judged = (state.result, suited(self.log, state))
        return self._judged[1] if self._judged else None

    def _draw(self, now: float) -> None:
        pause = next_frame(self.glows)
        if self._unwritten or (self.light_trouble and now < self._light_retry):
            return
        if self._drawn >= 0 and (pause is None or now < self._drawn + pause):
            return
        self._drawn = now
        self._lights_fail(self._show(now), now)

    def _show(self, now: float) -> str | None:
        """Light the board; gives what was the matter where that failed."""
        try:
            self.board.show(frame(self.glows, self.palette, self.board.pixels_of, now))
        except (HardwareError, OSError) as trouble:
            return told_by(trouble)
        return None

    def _lights_fail(self, trouble: str | None, now: float) -> None:
        """Lights that fail are told of and tried again; the hands are followed all the same."""
        if trouble:
            self._light_retry, self._drawn = now + _RETRY, -1.0
        if trouble != self.light_trouble:
            self.light_trouble = trouble
            self.changes += 1


def _newest(line: Line) -> str | None:
    """The position with what was said and rolled since the last turn; None: nothing was."""
    last = deque(line.moments, maxlen=1)
    if not last or isinstance(last[0].step, Ply):
        return None
    return rules_of(line.opening).write_position(last[0].after)


def _seed_of(commitment: object) -> str:
    """Under which name the vault keeps the seed that the record promises by this hash."""
    return f"seed of {commitment}"


def _hidden_under(seal: object) -> str:
    """Under which name the vault keeps what lies hidden beneath the board."""
    return f"hidden under {seal}"


def _told(events: Iterable[Event], kind: str, key: str) -> Any:
    """What the newest event of this kind says; None: there is none."""
    return next((event.data.get(key) for event in [*events][::-1] if event.kind == kind), None)
