"""What an SGF file sets by hand: the whole board, the cube, and who is on roll.

A game that was set up begins with it. GNU Backgammon has rolled before that, and leaves this roll
in the file; a board set after a roll can also be an illegal play that was let stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from controller.games.catalogue import make_game
from controller.games.game import InvalidError, RulesError
from controller.games.nardy.board import Board, pack
from controller.games.nardy.stakes import MOST_RAISES
from controller.games.nardy.variants import BAR, CHECKERS, OFF, PLACES
from controller.games.straying import read_stray
from controller.games.told import Told
from controller.record.score import Setup
from controller.record.sgf_tree import COLOURS, Node, first_of

_DICE = re.compile(r"[1-6]{2}", re.ASCII)
_DIGITS = re.compile(r"\d{1,9}", re.ASCII)
_RANGE = re.compile(r"([a-y])(?::([a-y]))?", re.ASCII)
_BAR, _OFF = "y", "z"
_OWNERS = {"w": 0, "b": 1, "c": None, "n": None}


def sets_board(node: Node) -> bool:
    """Whether a node sets checkers by hand."""
    return any(name in node for name in ("AE", "AW", "AB"))


def sets_cube(node: Node) -> bool:
    """Whether a node sets the cube or its owner by hand."""
    return any(name in node for name in ("CV", "CP", "CO"))


def read_setup(tree: Sequence[Node]) -> tuple[Setup | None, int]:
    """What a game was set up as, if it was, and the number of the node in which play begins."""
    root = tree[0]
    setup = Setup() if sets_board(root) or "CP" in root or "CO" in root else None
    play = 1
    board = read_board(root) if sets_board(root) else make_game("short", {}).start().board
    for at in range(1, _nodes_before_play(tree)):
        node = tree[at]
        if not sets_board(node) and not sets_cube(node):
            continue
        if sets_board(node):
            before, board = board, read_board(node)
            if at > play and _let_stand(before, board, tree[at - 1], _mover(tree[at + 1 :])):
                continue
        setup, play = Setup(), at + 1
    if setup is None:
        return None, 1
    for node in tree[:play]:
        _set(setup, node)
    following = _mover(tree[play:])
    setup.mover = setup.mover if following is None else following
    return setup, play


def _nodes_before_play(tree: Sequence[Node]) -> int:
    plays = (at for at, node in enumerate(tree) if "W" in node or "B" in node)
    return next(plays, len(tree))


def _mover(nodes: Sequence[Node]) -> int | None:
    """Who acts first in these nodes."""
    for node in nodes:
        for side, colour in enumerate(COLOURS):
            if colour in node or ("DI" in node and first_of(node, "PL") == colour):
                return side
    return None


def _let_stand(before: Board, after: Board, roll: Node, following: int | None) -> bool:
    """Whether a board was not set up, but left by an illegal play of this roll."""
    dice, colour = first_of(roll, "DI"), first_of(roll, "PL")
    if not _DICE.fullmatch(dice) or colour not in ("W", "B"):
        return False
    side = COLOURS.index(colour)
    if following == side:
        return False
    game = make_game("short", {})
    start = game.begin(side)
    left = game.write_position(start._replace(mover=1 - side, board=after))
    assert game.chance is not None
    try:
        rolled = game.chance.roll(start._replace(board=before), tuple(map(int, dice)))
        read_stray(game, rolled, left)
    except RulesError:
        return False
    return True


def _set(setup: Setup, node: Node) -> None:
    if sets_board(node):
        setup.board = read_board(node)
    if first_of(node, "PL") in ("W", "B"):
        setup.mover = COLOURS.index(first_of(node, "PL"))
    if "CV" in node:
        setup.cube = 1 << read_cube(first_of(node, "CV"))
    for name in ("CP", "CO"):
        if name in node:
            owner = first_of(node, name)
            if owner.lower() not in _OWNERS:
                raise InvalidError(
                    Told(
                        "{name}[{owner}] owns no cube; w, b or c (both) can",
                        name=name,
                        owner=owner[:20],
                    )
                )
            setup.owner = _OWNERS[owner.lower()]


def read_cube(text: str, most: int = MOST_RAISES) -> int:
    """How often a cube was doubled that shows this."""
    cube = int(text) if _DIGITS.fullmatch(text) else 0
    doubles = cube.bit_length() - 1
    if cube < 1 or cube != 1 << doubles or doubles > most:
        raise InvalidError(
            Told("CV[{text}] is no cube; 1, 2, 4 ... {most} are", text=text[:20], most=1 << most)
        )
    return doubles


def place_of(side: int, letter: str) -> int:
    """One of a side's own places from its letter."""
    if letter in (_BAR, _OFF):
        return BAR if letter == _BAR else OFF
    point = ord(letter) - ord("a") + 1
    return BAR - point if side else point


def read_board(node: Node) -> Board:
    """The board that a node sets anew."""
    if node.get("AE") != ["a:y"]:
        raise InvalidError(Told("a board that is set by hand begins with AE[a:y], the empty one"))
    halves = []
    for side, colour in enumerate(COLOURS):
        half = [0] * PLACES
        for text in node.get(f"A{colour}", []):
            for place in _places(side, text):
                half[place] += 1
        if sum(half) > CHECKERS:
            raise InvalidError(
                Told(
                    "A{colour} sets {n} checkers; {checkers} are a side's",
                    colour=colour,
                    n=sum(half),
                    checkers=CHECKERS,
                )
            )
        half[OFF] = CHECKERS - sum(half)
        halves.append(half)
    return pack(*halves)


def _places(side: int, text: str) -> Iterator[int]:
    found = _RANGE.fullmatch(text)
    if not found:
        raise InvalidError(Told("[{text}] is no point; a to y are", text=text[:20]))
    for code in range(ord(found[1]), ord(found[2] or found[1]) + 1):
        yield place_of(side, chr(code))
