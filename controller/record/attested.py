"""Who vouches for a record: the table that signed its games, and the hub that had them in time.

A hash seals everything before it, so whoever signs the last hash of a game vouches for all games up
to that one. A signature that does not fit what it signs is a fault: it, or what was signed, was
changed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from controller.play.event import Stored
from controller.play.facts import BrokenError
from controller.play.happenings import (
    ChanceRevealed,
    GameOver,
    GameSigned,
    RecordAnchored,
    SecretRevealed,
    TurnRevised,
    TurnsTakenBack,
    TurnWithdrawn,
    read,
)
from controller.record.dates import on_a_calendar
from controller.record.proof import Broken
from controller.record.signing import (
    SigningError,
    anchor_statement,
    fingerprint,
    game_statement,
    is_signed,
    names,
)

#: Kinds of events that vouch for what came before them.
KINDS = (GameSigned.kind, RecordAnchored.kind)

Vouching = GameSigned | RecordAnchored
#: The hash and the game of the event with this number; None: there is none.
Found = Callable[[int], tuple[str, int] | None]


def vouching(stored: Stored) -> Vouching:
    """What such an event tells; `BrokenError` where it tells nothing."""
    if stored.event.kind == GameSigned.kind:
        return read(GameSigned, stored.event.data)
    return read(RecordAnchored, stored.event.data)


def statement_of(told: Vouching) -> str:
    """What was signed."""
    if isinstance(told, GameSigned):
        return game_statement(told.number, told.seq, told.hash)
    return anchor_statement(told.table, told.record, told.seq, told.hash, told.at)


def check_vouching(stored: Stored, found: Found) -> Vouching:
    """`BrokenError` unless what is vouched for stands in the record as it did then."""
    told = vouching(stored)
    if isinstance(told, RecordAnchored) and not on_a_calendar(told.at):
        raise BrokenError(f"the hub's time {told.at} is none that a clock shows")
    there = found(told.seq) if told.seq < stored.seq else None
    if there is None:
        raise BrokenError(f"it vouches for event {told.seq}, which did not come before it")
    who = "the table signed" if isinstance(told, GameSigned) else "the hub received"
    if there[0] != told.hash:
        raise BrokenError(
            f"event {told.seq} is another one than {who}: the record was changed afterwards and"
            " its hashes made anew"
        )
    if isinstance(told, GameSigned) and there[1] != told.number:
        raise BrokenError(f"event {told.seq} is of game {there[1]}, not of game {told.number}")
    if not is_signed(told.key, told.signature, statement_of(told)):
        signer = "table" if isinstance(told, GameSigned) else "hub"
        raise BrokenError(
            f"the signature is not by the {signer}'s key that it names: it is forged, or what it"
            " signs was changed"
        )
    return told


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over: its number, and its last event."""

    number: int
    seq: int


class Endings:
    """Watches the events of a record go by, and knows which games are over and with what event."""

    _ENDS = (GameOver.kind,)
    _SHOWS = (ChanceRevealed.kind, SecretRevealed.kind)
    _REOPENS = (TurnsTakenBack.kind, TurnRevised.kind, TurnWithdrawn.kind)

    def __init__(self) -> None:
        self._seqs: dict[int, int] = {}

    def see(self, kind: str, game: int, seq: int) -> None:
        """The next event."""
        if kind in self._ENDS or (kind in self._SHOWS and game in self._seqs):
            self._seqs[game] = seq
        elif kind in self._REOPENS:
            self._seqs.pop(game, None)

    def all(self) -> tuple[Ended, ...]:
        """Every game that is over."""
        return tuple(Ended(*each) for each in sorted(self._seqs.items()))


