"""Kakuzu at the board: a secret sheet, tokens, touch-move, time, and more than two players."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.games.chance import Chance
from controller.sheets.hiding import proves
from controller.table.commands import CommandError
from controller.table.state import Status
from controller.tracking.follower import Unclear
from tests.games.kakuzu.hands import CORNERS, SHEET, holes_of
from tests.house.kakuzu_room import SEED, KakuzuRoom

Opened = Callable[..., KakuzuRoom]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Opened]:
    """A Kakuzu room with these options."""
    rooms: list[KakuzuRoom] = []

    def opened(**options: Any) -> KakuzuRoom:
        rooms.append(KakuzuRoom(tmp_path, **options))
        return rooms[-1]

    yield opened
    for each in rooms:
        each.close()


def some_hit(here: KakuzuRoom) -> str:
    """A hole with the number that is looked for."""
    taken = [turn[:2] for turn in here.turns]
    return next(cell for cell in holes_of(here.position.token) if cell not in taken)


def some_miss(here: KakuzuRoom) -> str:
    """A hole with another number."""
    holes = [cell for cell, stones in here.wood.counts().items() if stones]
    return next(cell for cell in holes if SHEET.beneath(cell) != here.position.token)


def draw(here: KakuzuRoom, token: int) -> None:
    """Draw this token by hand."""
    here.do("roll", dice=[token])


def test_a_lift_is_judged_by_the_sheet(room: Opened) -> None:
    """A stone that is lifted is recorded with its number at once, and nobody is asked."""
    here = room()
    here.set_up()
    assert here.turns == [f"{cell}={SHEET.beneath(cell)}" for cell in CORNERS]
    assert here.events("question.asked") == []


def test_a_hit_keeps_the_turn_and_a_miss_passes_it(room: Opened) -> None:
    """Z4, Z5: the board judges match and miss itself."""
    here = room(tokens="hand")
    here.set_up()
    draw(here, 5)
    here.lift(some_hit(here))
    assert (here.position.mover, here.position.stones) == (1, (0, 1))
    draw(here, 4)
    here.lift(some_miss(here))
    assert (here.position.mover, here.position.stones) == (0, (1, 1))


def test_the_board_draws_tokens_that_can_be_checked(room: Opened) -> None:
    """Z3: a token drawn by the board follows from the seed promised before the game."""
    here = room()
    here.set_up()
    before = here.position
    here.do("roll")
    (drawn,) = here.events("dice.rolled")
    bag = here.table.state.rules.acts(before).draw
    assert bag is not None
    assert tuple(drawn["dice"]) == Chance(SEED).pick(1, bag.choices)
    assert drawn["by"] == "board"


def test_a_number_that_the_board_drew_is_never_void(room: Opened) -> None:
    """Z3: nobody draws until he likes the number; it is refused in words, and not offered."""
    here = room()
    here.set_up()
    here.do("roll")
    assert "void" not in here.table.commands()
    with pytest.raises(CommandError, match="has rolled or drawn cannot lie badly: play it"):
        here.do("void", why="another one, please")


def test_a_drawn_0_passes_by_itself(room: Opened) -> None:
    """Z6: after a 0 the turn passes, and nobody has to say so."""
    here = room(tokens="hand")
    here.set_up()
    mover = here.position.mover
    draw(here, 0)
    assert here.turns[-1] == "pass"
    assert here.position.mover != mover


def test_an_unknown_sheet_asks_hit_or_miss(room: Opened) -> None:
    """Where the sheet is unknown the players say whether it was a hit."""
    here = room(sheet="unknown", tokens="hand")
    here.set_up()
    assert here.turns == [f"{cell}?" for cell in CORNERS]
    draw(here, 5)
    here.lift("e5")
    here.let(3.0)
    question = here.table.state.question
    assert question is not None
    assert question.options == ("e5+", "e5-")
    texts = [option["text"]["en"] for option in here.view["question"]["options"]]
    assert texts == ["e5 (a hit)", "e5 (a miss)"]
    here.do("answer", question=question.number, choice="e5+")
    assert here.turns[-1] == "e5+"


def test_a_known_sheet_without_a_code_asks_for_the_number(room: Opened) -> None:
    """A board that does not know its sheet asks which number lies open."""
    here = room(made=False)
    here.begin()
    here.lift("a1")
    here.let(3.0)
    question = here.table.state.question
    assert question is not None
    assert question.options == tuple(f"a1={number}" for number in range(1, 10))


def test_a_lifted_stone_stays_lifted(room: Opened) -> None:
    """peek = false: a stone put back must go again; the lift stays on record, sealed."""
    here = room()
    here.begin()
    here.lift("a1")
    assert here.table.state.plies[-1].sealed
    here.wood.drop("a1")
    here.let(5.0)
    assert here.turns == ["a1=1"]
    assert here.lit()["a1"] == "too-many"
    assert here.table.state.question is None
    here.wood.lift("a1")
    here.let(2.0)
    assert here.events("attempt.righted") == [{}]


def test_a_stone_may_be_put_back_where_the_house_allows_it(room: Opened) -> None:
    """peek = true: a stone back before hit or miss is shown was never lifted, in the record too."""
    here = room(peek=True)
    here.begin()
    here.lift("a1")
    here.wood.drop("a1")
    here.let(5.0)
    assert here.events("turn.made") == []


def test_what_was_seen_stays_seen(room: Opened) -> None:
    """peek = true: once the lift counts the number lies open, and the stone must stay away."""
    here = room(peek=True)
    here.begin()
    here.lift("a1")
    here.let(3.0)
    assert here.turns == ["a1=1"]
    here.wood.drop("a1")
    here.let(5.0)
    assert here.turns == ["a1=1"]
    assert here.lit()["a1"] == "too-many"


def test_a_stone_that_was_only_touched(room: Opened) -> None:
    """A stone that leaves its hole for a moment, as a trembling sensor shows it, was not lifted."""
    here = room()
    here.begin()
    here.wood.lift("a1")
    here.let(0.2)
    here.wood.drop("a1")
    here.let(5.0)
    assert here.events("turn.made") == []


def test_two_stones_in_quick_succession(room: Opened) -> None:
    """Two players who take their stones almost at once are both recorded, in that order."""
    here = room()
    here.begin()
    here.wood.lift("d1")
    here.let(0.2)
    here.wood.lift("a1")
    here.let(3.0)
    assert here.turns == ["d1=4", "a1=1"]


def test_hit_or_miss_must_be_said_though_the_stone_went_back(room: Opened) -> None:
    """peek = false: where the board cannot judge, putting the stone back answers nothing."""
    here = room(sheet="unknown", tokens="hand")
    here.set_up()
    draw(here, 5)
    here.lift("e5")
    here.let(3.0)
    here.wood.drop("e5")
    here.let(5.0)
    question = here.table.state.question
    assert question is not None
    assert question.options == ("e5+", "e5-")
    here.do("answer", question=question.number, choice="e5-")
    here.let(7.0)
    assert here.turns[-1] == "e5-"
    assert here.lit()["e5"] == "too-many"


def test_a_stone_that_never_left_need_not_be_judged(room: Opened) -> None:
    """Where a sensor failed and nothing was lifted, the hole is vouched for and nothing played."""
    here = room(sheet="unknown", tokens="hand")
    here.set_up()
    draw(here, 5)
    here.board.fail("e5", "dead")
    here.let(3.0)
    assert here.table.state.question is not None
    here.do("vouch", cells=["e5"])
    here.let(3.0)
    question = here.table.state.question
    assert question is not None
    assert question.options == ("e5+", "e5-", "nothing")
    here.do("answer", question=question.number, choice="nothing")
    assert here.table.state.question is None
    assert here.turns[-1] == f"{CORNERS[-1]}?"


def test_stones_that_left_are_not_missed(room: Opened) -> None:
    """A board that empties as it should is never said to lack stones."""
    here = room()
    here.set_up()
    here.lift("b1")  # before a token is drawn: not allowed
    here.let(20.0)
    assert here.events("piece.missing") == []
    assert here.lit()["b1"] == "too-few"


def test_the_time_for_a_turn(room: Opened) -> None:
    """Z11: the lights warn, then the turn passes as a miss with nothing lifted."""
    here = room(turn_seconds=60)
    here.set_up()
    home = here.table.state.rules.homes[here.position.mover]
    here.let(45.0)
    assert here.events("turn.hurry") == []
    here.let(8.0)
    assert [said["left"] for said in here.events("turn.hurry")] == [10.0]
    assert here.lit()[home] == "hurry"
    here.let(10.0)
    assert here.turns[-1] == "time"
    assert here.table.state.plies[-1].by == "clock"
    assert here.table.state.plies[-1].sealed


def test_time_cannot_be_declared(room: Opened) -> None:
    """Nobody can say that the time is up: the board watches it, and does not offer it."""
    here = room(turn_seconds=60)
    here.set_up()
    assert "time" not in here.view["turns"]
    with pytest.raises(CommandError, match="the board itself watches the time"):
        here.do("declare", turn="time")


def test_the_time_stands_still_in_a_pause(room: Opened) -> None:
    """A pause is nobody's time."""
    here = room(turn_seconds=60)
    here.set_up()
    here.let(30.0)
    here.do("pause")
    here.let(500.0)
    here.do("resume")
    here.let(15.0)
    assert here.turns[-1] != "time"
    here.let(20.0)
    assert here.turns[-1] == "time"


