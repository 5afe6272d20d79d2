"""SGF for backgammon (GM[6]): one game tree for each game of a match, read by GNU Backgammon.

Points are `a` (White's 1) to `x`, `y` is the bar, `z` off; a beaver is a second `double`. A game
that was set up begins with the cube's owner (`CP`), the cube (`CV`) and the whole board, one node
each. What happened besides the play, and how long a turn took, stands in comments.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from controller import __version__
from controller.games.nardy import Position, Short, Stakes
from controller.games.nardy.board import WHITE, Board, halves
from controller.games.nardy.variants import BAR, OFF
from controller.play.line import Line
from controller.play.moments import Moment
from controller.play.steps import Decided, Ply, Result, Rolled
from controller.record.checker_moves import Hop, hops
from controller.record.export import Export, common_losses, in_doubt, read_back, short_nardy
from controller.record.matches import MatchWalk
from controller.record.sgf_reader import read_sgf
from controller.record.sgf_tree import COLOURS, escape
from controller.record.starts import Start, started
from controller.record.words import sentences

_SAID = {"double": "double", "beaver": "double", "take": "take", "drop": "drop"}
#: The agreements on the stakes that the root of a game tells.
_CARRIED = ("jacoby",)
_ENDS = {"resigned": "R", "time": "T"}


def sgf_of(match: MatchWalk) -> Export:
    """The match as an SGF collection."""
    game = short_nardy(match, "SGF", "sgf")
    trees = [_Tree(game, line, at) for at, line in enumerate(match.games, start=1)]
    losses = [*common_losses(match, game.options, _CARRIED)]
    for number, line in enumerate(match.games, start=1):
        if line.result and line.result.reason in ("abandoned", "annulled"):
            losses.append(f"that game {number} was {line.result.reason}")
    text = "".join(tree.text() for tree in trees)
    if in_doubt(match, game.options):
        read_back("SGF", text, read_sgf, game.options)
    return Export(text, [*losses, *(lost for tree in trees for lost in tree.losses)])


def letter(side: int, place: int) -> str:
    """The letter of one of a side's own places."""
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") + place - 1) if side == WHITE else chr(ord("x") - place + 1)


class _Tree:
    def __init__(self, game: Short, line: Line, number: int) -> None:
        self._game = game
        self._line = line
        self._number = number
        self.losses: list[str] = []

    def text(self) -> str:
        steps = self._sayable(list(self._line.moments))
        start = started(self._game, self._line, steps)
        nodes = [self._root(start), *self._begun(start), *self._nodes(steps, start)]
        return "(" + "\n".join(f";{node}" for node in nodes) + ")\n"

    def _root(self, start: Start) -> str:
        stakes = start.position.stakes
        white, black = map(escape, self._line.players)
        cube = f"CV[{stakes.cube}]" if start.auto_doubled else ""
        return (
            f"FF[4]GM[6]CA[UTF-8]AP[Lunka:{__version__}]"
            f"MI[length:{stakes.length}][game:{self._number}]"
            f"[ws:{stakes.score[0]}][bs:{stakes.score[1]}]"
            f"PW[{white}]PB[{black}]"
            f"DT[{datetime.fromtimestamp(self._line.opening.at, UTC):%Y-%m-%d}]"
            f"{self._rules(stakes)}{cube}{_result(self._line.result)}"
            f"{self._comment(0)}"
        )

    def _rules(self, stakes: Stakes) -> str:
        said = {
            "Crawford": bool(stakes.length) and self._game.options.crawford,
            "CrawfordGame": stakes.crawford,
            "Jacoby": stakes.jacoby,
        }
        words = [word for word, holds in said.items() if holds]
        return f"RU[{':'.join(words)}]" if words else ""

    def _begun(self, start: Start) -> Iterator[str]:
        """What was set up before anybody acted."""
        if not start.set_up:
            return
        stakes, mover = start.position.stakes, start.position.mover
        if stakes.owner is not None:
            yield f"CP[{COLOURS[stakes.owner].lower()}]"
        if stakes.cube > 1:
            yield f"CV[{stakes.cube}]"
        yield f"PL[{COLOURS[mover]}]{_board(start.position.board)}"
        if start.offered is not None:
            yield f"{COLOURS[start.offered]}[double]"
            self.losses.append("that the raise was offered before the game was set up")
        if start.opened:
            self.losses.append("that the opening roll said who begins in the position set up")

    def _nodes(self, steps: list[Moment], start: Start) -> Iterator[str]:
        plies = [at for at, moment in enumerate(steps) if isinstance(moment.step, Ply)]
        played = max(plies, default=-1)
        if start.dice and played < 0:
            yield _rolled(start.position)
        for at, moment in enumerate(steps):
            step = moment.step
            if isinstance(step, Ply):
                yield from self._turn(moment, step)
            elif isinstance(step, Decided) and step.decision in _SAID:
                yield f"{COLOURS[step.side]}[{_SAID[step.decision]}]"
            elif isinstance(step, Rolled) and at > played and moment.after.dice:
                yield _rolled(moment.after)

    def _sayable(self, steps: list[Moment]) -> list[Moment]:
        """All up to a position or a cube that a director set: no reader takes one set by hand."""
        for at, moment in enumerate(steps):
            step = moment.step
            if step.unsayable:
                self.losses.append(f"game {self._number} from {step.unsayable} on")
                return steps[:at]
            self.losses += [step.lost] if step.lost else []
        return steps

    def _turn(self, moment: Moment, ply: Ply) -> Iterator[str]:
        if ply.condoned:
            yield _rolled(moment.before)
            yield f"PL[{COLOURS[ply.side]}]{_board(moment.after.board)}{self._comment(ply.number)}"
            return
        dice = "".join(map(str, moment.before.dice))
        moves = "".join(_hop(ply.side, hop) for hop in hops(self._game, moment.before, moment.turn))
        yield f"{COLOURS[ply.side]}[{dice}{moves}]{self._comment(ply.number)}"

    def _comment(self, ply: int) -> str:
        seconds = self._line.plies[ply - 1].seconds if ply else 0.0
        said = [f"{seconds:.1f}s"] if seconds else []
        text = "; ".join([*said, *sentences(self._line, ply)])
        return f"C[{escape(text)}]" if text else ""


def _hop(side: int, hop: Hop) -> str:
    return letter(side, hop.origin) + letter(side, hop.target)


def _rolled(position: Position) -> str:
    return f"PL[{COLOURS[position.mover]}]DI[{''.join(map(str, position.dice))}]"


def _board(board: Board) -> str:
    """The whole board set anew."""
    words = ["AE[a:y]"]
    for side, half in enumerate(halves(board, WHITE)):
        places = [place for place in range(1, BAR + 1) for _ in range(half[place])]
        if places:
            words.append(f"A{COLOURS[side]}" + "".join(f"[{letter(side, at)}]" for at in places))
    return "".join(words)


def _result(result: Result | None) -> str:
    if result is None or result.winner is None:
        return ""
    points = result.scores[result.winner]
    return f"RE[{COLOURS[result.winner]}+{points}{_ENDS.get(result.reason, '')}]"
