"""Jellyfish's text (.mat): two columns of plays, read by every backgammon program.

    7 point match

    Game 1
    Anna : 0                        Boris : 0
     1) 31: 8/5 6/5                  64: 24/18 18/14
     2)  Doubles => 2                 Takes

Every game begins from the ordinary start, with an opening roll and the cube at one. Snowie's text
is the same without the lines of remarks at its head and with a word for illegal plays, so one
writer makes either.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from controller.games.nardy import Position, Short, Stakes
from controller.games.told import Told
from controller.play.line import Line
from controller.play.moments import Moment, start_of
from controller.play.steps import MATCH, Decided, Ply, Result
from controller.record.checker_moves import hops
from controller.record.errors import RecordError
from controller.record.export import Export, common_losses, in_doubt, read_back, short_nardy
from controller.record.mat_columns import WIDTH, Columns, plain_name
from controller.record.mat_reader import read_mat
from controller.record.matches import MatchWalk
from controller.record.snowie import illegal_line
from controller.record.starts import Start, started, unopened
from controller.record.words import in_words

#: The agreements on the stakes that the head of .mat tells, for which Snowie's text has no place.
_CARRIED = ("jacoby", "beaver")


def mat_of(match: MatchWalk, *, snowie: bool = False) -> Export:
    """The match as .mat text, or as Snowie's text, which carries a little more."""
    form = "Snowie's text" if snowie else ".mat"
    game = short_nardy(match, form, "snowie" if snowie else "mat")
    names = tuple(plain_name(name, f"Player {side + 1}") for side, name in enumerate(match.players))
    writer = _Writer(game, match, (names[0], names[1]), snowie)
    text = "\n".join(writer.lines()) + "\n"
    if in_doubt(match, game.options) or writer.cut:
        read_back(form, text, read_mat, game.options)
    carried = () if snowie else _CARRIED
    losses = [*common_losses(match, game.options, carried), *writer.losses]
    if names != match.players:
        losses.append(f"the players' names, which became {' and '.join(names)}")
    return Export(text, [*losses, *_lost(match, game, snowie)])


def _lost(match: MatchWalk, game: Short, snowie: bool) -> Iterator[str]:
    """What two columns of plays have no room for."""
    if any(ply.seconds for line in match.games for ply in line.plies):
        yield "how long the turns took"
    if any(in_words(note.event) for line in match.games for note in line.notes):
        yield "what happened besides the play: attempts, changes, takebacks, pauses"
    if start_of(game, match.opening).stakes.length and not game.options.crawford:
        told = "; `lunka import --set crawford=false` reads it so" if snowie else ""
        yield f"that the match is played without the Crawford game, which readers assume{told}"


class _UnsayableError(Exception):
    """The rest of a game cannot be said in this form; `kept_by` is one that can, if any can."""

    def __init__(self, what: str, kept_by: str | None = "snowie") -> None:
        super().__init__(what)
        self.kept_by = kept_by


