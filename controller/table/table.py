"""One table: readings and commands go in, events come out.

The table follows the hands, decides what counts, and keeps its state as the fold of the events it
gave. It does not know how cells are sensed, how things are shown, or what time it is: every call
says what `now` is (seconds that only ever grow).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.games.catalogue import make_game
from controller.games.game import Cell, RulesError
from controller.table.commands import CommandError, read_command
from controller.table.events import Event
from controller.table.house_rules import HINTS, HouseRules, read_house_rules
from controller.table.state import State, Status, fold
from controller.tracking.follower import (
    Finding,
    Follower,
    Made,
    Revised,
    TakenBack,
    Touched,
    Unclear,
    Waiting,
    Withdrawn,
)
from controller.tracking.seen import Seen
from controller.tracking.sensing import Pieces, Sensing, SensorReading
from controller.tracking.verdict import UNTOUCHED, Kind, Verdict

NOTHING = "nothing"


class Table:
    """Everything that happens at one board."""

    def __init__(
        self,
        cells: Iterable[Cell],
        *,
        game: str = "kalah",
        options: Mapping[str, Any] | None = None,
        house: HouseRules | None = None,
        pieces: Pieces | None = None,
        lot: Callable[[int], int] = lambda _sides: 0,
        epoch: float = 0.0,
    ) -> None:
        self.cells = tuple(cells)
        self.game, self.options = game, dict(options or {})
        self.house = house or HouseRules()
        self.sensing = Sensing(self.cells, pieces)
        self.state = State()
        self.follower: Follower[Any, Any] | None = None
        self.lot = lot
        #: What is added to `now` to get the time of day.
        self.epoch = epoch
        self._now = 0.0
        self._events: list[Event] = []

    # -- what comes in -------------------------------------------------------------------------

    def take(self, readings: Iterable[SensorReading], now: float) -> list[Event]:
        """The events that follow from what the sensors report."""
        self._now = now
        looks = self.sensing.take(readings)
        if self._following and self.follower:
            self._digest(self.follower.see(self._of_game(looks), now))
        return self._given()

    def tick(self, now: float) -> list[Event]:
        """The events that follow from the passing of time alone."""
        self._now = now
        if self._following and self.follower:
            self._digest(self.follower.tick(now))
        self._check_flag()
        return self._given()

    def command(self, given: object, now: float) -> list[Event]:
        """The events that a command brings about; `CommandError` where it is refused."""
        self._now = now
        command = read_command(given)
        name = command.pop("do")
        if name not in self.commands():
            raise CommandError(self._why_not(name))
        getattr(self, f"_do_{name}")(**command)
        return self._given()

    def take_up(self, state: State, now: float) -> None:
        """Go on with the game that a replayed record left."""
        self._now = now
        self.state = state
        self.sensing.left_out = set(state.left_out)
        if state.game and state.status is not Status.IDLE:
            self._follow(playing=state.status is not Status.SETUP)

    @property
    def deadline(self) -> float | None:
        """When `tick` should be called although nothing comes in."""
        times = [self.follower.deadline] if self.follower and self._following else []
        if self.state.clock:
            flag = self.state.clock.flag()
            times.append(None if flag is None else flag - self.epoch)
        return min((time for time in times if time is not None), default=None)

    @property
    def verdict(self) -> Verdict:
        """What the hands are doing."""
        return self.follower.verdict if self.follower and self._following else UNTOUCHED

    @property
    def _following(self) -> bool:
        return self.state.status in (Status.SETUP, Status.PLAYING)

    def _of_game(self, looks: Mapping[Cell, Seen]) -> dict[Cell, Seen]:
        """Only the cells that the game uses: a board may have more."""
        used = self.state.rules.cells
        return {cell: seen for cell, seen in looks.items() if cell in used}

    # -- what goes out -------------------------------------------------------------------------

    def _emit(self, kind: str, **data: Any) -> None:
        event = Event(kind, round(self._now + self.epoch, 3), data)
        self.state = fold(self.state, event)
        self._events.append(event)

    def _given(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    # -- following the hands -------------------------------------------------------------------

    def _follow(self, *, playing: bool) -> None:
        state = self.state
        self.follower = Follower(
            state.rules, state.past, sealed=state.sealed, playing=playing, pace=self._pace()
        )
        self.follower.auto = state.house.confirm == "auto"
        self._look_again()

    def _pace(self) -> Any:
        return self.follower.pace if self.follower else None

    def _look_again(self) -> None:
        if self.follower:
            looks = self._of_game(self.sensing.looks())
            self._digest(self.follower.look_again(looks, self._now))

    def _digest(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            match finding:
                case Made(turn):
                    self._made(turn, "hands")
                case Revised(turn):
                    self._revised(turn, "hands")
                case Withdrawn():
                    self._emit("turn.withdrawn", ply=len(self.state.plies), turn=self._last_turn)
                case Touched():
                    self._seal("touch")
                case TakenBack(ply):
                    self._taken_back_by_hand(ply)
                case Unclear():
                    self._ask(finding)
                case Waiting():
                    self._say_what_is_missing()
        self._notice()

    @property
    def _last_turn(self) -> str:
        return self.state.plies[-1].turn

    def _made(self, turn: Any, by: str) -> None:
        self._emit("turn.made", ply=len(self.state.plies) + 1, **self._turn(turn, by))
        self._after_turn(by)

    def _revised(self, turn: Any, by: str) -> None:
        ply, old = len(self.state.plies), self._last_turn
        if self.state.status is Status.OVER:
            return
        before = self.state.past[-2]
        self._emit("turn.revised", ply=ply, old=old, **self._turn(turn, by, before))
        self._after_turn(by)

    def _turn(self, turn: Any, by: str, before: Any = None) -> dict[str, Any]:
        rules = self.state.rules
        position = self.state.position if before is None else before
        return {
            "side": rules.mover(position),
            "turn": rules.write_turn(position, turn),
            "position": rules.write_position(rules.play(position, turn)),
            "by": by,
            "seconds": round(max(0.0, self._now + self.epoch - self.state.turn_since), 3),
        }

    def _after_turn(self, by: str) -> None:
        rules, position = self.state.rules, self.state.position
        if by == "hands":
            self.sensing.learn(dict(zip(rules.cells, rules.contents(position), strict=True)))
        outcome = rules.outcome(position)
        if outcome.over:
            self._seal("end")
            self._end(outcome.winner, outcome.scores, "played")

    def _end(self, winner: int | None, scores: Iterable[int], reason: str) -> None:
        self._emit("game.over", winner=winner, scores=list(scores), reason=reason)

    def _seal(self, by: str) -> None:
        if self.follower:
            self.follower.seal()
        if not self.state.sealed:
            self._emit("turn.sealed", ply=len(self.state.plies), by=by)

    def _taken_back_by_hand(self, ply: int) -> None:
        if self.state.house.takebacks:
            self._take_back(ply, "hands")

    def _take_back(self, ply: int, by: str) -> None:
        turns = [each.turn for each in self.state.plies[ply:]]
        self._emit("turn.takeback", to=ply, turns=turns, by=by)
        if self.follower:
            self.follower.go_back(ply)

    # -- asking --------------------------------------------------------------------------------

    def _ask(self, unclear: Unclear[Any]) -> None:
        rules = self.state.rules
        before = self._asked_from()
        options = [rules.write_turn(before, turn) for turn in unclear.turns]
        if self.state.house.takebacks:
            options += [f"ply:{ply}" for ply in unclear.plies]
        if not options:
            return
        options += [NOTHING] if unclear.or_nothing else []
        about = "turn" if unclear.turns else "takeback"
        number = self.state.questions + 1
        self._emit("question.asked", question=number, about=about, options=options)

    def _asked_from(self) -> Any:
        assert self.follower is not None
        return self.follower.station.position

    def _notice(self) -> None:
        """Bring the record up to date with what is wrong, asked or missing."""
        verdict, state = self.verdict, self.state
        if state.status is Status.SETUP:
            self._check_ready()
            return
        if state.wrong and verdict.kind is not Kind.WRONG:
            self._emit("attempt.righted")
        if state.question and verdict.kind not in (Kind.AMBIGUOUS, Kind.WRONG, Kind.COMPLETE):
            self._emit("question.answered", question=state.question.number, choice=None, by="hands")
        if state.missing and self._pieces_on_board() == state.missing[1]:
            self._emit("piece.found", found=state.missing[1], total=state.missing[1])

    def _check_ready(self) -> None:
        """Every cell has reported and looks as the game begins: play."""
        follower = self.follower
        if not follower or follower.verdict.kind is not Kind.UNTOUCHED:
            return
        if set(follower.looks) != set(self.state.rules.cells) or not self.sensing.all_reported:
            return
        self._emit("board.ready", left_out=sorted(self.state.left_out))
        self.sensing.learn(follower.here.contents)
        follower.begin()

    def _say_what_is_missing(self) -> None:
        verdict = self.verdict
        if verdict.kind is Kind.WRONG and not self.state.wrong:
            cells = {
                repair.cell: {"seen": list(repair.seen), "wanted": repair.wanted}
                for repair in verdict.repairs
            }
            if self.state.status is Status.PLAYING:
                self._emit("attempt.wrong", cells=cells)
        found, total = self._pieces_on_board(), self._pieces_of_game()
        if found is not None and found != total and self.state.missing != (found, total):
            self._emit("piece.missing", found=found, total=total)

    def _pieces_of_game(self) -> int:
        return sum(map(abs, self.state.rules.contents(self.state.start)))

    def _pieces_on_board(self) -> int | None:
        """How many pieces lie on the board, where every cell is counted."""
        if not self.follower or not all(seen.exact for seen in self.follower.looks.values()):
            return None
        return sum(seen.lo for seen in self.follower.looks.values())

    # -- the players' clock --------------------------------------------------------------------

    def _check_flag(self) -> None:
        clock = self.state.clock
        if clock is None or clock.running is None or self.state.status is not Status.PLAYING:
            return
        flag = clock.flag()
        if flag is not None and self._now + self.epoch >= flag:
            self._emit("clock.flag", side=clock.running)
            self._end_early(clock.running, "time")

    def _end_early(self, loser: int, reason: str) -> None:
        rules = self.state.rules
        winner = 1 - loser if len(rules.sides) == 2 else None
        self._seal("end")
        self._end(winner, rules.outcome(self.state.position).scores, reason)

    def turns(self) -> list[str]:
        """The legal turns from the newest position, in notation."""
        state = self.state
        if state.status is not Status.PLAYING or not self.follower:
            return []
        here = self.follower.here
        return [state.rules.write_turn(here.position, turn) for turn in here.turns]

    # -- commands ------------------------------------------------------------------------------

    def commands(self) -> list[str]:
        """What the table can do at this moment."""
        state = self.state
        playing = state.status is Status.PLAYING
        allowed = {
            "new": True,
            "confirm": playing and (bool(self.verdict.done) or not state.sealed),
            "answer": state.question is not None,
            "declare": playing,
            "vouch": self._following,
            "restore": bool(state.left_out),
            "undo": self._may_undo(),
            "hints": state.game is not None and not state.hints_locked,
            "unlock": state.game is not None and state.hints_locked,
            "pause": playing,
            "resume": state.status is Status.PAUSED,
            "resign": playing,
        }
        return [name for name, possible in allowed.items() if possible]

    def _may_undo(self) -> bool:
        state = self.state
        over = state.result is not None and state.result.reason != "abandoned"
        return (
            bool(state.plies)
            and state.house.takebacks
            and (state.status is Status.PLAYING or (state.status is Status.OVER and over))
        )

    def _why_not(self, name: str) -> str:
        state = self.state
        if name == "hints" and state.hints_locked:
            return "hints are locked in tournament mode; unlock them first (it is recorded)"
        if name == "undo" and not state.house.takebacks:
            return "takebacks are not allowed at this table"
        if name == "undo" and not state.plies:
            return "no turn has been made yet: there is nothing to take back"
        possible = ", ".join(self.commands())
        return f"{name} is not possible now ({state.status.value}); possible: {possible}"

    def _do_new(
        self,
        *,
        game: str | None = None,
        options: Mapping[str, Any] | None = None,
        players: list[str] | None = None,
        begin: str = "first",
        position: str | None = None,
        house: Mapping[str, Any] | None = None,
    ) -> None:
        name = game or self.game
        chosen = dict(options) if options is not None else dict(self.options)
        try:
            rules = make_game(name, chosen)
            chosen = {key: getattr(rules.options, key) for key in chosen}
            rules_of_house = read_house_rules({**self.house.plain(), **(house or {})})
            first = rules.read_position(position) if position else None
        except RulesError as mistake:
            raise CommandError(f"no new game: {mistake}") from None
        self._check_board(rules.cells)
        names = self._names(players, rules.sides)
        if first is None:
            first = rules.begin(self._beginner(begin, rules.sides))
        if self.state.status in (Status.SETUP, Status.PLAYING, Status.PAUSED):
            scores = self.state.rules.outcome(self.state.position).scores
            self._end(None, scores, "abandoned")
        self.game, self.options = name, chosen
        self._emit(
            "game.opened",
            game=name,
            options=chosen,
            players=names,
            seats=list(range(len(names))),
            position=rules.write_position(first),
            house=rules_of_house.plain(),
        )
        self._follow(playing=False)

    def _check_board(self, cells: Iterable[Cell]) -> None:
        lacking = [cell for cell in cells if cell not in self.cells]
        if lacking:
            there = ", ".join(self.cells)
            raise CommandError(
                f"no new game: this board has no {', '.join(lacking)}; it has {there}"
            )

    @staticmethod
    def _names(players: list[str] | None, sides: tuple[str, ...]) -> list[str]:
        names = players if players is not None else list(sides)
        if len(names) != len(sides):
            raise CommandError(f"no new game: {len(sides)} players are needed, not {len(names)}")
        return names

    def _beginner(self, begin: str, sides: tuple[str, ...]) -> int:
        """The side that begins: named, the first, or drawn by lot."""
        words = [side.lower() for side in sides]
        if begin == "lot":
            return self.lot(len(sides))
        if begin == "first":
            return 0
        if begin in words:
            return words.index(begin)
        raise CommandError(f"no new game: begin {begin!r} is not {', '.join(words)}, first or lot")

    def _do_confirm(self) -> None:
        follower = self.follower
        assert follower is not None
        turns = follower.done_turns()
        if len(turns) > 1 or (turns and self.verdict.or_nothing):
            self._ask(Unclear(turns, or_nothing=self.verdict.or_nothing))
            return
        if turns:
            self._accept(turns[0], "button")
        self._seal("button")
        self._notice()

    def _accept(self, turn: Any, by: str) -> None:
        """Take this turn as made, from wherever the hands are at work."""
        follower = self.follower
        assert follower is not None
        if follower.station is follower.before:
            follower.revise(turn)
            self._revised(turn, by)
        else:
            follower.play(turn)
            self._made(turn, by)

    def _do_answer(self, question: int, choice: str) -> None:
        asked = self.state.question
        assert asked is not None
        if question != asked.number:
            raise CommandError(f"question {question} is past; the board now asks {asked.number}")
        if choice not in asked.options:
            raise CommandError(
                f"{choice!r} does not answer question {question}; {', '.join(asked.options)} do"
            )
        position = self._asked_from()
        self._emit("question.answered", question=question, choice=choice, by="player")
        if choice == NOTHING:
            self._answered_nothing()
        elif choice.startswith("ply:"):
            self._take_back(int(choice.removeprefix("ply:")), "answer")
        else:
            self._accept(self.state.rules.read_turn(position, choice), "answer")
        self._look_again()

    def _answered_nothing(self) -> None:
        follower = self.follower
        assert follower is not None
        if follower.station is follower.before and follower.before.tracker.at_start:
            ply, turn = len(self.state.plies), self._last_turn
            follower.go_back(ply - 1)
            self._emit("turn.withdrawn", ply=ply, turn=turn)
        else:
            follower.station.tracker.forget()

    def _do_declare(self, turn: str) -> None:
        rules, follower = self.state.rules, self.follower
        assert follower is not None
        try:
            played = rules.read_turn(self.state.position, turn)
        except RulesError as mistake:
            raise CommandError(f"{turn!r} cannot be declared: {mistake}") from None
        self._seal("command")
        follower.play(played)
        self._made(played, "declared")
        self._look_again()

    def _do_vouch(self, cells: list[Cell]) -> None:
        unknown = [cell for cell in cells if cell not in self.state.rules.cells]
        if unknown:
            raise CommandError(f"this game has no cell {', '.join(unknown)}")
        for cell in cells:
            if cell not in self.state.left_out:
                self._emit("sensor.left_out", cell=cell, why="the players vouched for it")
                self.sensing.left_out.add(cell)
        self._look_again()

    def _do_restore(self, cell: Cell) -> None:
        if cell not in self.state.left_out:
            left_out = ", ".join(sorted(self.state.left_out))
            raise CommandError(f"sensor {cell} is not left out; {left_out} are")
        self._emit("sensor.restored", cell=cell, why="by command")
        self.sensing.left_out.discard(cell)
        self._look_again()

    def _do_undo(self) -> None:
        self._take_back(len(self.state.plies) - 1, "command")
        self._look_again()

    def _do_hints(self, level: str) -> None:
        if level not in HINTS:
            raise CommandError(f"hints {level!r} is not a level; {', '.join(HINTS)} are")
        self._emit("hints.set", level=level)

    def _do_unlock(self, by: str) -> None:
        self._emit("hints.unlocked", by=by)

    def _do_pause(self, by: str = "a player", why: str = "") -> None:
        self._emit("game.paused", by=by, why=why)

    def _do_resume(self, by: str = "a player") -> None:
        self._emit("game.resumed", by=by, why="")
        self._look_again()

    def _do_resign(self, side: int) -> None:
        sides = self.state.rules.sides
        if not 0 <= side < len(sides):
            raise CommandError(f"side {side} does not exist; 0 to {len(sides) - 1} do")
        self._end_early(side, "resigned")
