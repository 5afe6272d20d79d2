"""Dice to which everybody contributes: nobody decides alone, and any change is found."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.board.view import view_of
from controller.games.chance import Chance
from controller.play.steps import seal_of
from controller.record.log import Log
from controller.record.verify import verify
from controller.table.commands import CommandError
from tests.house.test_promise import Desk
from tests.record.signed import read_rows, write_rows


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A nardy table whose board rolls, and has promised its seed."""
    desk = Desk(tmp_path)
    yield desk
    desk.house.log.close()


def give(desk: Desk, side: int, number: str) -> None:
    """Bind a number; it is shown later."""
    desk.do("contribute", side=side, seal=seal_of(number))


def rolls_of(desk: Desk) -> list[list[int]]:
    """Every roll of the record."""
    return [list(e.data["dice"]) for _, e in read_rows(desk.path) if e.kind == "dice.rolled"]


def by_hand(seed: bytes, parts: list[list[Any]], number: int) -> list[int]:
    """Roll so-and-so as docs/record.md says it is drawn."""
    told = json.dumps(parts, separators=(",", ":")).encode()
    mixed = hmac.digest(seed, b"players:" + hashlib.sha256(told).hexdigest().encode(), "sha256")
    fair = (b for b in hmac.digest(mixed, f"{number}:0".encode(), "sha256") if b < 252)
    return [next(fair) % 6 + 1, next(fair) % 6 + 1]


def test_both_bind_then_show_and_the_dice_are_of_all(desk: Desk) -> None:
    """The rolls come from the seed and both numbers; verify repeats them, over a restart too."""
    assert view_of(desk.house)["contributed"] == []
    give(desk, 0, "seven")
    give(desk, 1, "3f91")
    told = view_of(desk.house)
    assert told["contributed"] == [{"side": 0, "shown": False}, {"side": 1, "shown": False}]
    assert "bound a number" in told["news"]["en"]
    desk.do("contribute", side=1, number="3f91")
    desk.kill()
    desk.do("contribute", side=0, number="seven")
    chance = desk.chance
    assert chance is not None
    desk.roll()
    assert view_of(desk.house)["contributed"] is None
    parts = [[0, "seven"], [1, "3f91"]]
    found = rolls_of(desk)
    assert found == [by_hand(chance.seed, parts, n) for n in range(1, len(found) + 1)]
    desk.give_up()
    assert "is whole" in desk.verified()
    with Log.open_reader(desk.path) as log:
        from controller.play.fold import read_line
        from controller.record.jsonfile import game_object

        line = read_line(log.events(1))
    assert game_object(line)["tags"]["Added"] == '0:"seven" 1:"3f91"'


def test_who_adds_nothing_is_not_waited_for(desk: Desk) -> None:
    """Without numbers the seed alone rolls, as ever."""
    chance = desk.chance
    desk.roll()
    assert chance is not None
    assert rolls_of(desk)[0] == list(chance.dice(1))
    with pytest.raises(CommandError, match="not possible now"):
        give(desk, 0, "late")


def test_one_open_number_closes_the_door(desk: Desk) -> None:
    """Whoever came after it could choose by it."""
    desk.do("contribute", side=1, number="open")
    for facts in ({"side": 0, "number": "x"}, {"side": 0, "seal": seal_of("x")}, {}):
        with pytest.raises(CommandError, match="bind yours before any is known"):
            desk.do("contribute", **facts)
    desk.roll()
    desk.give_up()
    assert "is whole" in desk.verified()


def test_a_bound_number_must_be_the_one_that_is_shown(desk: Desk) -> None:
    """Another is refused; a roll waits for it, and another promise ends the waiting."""
    give(desk, 0, "mine")
    with pytest.raises(CommandError, match="not the number that was bound"):
        desk.do("contribute", side=0, number="other")
    with pytest.raises(CommandError, match="one is enough"):
        give(desk, 0, "again")
    with pytest.raises(CommandError, match="White has bound a number and not shown it yet"):
        desk.do("roll")
    before = desk.chance
    desk.do("contribute", anew=True)
    assert desk.chance != before
    with pytest.raises(CommandError, match="nothing to begin anew"):
        desk.do("contribute", anew=True)
    desk.roll()
    desk.kill()
    desk.give_up()
    assert "is whole" in desk.verified()


