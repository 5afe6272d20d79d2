"""Kakuzu: look for a number beneath the stones (Z1-Z11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from controller.games.game import (
    Cell,
    Game,
    IllegalError,
    InvalidError,
    Outcome,
    Stage,
    Trace,
    without_dice,
)
from controller.games.kakuzu import notation
from controller.games.kakuzu.beneath import Numbers
from controller.games.kakuzu.board import (
    CELLS,
    NUMBERS,
    ROWS,
    SQUARE,
    SQUARES,
    homes,
    seats,
)
from controller.games.kakuzu.checks import hidden
from controller.games.kakuzu.figures import figure
from controller.games.kakuzu.objections import objection
from controller.games.kakuzu.options import KakuzuOptions
from controller.games.kakuzu.position import LOOKS, NOBODYS, STONE, UNKNOWN, Position
from controller.games.kakuzu.sayings import KakuzuSayings
from controller.games.kakuzu.tokens import Tokens
from controller.games.kakuzu.turns import LIFTS, TRACES, UNSEEN, Gone, Lift, Name, Rest, Turn
from controller.games.parts import Drawing, Hidden
from controller.games.told import Told

#: How many legal turns a message names.
_TOLD: Final = 8
#: A stone back in its hole within this time was only touched: a sensor that trembles is found out
#: sooner. Where stones may be put back unseen there is time for it, before hit or miss is shown.
_TOUCHED: Final = 0.5
_UNSEEN: Final = 3.0


class Kakuzu(Game[Position, Turn]):
    """Kakuzu with its options. A turn here is one lift: a match (Z4) gives the mover another.

    A lift holds the number it uncovers, which the rules take from outside: the sheet knows it, or
    the players read it. Whatever lies beneath a stone is nowhere in the game.
    """

    name = "kakuzu"
    cells = CELLS
    touch_move = True
    #: Without tokens a turn takes at most this many stones (Z10).
    most_named: Final[int] = 3

    def __init__(self, options: KakuzuOptions | None = None) -> None:
        self.options = options or KakuzuOptions()
        self.players: int = self.options.players
        self.sides = seats(self.players)
        self.homes = homes(self.players)
        self.named = self.options.variant == "named"
        self.same = self.options.variant == "same"
        #: Numbers found stay out of the bag after a miss (Z5a).
        self.keeps = self.options.returns == "one" and not (self.named or self.same)
        self.sheet_known = self.options.sheet == "known"
        self.timed = self.options.turn_seconds > 0
        self._tokens = None if self.named else Tokens(self)
        self.settle = _UNSEEN if self.options.peek else _TOUCHED

    @property
    def chance(self) -> Tokens | None:
        return self._tokens

    @property
    def drawing(self) -> Drawing[Position]:
        from controller.games.kakuzu.picture import KakuzuDrawing

        return KakuzuDrawing(self)

    @property
    def hidden(self) -> Hidden[Position]:
        return Numbers(self)

    @property
    def sayings(self) -> KakuzuSayings:
        return KakuzuSayings(self)

    def start(self) -> Position:
        return self.begin(0)

    def begin(self, side: int) -> Position:
        """The start with this side to take the first stone (Z2)."""
        return Position(side, STONE * len(CELLS), (0,) * self.players)

    def mover(self, position: Position) -> int:
        return position.mover

    # Tokens

    def needs_roll(self, position: Position) -> bool:
        """Whether a token must be drawn before anything can be lifted (Z3)."""
        in_play = not position.over and not position.setting_up
        return in_play and position.token is None and not self.named

    def bag(self, position: Position) -> tuple[int, ...]:
        """The tokens that can be drawn now (Z4, Z7); nothing without tokens (Z10).

        The 0 never stays out: with every other token out of the bag it is all there is to draw,
        and drawing it ends the turn as an empty bag does.
        """
        if self.named:
            return ()
        away = {*position.gone, *position.found, *position.kept, position.token}
        return tuple([token for token in range(10) if token not in away])

    def roll(self, position: Position, dice: Sequence[int]) -> Position:
        """The position with this one token drawn; none is drawn in the set-up or before a lift."""
        if self.named:
            raise InvalidError(without_dice(self.name, dice))
        if not dice and not self.needs_roll(position):
            return position
        if len(dice) != 1 or dice[0] not in range(10):
            raise InvalidError(
                Told("{dice}: one number from 0 to 9 is drawn (Z3)", dice=str(list(dice)))
            )
        if dice[0] == position.token:
            return position
        self._check_draw(position, dice[0])
        return position._replace(token=dice[0])

    def _check_draw(self, position: Position, token: int) -> None:
        if not self.needs_roll(position):
            first = Told("a stone is to be lifted first (Z3)")
            why = Told("the game is over (Z8)") if position.over else first
            raise IllegalError(Told("no number can be drawn: {reason}", reason=why))
        bag = self.bag(position)
        if token not in bag:
            there = ", ".join(map(str, bag))
            raise IllegalError(
                Told(
                    "number {token} is not in the bag; there are: {there}", token=token, there=there
                )
            )

    # Turns

    def turns(self, position: Position) -> Sequence[Turn]:
        if position.over:
            return ()
        if position.setting_up:
            return self._lifts(position, self.free_holes(position))
        if position.token == 0:
            return (Rest.PASS,)
        said = (*self._sayable(position), *((Rest.TIME,) if self.timed else ()))
        if position.token is None:
            return said
        return (*self._lifts(position, self.free_holes(position)), *said)

    def _lifts(self, position: Position, holes: Sequence[int]) -> list[Turn]:
        numbers = self.uncoverable(position)
        return [LIFTS[hole][number] for hole in holes for number in numbers]

    def _sayable(self, position: Position) -> Iterator[Turn]:
        if self.named and position.token is None:
            yield from (Name(number) for number in NUMBERS if number not in position.gone)
        yield from (Gone(number) for number in NUMBERS if self.may_be_gone(position, number))

    def free_holes(self, position: Position) -> list[int]:
        """The holes whose stone may be lifted: in the set-up of squares still whole (Z2)."""
        holes = [hole for hole, look in enumerate(position.holes) if look == STONE]
        if not position.setting_up:
            return holes
        whole = self.whole_squares(position)
        return [hole for hole in holes if SQUARE[hole] in whole]

    def whole_squares(self, position: Position) -> tuple[int, ...]:
        """The squares of which no stone was taken yet."""
        holes = position.holes
        return tuple(
            square
            for square, members in enumerate(SQUARES)
            if all(holes[hole] == STONE for hole in members)
        )

    def uncoverable(self, position: Position) -> tuple[int, ...]:
        """What a lift may uncover, 0 for a number that the board is not told.

        A number that lies open nine times is nowhere else (Z1). Where the sheet is unknown a lift
        is a hit or a miss, and a miss only while another number is left.
        """
        if self.sheet_known:
            return tuple([number for number in NUMBERS if number not in position.gone])
        token = position.token
        if not token:
            return (0,)
        missable = any(n != token and n not in position.gone for n in NUMBERS)
        return (token, 0) if missable else (token,)

    def may_be_gone(self, position: Position, number: int) -> bool:
        """Whether enough open holes are unknown for all nine of a number to lie open (Z7)."""
        if self.sheet_known or number in position.gone:
            return False
        gone = {*position.gone, number}
        return hidden(position.holes, gone) <= position.holes.count(UNKNOWN)

    # Play

    def play(self, position: Position, turn: Turn) -> Position:
        if reason := objection(self, position, turn):
            raise IllegalError(self._refusal(position, str(turn), reason), reason)
        if isinstance(turn, Lift):
            return self._lifted(position, turn)
        if isinstance(turn, Name):
            return position._replace(token=turn.number)
        if isinstance(turn, Gone):
            return self._said_gone(position, turn.number)
        return self._passed(position, missed=turn is Rest.TIME)  # Z6, Z11

    def turn_limit(self, position: Position) -> float | None:
        """The time for the whole turn, all its lifts (Z11); the set-up has none."""
        in_play = not position.setting_up and not position.over
        return float(self.options.turn_seconds) if self.timed and in_play else None

    def timeout_turn(self, position: Position) -> Turn | None:
        return Rest.TIME if self.turn_limit(position) and position.token != 0 else None

    def timeout(self, position: Position) -> Position:
        """The position after the mover's time ran out (Z11): a miss with nothing lifted."""
        return self.play(position, Rest.TIME)

    def _lifted(self, position: Position, lift: Lift) -> Position:
        mover, before, stones, token, found, gone, kept = position
        look = LOOKS[lift.number]
        holes = before[: lift.hole] + look + before[lift.hole + 1 :]
        if lift.number and holes.count(look) == len(NUMBERS):
            gone |= {lift.number}  # Z7
        if token is None:  # Z2: nobody's
            return Position(self._left_of(mover), holes, stones, gone=gone)
        hit = lift.number == token
        keeper = mover if hit else self._left_of(mover)  # Z4, Z5
        stones = (*stones[:keeper], stones[keeper] + 1, *stones[keeper + 1 :])
        lifted = Position(mover, holes, stones, token, found, gone, self._out(kept, gone))
        if hit and STONE in holes:
            return self._matched(lifted)
        return self._passed(lifted, missed=True)

    def _left_of(self, side: int) -> int:
        """The player on the left, whose turn comes next (Z3, Z5)."""
        return (side + 1) % self.players

    def _passed(self, position: Position, *, missed: bool = False) -> Position:
        """The next player's turn; the tokens of this one are back in the bag (Z5), or after a miss
        only the last one (Z5a)."""
        following, kept = self._left_of(position.mover), self._kept(position, missed=missed)
        return Position(following, position.holes, position.stones, gone=position.gone, kept=kept)

    def _kept(self, position: Position, *, missed: bool) -> tuple[int, ...]:
        """The tokens that stay out of the bag when the turn passes (Z5a); once no number is left to
        be drawn, all go back."""
        found = position.found if missed and self.keeps else ()
        out = self._out(tuple(sorted((*position.kept, *found))), position.gone)
        drawable = set(NUMBERS).difference(out, position.gone)
        return out if drawable and not position.over else ()

    def _matched(self, position: Position) -> Position:
        """The same player's turn, as the variant has it go on."""
        token = position.token
        assert token
        if self.same:  # Z9
            ninth = token in position.gone
            return self._passed(position) if ninth else position._replace(found=(token,))
        found = tuple(sorted((*position.found, token)))
        if not self.named:  # Z4
            return position._replace(token=None, found=self._out(found, position.gone))
        done = len(found) == self.most_named  # Z10
        return self._passed(position) if done else position._replace(token=None, found=found)

    @staticmethod
    def _out(found: tuple[int, ...], gone: frozenset[int]) -> tuple[int, ...]:
        """The tokens out of the bag for this turn only: not those gone for good (Z7)."""
        return tuple(number for number in found if number not in gone)

    def _said_gone(self, position: Position, number: int) -> Position:
        """A token known to be useless leaves; where it was just drawn, another is drawn (Z7)."""
        gone = position.gone | {number}
        found = position.found if self.named else self._out(position.found, gone)
        if self.same and number in position.found:
            return self._passed(position._replace(gone=gone))  # Z9: its ninth was opened
        token = None if position.token == number else position.token
        kept = self._out(position.kept, gone)
        return position._replace(token=token, found=found, gone=gone, kept=kept)

    # Outcome and board

    def outcome(self, position: Position) -> Outcome:
        """Most stones wins (Z8); no single winner where the most is shared."""
        best = self.winners(position)
        return Outcome(position.over, best[0] if len(best) == 1 else None, position.stones)

    def winners(self, position: Position) -> tuple[int, ...]:
        """Everybody with the most stones once the game is over (Z8); nobody before."""
        if not position.over:
            return ()
        most = max(position.stones)
        return tuple(side for side, stones in enumerate(position.stones) if stones == most)

    def nobodys(self, position: Position) -> int:
        """The stones that belong to nobody (Z2)."""
        return min(len(CELLS) - position.left, NOBODYS)

    def contents(self, position: Position) -> tuple[int, ...]:
        return tuple([int(look == STONE) for look in position.holes])

    def stages(self, position: Position, turn: Turn) -> Sequence[Stage]:
        return self.trace(position, turn).stages

    def trace(self, position: Position, turn: Turn) -> Trace:
        """How this turn looks: every number beneath a stone looks the same."""
        return TRACES[turn.hole] if isinstance(turn, Lift) else UNSEEN

    def ending(self, position: Position) -> dict[str, Any]:
        """Who shares the most stones, where several do (Z8)."""
        best = self.winners(position)
        return {"reason": "played", **({"shared": list(best)} if len(best) > 1 else {})}

    def call_turn(self, position: Position, turn: Turn) -> str:
        """A lift by its hole alone: what lies beneath is not spoken of."""
        return CELLS[turn.hole] if isinstance(turn, Lift) else self.write_turn(position, turn)

    def shown(self, position: Position) -> dict[str, Any]:
        """The open numbers and the tokens: all of it lies on the table for everybody to see."""
        numbers = {
            cell: look for cell, look in zip(CELLS, position.holes, strict=True) if look != STONE
        }
        return {
            "numbers": numbers,
            "token": position.token,
            "found": list(position.found),
            "kept": list(position.kept),
            "gone": sorted(position.gone),
            "setting_up": position.setting_up,
            "nobodys": self.nobodys(position),
        }

    def display(self, position: Position) -> Mapping[Cell, str]:
        """The number looked for, upright for its player (Z3)."""
        if not position.token:
            return {}
        return dict.fromkeys(self.figure(position, position.token), "number")

    def figure(self, position: Position, number: int) -> Sequence[Cell]:
        """The number itself, upright for the mover."""
        return figure(number, self.sides[position.mover])

    def marks(self, before: Position, written: str) -> Mapping[Cell, str]:
        """Hit or miss (Z4, Z5), in the hole of the stone."""
        turn = self.read_turn(before, written)
        if not isinstance(turn, Lift) or before.setting_up:
            return {}
        return {CELLS[turn.hole]: "hit" if turn.number == before.token else "miss"}

    def layout(self) -> dict[str, Any]:
        squares = [[CELLS[hole] for hole in square] for square in SQUARES]
        return {"kind": self.name, "rows": [list(row) for row in ROWS], "squares": squares}

    # Text

    def write_position(self, position: Position) -> str:
        return notation.write_position(self, position)

    def read_position(self, text: str) -> Position:
        return notation.read_position(self, text)

    def write_turn(self, position: Position, turn: Turn) -> str:
        return notation.write_turn(self, position, turn)

    def read_turn(self, position: Position, text: str) -> Turn:
        turn = notation.read_turn(self, position, text)
        if reason := objection(self, position, turn):
            raise IllegalError(self._refusal(position, text, reason), reason)
        return turn

    def _refusal(self, position: Position, turn: str, reason: str) -> str:
        """Where a turn was refused, why, and what is legal there."""
        here = self.write_position(position)
        turns = self.turns(position)
        told = ", ".join(self.write_turn(position, each) for each in turns[:_TOLD])
        more = f" and {len(turns) - _TOLD} more" if len(turns) > _TOLD else ""
        return f"turn {turn} in {here}: {reason}; legal: {told or 'nothing'}{more}"