@dataclass(frozen=True, slots=True)
class Attested:
    """What was found of a whole record: its finished games, and what vouches for them."""

    ended: tuple[Ended, ...] = ()
    #: All whose signature is right, in the order of the record.
    vouched: tuple[Vouching, ...] = ()
    #: The public key of the table that writes this record, where this machine is that table.
    own: str | None = None
    #: Why no signature could be looked at.
    unchecked: str | None = None

    @property
    def signatures(self) -> list[GameSigned]:
        """By tables."""
        return [each for each in self.vouched if isinstance(each, GameSigned)]

    @property
    def anchors(self) -> list[RecordAnchored]:
        """By hubs."""
        return [each for each in self.vouched if isinstance(each, RecordAnchored)]

    def signer_of(self, game: Ended) -> GameSigned | None:
        """The first signature that vouches for a game: its own, or that of a later one."""
        return next((each for each in self.signatures if each.seq >= game.seq), None)

    def anchor_of(self, game: Ended) -> RecordAnchored | None:
        """The first time a hub had a game."""
        return next((each for each in self.anchors if each.seq >= game.seq), None)

    def name_of(self, key: str) -> str:
        """A table's key as it is told."""
        return f"{'this table' if key == self.own else 'the key'} ({fingerprint(key)})"

    def lines(self) -> Iterator[str]:
        """What is proved by whom, a line each."""
        if self.unchecked:
            yield f"signatures not checked: {self.unchecked}"
            return
        yield from self._signed_lines()
        yield from self._anchored_lines()

    def _signed_lines(self) -> Iterator[str]:
        by = {game.number: self.signer_of(game) for game in self.ended}
        for key in dict.fromkeys(each.key for each in by.values() if each):
            games = [number for number, each in by.items() if each and each.key == key]
            yield f"signed by {self.name_of(key)}: {_games(games)}"
        if left := [number for number, each in by.items() if each is None]:
            yield f"not signed: {_games(left)}"

    def _anchored_lines(self) -> Iterator[str]:
        by = {game.number: self.anchor_of(game) for game in self.ended}
        newest = {each.key: each for each in by.values() if each}
        for key, anchor in newest.items():
            games = [number for number, each in by.items() if each and each.key == key]
            yield f"anchored at the hub ({fingerprint(key)}) at {_when(anchor.at)}: {_games(games)}"
        left = [number for number, each in by.items() if each is None]
        if newest and left:
            yield f"not anchored: {_games(left)}"

    def remarks(self) -> Iterator[str]:
        """What is no fault by itself, but what somebody who doubts the record should know."""
        keys = list(dict.fromkeys(each.key for each in self.signatures))
        if self.own and any(key != self.own for key in keys):
            other = next(key for key in keys if key != self.own)
            yield (
                f"a game is signed by {fingerprint(other)}, which is not this table's key"
                f" ({fingerprint(self.own)}): the record is another table's, the key was lost and"
                " made anew, or somebody else signed it"
            )
        elif len(keys) > 1:
            yield (
                "its games are signed by different keys: the table's key was lost and made anew,"
                " or somebody else signed some of them"
            )

    def each_game(self) -> Iterator[str]:
        """A line for each finished game."""
        for game in self.ended:
            signature, anchor = self.signer_of(game), self.anchor_of(game)
            signed = f"signed by {self.name_of(signature.key)}" if signature else "not signed"
            said = f"game {game.number}: {signed}"
            if anchor:
                hub = fingerprint(anchor.key)
                said += f"; anchored at the hub at {_when(anchor.at)} ({hub})"
            yield said

    def lacking(self, signer: str | None, hub: str | None) -> str | None:
        """What is not vouched for by those who should; None: everything is, or nobody asked."""
        if self.unchecked and (signer or hub):
            return f"no signature was checked: {self.unchecked}"
        wanted: tuple[tuple[str | None, str, Sequence[Vouching]], ...] = (
            (signer, "signed by", self.signatures),
            (hub, "anchored by", self.anchors),
        )
        for name, how, given in wanted:
            if name is None:
                continue
            furthest = max((each.seq for each in given if names(name, each.key)), default=0)
            left = [game.number for game in self.ended if game.seq > furthest]
            if left:
                return f"not {how} {name}: {_games(left)}"
        return None


def attested(
    events: Iterable[Stored], found: Found, endings: Sequence[Ended], own: str | None
) -> tuple[Attested, Broken | None]:
    """Look at everything that vouches for a record whose chain is whole; the first fault."""
    vouched: list[Vouching] = []
    for stored in events:
        try:
            vouched.append(check_vouching(stored, found))
        except BrokenError as fault:
            broken = Broken(f"{stored.event.kind}: {fault}", stored.seq, stored.game)
            return Attested(tuple(endings), tuple(vouched), own), broken
        except SigningError as missing:
            return Attested(tuple(endings), (), own, str(missing)), None
    return Attested(tuple(endings), tuple(vouched), own), None


def _games(numbers: Sequence[int]) -> str:
    """Game 3; games 1 to 4, 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"game{'s' if len(numbers) > 1 else ''} {', '.join(told)}"


def _when(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")
