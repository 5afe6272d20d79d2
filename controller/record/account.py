"""The evening's account, from the record alone: what each player has won and lost, who pays whom.

A game brings its winner points from the other side: in nardy what the game was worth (the level of
the win times the cube), elsewhere one. Each point costs the stake that the house rules of that very
game name. A draw, a game that goes on, was broken off or annulled costs nobody anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from controller.games.game import RulesError
from controller.play.fold import read_line
from controller.play.line import Line
from controller.play.moments import rules_of
from controller.record.log import LogReader
from controller.record.matches import ruled_score
from controller.record.transcriber import is_imported

#: Games that begin longer after each other than this are not of one evening.
EVENING = 6 * 3600.0
#: With so many people the fewest payments are looked for; with more, few.
_MOST_SEARCHED = 14

#: Ends that cost nobody anything.
_UNDECIDED = ("abandoned", "annulled")

Sums = dict[str, int]


@dataclass(frozen=True, slots=True)
class Stake:
    """What a point costs, and in what; `unit` None: nothing was staked, and points are counted."""

    each: int = 1
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One game in the account: what each of its players won (lost, where it is negative), in points
    and in what they played for."""

    number: int
    game: str
    opened: float
    points: Sums
    stake: Stake

    @property
    def amounts(self) -> Sums:
        """The points at their stake."""
        return {player: points * self.stake.each for player, points in self.points.items()}


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player owes another."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class Account:
    """The games of an evening, oldest first, and how many of them cannot be counted here."""

    entries: tuple[Entry, ...] = ()
    unknown: int = 0

    def running(self) -> Iterator[Sums]:
        """After each game, what its players have won so far in what it was played for."""
        so_far: dict[str | None, Sums] = defaultdict(lambda: defaultdict(int))
        for entry in self.entries:
            sums = so_far[entry.stake.unit]
            for player, amount in entry.amounts.items():
                sums[player] += amount
            yield {player: sums[player] for player in entry.amounts}

    def sums(self) -> dict[str | None, Sums]:
        """For each thing that was played for, what every player has won; all together nothing."""
        found: dict[str | None, Sums] = {}
        for entry in self.entries:
            sums = found.setdefault(entry.stake.unit, {})
            for player, amount in entry.amounts.items():
                sums[player] = sums.get(player, 0) + amount
        return {unit: dict(sorted(sums.items())) for unit, sums in sorted(found.items(), key=_name)}


def _name(pair: tuple[str | None, Sums]) -> tuple[bool, str]:
    """Points first, then whatever else was played for."""
    return pair[0] is not None, pair[0] or ""


def account_of(log: LogReader, since: float | None = None, stake: Stake | None = None) -> Account:
    """The account of the games that were opened at or after `since`; None: of the last evening.

    `stake` goes before what the games themselves say.
    """
    entries = [_entry(log, line, stake) for line in _lines(log, since)]
    counted = tuple(entry for entry in entries if entry)
    return Account(counted, len(entries) - len(counted))


def _lines(log: LogReader, since: float | None) -> list[Line]:
    """The games that count, oldest first; the record is read backwards, and no further than the
    evening goes."""
    found: list[Line] = []
    for number in reversed(log.numbers()):
        line = log.brief(number)
        if not _counts(line):
            continue
        if since is None and found and found[-1].opening.at - line.opening.at > EVENING:
            break
        if since is None or line.opening.at >= since:
            found.append(line)
    return found[::-1]


def _counts(line: Line) -> bool:
    """Whether a game has come to an end that counts, at this table and not elsewhere."""
    if line.result is None or line.result.reason in _UNDECIDED:
        return False
    return not is_imported(line.events[0].event)


def _entry(log: LogReader, line: Line, stake: Stake | None) -> Entry | None:
    """The game in the account; None where its rules are not installed here."""
    try:
        points = _points(log, line)
    except RulesError:
        return None
    opening = line.opening
    won: Sums = dict.fromkeys(line.players, 0)
    for player, each in zip(line.players, points, strict=True):
        won[player] += each
    return Entry(line.number, opening.game, opening.at, won, stake or _staked(opening.house))


def _staked(house: Mapping[str, object]) -> Stake:
    each = house.get("stake", 0)
    if not isinstance(each, int) or not each:
        return Stake()
    return Stake(each, str(house.get("currency", "")))


def _points(log: LogReader, line: Line) -> tuple[int, ...]:
    """What each side won: every loser pays every winner what the game was worth."""
    result, sides = line.result, range(len(line.players))
    assert result is not None
    winners = {*result.shared} if result.winner is None else {result.winner}
    worth = _worth(log, line)
    losers = len(sides) - len(winners)
    return tuple(worth * (losers if side in winners else -len(winners)) for side in sides)


def _worth(log: LogReader, line: Line) -> int:
    """The points of a game that has stakes of its own, in a match never more than were missing
    (T11); 1 of every other."""
    result, match = line.result, line.opening.match
    assert result is not None
    if rules_of(line.opening).stakes is None or result.winner is None:
        return 1
    points = result.scores[result.winner]
    if match is None or not match.length:
        return points
    before = ruled_score(read_line(log.events(line.number)))
    return max(0, min(points, match.length - before[result.winner]))


def payments(sums: Mapping[str, int]) -> list[Payment]:
    """Who pays whom so that everybody is even, in the fewest payments.

    So many as there are people who won or lost, less the groups of them that are even among
    themselves: as many such groups as can be are looked for.
    """
    open_ = {player: amount for player, amount in sorted(sums.items()) if amount}
    groups = _even_groups(open_) if len(open_) <= _MOST_SEARCHED else [list(open_)]
    return [each for group in groups for each in _settled({name: open_[name] for name in group})]


def _even_groups(sums: Mapping[str, int]) -> list[list[str]]:
    """The players in as many groups as possible, each of which is even."""
    names = list(sums)
    totals, most, last = [0], [0], [0]
    for mask in range(1, 1 << len(names)):
        low = mask & -mask
        totals.append(totals[mask ^ low] + sums[names[low.bit_length() - 1]])
        singles = [1 << at for at in range(len(names)) if mask >> at & 1]
        best = max(singles, key=lambda one: most[mask ^ one])
        last.append(best)
        most.append(most[mask ^ best] + (totals[mask] == 0))
    return list(_groups(names, totals, last))


def _groups(
    names: Sequence[str], totals: Sequence[int], last: Sequence[int]
) -> Iterator[list[str]]:
    """The groups that were found, taken apart from the last player on."""
    mask, group = len(last) - 1, []
    while mask:
        group.append(names[last[mask].bit_length() - 1])
        mask ^= last[mask]
        if totals[mask] == 0:
            yield group
            group = []


def _settled(sums: Mapping[str, int]) -> Iterator[Payment]:
    """Who owes most pays who is owed most, until all are even: one payment fewer than people."""
    left = dict(sums)
    while any(left.values()):
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        yield Payment(payer, payee, amount)