def test_turns_are_named_by_their_holes(room: Opened) -> None:
    """What may be played is told by holes alone, without what lies beneath."""
    here = room()
    here.begin()
    assert sorted(here.view["turns"]) == sorted(here.profile.cell_names)


def test_a_declared_lift_is_told_by_its_hole(room: Opened) -> None:
    """A hole can be declared; a number cannot be tried out, right or wrong."""
    here = room()
    here.begin()
    refusals = []
    for guess in ("a1=1", "a1=2"):
        with pytest.raises(CommandError) as refused:
            here.do("declare", turn=guess)
        refusals.append(str(refused.value).replace(guess, "a1=?"))
    assert refusals[0] == refusals[1]
    here.do("declare", turn="a1")
    assert here.turns == ["a1=1"]


def test_a_question_names_no_covered_number(room: Opened) -> None:
    """Where the hole is unclear the board asks by holes only; the answer then uncovers."""
    here = room()
    here.begin()
    follower = here.table.follower
    assert follower is not None
    here.table.ask(Unclear(tuple(follower.here.turns[:3])))
    question = here.table.state.question
    assert question is not None
    assert question.options == ("a1", "b1", "c1")
    here.wood.lift("b1")
    here.do("answer", question=question.number, choice="b1")
    assert here.turns == ["b1=2"]


