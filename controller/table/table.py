"""One table: readings and commands go in, events come out.

The table follows the hands, decides what counts, and keeps its state as the fold of the events it
gave. It does not know how cells are sensed, how things are shown, or what time it is: every call
says what `now` is (seconds that only ever grow).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.chance import SEED_BYTES, Chance
from controller.games.game import Cell, IllegalError, RulesError
from controller.games.inferring import Guess, Inferring
from controller.games.told import Told
from controller.play.event import Event
from controller.play.happenings import STANDSTILL
from controller.table import (
    acts,
    board_dice,
    inferred,
    limit,
    premature,
    rights,
    seats,
    speakers,
    voiding,
)
from controller.table.commands import CommandError, read_command
from controller.table.house_rules import HouseRules
from controller.table.opening import infers
from controller.table.secret import Hiding, NothingHidden, Secret
from controller.table.setting import Recall, no_record
from controller.table.speakers import Speaker
from controller.table.state import NOTHING, RESIGNATION, RESIGNS, Question, State, Status, fold
from controller.tracking.follower import (
    Finding,
    Follower,
    Made,
    Revised,
    Station,
    TakenBack,
    Touched,
    Unclear,
    Waiting,
    Withdrawn,
)
from controller.tracking.reading import SensorReading
from controller.tracking.seen import Seen
from controller.tracking.sensing import Pieces, Sensing
from controller.tracking.surplus import Resting, Surplus
from controller.tracking.verdict import UNTOUCHED, Kind, Verdict

#: How a turn is made that hands have carried out.
_BY_HAND = ("hands", "answer", *acts.SEALERS)
#: Nothing is commanded, by nobody.
_NOBODY = ("", speakers.THE_HOUSE)


class Table:
    """Everything that happens at one board."""

    def __init__(
        self,
        cells: Iterable[Cell],
        *,
        game: str = "kalah",
        options: Mapping[str, Any] | None = None,
        usual: Mapping[str, Mapping[str, Any]] | None = None,
        house: HouseRules | None = None,
        pieces: Pieces | None = None,
        lot: Callable[[int], int] = lambda _sides: 0,
        seed: Callable[[], bytes] = lambda: bytes(SEED_BYTES),
        hiding: Hiding | None = None,
        recall: Recall = no_record,
        seats: Sequence[str] = (),
        epoch: float = 0.0,
    ) -> None:
        self.cells = tuple(cells)
        #: Options that suit this board, by game: they hold unless somebody chooses otherwise.
        self.usual = dict(usual or {})
        self.game, self.options = game, {**self.usual.get(game, {}), **(options or {})}
        self.house = house or HouseRules()
        self.sensing = Sensing(self.cells, pieces)
        self.state = State()
        self.follower: Follower[Any, Any] | None = None
        #: The rules by which hands are followed: where nobody says what was rolled, all rolls'.
        self.judge: AnyGame | None = None
        #: Who plays each side unless a new game says otherwise; empty: hands play all.
        self.seats = list(seats)
        self.lot, self.seed, self.recall = lot, seed, recall
        #: Where the board rolls: what it has promised and not yet shown.
        self.chance: Chance | None = None
        #: What lies hidden beneath the board in this game, and who finds it for a new one.
        self.secret: Secret | None = None
        self.hiding: Hiding = hiding or NothingHidden()
        #: What is added to `now` to get the time of day.
        self.epoch = epoch
        #: The record's number of the game that was opened last.
        self.games = 0
        #: How the board looked when the newest position was told, and not yet reached by hand.
        self.looks_before: dict[Cell, Seen] = {}
        #: Whether a hub can be reached; None: this table belongs to none.
        self.hub: Callable[[], bool | None] = lambda: None
        #: Where a side without hands was asked before its roll, and had nothing to say.
        self.quiet: tuple[Any, ...] | None = None
        #: The command that is being carried out, and who gave it.
        self._saying = _NOBODY
        self._now = 0.0
        self._events: list[Event] = []
        self._surplus, self._resting = Surplus(), Resting()
        #: What was asked and answered by "nothing": not asked again until the hands have let go.
        self._declined: list[str] = []
        #: The legal turns by name, and the position that they are of.
        self._named: tuple[Station[Any, Any], list[str]] | None = None

    # -- what comes in -------------------------------------------------------------------------

    def take(self, readings: Iterable[SensorReading], now: float) -> list[Event]:
        """The events that follow from what the sensors report."""
        self._pass_time(now)
        looks = self._without_surplus(self.sensing.take(readings, now))
        self._resting.note(self._rested_on(now), now)
        if self.following and self.follower:
            self._digest(self.follower.see(self._of_game(looks), now))
        return self.given()

    def _without_surplus(self, looks: Mapping[Cell, Seen]) -> Mapping[Cell, Seen]:
        """Where more lies on the board than there are pieces, what grew tells nothing."""
        follower = self.follower
        if follower is None or self.state.status is not Status.PLAYING or follower.returning:
            self._surplus.forget()
            return looks
        weighed, heard = self._of_game(self.sensing.weighed), self.sensing.all_reported
        here, before = follower.here, follower.before
        pressed = self.sensing.fingers.down
        otherwise = self._surplus.judge(
            weighed, here, before, self._now, heard=heard, pressed=pressed
        )
        return {**looks, **otherwise} if otherwise else looks

    def _rested_on(self, now: float) -> Iterable[Cell]:
        """Where something rests that is no piece; what may still be a finger that asks does not,
        and what its neighbours feel of it is nothing of their own."""
        fingers = self.sensing.fingers
        if fingers.down:
            return () if fingers.may_ask(now) else fingers.down
        return {*self._surplus.cells, *self.sensing.resting}

    @property
    def weighed_on(self) -> list[Cell]:
        """The cells on which something rests that is no piece: a hand, a sleeve."""
        playing = self.state.status is Status.PLAYING
        told = self._resting.told(self._now) if playing else ()
        return [cell for cell in self.state.rules.cells if cell in told]

    def tick(self, now: float) -> list[Event]:
        """The events that follow from the passing of time alone."""
        pressed_until = self.sensing.fingers.deadline
        over = pressed_until is not None and pressed_until <= now  # what presses is no question
        seen = self.take((), now) if over else []
        self._pass_time(now)
        if self.following and self.follower:
            self._digest(self.follower.tick(now))
        self._pass_time(now)  # a turn put back may leave nobody any time
        limit.check(self, now + self.epoch)
        return seen + self.given()

    def stood_still(self, since: float, now: float) -> list[Event]:
        """The table itself did not run for so long: a pause that nobody asked for, as far as time
        is taken here."""
        self._pass_time(max(since, self._now))
        if self._time_runs:
            why = f"the table itself stood still for {now - since:.0f} seconds"
            self.emit("game.paused", by=STANDSTILL, why=why)
            self._now = now
            self.emit("game.resumed", by=STANDSTILL, why=why)
        return self.given()

    def command(
        self, given: object, now: float, speaker: Speaker = speakers.THE_HOUSE
    ) -> list[Event]:
        """The events that a command brings about; `CommandError` where it is refused.

        It may be refused because a flag has fallen: those events are `given` all the same.
        """
        command = read_command(given)
        name = command["do"]
        self._pass_time(now)
        rights.check_role(self, command, speaker)
        if name not in self.commands():
            raise CommandError(acts.why_not(self, name))
        seats.check(self, name, command)
        said = rights.check_now(self, command, speaker)
        del said["do"]
        self._saying = (name, speaker)
        try:
            acts.ACTS[name](self, **said)
        finally:
            self._saying = _NOBODY
        return self.given()

    def call(self, turn: str, now: float) -> list[Event]:
        """The events that follow when a side without hands here says its turn."""
        self._pass_time(now)
        seats.call(self, turn)
        return self.given()

    def say(self, word: str, side: int, now: float) -> list[Event]:
        """The events that follow when a side without hands here says a word of the game."""
        self._pass_time(now)
        acts.decide(self, decision=word, side=side)
        return self.given()

    def commands(self) -> list[str]:
        """What the table can do at this moment."""
        return acts.possible(self)

    def take_up(self, state: State, now: float) -> None:
        """Go on with the game that a replayed record left."""
        self._now = now
        self.state = state
        self.sensing.left_out = set(state.left_out)
        if state.game and state.status is not Status.IDLE:
            self.follow(playing=state.status is not Status.SETUP)

    @property
    def deadline(self) -> float | None:
        """When `tick` should be called although nothing comes in."""
        times = [self.follower.deadline] if self.follower and self.following else []
        times += [self._flag(), self._resting.next(self._now), self.sensing.fingers.deadline]
        if (due := limit.due(self)) is not None:
            times.append(due - self.epoch)
        return min((time for time in times if time is not None), default=None)

    @property
    def verdict(self) -> Verdict:
        """What the hands are doing."""
        return self.follower.verdict if self.follower and self.following else UNTOUCHED

    @property
    def unseen(self) -> tuple[Any, ...]:
        """The legal turns that this board cannot tell from no turn at all: whoever makes one must
        say so."""
        if self.follower is None or self.state.status is not Status.PLAYING:
            return ()
        return self.follower.unseen if self.sensing.all_reported else ()

    @property
    def following(self) -> bool:
        """Whether hands on the board mean anything now."""
        return self.state.status in (Status.SETUP, Status.PLAYING)

    def _of_game(self, looks: Mapping[Cell, Seen]) -> dict[Cell, Seen]:
        """Only the cells that the game uses: a board may have more."""
        used = self.state.rules.cells
        return {cell: seen for cell, seen in looks.items() if cell in used}

    # -- what goes out -------------------------------------------------------------------------

    def emit(self, kind: str, **data: Any) -> None:
        """Say that something happened: fold it into the state and give it out."""
        self.games += kind == "game.opened"
        data |= rights.sent_by(kind, data, *self._saying)
        event = Event(kind, round(self._now + self.epoch, 3), data)
        self.state = fold(self.state, event)
        self._events.append(event)

    def given(self) -> list[Event]:
        """The events that nobody was given yet."""
        events, self._events = self._events, []
        return events

    # -- following the hands -------------------------------------------------------------------

    def follow(self, *, playing: bool) -> None:
        """Begin to follow the hands from the newest position."""
        state = self.state
        self.judge = Inferring(state.rules) if infers(state.rules, state.house) else state.rules
        self.follower = Follower(
            self.judge,
            state.past,
            sealed=state.sealed,
            playing=playing,
            returning=state.returning,
            pace=self._pace(),
            narrow=self._narrow,
        )
        self.follower.auto = state.house.confirm == "auto"
        self.look_again()
        self.looks_before = dict(self.follower.looks)

    def _narrow(self, position: Any, turns: Sequence[Any]) -> Sequence[Any]:
        """The legal turns less those that what lies hidden, or an empty seat, rules out."""
        left = self.secret.narrow(turns) if self.secret else turns
        return seats.allowed(self, position, left)

    def _pace(self) -> Any:
        return self.follower.pace if self.follower else None

    def look_again(self) -> None:
        """Judge the present looks anew: the position or the sensors are understood otherwise."""
        if self.follower and self.following:
            looks = self._of_game(self._without_surplus(self.sensing.looks()))
            self._digest(self.follower.look_again(looks, self._now))

    def _digest(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            match finding:
                case Made(turn):
                    self.made(turn, "hands")
                case Revised(turn):
                    self.revised(turn, "hands")
                case Withdrawn():
                    self.emit("turn.withdrawn", ply=len(self.state.plies), turn=self.last_turn)
                case Touched():  # the follower knows, and is perhaps a turn further already
                    self._record_seal("touch")
                case TakenBack(ply):
                    self._taken_back_by_hand(ply)
                case Unclear():
                    self.ask(finding)
                case Waiting():
                    self._say_what_is_missing()
        seats.seal_what_was_answered(self)
        self.notice()

    @property
    def last_turn(self) -> str:
        """The newest turn, in notation."""
        return self.state.plies[-1].turn

    def made(self, turn: Any, by: str) -> None:
        """This turn was made from the newest position."""
        self.emit("turn.made", ply=len(self.state.plies) + 1, **self._turn(turn, by))
        self.after_turn(by)

    def revised(self, turn: Any, by: str) -> None:
        """This turn was made in place of the last one."""
        ply, old = len(self.state.plies), self.last_turn
        if self.state.status is Status.OVER:
            return
        before = self.state.past[-2]
        facts = self._turn(turn, by, before)
        facts["seconds"] = round(facts["seconds"] + self.state.plies[-1].seconds, 3)
        self.emit("turn.revised", ply=ply, old=old, **facts)
        self.after_turn(by)

    def _turn(self, turn: Any, by: str, before: Any = None) -> dict[str, Any]:
        if isinstance(turn, Guess):
            return inferred.facts(self, turn, by)
        rules = self.state.rules
        position = self.state.position if before is None else before
        text = rules.write_turn(position, turn)
        side = self.state.swapper if text == rules.swap_turn else None
        return {
            **self.turn_facts(rules.mover(position) if side is None else side, by),
            "turn": text,
            "position": rules.write_position(rules.play(position, turn)),
        }

    def turn_facts(self, side: int, by: str) -> dict[str, Any]:
        """What is told of every turn: whose it is, who knows it, its dice and its time."""
        return {
            "side": side,
            "by": by,
            **({"dice": list(self.state.dice)} if self.state.rules.chance is not None else {}),
            "seconds": round(max(0.0, self._thought_until() - self.state.turn_since), 3),
        }

    def _thought_until(self) -> float:
        """When the mover was ready: who has called a turn does not carry it out."""
        state = self.state
        return state.called_at if state.called is not None else self._now + self.epoch

    def after_turn(self, by: str) -> None:
        """What follows from a turn: what the sensors learn of it, the end, a forced pass."""
        rules, position = self.state.rules, self.state.position
        if by == "hands":
            self.sensing.learn(dict(zip(rules.cells, rules.contents(position), strict=True)))
        if by in _BY_HAND and rules.touch_move and self.state.status is Status.PLAYING:
            self.seal("touch")
        self.check_over()
        self.pass_if_forced()
        premature.settle(self)

    def check_over(self) -> None:
        """The game is over if the rules say so."""
        rules, position = self.state.rules, self.state.position
        outcome = rules.outcome(position)
        if outcome.over:
            self.seal("end")
            self.end(outcome.winner, outcome.scores, **rules.ending(position))

    def end(self, winner: int | None, scores: Iterable[int], reason: str, **more: Any) -> None:
        """The game is over; what chance had promised is shown."""
        self.emit("game.over", winner=winner, scores=list(scores), reason=reason, **more)
        if self.secret:
            self.emit("secret.revealed", **self.secret.reveal())
        board_dice.keep(self)

    def stand(self) -> None:
        """Follow from the newest position: something was rolled or decided in it."""
        assert self.follower is not None
        self.seal("roll")
        self.follower.stand(self.state.position)
        self.look_again()
        self.pass_if_forced()

    def pass_if_forced(self) -> None:
        """Who cannot move passes (N6); nobody's hands are needed for it."""
        follower = self.follower
        if follower is None or self.state.status is not Status.PLAYING:
            return
        rules, position = self.state.rules, self.state.position
        turns = follower.here.turns
        if len(turns) != 1 or rules.acts(position).draw or turns[0] == rules.timeout_turn(position):
            return
        if follower.here.traces[0].moves_nothing and rules.passes(position, turns[0]):
            follower.play(turns[0])
            self.made(turns[0], "pass")

    def seal(self, by: str) -> None:
        """The last turn can no longer be changed by hand."""
        if self.follower:
            self.follower.seal()
        self._record_seal(by)

    def _record_seal(self, by: str) -> None:
        if not self.state.sealed:
            self.emit("turn.sealed", ply=len(self.state.plies), by=by)

    def _taken_back_by_hand(self, ply: int) -> None:
        if self._may_go_back(ply):
            self.take_back(ply, "hands")
        else:
            self._say_what_is_missing()

    def take_back(self, ply: int, by: str, **more: str) -> None:
        """Go back to the position after this many turns."""
        turns, over = [each.turn for each in self.state.plies[ply:]], self.state.result is not None
        self.emit("turn.takeback", to=ply, turns=turns, by=by, **more)
        if over:
            board_dice.promise(self)
        if self._forced_again():
            voiding.void_with_pass(self)
        elif self.follower:
            self.follower.go_back(ply)
            self.looks_before = dict(self.follower.looks)

    def _forced_again(self) -> bool:
        """Whether the roll that lies there again leaves nothing but the pass taken back."""
        state, rules = self.state, self.state.rules
        if not state.dice or state.unrolled is None or rules.acts(state.position).draw:
            return False
        return rules.must_pass(state.position)

    # -- asking --------------------------------------------------------------------------------

    def ask(self, unclear: Unclear[Any]) -> None:
        """Ask what the sensors cannot tell apart."""
        before = self.asked_from()
        options = [self.name_of(before, turn) for turn in unclear.turns]
        options += [f"ply:{ply}" for ply in unclear.plies if self._may_go_back(ply)]
        options += [NOTHING] if unclear.or_nothing and options else []
        if not options or options == self._declined:
            self._say_what_is_missing()
        elif not self._is_asked(options):
            about = "turn" if unclear.turns else "takeback"
            number = self.state.questions + 1
            self.emit("question.asked", question=number, about=about, options=options)

    def ask_whether_resigned(self, side: int) -> None:
        """Ask the other side: all players have one key, and nobody resigns for his opponent."""
        options = [f"{RESIGNS}{self.state.rules.sides[side]}", NOTHING]
        if not self._is_asked(options):
            number = self.state.questions + 1
            self.emit("question.asked", question=number, about=RESIGNATION, options=options)

    def _may_go_back(self, ply: int) -> bool:
        """Any turn where takebacks are allowed; the last one as long as it is not sealed."""
        if self.state.rules.touch_move:
            return False
        last = ply == len(self.state.plies) - 1 and not self.state.sealed
        return last or self.state.house.takebacks

    def _is_asked(self, options: list[str]) -> bool:
        """Whether this very question is open; another one that is open is past now."""
        question = self.state.question
        if question and list(question.options) == options:
            return True
        self._drop_question()
        return False

    def _drop_question(self) -> None:
        question = self.state.question
        if question:
            self.emit("question.answered", question=question.number, choice=None, by="hands")

    def decline(self) -> None:
        """Nothing of what was asked was played: do not ask it again for the same looks."""
        assert self.state.question is not None
        self._declined = list(self.state.question.options)

    def asked_from(self) -> Any:
        """The position from which the hands are at work."""
        assert self.follower is not None
        return self.follower.station.position

    def notice(self) -> None:
        """Bring the record up to date with what is wrong, asked or missing."""
        verdict, state = self.verdict, self.state
        if state.status is Status.SETUP:
            self._check_ready()
            return
        if not self.following or not self.sensing.all_reported:
            return  # after a restart nothing is known to be right before every cell was heard of
        self._check_returned()
        if verdict.kind is not Kind.UNTOUCHED and self.time_waits:
            self.start_time("hands")
        if state.wrong and verdict.kind is not Kind.WRONG:
            self.emit("attempt.righted")
        if state.question and self._is_past(state.question):
            self._drop_question()
        if verdict.kind is Kind.UNTOUCHED:
            self._declined = []
        if state.missing and self.pieces_on_board() == state.missing[1]:
            self.emit("piece.found", found=state.missing[1], total=state.missing[1])

    def _is_past(self, question: Question) -> bool:
        """Whether the hands have gone on so far that the question no longer makes sense."""
        if question.about == RESIGNATION:
            return False  # it is not about what hands do
        if self.follower and self.follower.doubt:
            return False
        turns = [
            each for each in question.options if each != NOTHING and not each.startswith("ply:")
        ]
        if self.verdict.kind is Kind.UNTOUCHED:
            return not set(turns) & self._names_unseen()
        if self.verdict.kind not in (Kind.AMBIGUOUS, Kind.WRONG, Kind.COMPLETE):
            return True
        assert self.follower is not None
        station = self.follower.station
        if turns and self.verdict.done and not set(turns) & self._names_done():
            return True
        return not all(self._is_legal(station, each) for each in turns)

    def _is_legal(self, station: Station[Any, Any], text: str) -> bool:
        try:
            return self.turn_named(station, text) in station.turns
        except RulesError:
            return False

    def _names_done(self) -> set[str]:
        """The turns that could be finished as the board stands, as they are spoken of."""
        assert self.follower is not None
        position = self.asked_from()
        return {self.name_of(position, turn) for turn in self.follower.done_turns()}

    def _names_unseen(self) -> set[str]:
        """The turns that the board cannot see, as they are spoken of."""
        return {self.name_of(self.asked_from(), turn) for turn in self.unseen}

    def _check_returned(self) -> None:
        """The pieces were brought back as far as the game was taken back: play goes on."""
        follower = self.follower
        if follower and follower.returning and follower.here.tracker.at_start:
            follower.begin(follower.looks)
            self.pass_if_forced()

    def _check_ready(self) -> None:
        """Every cell has reported and looks as the game begins: play."""
        follower = self.follower
        if not follower or follower.verdict.kind is not Kind.UNTOUCHED:
            return
        if set(follower.looks) != set(self.state.rules.cells) or not self.sensing.all_reported:
            return
        self.emit("board.ready", left_out=sorted(self.state.left_out))
        self.sensing.learn(follower.here.contents)
        # What was learned makes the first looks surer than they were.
        follower.begin(self._of_game(self.sensing.looks()))
        self._surplus.added_up = True
        self.pass_if_forced()

    def _say_what_is_missing(self) -> None:
        verdict = self.verdict
        if verdict.kind is Kind.WRONG and self._counts_as_attempt():
            cells = {
                repair.cell: {"seen": list(repair.seen), "wanted": repair.wanted}
                for repair in verdict.repairs
            }
            self.emit("attempt.wrong", cells=cells)
        if verdict.towards is not None:
            return  # a turn went wrong half-way: the rest may well be in the hand
        found, total = self.pieces_on_board(), self._pieces_of_game()
        if found is not None and found < total and self.state.missing != (found, total):
            self.emit("piece.missing", found=found, total=total)

    def _counts_as_attempt(self) -> bool:
        """Setting up and bringing pieces back are no attempts at a turn; one is told of once."""
        playing = self.state.status is Status.PLAYING and not self.state.wrong
        return playing and not (self.follower and self.follower.returning)

    def _pieces_of_game(self) -> int:
        """The pieces that belong on the board now: some games take them off for good."""
        rules = self.state.rules
        held = map(abs, rules.contents(self.state.position))
        return sum(map(bool, held)) if rules.solid else sum(held)

    def pieces_on_board(self) -> int | None:
        """How many pieces lie on the board, where every cell is counted."""
        if not self.follower or not all(seen.exact for seen in self.follower.looks.values()):
            return None
        counts = [seen.lo for seen in self.follower.looks.values()]
        return sum(map(bool, counts)) if self.state.rules.solid else sum(counts)

    # -- the players' clock --------------------------------------------------------------------

    @property
    def time_waits(self) -> bool:
        """Whether time would run, had anybody done anything at this board yet (T4), or since a die
        fell to the floor (T5)."""
        state = self.state
        waits = not state.begun or state.fallen_at is not None
        if state.status is not Status.PLAYING or not waits or state.acting is None:
            return False
        return bool(state.clock) or state.rules.turn_limit(state.position) is not None

    @property
    def _time_runs(self) -> bool:
        """Whether somebody's time runs at this moment: on the clock, or for this turn."""
        state = self.state
        if state.status is not Status.PLAYING or not state.begun:
            return False
        runs = state.clock is not None and state.clock.running is not None
        return runs or state.rules.turn_limit(state.position) is not None

    def start_time(self, by: str) -> None:
        """The first act of the game: from now on the mover's time runs."""
        self.emit("clock.started", side=self.state.acting, by=by)

    def _pass_time(self, now: float) -> None:
        """It is `now`: a flag that fell on the way fell before whatever comes now, and a turn that
        lay finished before the flag fell counts before it."""
        while (flag := self._flag()) is not None and flag <= now:
            due = self.follower.deadline if self.follower else None
            if due is None or not self._now < due < flag:
                self._now = flag
                self._fall()
                break
            self._now = due
            self._digest(self.follower.tick(due) if self.follower else ())
        self._now = now

    def _flag(self) -> float | None:
        """When the flag of the running clock falls."""
        clock = self.state.clock
        flag = clock.flag() if clock and self.state.status is Status.PLAYING else None
        return None if flag is None else flag - self.epoch

    def _fall(self) -> None:
        clock = self.state.clock
        assert clock is not None and clock.running is not None
        self.emit("clock.flag", side=clock.running)
        self.end_early(clock.running, "time")

    def end_early(self, loser: int, reason: str) -> None:
        """The game is over because this side gave up or ran out of time."""
        rules, position = self.state.rules, self.state.position
        outcome = rules.outcome(position)
        scores = outcome.scores
        others = [side for side in range(len(rules.sides)) if side != loser]
        best = [side for side in others if scores[side] == max(scores[each] for each in others)]
        if len(others) == 1:
            best = others
        self.seal("end")
        told = {**(rules.ending(position) if outcome.over else {}), "reason": reason}
        if len(best) > 1:
            told["shared"] = best
        self.end(best[0] if len(best) == 1 else None, scores, **told)

    # -- turns by their names ------------------------------------------------------------------

    def name_of(self, position: Any, turn: Any) -> str:
        """A turn that is not yet made, in words that give no secret away."""
        rules = self.judge or self.state.rules
        name = rules.call_turn if self.secret else rules.write_turn
        return name(position, turn)

    def turns(self) -> list[str]:
        """The legal turns from the newest position, as they are spoken of."""
        state = self.state
        if state.status is not Status.PLAYING or not self.follower:
            return []
        here = self.follower.here
        if self._named is None or self._named[0] is not here:
            self._named = (here, self._names_from(here))
        return list(self._named[1])

    def _names_from(self, here: Station[Any, Any]) -> list[str]:
        rules = self.state.rules
        if len(here.turns) > rules.most_listed(here.position):
            return []
        late = rules.timeout_turn(here.position)
        judge = self.judge or rules
        names = (judge.call_turn(here.position, turn) for turn in here.turns if turn != late)
        return list(dict.fromkeys(names))

    def turn_named(self, station: Station[Any, Any], text: str) -> Any:
        """The turn that somebody means; a secret is never tried out: it is told by its hole."""
        return self.turn_meant(station.position, station.turns, text)

    def turn_meant(self, position: Any, turns: Sequence[Any], text: str) -> Any:
        """The one of these legal turns that is meant by this name."""
        rules = self.judge or self.state.rules
        if not self.secret:
            return rules.read_turn(position, text)
        meant = [turn for turn in turns if self.name_of(position, turn) == text]
        if len(meant) == 1:
            return meant[0]
        if not turns:
            raise IllegalError(Told("a roll or a draw comes first"))
        able = ", ".join(self.name_of(position, turn) for turn in turns[:8])
        raise IllegalError(
            Told(
                "turn {text!r} is none of those possible now: {able} ...", text=text[:40], able=able
            )
        )

    def accept(self, turn: Any, by: str) -> None:
        """Take this turn as made, from wherever the hands are at work."""
        follower = self.follower
        assert follower is not None
        if follower.station is follower.before:
            follower.revise(turn)
            self.revised(turn, by)
        else:
            follower.play(turn)
            self.made(turn, by)
