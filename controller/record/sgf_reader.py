"""Reading SGF for backgammon, as GNU Backgammon and we write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from controller.games.game import InvalidError
from controller.games.nardy.board import Board, pack
from controller.games.nardy.options import LONGEST_MATCH
from controller.games.nardy.stakes import MOST_RAISES
from controller.games.nardy.variants import BAR, CHECKERS, OFF, PLACES
from controller.record.checkers import Hop
from controller.record.score import Score, ScoredGame, Word, at_place, transcribe
from controller.record.sgf import COLOURS
from controller.record.sgf_tree import Node, read_trees
from controller.record.transcriber import Transcriber

_PLAY = re.compile(r"([1-6])([1-6])((?:[a-z][a-z])*)", re.ASCII)
_DICE = re.compile(r"[1-6]{2}", re.ASCII)
_RESULT = re.compile(r"([WB])\+(\d{1,9})([A-Za-z]*)", re.ASCII)
_INFO = re.compile(r"(length|game|ws|bs):(\d{1,9})", re.ASCII)
_DIGITS = re.compile(r"\d{1,9}", re.ASCII)
_RANGE = re.compile(r"([a-y])(?::([a-y]))?", re.ASCII)
_BAR, _OFF = "y", "z"


def read_sgf(text: str, *, number: int = 1, at: float = 0.0) -> Transcriber:
    """The match that an SGF file tells; `RulesError` names the game and the move."""
    return transcribe(read_sgf_score(text), number=number, at=at)


def read_sgf_score(text: str) -> Score:
    """What the file says, before any rule is asked."""
    trees = [tree for tree in read_trees(text) if tree and tree[0].get("GM", ["6"]) == ["6"]]
    if not trees:
        raise InvalidError("this SGF file holds no backgammon game (GM[6])")
    score = _read_match(trees[0][0])
    for number, tree in enumerate(trees, start=1):
        with at_place(f"game {number}"):
            score.games.append(_read_game(tree, f"game {number}"))
    return score


def _read_match(root: Node) -> Score:
    length = _info(root).get("length", 0)
    if length > LONGEST_MATCH:
        raise InvalidError(f"a match to {length}; at most {LONGEST_MATCH}")
    rules = _first(root, "RU").split(":")
    names = (_first(root, "PW") or "White", _first(root, "PB") or "Black")
    jacoby = "Jacoby" in rules and not length
    return Score(length, names, "Crawford" in rules, jacoby, _date(_first(root, "DT")))


def _first(node: Node, name: str) -> str:
    return node.get(name, [""])[0]


def _info(root: Node) -> dict[str, int]:
    found = (_INFO.fullmatch(value) for value in root.get("MI", []))
    return {match[1]: int(match[2]) for match in found if match}


def _date(text: str) -> float | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        return None


def _read_game(tree: Sequence[Node], where: str) -> ScoredGame:
    info = _info(tree[0])
    game = ScoredGame(where, (info.get("ws", 0), info.get("bs", 0)))
    game.auto_doubles = _auto_doubles(_first(tree[0], "CV"))
    reader = _Moves(where)
    for number, node in enumerate(tree[1:], start=1):
        game.words += reader.read(node, number)
    game.words += reader.rest()
    game.words += _result(_first(tree[0], "RE"), where)
    return game


def _auto_doubles(text: str) -> int:
    cube = int(text) if _DIGITS.fullmatch(text) else 1
    doubles = cube.bit_length() - 1
    if cube < 1 or cube != 1 << doubles or doubles > min(MOST_RAISES, 10):
        raise InvalidError(f"CV[{text[:20]}] is no cube; 1, 2, 4 ... 1024 are")
    return doubles


def _result(text: str, where: str) -> Iterator[Word]:
    found = _RESULT.fullmatch(text)
    if found:
        side, points = COLOURS.index(found[1]), int(found[2])
        kind = "time" if found[3].upper().startswith("T") else "wins"
        yield Word(side, kind, f"{where}, RE[{text[:20]}]", points=points)


class _Moves:
    """Reads the nodes of one game; a roll waits for the board that was set after it."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._offered: int | None = None
        self._rolled: Word | None = None

    def read(self, node: Node, number: int) -> Iterator[Word]:
        where = f"{self._where}, move {number}"
        if "CV" in node or "CP" in node or "CO" in node:
            raise InvalidError(f"{where}: the cube was set by hand, which no rule allows")
        for side, colour in enumerate(COLOURS):
            if colour in node:
                text = node[colour][0]
                place = f"{where}, {colour}[{text[:40]}]"
                with at_place(place):
                    yield from self.rest()
                    yield self._move(side, text, place)
        if "DI" in node:
            yield from self.rest()
            self._rolled = self._roll(node, where)
        if "AE" in node or "AW" in node or "AB" in node:
            with at_place(where):
                yield self._set(node, where)

    def rest(self) -> Iterator[Word]:
        """A roll that nothing was played with."""
        if self._rolled:
            yield self._rolled
        self._rolled = None

    def _roll(self, node: Node, where: str) -> Word:
        dice, side = _first(node, "DI"), _first(node, "PL")
        if not _DICE.fullmatch(dice) or side not in ("W", "B"):
            raise InvalidError(f"{where}: DI[{dice[:20]}] needs two dice, and PL[W] or PL[B]")
        return Word(COLOURS.index(side), "roll", where, (int(dice[0]), int(dice[1])))

    def _set(self, node: Node, where: str) -> Word:
        roll, self._rolled = self._rolled, None
        if roll is None or node.get("AE") != ["a:y"]:
            raise InvalidError("a position was set by hand that follows from no roll")
        board = _board(node)
        return Word(roll.side, "illegal", where, roll.dice, board=board)

    def _move(self, side: int, text: str, where: str) -> Word:
        if text in ("double", "take", "drop"):
            beaver = text == "double" and self._offered == 1 - side
            self._offered = side if text == "double" and not beaver else None
            return Word(side, "beaver" if beaver else text, where)
        found = _PLAY.fullmatch(text)
        if not found:
            raise InvalidError("not like 31hefe, double, take or drop")
        self._offered = None
        dice, letters = (int(found[1]), int(found[2])), found[3]
        pairs = (letters[at : at + 2] for at in range(0, len(letters), 2))
        hops = tuple(Hop(_place(side, pair[0]), _place(side, pair[1])) for pair in pairs)
        return Word(side, "play", where, dice, hops)


def _place(side: int, letter: str) -> int:
    """One of a side's own places from its letter."""
    if letter in (_BAR, _OFF):
        return BAR if letter == _BAR else OFF
    point = ord(letter) - ord("a") + 1
    return BAR - point if side else point


def _board(node: Node) -> Board:
    halves = []
    for side, colour in enumerate(COLOURS):
        half = [0] * PLACES
        for text in node.get(f"A{colour}", []):
            for place in _places(side, text):
                half[place] += 1
        if sum(half) > CHECKERS:
            raise InvalidError(f"A{colour} sets {sum(half)} checkers; {CHECKERS} are a side's")
        half[OFF] = CHECKERS - sum(half)
        halves.append(half)
    return pack(*halves)


def _places(side: int, text: str) -> Iterator[int]:
    found = _RANGE.fullmatch(text)
    if not found:
        raise InvalidError(f"[{text[:20]}] is no point; a to y are")
    for code in range(ord(found[1]), ord(found[2] or found[1]) + 1):
        yield _place(side, chr(code))