def test_the_sheet_stays_over_a_restart(room: Opened) -> None:
    """After a power cut the same sheet lies beneath, from a file that only its owner can read."""
    here = room()
    here.begin()
    here.lift("a1")
    assert stat.S_IMODE(here.house.vault.path.stat().st_mode) == 0o600  # type: ignore[union-attr]
    here.reopen()
    here.lift("d1")
    assert here.turns == ["a1=1", "d1=4"]


def test_the_seal_is_shown_first_and_opened_last(room: Opened) -> None:
    """The record has the seal from the start and, once the game is over, what it was made from."""
    here = room()
    here.begin()
    (sealed,) = here.events("secret.sealed")
    assert here.events("secret.revealed") == []
    here.do("resign", side=0)
    (shown,) = here.events("secret.revealed")
    assert proves(shown, sealed["seal"])
    assert not proves({**shown, "salt": "00" * 16}, sealed["seal"])
    assert here.house.vault.recall(f"hidden under {sealed['seal']}") is None


def test_a_sheet_by_its_code_must_be_known(room: Opened) -> None:
    """A code that names no sheet of this board is refused, and the game goes on."""
    here = room()
    with pytest.raises(CommandError, match="this board keeps no sheets"):
        here.do("new", sheet="7KQ2-07A-EZ")
    with pytest.raises(CommandError, match="without a known sheet"):
        here.do("new", sheet="7KQ2-07A-EZ", options={"sheet": "unknown"})


def play_on(here: KakuzuRoom) -> None:
    """Play to the end, lifting whatever comes first."""
    while here.table.state.status is Status.PLAYING:
        commands, turns = here.table.commands(), here.table.turns()
        if "roll" in commands:
            here.do("roll")
        elif turns[0].startswith("name"):
            here.do("declare", turn=turns[0])
        else:
            here.lift(turns[len(turns) // 2])


def test_a_game_from_the_record_is_played_to_its_end(room: Opened) -> None:
    """Beneath a position with open numbers lies a sheet that shows them (Z1), to the last stone."""
    here = room()
    here.set_up()
    while len(here.turns) < 60:
        here.do("roll") if "roll" in here.table.commands() else here.lift(here.table.turns()[0])
    before = here.position.numbers
    here.do("setup", game=here.log.current_game)
    here.let(5.0)
    assert here.position.numbers == before
    play_on(here)
    (*_, shown) = here.events("secret.revealed")
    assert here.position.left == 0
    assert all(shown["sheet"][hole] == str(number) for hole, number in before.items())


def test_no_sheet_is_asked_hole_by_hole(room: Opened) -> None:
    """Whether a code's sheet agrees with a position would tell what is beneath."""
    here = room()
    text = f"S 5{'*' * 8}/{'/'.join(['*' * 9] * 8)} 0,0"
    with pytest.raises(CommandError, match="a position with open numbers takes no code"):
        here.do("new", sheet="7KQ2-07A-EZ", position=text)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["tokens", "same", "named"])
def test_whole_games(room: Opened, variant: str, players: int) -> None:
    """Every variant with two, three and four players is played to its end on the board."""
    here = room(variant=variant, players=players)
    here.begin()
    play_on(here)
    result = here.table.state.result
    assert result is not None
    assert sum(result.scores) == 72
    assert len(here.view["sides"]) == players
    best = [side for side, score in enumerate(result.scores) if score == max(result.scores)]
    assert list(result.shared or [result.winner]) == best
    assert here.events("question.asked") == []


def test_who_resigns_of_three_leaves_the_win_to_the_others(room: Opened) -> None:
    """With more than two players the best of the others wins, or they share."""
    here = room(players=3, tokens="hand")
    here.set_up()
    here.do("resign", side=0)
    result = here.table.state.result
    assert result is not None
    assert (result.winner, result.shared) == (None, (1, 2))
    assert here.view["result"]["shared"] == [1, 2]


def test_clocks_for_four(room: Opened) -> None:
    """Each of four players has a clock, and the mover's runs."""
    here = room(players=4, house={"clock": "plain", "minutes": 5})
    here.begin()
    here.do("confirm")  # the others wait: they start the first mover's clock
    here.let(10.0)
    here.lift("a1")
    clocks = [side["clock"] for side in here.view["sides"]]
    assert clocks[0] < 291
    assert clocks[2:] == [300.0, 300.0]
    assert [side["running"] for side in here.view["sides"]] == [False, True, False, False]
