"""Nardy: one board, two dice, four games (N1-N12, S1-S14, L1-L9, G1-G6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations, product
from typing import Any

from controller.games.game import (
    Ahead,
    AmbiguousError,
    Cell,
    Game,
    IllegalError,
    InvalidError,
    LateStages,
    Outcome,
    Stage,
    Touched,
    Trace,
)
from controller.games.nardy import stakes as worth
from controller.games.nardy import text as texts
from controller.games.nardy import xgid
from controller.games.nardy.ahead import Middle
from controller.games.nardy.board import (
    DIE,
    OWN_MASK,
    PLAYED_MASK,
    POINTS,
    TURN_MASK,
    WHITE,
    Board,
    board_after,
    halves,
    hits_of,
    numbers_left,
    own_after,
    pack,
    pips,
)
from controller.games.nardy.careful import Move, Walk
from controller.games.nardy.dice import Dice
from controller.games.nardy.gnu_id import write_match_id, write_position_id
from controller.games.nardy.match import Match
from controller.games.nardy.matches import MatchStakes
from controller.games.nardy.matching import leads_to, meant
from controller.games.nardy.moves import TurnFinder
from controller.games.nardy.notation import PASS, Play, read_play, write_moves
from controller.games.nardy.objections import objection, tried_by
from controller.games.nardy.openrun import OpenRun, PlayedOut
from controller.games.nardy.options import (
    GulbarOptions,
    LongOptions,
    MadGulbarOptions,
    NardyOptions,
    ShortOptions,
)
from controller.games.nardy.outlines import Outlines
from controller.games.nardy.patience import Patience, TooManyError
from controller.games.nardy.position import Position, Stakes, State
from controller.games.nardy.rules import Rules
from controller.games.nardy.sayings import NardySayings
from controller.games.nardy.seat import rows_before_white
from controller.games.nardy.strays import strays
from controller.games.nardy.tracing import Cells
from controller.games.nardy.variants import (
    BAR,
    GULBAR,
    LONG,
    MAD_GULBAR,
    MOVES,
    OFF,
    SHORT,
    Variant,
)
from controller.games.nardy.ways import Way, explain, one_way
from controller.games.parts import Drawing, Handling
from controller.games.told import Told

#: How many legal turns a message names.
_NAMED = 8
#: Up to so many turns each is traced by walking all its ways,
_FEW = 40
#: as long as that leads past no more states than this. Two dice never do; runs may (G4).
_MOST_STATES = 1_000


class Nardy(Game[Position, int]):
    """What the four games have in common. A turn is a whole roll, known by what it leaves.

    It is one whole number (board.py): the mover's checkers, hits, and numbers left unplayed.
    """

    sides = ("White", "Black")
    pieces = "checkers"
    carried = True
    #: True where the play tells what was rolled, well enough to leave the dice unsaid.
    shows_dice = True
    pass_turn = PASS
    #: How much the highest level of a win counts (N10): koks, home mars.
    third = 3
    #: What a win of the third level is called in reports: a key of their words.
    highest = "level-3-long"
    #: How many equal opening rolls double the stake (S10).
    auto_doubles = 0

    def __init__(self, options: NardyOptions, rules: Rules, stakes: Stakes) -> None:
        self.options = options
        self.rules = rules
        self.variant = rules.variant
        self._cells = Cells(rules.variant)
        self.cells: tuple[Cell, ...] = self._cells.all
        self.homes: tuple[Cell, ...] = self._cells.trays
        self._finder = TurnFinder(rules)
        self._numbers = {dice: rules.numbers(dice) for dice in product(DIE, repeat=2)}
        self._start = Position(WHITE, pack(self.variant.setup, self.variant.setup), stakes=stakes)
        self._latest: tuple[Position, frozenset[int]] = (self._start, frozenset())
        self._latest_results: tuple[Position, Mapping[int, int]] = (self._start, {})
        self._latest_walk: tuple[Position, Walk | None] = (self._start, None)
        self._dice = Dice(self)
        self._find_open = lru_cache(maxsize=4)(self._open)

    @property
    def chance(self) -> Dice:
        return self._dice

    @property
    def drawing(self) -> Drawing[Position]:
        from controller.games.nardy.picture import NardyDrawing

        return NardyDrawing(self)

    @property
    def handling(self) -> Handling[Position]:
        from controller.games.nardy.handling import Checkers

        return Checkers(self)

    @property
    def talk(self) -> Match:
        return Match(self)

    @property
    def stakes(self) -> MatchStakes:
        return MatchStakes(self)

    @property
    def sayings(self) -> NardySayings:
        return NardySayings(self)

    def start(self) -> Position:
        return self._start

    def begin(self, side: int) -> Position:
        """The start with this side on roll (N2)."""
        return self._start._replace(mover=side)

    def mover(self, position: Position) -> int:
        return position.mover

    # Dice and turns

    def needs_roll(self, position: Position) -> bool:
        """True until the dice are rolled, unless numbers that passed over come first (G2)."""
        return not position.dice and not position.passed

    def roll(self, position: Position, dice: Sequence[int]) -> Position:
        if not dice and not self.needs_roll(position):
            return position
        rolled = self._read_dice(dice)
        if position.dice != rolled:
            self._check_roll(position)
        return position._replace(dice=rolled)

    def _read_dice(self, dice: Sequence[int]) -> tuple[int, ...]:
        if len(dice) != 2 or not all(die in DIE for die in dice):
            raise InvalidError(
                Told("dice {dice}: two numbers from 1 to 6 are needed", dice=str(list(dice)))
            )
        return max(dice), min(dice)

    def _check_roll(self, position: Position) -> None:
        stakes = position.stakes
        reasons = {
            "the game is over": self.outcome(position).over,
            "the opening roll must say who begins (N2)": stakes.state is State.OPENING,
            "an offered raise or resignation waits for its answer": stakes.answering is not None,
            "the numbers that passed over are played first, without dice (G2)": position.passed,
            f"{_and(position.dice)} was rolled and is still to be played": position.dice,
        }
        for reason, holds in reasons.items():
            if holds:
                raise IllegalError(Told("no roll: {reason}", reason=reason))

    def numbers(self, position: Position) -> tuple[int, ...]:
        """The numbers to be played now: what passed over, or the roll (N4, N5, G2, G4)."""
        return position.passed or self._numbers.get(position.dice, ())

    def turns(self, position: Position) -> Sequence[int]:
        numbers = position.passed or self._numbers.get(position.dice)
        return self._finder.find(position.board, position.mover, numbers) if numbers else ()

    def turns_to_follow(self, position: Position) -> Sequence[int]:
        """A run may have more turns than can be listed (G4)."""
        return self.open_run(position) or self.turns(position)

    def open_run(self, position: Position) -> OpenRun | None:
        """The turns of a run that has too many to list; None: they can be listed."""
        numbers = self.numbers(position)
        if not numbers or not self._finder.has_many(position.board, position.mover, numbers):
            return None
        return self._find_open(position.board, position.mover, numbers)

    def _open(self, board: Board, side: int, numbers: tuple[int, ...]) -> OpenRun | None:
        walk = Walk(self.rules, board, side, numbers)
        with suppress(TooManyError):
            known = PlayedOut(walk, Patience(_MOST_STATES)).end(walk.start)
            if known is not None:
                return OpenRun(walk, self._cells, board, side, known)
        return None  # not all can be played: then the turns are few, though their ways are many

    def must_pass(self, position: Position) -> bool:
        """Whether not one of the numbers can be played (N6)."""
        numbers = set(self.numbers(position))
        walk = self._walk(position) if numbers else None
        return walk is not None and not any(walk.moves(walk.start, each) for each in numbers)

    def play(self, position: Position, turn: int) -> Position:
        if turn not in self._legal(position):
            raise IllegalError(
                Told("turn {turn!r} {reason}", turn=turn, reason=self._refusal(position))
            )
        mover, left = position.mover, numbers_left(turn)
        board = board_after(self.variant, position.board, mover, turn)
        result = Position(mover, board, stakes=position.stakes)
        if position.passed:  # G6: what is left now is lost, and the own roll comes
            return result
        if worth.played_out(board) is None:
            if left:  # G2, G5
                return result._replace(mover=1 - mover, passed=self._passing(position, left))
            if self.variant.rolls_again and position.dice[0] == position.dice[1]:  # G3
                return result
        return result._replace(mover=1 - mover)

    def _passing(self, position: Position, left: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers left in the order in which the opponent plays them."""
        return left if position.dice[0] == position.dice[1] else left[::-1]

    def unplayed(self, position: Position, turn: int) -> tuple[int, ...]:
        """The numbers that a legal turn leaves (N6); of two the larger is played if it can be."""
        numbers, moves = sorted(self.numbers(position), reverse=True), self._way(position, turn)
        for move in moves:
            gone = move.origin - move.target
            numbers.remove(gone if gone in numbers else numbers[0])
        return tuple(sorted(numbers))

    def _legal(self, position: Position) -> frozenset[int] | OpenRun:
        """The legal turns; those of the position asked about last are remembered."""
        if run := self.open_run(position):
            return run
        latest, turns = self._latest
        if latest != position or not turns:
            turns = frozenset(self.turns(position))
            self._latest = (position, turns)
        return turns

    # At the table

    def open(self) -> Position:
        return Match(self).open()

    def ending(self, position: Position) -> dict[str, Any]:
        return worth.ending(self.variant, position)

    def shown(self, position: Position) -> dict[str, Any]:
        """Dice with their call (N12), the cube, the match and the pips."""
        stakes, dice = position.stakes, list(position.dice)
        offered = worth.raised(stakes.cube, self.options.raise_step) if stakes.doubled else None
        return {
            "dice": dice,
            "call": self._dice.call_roll(dice) or None,
            "passed": list(position.passed),
            "cube": stakes.cube,
            "owner": stakes.owner,
            "offered": offered,
            "declining": self.declining(position) if stakes.doubled else None,
            "resigned": stakes.resigned or None,
            "score": list(stakes.score),
            "length": stakes.length,
            "crawford": stakes.crawford,
            "pips": [self.pips(position, side) for side in (0, 1)],
        }

    def layout(self) -> dict[str, Any]:
        """The cells, and the two rows in which they lie before White, who sits below."""
        rows = rows_before_white(self.variant)
        return {
            "kind": "nardy",
            "name": self.name,
            "opposed": self.variant.opposed,
            "rows": [[part for part in row if part[0] in self.cells] for row in rows],
            "cells": list(self.cells),
        }

    # Outcome and board

    def outcome(self, position: Position) -> Outcome:
        """Who won, and how many points the game is worth to each side (N10)."""
        winner = worth.winner(position)
        points = self.points(position)
        return Outcome(winner is not None, winner, (points * (winner == 0), points * (winner == 1)))

    def points(self, position: Position) -> int:
        """What the game is worth to its winner, 0 while it is played (N10, N11a)."""
        if position.stakes.state is State.DROPPED:
            return self.declining(position)
        return worth.points(self.variant, position, self.third)

    def declining(self, position: Position) -> int:
        """What it costs to decline a raise: the stake as it stands, or the first one (N11a)."""
        first = self.options.declined_raise == "first"
        return worth.FIRST_STAKE if first else position.stakes.cube

    def pips(self, position: Position, side: int) -> int:
        """How many points a side still has to go."""
        return pips(halves(position.board, side)[0])

    def contents(self, position: Position) -> tuple[int, ...]:
        return self._cells.contents(position.board)

    def stages(self, position: Position, turn: int) -> Sequence[Stage]:
        moves = self._way(position, turn)
        return tuple(self._cells.stages(position.board, position.mover, moves))

    def _way(self, position: Position, turn: int) -> tuple[Move, ...]:
        """One way to make this turn."""
        run = self.open_run(position)
        return run.way(turn) if run else one_way(self._walk(position), turn)

    def trace(self, position: Position, turn: int) -> Trace:
        return self.traces(position, [turn])[0]

    def traces(self, position: Position, turns: Sequence[int]) -> Sequence[Trace]:
        """Where there are many turns, or ways, what they leave says enough of how they look."""
        board, side, patience = position.board, position.mover, Patience(_MOST_STATES)
        walk = self._walk(position) if turns else None
        if walk is None or len(turns) > _FEW:
            return self.outlines([position] * len(turns), turns)
        try:
            return [self._cells.trace(board, side, explain(walk, turn, patience)) for turn in turns]
        except TooManyError:
            return self.outlines([position] * len(turns), turns)

    def outlines(self, positions: Sequence[Position], turns: Sequence[int]) -> Sequence[Trace]:
        def stages(number: int) -> Sequence[Stage]:
            return LateStages(partial(self.stages, positions[number], turns[number]))

        if not turns:
            return ()
        board, side = positions[0].board, positions[0].mover
        return Outlines(self._cells, board, side, turns, stages)

    def goes_on(self, position: Position, turn: int, others: Iterable[int]) -> bool:
        """Every move adds pips: what stands where `turn` ends and has as many as another is done.

        Counts do not tell whose checkers they are. But the bar tells how many were hit, and with
        every choice of them the mover's own are known. Where there are too many ways to look at,
        hands may go on for all that anybody can say.
        """
        try:
            return self._may_go_on(position, turn, others)
        except TooManyError:
            return True

    def _may_go_on(self, position: Position, turn: int, others: Iterable[int]) -> bool:
        patience = Patience(_MOST_STATES)
        hit, after = set(hits_of(turn)), own_after(turn)
        for other in others:
            last = pips(own_after(other))
            for chosen in map(set, combinations(hits_of(other), len(hit))):
                own = list(after)
                for point in hit ^ chosen:
                    own[point] += 1 if point in chosen else -1
                if pips(own) > last:
                    way = explain(self._walk(position), other, patience)
                    if self._passes(position, way, own):
                        return True
        return False

    def _passes(self, position: Position, way: Way, own: Sequence[int]) -> bool:
        """Whether a turn of these ways may at some moment have the mover's checkers like this."""
        start = halves(position.board, position.mover)[0]
        return all(
            start[place] - way.lifted.get(place, 0)
            <= count
            <= start[place] + way.placed.get(place, 0) + way.slid.get(place, 0)
            for place, count in enumerate(own)
        )

    def may_hold(self, position: Position, turn: int, least: Mapping[Cell, int]) -> bool:
        """Checkers only come nearer: on the way there are never more of them beyond any point than
        the turn leaves there. The opponent's stand where they were, or fewer do."""
        _, foe = halves(position.board, position.mover)
        facing, left = self.variant.facing(foe), own_after(turn)
        beyond = may_be_beyond = 0
        for place in range(OFF, BAR):
            there = facing[place] if place != OFF else 0
            beyond += max(0, least[self._cells.name(position.mover, place)] - there)
            may_be_beyond += left[place]
            if beyond > may_be_beyond:
                return False
        return True

    def figure(self, position: Position, number: int) -> Sequence[Cell]:
        """As many points, from the innermost of the mover's home on."""
        return [self._cells.name(position.mover, point) for point in range(1, number + 1)]

    def course(self, side: int) -> tuple[Cell, ...]:
        """The points in the order in which this side's checkers come to them."""
        return tuple(self._cells.name(side, point) for point in POINTS)

    def origins(self, position: Position, turns: Sequence[int]) -> Iterable[Cell] | None:
        """Where a turn may begin with a first move."""
        if not turns:
            return ()
        name, side = self._cells.name, position.mover
        if isinstance(turns, OpenRun):
            return [name(side, place) for place in turns.origins]
        ends = self._ends(position, lambda _: True)
        places = Middle(self._walk(position), position.board, side, ends).beginnings()
        return [name(side, place) for place in self._left(position, turns, places)]

    def _left(
        self, position: Position, turns: Sequence[int], known: Collection[int] | None
    ) -> Collection[int]:
        """These places; where they are not known, those with a first move that some turn leaves
        with fewer."""
        if known is not None:
            return known
        walk, own = self._walk(position), halves(position.board, position.mover)[0]
        numbers = {order[0] for order in walk.orders()}
        able = {move.origin for each in numbers for move in walk.moves(walk.start, each)}
        return {at for at in able if any(own_after(turn)[at] < own[at] for turn in turns)}

    def ahead(
        self,
        position: Position,
        seen: Mapping[Cell, tuple[int, int]],
        touched: Touched,
        possible: Callable[[int], bool],
    ) -> Ahead | None:
        if not self.numbers(position):
            return None
        board, side = position.board, position.mover
        middle = Middle(self._walk(position), board, side, self._ends(position, possible))
        looks = middle.looks(self._cells, side, seen, touched)
        return middle.ahead(self._cells, side, looks, position.dice or position.passed)

    def _ends(self, position: Position, possible: Callable[[int], bool]) -> Callable[[int], bool]:
        """Whether a way that has come so far is a turn that is still possible."""
        mask, turns = self._turn_mask, self._results(position)

        def may_end(state: int) -> bool:
            turn = turns.get(state & mask)
            return turn is not None and possible(turn)

        if self.open_run(position):  # N7: whatever plays all numbers is legal
            return lambda state: not numbers_left(state)
        return may_end

    def _results(self, position: Position) -> Mapping[int, int]:
        """The legal turns by what tells them apart; those asked about last are remembered."""
        latest, results = self._latest_results
        if latest != position or not results:
            legal = self._legal(position)
            turns = () if isinstance(legal, OpenRun) else legal
            results = {turn & self._turn_mask: turn for turn in turns}
            self._latest_results = (position, results)
        return results

    @property
    def _turn_mask(self) -> int:
        """Numbers left unplayed tell turns apart only where they pass over (G2)."""
        return TURN_MASK if self.variant.passes_over else PLAYED_MASK

    def strays(
        self, position: Position, counts: Mapping[Cell, Collection[int]]
    ) -> Iterable[Position]:
        return strays(self.variant, self._cells, position, counts)

    def _walk(self, position: Position) -> Walk:
        """The single moves of this position's turns; those asked about last are remembered."""
        latest, walk = self._latest_walk
        if latest != position or walk is None:
            walk = Walk(self.rules, position.board, position.mover, self.numbers(position))
            self._latest_walk = (position, walk)
        return walk

    # Text

    def write_position(self, position: Position) -> str:
        return texts.write_long(self, position)

    def read_position(self, text: str) -> Position:
        return texts.read_long(self, text)

    def most_listed(self, position: Position) -> int:
        """A run has long names, and each takes its time (G4)."""
        return 100 if len(self.numbers(position)) <= MOVES else _NAMED

    def write_turn(self, position: Position, turn: int) -> str:
        numbers = self.numbers(position)
        upward = numbers[0] < numbers[-1]
        left = numbers_left(turn) if upward else ()
        return write_moves(self._way(position, turn), every_stop=upward, left=left)

    def read_turn(self, position: Position, text: str) -> int:
        play = read_play(text)
        legal = self._legal(position)
        if not legal:
            raise IllegalError(
                Told("turn {text!r} {reason}", text=text, reason=self._refusal(position))
            )
        walk, mask = self._walk(position), self._turn_mask
        goal = leads_to(walk, play)
        if isinstance(legal, OpenRun):
            return self._read_run(position, legal, goal, text)
        wanted = {turn for turn in legal if turn & OWN_MASK == goal and _fits(turn, play)}
        possible = meant(walk, play, wanted, mask)
        fitting = [turn for turn in possible if turn in wanted]
        exact = [turn for turn in fitting if play.stars == {*hits_of(turn)}] or fitting
        if len(exact) == 1:
            return exact[0]
        if exact:
            choice = " or ".join(sorted(self.write_turn(position, turn) for turn in exact))
            here = self.write_position(position)
            raise AmbiguousError(
                Told(
                    "turn {text!r} in {here} can mean {choice}", text=text, here=here, choice=choice
                )
            )
        reason = _why_not(play, possible)
        rule = objection(self, position, tried_by(play))
        raise IllegalError(
            Told(
                "turn {text!r} {reason}{refusal}",
                text=text,
                reason=reason,
                refusal=self._refusal(position),
            ),
            rule,
        )

    def _read_run(self, position: Position, run: OpenRun, turn: int, text: str) -> int:
        """The turn of a run that has too many to list, by where it leads and how it is written."""
        play = read_play(text)
        if turn in run and _fits(turn, play):
            if text == self.write_turn(position, turn):
                return turn
            if turn in meant(self._walk(position), play, {turn}, self._turn_mask):
                return turn
        raise IllegalError(
            Told(
                "turn {text!r} {reason}{refusal}",
                text=text,
                reason=_why_not(play, set()),
                refusal=self._refusal(position),
            )
        )

    def _refusal(self, position: Position) -> str:
        """Where it was refused, and what is legal there."""
        here = self.write_position(position)
        if self.outcome(position).over:
            return f"cannot be played in {here}: the game is over"
        run = self.open_run(position)
        turns = run.met if run else self.turns(position)
        if not turns:
            return f"cannot be played in {here}: nothing was rolled"
        named = ", ".join(self.write_turn(position, turn) for turn in turns[:_NAMED])
        more = f" and {len(turns) - _NAMED} more" if len(turns) > _NAMED else ""
        more = " and very many more" if run else more
        numbers = _and(self.numbers(position))
        return f"is not legal with {numbers} in {here}; legal: {named}{more}"


