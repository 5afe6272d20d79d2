"""Gyges: set up, move from the nearest line, bounce, reach the other goal (Y1-Y13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.games.game import AmbiguousError, Cell, Game, IllegalError, Outcome, Stage, Trace
from controller.games.gyges import notation, refusals, tracing, trails
from controller.games.gyges.board import (
    CELLS,
    GOALS,
    HOME_LINES,
    ROUTES,
    lines_from,
    neighbours,
)
from controller.games.gyges.choices import Choices, choices, may_move
from controller.games.gyges.notation import Said
from controller.games.gyges.options import GygesOptions
from controller.games.gyges.position import Position, empty_board
from controller.games.gyges.sayings import GygesSayings
from controller.games.gyges.turns import Move, Placement, Turn
from controller.games.parts import Drawing, Handling
from controller.games.told import Told


class Gyges(Game[Position, Turn]):
    """Gyges with its options. Setting up is part of the game: each piece placed is a turn."""

    name = "gyges"
    sides = ("Player 1", "Player 2")
    cells = CELLS
    pieces = "pieces"
    solid = True
    #: Where a piece moves from and to, and where one that it replaces goes (Y12).
    most_touched = 3
    homes = (CELLS[GOALS[0]], CELLS[GOALS[1]])

    def __init__(self, options: GygesOptions | None = None) -> None:
        self.options = options or GygesOptions()

    @property
    def drawing(self) -> Drawing[Position]:
        from controller.games.gyges.picture import GygesDrawing

        return GygesDrawing(self)

    @property
    def handling(self) -> Handling[Position]:
        from controller.games.gyges.handling import Pieces

        return Pieces()

    @property
    def sayings(self) -> GygesSayings:
        return GygesSayings(self)

    def start(self) -> Position:
        return empty_board(0)

    def begin(self, side: int) -> Position:
        """The empty board with this side to place first, and so to move first (Y3)."""
        return empty_board(side)

    def mover(self, position: Position) -> int:
        return position.mover

    def turns(self, position: Position) -> Sequence[Turn]:
        if position.in_setup:
            return _placements(position, by_size=self.options.by_size)
        return self._choices(position).turns

    def keys(self, position: Position) -> Sequence[Turn]:
        """Every legal (from, to, replaced to), also where several lead to the same position."""
        if position.in_setup:
            return _placements(position, by_size=self.options.by_size)
        return self._choices(position).keys

    def movable(self, position: Position) -> tuple[Cell, ...]:
        """The pieces that may be lifted, for the lights: those of the movable line (Y4, Y5)."""
        return tuple(sorted(self.origins(position, self.turns(position)), key=CELLS.index))

    def near(self, cell: Cell) -> Sequence[Cell]:
        """The fields one step away; of a goal those of the line before it."""
        at = CELLS.index(cell)
        fields = lines_from(GOALS.index(at))[0] if at in GOALS else neighbours(at)
        return [CELLS[each] for each in fields]

    def path(self, position: Position, turn: Turn) -> tuple[Cell, ...]:
        """One way of the moving piece, field by field and bounce by bounce, for the lights.

        It has few bounces; a placement has no way at all.
        """
        if isinstance(turn, Placement):
            return ()
        routes = ROUTES[self.options.crossing]
        fields = trails.path(routes, position.board, position.mover, turn.origin, turn.target)
        return tuple(CELLS[field] for field in fields)

    def ways(self, position: Position, turn: Turn) -> Sequence[Turn]:
        """Two pieces that each walk a round, or a piece that takes the place of one like it, leave
        the same board."""
        return (turn,) if isinstance(turn, Placement) else self._legal(position, turn)

    def _choices(self, position: Position) -> Choices:
        return choices(position, replace=self.options.replace, crossing=self.options.crossing)

    def play(self, position: Position, turn: Turn) -> Position:
        following = 1 - position.mover
        if isinstance(turn, Placement):
            if turn not in _placements(position, by_size=self.options.by_size):
                raise IllegalError(
                    Told("{turn}: {reason}", turn=turn, reason=self._why_not(position, turn))
                )
            board = list(position.board)
            board[turn.field] = turn.size
            return Position(following, tuple(board))
        self._legal(position, turn)
        return Position(following, tracing.board_after(position.board, turn))

    def _legal(self, position: Position, move: Move) -> tuple[Move, ...]:
        """The ways to the same result as this move; `IllegalError` if it is not legal."""
        ways = () if position.in_setup else self._choices(position).alike(move)
        if not ways:
            raise IllegalError(
                Told("{move}: {reason}", move=move, reason=self._why_not(position, Said(*move)))
            )
        return ways

    def outcome(self, position: Position) -> Outcome:
        winner = position.winner
        if winner is None and not self._may_move(position):
            winner = 1 - position.mover  # Y13
        if winner is None:
            return Outcome(over=False, winner=None, scores=(0, 0))
        return Outcome(over=True, winner=winner, scores=(1 - winner, winner))

    def _may_move(self, position: Position) -> bool:
        chosen = self.options
        if position.in_setup:
            return True
        return may_move(position, replace=chosen.replace, crossing=chosen.crossing)

    def contents(self, position: Position) -> tuple[int, ...]:
        return position.board

    def stages(self, position: Position, turn: Turn) -> Sequence[Stage]:
        if isinstance(turn, Placement):
            return tracing.placement_trace(turn).stages
        return tracing.move_stages(position.board, turn)

    def trace(self, position: Position, turn: Turn) -> Trace:
        """How this turn looks to the sensors, whichever of its ways the hands choose."""
        if isinstance(turn, Placement):
            return tracing.placement_trace(turn)
        ways = self._legal(position, turn)
        return tracing.move_trace(position.board, ways, self._choices(position).between)

    def origins(self, position: Position, turns: Sequence[Turn]) -> set[Cell]:
        """Where the moves begin; what is placed comes from beside the board (Y2)."""
        ways = (way for turn in turns for way in self.ways(position, turn))
        return {CELLS[way.origin] for way in ways if isinstance(way, Move)}

    def layout(self) -> dict[str, Any]:
        lines = [[CELLS[field] for field in line] for line in lines_from(0)]
        return {"kind": "gyges", "lines": lines, "goals": list(self.homes)}

    def write_position(self, position: Position) -> str:
        return notation.write_position(position)

    def read_position(self, text: str) -> Position:
        return notation.read_position(text)

    def write_turn(self, position: Position, turn: Turn) -> str:
        return notation.write_turn(turn)

    def read_turn(self, position: Position, text: str) -> Turn:
        said = notation.read_turn(text)
        turns = self._meant(position, said)
        if not turns:
            raise IllegalError(
                Told("turn {text!r}: {reason}", text=text, reason=self._why_not(position, said))
            )
        if len(turns) > 1:
            raise AmbiguousError(refusals.unclear(text, position, turns))
        return turns[0]

    def _meant(self, position: Position, said: Said | Placement) -> list[Turn]:
        """The turns that may be meant: only what leads to different positions is different."""
        if position.in_setup:
            return [
                turn
                for turn in _placements(position, by_size=self.options.by_size)
                if notation.allows(said, turn)
            ]
        found = self._choices(position)
        if isinstance(said, Said) and said.target is not None:
            exact = found.alike(Move(said.origin, said.target, said.replaced))
            if exact:
                return [exact[0]]
        meant = (key for key in found.keys if notation.allows(said, key))
        return [*dict.fromkeys(found.alike(key)[0] for key in meant)]

    def _why_not(self, position: Position, said: Said | Placement) -> str:
        """Why a turn is illegal, with what is not."""
        if not (keys := self.keys(position)):
            return refusals.over(position)
        if position.in_setup:
            return refusals.misplaced(position, keys)
        return refusals.unmoved(position, said, [key for key in keys if isinstance(key, Move)])


def _placements(position: Position, *, by_size: bool) -> list[Turn]:
    """Each size still in hand, or the smallest, on each free field of the own first line (Y2)."""
    free = [field for field in HOME_LINES[position.mover] if not position.board[field]]
    sizes = sorted(set(position.in_hand(position.mover)))[: 1 if by_size else None]
    return [Placement(size, field) for size in sizes for field in free]
