"""The evening's account: what a game brings, what everybody has won, and who pays whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.play.event import Event
from controller.record.account import (
    EVENING,
    Account,
    Entry,
    Payment,
    Stake,
    account_of,
    payments,
)
from controller.record.log import Log
from controller.record.transcriber import Transcriber
from controller.testing.games import fuzz
from tests.record.matches import AT, Evening, match_walk

SINGLE = {"length": 0, "score": [0, 0], "crawford": False, "number": 1, "first": 1}
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elena", "Fyodor")


def account(tmp_path: Path, *evenings: Sequence[Event], **given: Any) -> Account:
    """The account of a record with these events, read by somebody who has just come."""
    path = tmp_path / "record.db"
    with Log(path) as log:
        for events in evenings:
            log.append(events)
    with Log.open_reader(path) as reader:
        return account_of(reader, **given)


def ended(
    game: str,
    winner: int | None,
    scores: Sequence[int],
    reason: str = "played",
    *,
    players: Sequence[str] = ("Anna", "Boris"),
    house: dict[str, Any] | None = None,
    at: float = AT,
    **more: Any,
) -> list[Event]:
    """A game that ended so, told as briefly as a record can."""
    scribe = Transcriber(game, more.pop("options", {}), players, at=at, by="hands", house=house)
    if game in ("short", "long"):
        scribe.open(more.pop("match", SINGLE))
    else:
        scribe.open()
    data = {"winner": winner, "scores": list(scores), "reason": reason, **more}
    return [scribe.events[0], Event("game.over", at + 60, data)]


@pytest.mark.parametrize(
    ("events", "points"),
    [
        (ended("kalah", 0, (40, 32)), (1, -1)),
        (ended("kalah", None, (36, 36)), (0, 0)),
        (ended("kalah", 1, (0, 0), "resigned"), (-1, 1)),
        (ended("gyges", 1, (0, 1)), (-1, 1)),
        (ended("short", 0, (1, 0), level=1, cube=1), (1, -1)),
        (ended("short", 1, (0, 2), level=2, cube=1), (-2, 2)),
        (ended("short", 0, (12, 0), level=3, cube=4), (12, -12)),
        (ended("short", 1, (0, 2), "dropped", level=1, cube=2), (-2, 2)),
        (ended("short", 0, (4, 0), "resigned", level=2, cube=2), (4, -4)),
        (ended("long", 0, (3, 0), level=3, cube=1), (3, -3)),
    ],
    ids=lambda value: str(value[-1].data) if isinstance(value, list) else str(value),
)
def test_what_a_game_brings(tmp_path: Path, events: list[Event], points: tuple[int, int]) -> None:
    """N10, N11, S8, S9, L9: nardy brings what the game was worth, mars, koks and cube counted; a
    game without points brings one, a draw nothing."""
    (entry,) = account(tmp_path, events).entries
    assert tuple(entry.points.values()) == points
    assert entry.stake == Stake()


def test_what_is_not_counted(tmp_path: Path) -> None:
    """A game that goes on, was broken off or annulled is not in the account, and the evening is the
    one of the last game that is."""
    played = ended("kalah", 0, (40, 32), at=AT - 2 * EVENING)
    broken = ended("short", None, (0, 0), "abandoned")
    annulled = ended("short", None, (0, 0), "annulled", by="D", why="w")
    (entry,) = account(tmp_path, played, broken, annulled, annulled[:1]).entries
    assert entry.number == 1


def test_several_winners_of_several_players(tmp_path: Path) -> None:
    """Z8: every loser pays every winner one point."""
    alone = ended("kakuzu", 2, (20, 22, 30), players=NAMES[:3], options={"players": 3})
    shared = ended(
        "kakuzu", None, (26, 26, 20), players=NAMES[:3], options={"players": 3}, shared=[0, 1]
    )
    one, other = account(tmp_path, alone, shared).entries
    assert one.points == {"Anna": -1, "Boris": -1, "Clara": 2}
    assert other.points == {"Anna": 1, "Boris": 1, "Clara": -2}


def test_a_match_counts_no_more_than_its_length(tmp_path: Path) -> None:
    """T11: at 4-0 in a match to 5 a mars on a cube of 4 brings the one point that was missing."""
    match = {"length": 5, "score": [4, 0], "crawford": False, "number": 1, "first": 1}
    options = {"match_length": 5}
    won = ended("short", 0, (8, 0), level=2, cube=4, match=match, options=options)
    assert account(tmp_path, won).entries[0].points == {"Anna": 1, "Boris": -1}


def test_whole_matches_and_evenings(tmp_path: Path) -> None:
    """S14: over matches and single games with cubes, drops and resignations everybody's points are
    the scores that the games themselves came to."""
    matches = [Evening(seed, options={"match_length": 3}, hurry=3).play() for seed in range(3)]
    single = Evening(9, hurry=3).play(games=4)
    found = account(tmp_path, single.events, since=0.0)
    score = match_walk(single.events).score
    assert found.sums()[None] == {"Anna": score[0] - score[1], "Boris": score[1] - score[0]}
    for number, match in enumerate(matches):
        folder = tmp_path / str(number)
        folder.mkdir()
        sums = account(folder, match.events, since=0.0).sums()[None]
        score = tuple(min(3, points) for points in match_walk(match.events).score)
        assert sums["Anna"] == score[0] - score[1] == -sums["Boris"]


def test_each_game_at_its_own_stake(tmp_path: Path) -> None:
    """What a point costs is in the record with each game; sums of different things stay apart, and
    a stake that is told besides goes before all."""
    games = [
        ended("kalah", 0, (40, 32), house={"stake": 5, "currency": "€"}),
        ended("kalah", 1, (30, 42), house={"stake": 10, "currency": "€"}, at=AT + 600),
        ended("gyges", 0, (1, 0), house={"stake": 2, "currency": "sweets"}, at=AT + 900),
        ended("gyges", 0, (1, 0), at=AT + 1200),
    ]
    found = account(tmp_path, *games)
    assert found.sums() == {
        None: {"Anna": 1, "Boris": -1},
        "sweets": {"Anna": 2, "Boris": -2},
        "€": {"Anna": -5, "Boris": 5},
    }
    assert [*found.running()] == [
        {"Anna": 5, "Boris": -5},
        {"Anna": -5, "Boris": 5},
        {"Anna": 2, "Boris": -2},
        {"Anna": 1, "Boris": -1},
    ]
    with Log.open_reader(tmp_path / "record.db") as reader:
        told = account_of(reader, stake=Stake(3, "₽"))
    assert told.sums() == {"₽": {"Anna": 6, "Boris": -6}}


def test_an_evening_ends_with_a_long_pause(tmp_path: Path) -> None:
    """Games of other days count only where they are asked for, imported ones never."""
    yesterday = ended("kalah", 0, (40, 32), at=AT - EVENING - 1)
    first, last = ended("kalah", 1, (30, 42)), ended("kalah", 1, (30, 42), at=AT + EVENING)
    scribe = Transcriber("short", {}, ("Anna", "Boris"), at=AT + EVENING)
    scribe.open(SINGLE)
    scribe.stop(0, (1, 0), "time")
    games = (yesterday, first, last, scribe.events)
    assert account(tmp_path, *games).sums() == {None: {"Anna": -2, "Boris": 2}}
    with Log.open_reader(tmp_path / "record.db") as reader:
        assert account_of(reader, since=0.0).sums() == {None: {"Anna": -1, "Boris": 1}}


SCORES = st.dictionaries(st.sampled_from(NAMES), st.integers(-9, 9), min_size=1)
ENTRIES = st.lists(
    st.tuples(
        st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True),
        st.integers(0, 12),
        st.integers(1, 5),
        st.sampled_from((None, "€", "")),
    ),
    max_size=12,
)


def entries(drawn: list[tuple[list[str], int, int, str | None]]) -> list[Entry]:
    """Games in which the first of some players won so many points from each other one."""
    return [
        Entry(
            number,
            "kalah",
            AT + number,
            {name: worth * (len(names) - 1 if not at else -1) for at, name in enumerate(names)},
            Stake(stake, unit),
        )
        for number, (names, worth, stake, unit) in enumerate(drawn, start=1)
    ]


@fuzz
@given(drawn=ENTRIES, order=st.randoms())
def test_sums_are_even_and_do_not_hang_on_the_order(drawn: Any, order: Any) -> None:
    """All together nobody has won anything; in whatever order the games came, the sums, what is
    paid and what stands at the end are the same."""
    games = entries(drawn)
    found = Account(tuple(games)).sums()
    assert all(sum(sums.values()) == 0 for sums in found.values())
    order.shuffle(games)
    again = Account(tuple(games))
    assert again.sums() == found
    assert [*again.sums()] == [*found]
    assert [payments(sums) for sums in again.sums().values()] == [*map(payments, found.values())]
    last: dict[str | None, dict[str, int]] = {entry.stake.unit: {} for entry in games}
    for entry, running in zip(games, again.running(), strict=True):
        last[entry.stake.unit].update(running)
    assert last == found


@fuzz
@given(amounts=SCORES)
def test_payments_make_all_even_in_the_fewest(amounts: dict[str, int]) -> None:
    """Whoever pays as told is even, nobody pays who won, and by brute force over all ways to part
    the players no fewer payments do it."""
    first = min(amounts)
    amounts[first] -= sum(amounts.values())
    left = dict(amounts)
    paid = payments(amounts)
    for each in paid:
        assert each.amount > 0
        assert amounts[each.payer] < 0 < amounts[each.payee]
        left[each.payer] += each.amount
        left[each.payee] -= each.amount
    assert not any(left.values())
    open_ = [amount for amount in amounts.values() if amount]
    assert len(paid) == len(open_) - _most_groups(open_)


def _most_groups(amounts: Sequence[int]) -> int:
    """Into how many even groups these can be parted, by trying every group of the first one."""
    if not amounts:
        return 0
    first, rest = amounts[0], list(enumerate(amounts))[1:]
    best = 0
    for size in range(len(rest) + 1):
        for chosen in combinations(rest, size):
            if first + sum(amount for _, amount in chosen) == 0:
                taken = {at for at, _ in chosen}
                others = [amount for at, amount in rest if at not in taken]
                best = max(best, 1 + _most_groups(others))
    return best


def test_more_people_than_are_searched() -> None:
    """Twenty players are made even too, with one payment fewer than people at most."""
    sums = {f"P{at:02}": (at - 10) * 3 for at in range(21)}
    paid = payments(sums)
    assert len(paid) <= 19
    assert sum(each.amount for each in paid) == sum(n for n in sums.values() if n > 0)
    assert payments({"Anna": 4, "Boris": -4}) == [Payment("Boris", "Anna", 4)]
    assert payments({"Anna": 0}) == []