class _Writer:
    def __init__(self, game: Short, match: MatchWalk, names: tuple[str, str], snowie: bool) -> None:
        self._game = game
        self._match = match
        self._names = names
        self._snowie = snowie
        self._stakes: Stakes = start_of(game, match.opening).stakes
        self.losses: list[str] = []
        #: The rest of a game could not be said, but its result was.
        self.cut = False

    def lines(self) -> Iterator[str]:
        if not self._snowie:
            yield from self._header()
        yield f" {self._stakes.length} point match"
        for number, line in enumerate(self._match.games, start=1):
            yield ""
            yield f" Game {number}"
            yield from self._written(line, number)

    def _header(self) -> Iterator[str]:
        options = self._game.options
        yield '; [Variation "Backgammon"]'
        yield f'; [EventDate "{datetime.fromtimestamp(self._match.opening.at, UTC):%Y.%m.%d}"]'
        if self._stakes.length:
            yield f'; [Crawford "{_on(options.crawford)}"]'
        else:
            yield f'; [Jacoby "{_on(self._stakes.jacoby)}"]'
            yield f'; [Beaver "{_on(options.beaver)}"]'

    def _written(self, line: Line, number: int) -> Iterator[str]:
        steps = list(line.moments)
        start = started(self._game, line, steps)
        why_not = unopened(start, steps, self._game, line)
        if why_not:
            form = "Snowie's text" if self._snowie else ".mat"
            raise RecordError(
                Told(
                    "{what} cannot hold game {number}: {reason}; --format sgf can",
                    what=form,
                    number=number,
                    reason=why_not,
                )
            )
        if not start.opened:
            who = self._game.sides[start.position.mover]
            self.losses.append(f"that {who} began game {number} without an opening roll")
        score = start.position.stakes.score
        left = f" {self._names[0]} : {score[0]}"
        yield f"{left:<{WIDTH}} {self._names[1]} : {score[1]}"
        columns = Columns()
        try:
            self._fill(columns, line, steps, start)
        except _UnsayableError as stopped:
            other = f"; --format {stopped.kept_by} keeps it" if stopped.kept_by else ""
            self.losses.append(f"game {number} {stopped}{other}")
            self.cut = True
        columns.flush()
        yield from columns.lines
        yield from self._won(line, number)

    def _fill(self, columns: Columns, line: Line, steps: list[Moment], start: Start) -> None:
        played = max(
            (at for at, each in enumerate(steps) if isinstance(each.step, Ply)), default=-1
        )
        if start.dice and played < 0:
            self._unplayed(columns, start.position)
        for at, moment in enumerate(steps):
            step = moment.step
            if isinstance(step, Ply):
                columns.add(step.side, self._play(columns, moment, step))
            elif isinstance(step, Decided) and step.decision == "beaver":
                self._beaver(columns, moment, _answer(steps[at + 1 :], line.result))
            elif isinstance(step, Decided):
                self._decide(columns, moment, step)
            elif step.unsayable:
                raise _UnsayableError(f"from {step.unsayable} on", None)
            elif step.note:
                self.losses += [step.lost] if step.lost else []
            elif at > played:
                self._unplayed(columns, moment.after)
        if line.result and line.result.reason == "time":
            self._flag(columns, steps, max(line.result.scores))

    @staticmethod
    def _flag(columns: Columns, steps: list[Moment], points: int) -> None:
        """Who had no time left to answer a raise has dropped it, for all that readers know; but a
        drop does not lose a match that was lost on time."""
        last: Position | None = steps[-1].after if steps else None
        if last is None or not last.stakes.doubled or points != last.stakes.cube:
            return
        if last.stakes.answering == 1 - last.mover:
            columns.add(last.stakes.answering, " Drops")

    def _play(self, columns: Columns, moment: Moment, ply: Ply) -> str:
        dice = _dice(ply.dice or moment.before.dice)
        if ply.condoned:
            if not self._snowie:
                self._unplayed(columns, moment.before)
                raise _UnsayableError(f"from turn {ply.number} on, an illegal one let stand")
            return f"{dice}: Illegal play ({illegal_line(moment.after, self._names)})"
        words = (
            f"{hop.origin}/{hop.target}{'*' * hop.hits}"
            for hop in hops(self._game, moment.before, moment.turn)
        )
        return f"{dice}: {' '.join(words)}"

    @staticmethod
    def _decide(columns: Columns, moment: Moment, said: Decided) -> None:
        before: Position = moment.before
        words = {
            "double": f" Doubles => {2 * before.stakes.cube}",
            "take": " Takes",
            "drop": " Drops",
        }
        beavered = before.stakes.answering == before.mover
        if said.decision in words and not (beavered and said.decision == "drop"):
            columns.add(said.side, words[said.decision])

    def _beaver(self, columns: Columns, moment: Moment, answer: str | None) -> None:
        """One that is dropped brings what the raise brings to who took it and was given the game.

        So it is written like that: after a beaver with a drop GNU Backgammon 1.07 loses the first
        turn of the next game that it reads.
        """
        before: Position = moment.before
        if answer != "drop":
            columns.add(1 - before.mover, f" Beavers => {4 * before.stakes.cube}")
            return
        columns.add(1 - before.mover, " Takes")
        self.losses.append(
            "the beaver that was dropped: it reads as a take and a resignation; --format sgf keeps"
            " it"
        )

    def _unplayed(self, columns: Columns, position: Position) -> None:
        """A roll that was not played: readers would play it themselves if they had no choice."""
        if len(self._game.turns(position)) > 1:
            columns.add(position.mover, f"{_dice(position.dice)}:")
        elif position.dice:
            self.losses.append(f"the roll {_dice(position.dice)}, which was not played")

    def _won(self, line: Line, number: int) -> Iterator[str]:
        result = line.result
        if result is None or result.winner is None:
            if result:
                self.losses.append(f"that game {number} was {result.reason}")
            return
        if result.reason == "time":
            self.losses.append(_late(line, number))
        points = result.scores[result.winner]
        indent = " " * (WIDTH + 1 if result.winner else 6)
        yield f"{indent}Wins {points} point{'s' * (points != 1)}"


def _answer(following: list[Moment], result: Result | None) -> str | None:
    """How a beaver was answered; whose time was up, has dropped it."""
    said = (each.step.decision for each in following if isinstance(each.step, Decided))
    return next(said, "drop" if result else None)


def _late(line: Line, number: int) -> str:
    """How readers take an end by the clock, for which there is no word."""
    if line.opening.house.get("flag") != MATCH:
        return f"that game {number} was lost on time: it reads as a resignation"
    return (
        f"that the match was lost on time in game {number}: it reads as a resignation, for which"
        " GNU Backgammon counts a koks at most"
    )


def _on(value: bool) -> str:
    return "On" if value else "Off"


def _dice(dice: tuple[int, ...]) -> str:
    return "".join(map(str, sorted(dice, reverse=True)))