def _and(numbers: Sequence[int]) -> str:
    return "-".join(map(str, numbers))


def _fits(turn: int, play: Play) -> bool:
    """Whether a turn leaves the numbers and hits where the play says so."""
    left = play.left is None or play.left == numbers_left(turn)
    return left and play.stars <= {*hits_of(turn)}


def _why_not(play: Play, possible: set[int]) -> str:
    """The rule a refused play breaks, where it is plain to see."""
    if any(stops != tuple(sorted(set(stops), reverse=True)) for stops in play.journeys):
        return "moves a checker backwards (N1) and "
    if not play.journeys:
        return "though a number can be played (N6) "
    if possible:
        return "plays less than can be played or hits nobody where it says so (N7, S4) and "
    return ""


class Short(Nardy):
    """Short nardy, or backgammon (S1-S14)."""

    name = SHORT.name
    forms = frozenset({"mat", "sgf", "snowie"})
    highest = "level-3"

    def __init__(self, options: ShortOptions | None = None) -> None:
        chosen = options or ShortOptions()
        rules = Rules(
            SHORT,
            hit_then_bear_off=chosen.hit_then_bear_off,
            pair=chosen.pair,
            forced_by=chosen.forced_by,
            hit_and_hide=chosen.hit_and_hide,
        )
        stakes = Stakes(length=chosen.match_length, jacoby=chosen.jacoby, beaver=chosen.beaver)
        super().__init__(chosen, rules, stakes)
        self.auto_doubles = chosen.auto_doubles

    def write_position(self, position: Position) -> str:
        return texts.write_short(self, position)

    def read_position(self, text: str) -> Position:
        return self.read_xgid(text) if text.startswith("XGID=") else texts.read_short(self, text)

    def write_result(self, asked: str, result: Position) -> str:
        """A question with a Match ID is answered with one, and one without it without it."""
        text = write_position_id(result.board, result.mover)
        return f"{text}:{write_match_id(result, self.options.raise_step)}" if ":" in asked else text

    def write_xgid(self, position: Position) -> str:
        """The position as eXtreme Gammon writes it."""
        return xgid.write_xgid(position)

    def read_xgid(self, text: str) -> Position:
        """The position an XGID stands for."""
        return texts.checked(self, text, xgid.read_xgid(text))