def test_a_button_of_the_board(desk: Desk) -> None:
    """A press adds its moment, before the players' own numbers."""
    desk.house._pressed("number")
    desk.let(0.5)
    desk.house._pressed("number")
    give(desk, 0, "mine")
    desk.house._pressed("number")
    assert "bind yours before" in (desk.house.notice or "")
    desk.do("contribute", side=0, number="mine")
    parts = desk.house.table.state.line.promise
    assert parts is not None
    assert [part.side for part in parts.parts] == [None, None, 0]
    assert len({part.number for part in parts.parts}) == 3
    desk.roll()
    desk.give_up()
    assert "is whole" in desk.verified()


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"number": "7"}, "comes with its side"),
        ({"side": 0, "number": "7", "anew": True}, "comes with its side"),
        ({"side": 0, "number": "7", "seal": "ab" * 32}, "comes with its side"),
        ({"side": 5, "number": "7"}, "there is no side 5"),
        ({"side": 0, "seal": "abc"}, "64 small hexadecimal digits"),
        ({"anew": 3}, "anew must be true"),
    ],
)
def test_slips_get_a_sentence(desk: Desk, facts: dict[str, Any], words: str) -> None:
    """What is given wrongly is said to be so, and nothing is written."""
    before = len(read_rows(desk.path))
    with pytest.raises(CommandError, match=words):
        desk.do("contribute", **facts)
    assert len(read_rows(desk.path)) == before


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with both players' numbers, closed."""
    desk = Desk(tmp_path_factory.mktemp("played"))
    desk.house._pressed("number")
    give(desk, 0, "seven")
    give(desk, 1, "3f91")
    desk.do("contribute", side=0, number="seven")
    desk.do("contribute", side=1, number="3f91")
    desk.roll()
    desk.give_up()
    assert "is whole" in desk.verified()
    desk.house.log.close()
    return desk.path


KINDS = ("chance.sealed", "chance.added", "chance.bound", "chance.committed", "chance.revealed")


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_changed_contribution_is_found(played: Path, data: Any) -> None:
    """Whatever fact of the protocol is changed, left out or put elsewhere, all hashes made anew."""
    rows = read_rows(played)
    places = [at for at, row in enumerate(rows) if row[1].kind in KINDS]
    at = data.draw(st.sampled_from(places))
    game, event = rows[at]
    how = data.draw(st.sampled_from(["change", "leave out", "swap"]))
    if how == "leave out" and event.kind == "chance.revealed":
        return  # a seed need not be shown before the next game
    if how == "leave out":
        del rows[at]
    elif how == "swap":
        other = data.draw(st.sampled_from([each for each in places if each != at]))
        same = rows[at][1].kind == rows[other][1].kind == "chance.added"
        rows[at], rows[other] = rows[other], rows[at]
        if same and event.data.get("by") == "player" == rows[at][1].data.get("by"):
            return  # two that were bound may be shown in any order
    else:
        # Who says so, and by which key, is no fact of the protocol: the signature vouches for it.
        name = data.draw(st.sampled_from(sorted(set(event.data) - {"by", "sent_by"})))
        value = event.data[name]
        changed = 1 - value if isinstance(value, int) else value[:-1] + chr(ord(value[-1]) ^ 1)
        rows[at] = (game, type(event)(event.kind, event.at, {**event.data, name: changed}))
    path = played.with_name("changed.db")
    for each in path.parent.glob("changed.db*"):
        each.unlink()
    write_rows(path, rows)
    assert not verify(path).ok


SEED, TEXT = st.binary(min_size=32, max_size=32), st.text("0123456789abcdef", min_size=1)


def mixed(seed: bytes, numbers: list[str]) -> Chance:
    """The dice of a seed and these numbers."""
    parts = json.dumps([[*each] for each in enumerate(numbers)], separators=(",", ":"))
    return Chance(seed).mixed(hashlib.sha256(parts.encode()).hexdigest())


@settings(max_examples=60, deadline=None)
@given(st.lists(SEED, min_size=2, max_size=2, unique=True), st.lists(TEXT, min_size=3, max_size=3))
def test_every_party_changes_the_dice(seeds: list[bytes], numbers: list[str]) -> None:
    """Seed, first number, second number: whichever alone is another gives other dice."""
    before = mixed(seeds[0], numbers[:2])
    assert mixed(seeds[1], numbers[:2]) != before
    assert (mixed(seeds[0], [numbers[0], numbers[2]]) != before) == (numbers[1] != numbers[2])
    assert (mixed(seeds[0], [numbers[2], numbers[1]]) != before) == (numbers[0] != numbers[2])


@pytest.mark.parametrize("party", ["board", "White", "Black"])
def test_no_party_alone_can_decide(party: str) -> None:
    """Each tries 60 choices of its own for a double six, before it knows the others' ones: what it
    found best is no better than any other, over 400 games (one in 36, so 11 of 400)."""

    def choice(label: str, game: int, attempt: int = 0) -> str:
        return hashlib.sha256(f"{label}{game}/{attempt}".encode()).hexdigest()

    def dice(game: int, **own: str) -> tuple[int, ...]:
        told = {name: choice(name, game) for name in ("board", "White", "Black")} | own
        return mixed(bytes.fromhex(told["board"]), [told["White"], told["Black"]]).dice(1)

    def guessed(game: int, mine: str) -> bool:
        # The others' numbers as this party imagines them: it cannot know the true ones.
        others = {name: choice(f"imagined {name}", game) for name in ("board", "White", "Black")}
        return dice(game, **{**others, party: mine}) == (6, 6)

    won = 0
    for game in range(400):
        tries = [choice(party, game, attempt) for attempt in range(60)]
        best = next((each for each in tries if guessed(game, each)), tries[0])
        won += dice(game, **{party: best}) == (6, 6)
    assert won < 30  # one that decided alone would win more than 300
