"""Whether a position read from text can be one of a game: what is wrong with it, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from controller.games.kakuzu.board import NUMBERS, SQUARES, names
from controller.games.kakuzu.position import LOOKS, NOBODYS, STONE, UNKNOWN, Position

if TYPE_CHECKING:
    from controller.games.kakuzu.game import Kakuzu

_EACH = len(NUMBERS)


def check(game: Kakuzu, position: Position, said: tuple[int, ...]) -> str:
    """Everything wrong with a position; `said` are the numbers told to be gone (Z7)."""
    problems = [*_in_stones(game, position), *_in_numbers(game, position, said)]
    if not problems:
        problems = [*_in_turn(game, position, said)]
    return "; ".join(problems)


def hidden(holes: str, numbers: set[int] | frozenset[int]) -> int:
    """How many of these numbers are not seen to lie open (nine of each there are, Z1)."""
    return sum(_EACH - holes.count(LOOKS[number]) for number in numbers)


def _in_stones(game: Kakuzu, position: Position) -> Iterator[str]:
    """Z2: one stone of every square is nobody's; Z4, Z5: all others are somebody's."""
    if len(position.stones) != game.players:
        yield f"stones of {len(position.stones)} players; {game.players} play"
    held, taken = sum(position.stones), len(position.holes) - position.left
    given = [sum(position.holes[hole] != STONE for hole in square) for square in SQUARES]
    if position.setting_up:
        if held:
            yield f"the players have {held} stones, but the set-up is not done (Z2)"
        if crowded := [square for square, count in enumerate(given) if count > 1]:
            yield f"more than one stone was taken from {names(crowded)} in the set-up (Z2)"
        return
    if held != taken - NOBODYS:
        yield f"{taken} holes are open, so the players have {taken - NOBODYS} stones, not {held}"
    if whole := [square for square, count in enumerate(given) if not count]:
        yield f"no stone was taken from {names(whole)} in the set-up (Z2)"


def _in_numbers(game: Kakuzu, position: Position, said: tuple[int, ...]) -> Iterator[str]:
    """Z1: nine of each number; a board that knows its sheet knows every open number."""
    for number in NUMBERS:
        if (count := position.holes.count(LOOKS[number])) > _EACH:
            yield f"{number} lies open {count} times; nine is the most (Z1)"
    if game.sheet_known and UNKNOWN in position.holes:
        yield f"{UNKNOWN!r} needs the option sheet = unknown"
    if game.sheet_known and said:
        yield "gone is for the option sheet = unknown: known numbers are counted"
    elif hidden(position.holes, position.gone) > position.holes.count(UNKNOWN):
        yield f"gone {_list(said)}: too few open holes are unknown for that (Z7)"


def _in_turn(game: Kakuzu, position: Position, said: tuple[int, ...]) -> Iterator[str]:
    """Z3, Z4, Z6, Z9, Z10: what is looked for and what was found in this turn."""
    token, found = position.token, position.found
    if position.setting_up or position.over:
        if found or position.kept or token is not None or (said and position.setting_up):
            yield "nothing is looked for before or after play"
        return
    if token is not None and not _may_be_token(game, position):
        yield f"token {token} cannot be drawn or named now (Z4, Z7, Z10)"
    yield from _in_found(game, position)
    yield from _in_kept(game, position)


def _may_be_token(game: Kakuzu, position: Position) -> bool:
    token, found = position.token, position.found
    if token in position.gone:
        return False
    if game.named:
        return token != 0
    return token == found[0] if game.same and found else token not in found


def _in_found(game: Kakuzu, position: Position) -> Iterator[str]:
    found = position.found
    if not found:
        return
    if any(found.count(number) > position.holes.count(LOOKS[number]) for number in found):
        yield f"found {_list(found)}, but not all of that lies open"
    if len(found) > position.stones[position.mover]:
        yield f"found {_list(found)}, but the mover has {position.stones[position.mover]} stones"
    if game.named:
        fitting = len(found) < game.most_named
    elif game.same:
        fitting = found == (position.token,)
    else:
        fitting = len(set(found)) == len(found) and not position.gone.intersection(found)
    if not fitting:
        yield f"found {_list(found)} is more than a turn of this variant can have found"


def _in_kept(game: Kakuzu, position: Position) -> Iterator[str]:
    """Z5a: numbers found in earlier turns."""
    kept, here = position.kept, f"kept {_list(position.kept)}"
    if kept and not game.keeps:
        yield f"{here} needs the options returns = one and variant = tokens (Z5a)"
        return
    if any(number not in position.numbers.values() for number in kept):
        yield f"{here}, but not all of that lies open"
    away = {*position.found, *position.gone, position.token}
    if len(set(kept)) < len(kept) or away.intersection(kept):
        yield f"{here} is in another place as well; a number has one token (Z1)"


def _list(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))
