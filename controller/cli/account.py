"""`lunka games --account`: what everybody has won and lost, and who pays whom."""

from __future__ import annotations

import argparse
from datetime import datetime

from controller.cli.errors import UsageError
from controller.cli.parser import whole
from controller.games.told import Told
from controller.record.account import Entry, Stake, Sums, account_of, payments
from controller.record.log import LogReader

#: What the options of the account are called.
_BESIDES = ("since", "stake", "currency")


def add_to(parser: argparse.ArgumentParser) -> None:
    """Let the list of games be an account instead."""
    parser.add_argument(
        "--account",
        action="store_true",
        help="what everybody has won and lost this evening, and who pays whom",
    )
    parser.add_argument(
        "--since",
        type=_moment,
        metavar="WHEN",
        help="with --account: of all games since 2026-11-17 or 2026-11-17T19:30",
    )
    parser.add_argument(
        "--stake",
        type=whole(1, 1_000_000),
        metavar="N",
        help="with --account: what a point costs, whatever the games themselves say",
    )
    parser.add_argument("--currency", metavar="TEXT", help="with --stake: in what, such as €")


def check(chosen: argparse.Namespace) -> None:
    """`UsageError` where something was said that belongs to another option."""
    if not chosen.account:
        for key in _BESIDES:
            if getattr(chosen, key) is not None:
                raise UsageError(
                    Told("--{key} belongs to --account: `lunka games --account --{key} …`", key=key)
                )
    if chosen.currency is not None and chosen.stake is None:
        raise UsageError(Told("--currency belongs to --stake: say what a point costs as well"))


def show(log: LogReader, chosen: argparse.Namespace) -> None:
    """Print the account: each game with what stands after it, the sums, and the payments."""
    stake = None if chosen.stake is None else Stake(chosen.stake, chosen.currency or "")
    account = account_of(log, chosen.since, stake)
    if not account.entries:
        print("No game has been counted yet.")
    for entry, running in zip(account.entries, account.running(), strict=True):
        print(_line(entry, running))
    for unit, sums in account.sums().items():
        print()
        print("\n".join(_summed(sums, unit)))
    if account.unknown:
        print(f"\nNot counted, since their rules are not installed here: {account.unknown}")


def _line(entry: Entry, running: Sums) -> str:
    opened = datetime.fromtimestamp(entry.opened).strftime("%Y-%m-%d %H:%M")
    unit = entry.stake.unit
    won = ", ".join(f"{player} {_signed(n, unit)}" for player, n in entry.amounts.items())
    stands = ", ".join(f"{player} {_signed(n, unit)}" for player, n in running.items())
    return f"{entry.number:>4}  {opened}  {entry.game:<10}  {won}; so far {stands}"


def _summed(sums: Sums, unit: str | None) -> list[str]:
    """Everybody's sum, and what makes all even."""
    width = max(map(len, sums))
    lines = [f"{player:<{width}}  {_signed(amount, unit)}" for player, amount in sums.items()]
    paid = [f"{each.payer} pays {each.payee} {_in(each.amount, unit)}" for each in payments(sums)]
    return lines + (paid or ["Everybody is even."])


def _signed(amount: int, unit: str | None) -> str:
    return _in(f"{amount:+d}" if amount else "0", unit)


def _in(amount: object, unit: str | None) -> str:
    if unit is None:
        return f"{amount} {'point' if str(amount).lstrip('+-') == '1' else 'points'}"
    return f"{amount} {unit}".rstrip()


def _moment(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no date; 2026-11-17 or 2026-11-17T19:30 is"
        ) from None
