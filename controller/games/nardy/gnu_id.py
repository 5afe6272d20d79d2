"""GNU Backgammon's Position ID and Match ID, read and written."""

from __future__ import annotations

import base64
import re
from typing import Final, NamedTuple

from controller.games.game import InvalidError
from controller.games.nardy.board import WHITE, Board, halves, pack
from controller.games.nardy.options import LONGEST_MATCH
from controller.games.nardy.position import Position, Stakes, State
from controller.games.nardy.stakes import raises, stake
from controller.games.nardy.variants import BAR, CHECKERS, OFF, PLACES, SHORT
from controller.games.told import Told

_BASE64: Final = re.compile(r"[A-Za-z0-9+/]+", re.ASCII)
_POSITION_BYTES: Final = 10
_MATCH_BYTES: Final = 9
_CENTRE: Final = 3

#: Where each field of a Match ID begins and how many bits it has.
_FIELDS: Final = {
    "cube": (0, 4),
    "owner": (4, 2),
    "mover": (6, 1),
    "crawford": (7, 1),
    "state": (8, 3),
    "decides": (11, 1),
    "doubled": (12, 1),
    "resigned": (13, 2),
    "die1": (15, 3),
    "die2": (18, 3),
    "length": (21, 15),
    "score0": (36, 15),
    "score1": (51, 15),
    "jacoby_off": (66, 1),
}
_USED_BITS: Final = 67


class MatchId(NamedTuple):
    """What a Match ID says: who is on roll, the dice, and the stakes."""

    mover: int
    dice: tuple[int, ...]
    stakes: Stakes


def write_position_id(board: Board, mover: int) -> str:
    """The 14 characters for a board with this side on roll."""
    bits = at = 0
    own, foe = halves(board, mover)
    for half in (foe, own):
        for count in half[1:]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    return _encode(bits, _POSITION_BYTES)


def read_position_id(text: str, mover: int = WHITE) -> Board:
    """The board that 14 characters stand for, with this side on roll."""
    bits = _decode(text, _POSITION_BYTES, "Position ID", "4HPwATDgc/ABMA")
    counts = _runs_of_ones(text, bits)
    foe, own = _half(text, counts[:BAR]), _half(text, counts[BAR:])
    if any(a and b for a, b in zip(own[1:BAR], SHORT.facing(foe)[1:], strict=True)):
        raise InvalidError(Told("Position ID {text!r} has both sides on one point", text=text))
    if own[OFF] == foe[OFF] == CHECKERS:
        raise InvalidError(
            Told("Position ID {text!r}: both sides have borne off everything", text=text)
        )
    return pack(foe, own) if mover else pack(own, foe)


def _runs_of_ones(text: str, bits: int) -> list[int]:
    """How many ones stand before each zero: both sides' points 1 to 24 and bar."""
    counts = []
    for _ in range(2 * BAR):
        ones = (~bits & (bits + 1)).bit_length() - 1
        counts.append(ones)
        bits >>= ones + 1
    if bits:
        raise InvalidError(
            Told("Position ID {text!r} goes on after both sides' points and bars", text=text)
        )
    return counts


def _half(text: str, counts: list[int]) -> bytes:
    on_board = sum(counts)
    if on_board > CHECKERS:
        raise InvalidError(
            Told(
                "Position ID {text!r} has {on_board} checkers of one side; {checkers} are allowed",
                text=text,
                on_board=on_board,
                checkers=CHECKERS,
            )
        )
    half = bytes((CHECKERS - on_board, *counts))
    assert len(half) == PLACES
    return half


def write_match_id(position: Position, raise_step: str) -> str:
    """The 12 characters for who is on roll, dice, cube, match and score."""
    stakes, score = position.stakes, _score(position.stakes)
    decides = position.mover if stakes.answering is None else stakes.answering
    die1, die2 = position.dice or (0, 0)
    values = {
        "cube": raises(stakes.cube, raise_step),
        "owner": _CENTRE if stakes.owner is None else stakes.owner,
        "mover": position.mover,
        "crawford": stakes.crawford,
        "state": stakes.state,
        "decides": decides,
        "doubled": stakes.doubled,
        "resigned": stakes.resigned,
        "die1": die1,
        "die2": die2,
        "length": stakes.length,
        "score0": score[0],
        "score1": score[1],
        "jacoby_off": not stakes.jacoby,
    }
    return _encode(sum(values[name] << at for name, (at, _) in _FIELDS.items()), _MATCH_BYTES)