def _running(variant: Variant, options: LongOptions) -> Variant:
    """The game with its course the way round that the house has (L2a)."""
    return replace(variant, clockwise=options.direction == "clockwise")


class Long(Nardy):
    """Long nardy (L1-L9)."""

    name = LONG.name

    def __init__(self, options: LongOptions | None = None) -> None:
        chosen = options or LongOptions()
        super().__init__(chosen, self._rules(chosen), Stakes(length=chosen.match_length))
        self.third = chosen.home_mars

    def _rules(self, options: LongOptions) -> Rules:
        return Rules(_running(LONG, options), block_rule=options.block_rule == "ahead")


class Gulbar(Long):
    """Gulbar: what cannot be played, the opponent plays (G1-G3, G6)."""

    name = GULBAR.name
    #: Who moves next hangs on the dice (G2, G3): a double and its extra roll may look like one.
    shows_dice = False

    def __init__(self, options: GulbarOptions | None = None) -> None:
        super().__init__(options or GulbarOptions())

    def _rules(self, options: LongOptions) -> Rules:
        return Rules(_running(GULBAR, options), block_rule=options.block_rule == "ahead")


class MadGulbar(Long):
    """Mad gulbar: a double runs upward to double six (G1, G2, G4-G6)."""

    name = MAD_GULBAR.name
    #: A low double alone has tens of thousands of results: seconds for every turn.
    shows_dice = False

    def __init__(self, options: MadGulbarOptions | None = None) -> None:
        self._repeats = (options or MadGulbarOptions()).repeats
        super().__init__(options or MadGulbarOptions())

    def _rules(self, options: LongOptions) -> Rules:
        variant = _running(MAD_GULBAR, options)
        return Rules(variant, block_rule=options.block_rule == "ahead", repeats=self._repeats)
