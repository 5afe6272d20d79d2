"""Reading SGF for backgammon, as GNU Backgammon and we write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from controller.games.game import InvalidError
from controller.games.nardy.options import LONGEST_MATCH
from controller.games.told import Told
from controller.record.checker_moves import Hop
from controller.record.score import NOTHING_BESIDES, Score, ScoredGame, Word, at_place
from controller.record.scoring import transcribe
from controller.record.sgf_setup import (
    place_of,
    read_board,
    read_cube,
    read_setup,
    sets_board,
    sets_cube,
)
from controller.record.sgf_tree import COLOURS, Node, first_of, read_trees
from controller.record.transcriber import Transcriber

_PLAY = re.compile(r"([1-6])([1-6])((?:[a-z][a-z])*)", re.ASCII)
_DICE = re.compile(r"[1-6]{2}", re.ASCII)
_RESULT = re.compile(r"([WB])\+(\d{1,9})([A-Za-z]*)", re.ASCII)
_INFO = re.compile(r"(length|ws|bs):(.*)", re.DOTALL)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
#: The words about rules that may stand in a file; any other tells of a game that is not ours. The
#: cube that nobody may use is simply not used.
_RULES = ("Crawford", "CrawfordGame", "Jacoby", "NoCube", "Backgammon")
#: As often as equal opening dice can double the stake (S10).
_MOST_AUTO_DOUBLES = 10


def read_sgf(
    text: str, *, at: float = 0.0, given: Mapping[str, object] = NOTHING_BESIDES
) -> Transcriber:
    """The match that an SGF file, and what is `given` besides, tells; `RulesError` names the game
    and the move."""
    score = read_sgf_score(text)
    score.tell(given)
    return transcribe(score, at=at)


def read_sgf_score(text: str) -> Score:
    """What the file says, before any rule is asked."""
    trees = [tree for tree in read_trees(text) if tree and tree[0].get("GM", ["6"]) == ["6"]]
    if not trees:
        raise InvalidError(Told("this SGF file holds no backgammon game (GM[6])"))
    score = _read_match(trees[0][0])
    for number, tree in enumerate(trees, start=1):
        with at_place(f"game {number}"):
            _rules(tree[0])
            score.games.append(_read_game(tree, f"game {number}"))
    return score


def _read_match(root: Node) -> Score:
    length = _info(root).get("length", 0)
    if length > LONGEST_MATCH:
        raise InvalidError(
            Told(
                "a match to {length}; at most {longest_match}",
                length=length,
                longest_match=LONGEST_MATCH,
            )
        )
    rules = _rules(root)
    names = (first_of(root, "PW") or "White", first_of(root, "PB") or "Black")
    jacoby = "Jacoby" in rules and not length
    score = Score(length, names, "Crawford" in rules, jacoby)
    score.dated(first_of(root, "DT"), "%Y-%m-%d")
    return score


def _rules(root: Node) -> list[str]:
    """The words about rules as they are spelt here; `InvalidError` where one is not ours."""
    known = {word.lower(): word for word in _RULES}
    words = [word.strip() for word in first_of(root, "RU").split(":") if word.strip()]
    for word in words:
        if word.lower() not in known:
            raise InvalidError(
                Told(
                    "RU[{word}] is not played here; only files of Backgammon are read, with"
                    " the words {rules}",
                    word=word[:40],
                    rules=", ".join(_RULES),
                )
            )
    return [known[word.lower()] for word in words]


def _info(root: Node) -> dict[str, int]:
    """What the match information says in numbers."""
    found = filter(None, map(_INFO.fullmatch, root.get("MI", [])))
    return {each[1]: _number(each[1], each[2].strip()) for each in found}


def _number(name: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InvalidError(
            Told("MI[{name}:{text}] is no number; one like {name}:3 is", name=name, text=text[:20])
        )
    return int(text)


def _read_game(tree: Sequence[Node], where: str) -> ScoredGame:
    info = _info(tree[0])
    game = ScoredGame(where, (info.get("ws", 0), info.get("bs", 0)))
    game.setup, play = read_setup(tree)
    if game.setup:
        game.crawford = "CrawfordGame" in _rules(tree[0])
    elif "CV" in tree[0]:
        game.auto_doubles = read_cube(first_of(tree[0], "CV"), _MOST_AUTO_DOUBLES)
    reader = _Moves(where)
    for number, node in enumerate(tree[play:], start=play):
        game.words += reader.read(node, number)
    game.words += reader.rest()
    game.words += _result(first_of(tree[0], "RE"), where)
    return game


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
        if sets_cube(node):
            raise InvalidError(
                Told("{where}: the cube was set by hand, which no rule allows", where=where)
            )
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
        if sets_board(node):
            with at_place(where):
                yield self._set(node, where)

    def rest(self) -> Iterator[Word]:
        """A roll that nothing was played with."""
        if self._rolled:
            yield self._rolled
        self._rolled = None

    def _roll(self, node: Node, where: str) -> Word:
        dice, side = first_of(node, "DI"), first_of(node, "PL")
        if not _DICE.fullmatch(dice) or side not in ("W", "B"):
            raise InvalidError(
                Told(
                    "{where}: DI[{dice}] needs two dice, and PL[W] or PL[B]",
                    where=where,
                    dice=dice[:20],
                )
            )
        return Word(COLOURS.index(side), "roll", where, (int(dice[0]), int(dice[1])))

    def _set(self, node: Node, where: str) -> Word:
        roll, self._rolled = self._rolled, None
        if roll is None:
            raise InvalidError(Told("a position was set by hand that follows from no roll"))
        return Word(roll.side, "illegal", where, roll.dice, board=read_board(node))

    def _move(self, side: int, text: str, where: str) -> Word:
        if text in ("double", "take", "drop"):
            beaver = text == "double" and self._offered == 1 - side
            self._offered = side if text == "double" and not beaver else None
            return Word(side, "beaver" if beaver else text, where)
        found = _PLAY.fullmatch(text)
        if not found:
            raise InvalidError(Told("not like 31hefe, double, take or drop"))
        self._offered = None
        dice, letters = (int(found[1]), int(found[2])), found[3]
        pairs = (letters[at : at + 2] for at in range(0, len(letters), 2))
        hops = tuple(Hop(place_of(side, pair[0]), place_of(side, pair[1])) for pair in pairs)
        return Word(side, "play", where, dice, hops)