def _score(stakes: Stakes) -> tuple[int, int]:
    """The score as far as there are bits for it: nothing goes on from a finished game, so that its
    score may be cut, and the game can be shown and proved."""
    score, going_on = stakes.score, stakes.state in (State.OPENING, State.PLAYING)
    if going_on and max(score) > LONGEST_MATCH:
        raise InvalidError(
            Told(
                "score {score}: a Match ID holds at most {longest_match} points",
                score=str(score),
                longest_match=LONGEST_MATCH,
            )
        )
    return min(score[0], LONGEST_MATCH), min(score[1], LONGEST_MATCH)


def read_match_id(text: str, raise_step: str, *, beaver: bool = False) -> MatchId:
    """What 12 characters say; `beaver` is agreed elsewhere, since a Match ID does not carry it."""
    bits = _decode(text, _MATCH_BYTES, "Match ID", "cAkAAAAAAAAE")
    if bits >> _USED_BITS:
        raise InvalidError(Told("Match ID {text!r} has bits set after its last field", text=text))
    field = {name: bits >> at & (1 << size) - 1 for name, (at, size) in _FIELDS.items()}
    _check_fields(text, field)
    offered = field["doubled"] or field["resigned"] or field["state"] == State.DROPPED
    stakes = Stakes(
        cube=stake(field["cube"], raise_step),
        owner=None if field["owner"] == _CENTRE else field["owner"],
        score=(field["score0"], field["score1"]),
        length=field["length"],
        crawford=bool(field["crawford"]),
        jacoby=not field["jacoby_off"],
        beaver=beaver,
        state=State(field["state"]),
        doubled=bool(field["doubled"]),
        resigned=field["resigned"],
        answering=field["decides"] if offered else None,
    )
    dice = (field["die1"], field["die2"])
    return MatchId(field["mover"], (max(dice), min(dice)) if dice[0] else (), stakes)


def _check_fields(text: str, field: dict[str, int]) -> None:
    """Every field on its own and with the others makes sense."""
    dice = (field["die1"], field["die2"])
    playing = field["state"] == State.PLAYING
    offered = field["doubled"] or field["resigned"] or field["state"] == State.DROPPED
    wrong = {
        "the cube's owner is 2; 0, 1 or 3 (the middle) are allowed": field["owner"] == 2,
        f"the game's state is {field['state']}; 0 to 4 are allowed": field["state"] > max(State),
        f"the dice are {dice}; both 0 or both 1 to 6 are allowed": max(dice) > 6
        or (min(dice) == 0) != (max(dice) == 0),
        "dice were rolled, but no game is being played": any(dice) and not playing,
        "a raise is open after the dice were rolled": bool(any(dice) and field["doubled"]),
        "a raise and a resignation are open at once": bool(field["doubled"] and field["resigned"]),
        "a raise is offered, but no game is being played": bool(field["doubled"]) and not playing,
        "a resignation has a level, but none was made": bool(field["resigned"])
        and not playing
        and field["state"] != State.RESIGNED,
        "the game was resigned at no level": field["state"] == State.RESIGNED
        and not field["resigned"],
        "the other side decides, but nothing was offered": not offered
        and field["decides"] != field["mover"],
        "a Crawford game without a match": bool(field["crawford"] and not field["length"]),
    }
    for what, is_so in wrong.items():
        if is_so:
            raise InvalidError(Told("Match ID {text!r}: {what}", text=text, what=what))


def _encode(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")


def _decode(text: str, size: int, what: str, example: str) -> int:
    """The bits behind a word of Base64 without padding."""
    length = -(-size * 8 // 6)
    if len(text) != length or not _BASE64.fullmatch(text):
        raise InvalidError(
            Told(
                "{what} {text!r} is not {length} characters like {example}",
                what=what,
                text=text[:80],
                length=length,
                example=example,
            )
        )
    data = base64.b64decode(text + "=" * (-length % 4))
    bits = int.from_bytes(data, "little")
    if _encode(bits, size) != text:
        raise InvalidError(
            Told("{what} {text!r} has bits set after its last one", what=what, text=text)
        )
    return bits
