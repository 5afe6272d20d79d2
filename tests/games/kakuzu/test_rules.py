"""The rules of Kakuzu by hand, Z1 to Z11, on a sheet known by heart (tests/games/kakuzu/hands.py).

Its first row is 1 to 9; the corners of the nine squares, which are taken for nobody, uncover
1, 4, 7 (upper squares), 2, 5, 8 (middle) and 3, 6, 9 (lower).
"""

from __future__ import annotations

import pytest

from controller.games.acts import Drawn
from controller.games.catalogue import make_game
from controller.games.game import Draw, IllegalError, InvalidError, Outcome
from controller.games.kakuzu import Gone, Lift, Name, Position, Rest, SheetError
from controller.games.kakuzu.board import CELLS, HOLE, SQUARES
from controller.games.kakuzu.sheet import read_sheet
from controller.games.kakuzu.turns import Turn
from tests.games.kakuzu.hands import CORNERS, GRID, SHEET, follow, game, holes_of, set_up

TWO, THREE, FOUR = game(), game(players=3), game(players=4)


# Z1: the board, the stones, the sheet, the tokens


def test_z1_a_stone_in_every_hole() -> None:
    """81 stones stand in 81 holes, nobody has one, and nothing lies open."""
    start = TWO.start()
    assert TWO.contents(start) == (1,) * 81
    assert (start.stones, start.gone, TWO.nobodys(start)) == ((0, 0), frozenset(), 0)


def test_z1_a_good_sheet() -> None:
    """A sheet with every number nine times is accepted, Sudoku or not."""
    assert read_sheet("123456789" * 9).reveal()[:3] == (1, 2, 3)


def test_z1_a_number_ten_times_is_refused() -> None:
    """A sheet where a number stands ten times is refused, and the error says which."""
    with pytest.raises(SheetError, match=r"1 stands 8 times, 2 stands 10 times; every number must"):
        read_sheet("2" + "123456789" * 8 + "23456789")  # the first and last row have no 1 left


def test_z1_ten_tokens_in_the_bag() -> None:
    """The bag holds the tokens 0 to 9."""
    assert TWO.bag(set_up(TWO)) == tuple(range(10))


def test_z1_chance_brings_one_token_of_the_bag() -> None:
    """What is to be drawn is one of the tokens in the bag, by the mover, and only where it is."""
    position = set_up(TWO)
    assert TWO.acts(TWO.start()).draw is None
    assert TWO.acts(position).draw == Draw(tuple(range(10)), 1, 1)
    assert TWO.acts(TWO.apply(position, Drawn([4]))).draw is None
    assert NAMED.acts(set_up(NAMED)).draw is None


# Z2: nine stones for nobody, one from every square


def test_z2_players_take_in_turn() -> None:
    """The players take one stone each in turn; the tenth action is the next one's first draw."""
    movers = []
    position = THREE.start()
    for hole in CORNERS:
        movers.append(position.mover)
        position = follow(THREE, position, hole)
    assert movers == [0, 1, 2, 0, 1, 2, 0, 1, 2]
    assert position.mover == 0
    assert THREE.needs_roll(position)


def test_z2_the_nine_belong_to_nobody() -> None:
    """Nine stones are gone and nobody has one, though their numbers lie open."""
    position = set_up(TWO)
    assert (position.left, position.stones, TWO.nobodys(position)) == (72, (0, 0), 9)
    assert [position.holes[HOLE[hole]] for hole in CORNERS] == list("147258369")


def test_z2_one_from_each_square_only() -> None:
    """A second stone from the same square is refused, and the squares still whole are named."""
    position = follow(TWO, TWO.start(), "a1")
    with pytest.raises(IllegalError, match=r"square a1-c3 has given its stone; still whole: d1-f3"):
        follow(TWO, position, "b2")


def test_z2_only_whole_squares_are_offered() -> None:
    """The legal lifts of the set-up are those from squares that have given nothing."""
    position = follow(TWO, TWO.start(), "a1", "e5")
    lifted = {turn.hole for turn in TWO.turns(position) if isinstance(turn, Lift)}
    assert lifted == {hole for square in (1, 2, 3, 5, 6, 7, 8) for hole in SQUARES[square]}


def test_z2_no_token_in_the_set_up() -> None:
    """Nothing is drawn before nine stones are gone."""
    with pytest.raises(IllegalError, match="no number can be drawn"):
        TWO.roll(TWO.start(), [5])
    assert TWO.roll(TWO.start(), []) == TWO.start()


# Z3: clockwise; draw one token, then lift one stone


def test_z3_turns_go_clockwise() -> None:
    """South, West, North, East: each miss gives the turn to the next one to the left."""
    assert FOUR.sides == ("South", "West", "North", "East")
    position = set_up(FOUR)
    movers = [position.mover]
    for hole in ("b1", "c1", "b2", "c2"):
        position = follow(FOUR, position, 9, hole)
        movers.append(position.mover)
    assert movers == [1, 2, 3, 0, 1]


def test_z3_no_lift_without_a_token() -> None:
    """A stone lifted before a token is drawn is refused."""
    with pytest.raises(IllegalError, match="no number is drawn yet"):
        follow(TWO, set_up(TWO), "b1=2")
    assert list(TWO.turns(set_up(TWO))) == []


def test_z3_one_token_at_a_time() -> None:
    """A second token is refused while the first is still to be looked for."""
    position = follow(TWO, set_up(TWO), 5)
    with pytest.raises(IllegalError, match="a stone is to be lifted first"):
        TWO.roll(position, [6])
    assert TWO.roll(position, [5]) == position


@pytest.mark.parametrize("dice", [[], [1, 2], [10], [-1]])
def test_z3_a_draw_is_one_token(dice: list[int]) -> None:
    """A draw is exactly one token from 0 to 9."""
    with pytest.raises(InvalidError, match="one number from 0 to 9 is drawn"):
        TWO.roll(set_up(TWO), dice)


def test_z3_two_players_sit_opposite() -> None:
    """Two players are South and North; each has the hole nearest to the own edge."""
    assert (TWO.sides, TWO.homes) == (("South", "North"), ("e9", "e1"))
    assert FOUR.homes == ("e9", "a5", "e1", "i5")


# Z4: a match


def test_z4_a_match_keeps_the_stone_and_goes_on() -> None:
    """The number equals the token: the player has the stone, the token stays out, draws again."""
    before = set_up(TWO)
    position = follow(TWO, before, 2, "b1")
    assert position.mover == before.mover == 1
    assert position.stones == (0, 1)
    assert position.found == (2,)
    assert TWO.needs_roll(position)


def test_z4_tokens_out_of_the_bag_cannot_be_drawn() -> None:
    """A token that was matched in this turn is not drawn again in it."""
    position = follow(TWO, set_up(TWO), 3, "c1", 2, "b1")
    assert position.found == (2, 3)
    with pytest.raises(IllegalError, match="number 3 is not in the bag; there are: 0, 1, 4, 5"):
        TWO.roll(position, [3])


def test_z4_an_empty_bag_leaves_only_the_0() -> None:
    """Nine matches in one turn leave the 0 alone to be drawn: it ends the turn."""
    position = set_up(TWO)
    for number in range(1, 10):
        position = follow(TWO, position, number, holes_of(number)[0])
    assert TWO.bag(position) == (0,)
    position = follow(TWO, position, 0, "pass")
    assert (position.mover, position.stones) == (0, (0, 9))
    assert TWO.bag(position) == tuple(range(10))


# Z5: a miss


def test_z5_a_miss_gives_the_stone_to_the_left() -> None:
    """The number differs: the player on the left has the stone and the turn."""
    before = set_up(THREE)
    position = follow(THREE, before, 9, "b1")
    assert (before.mover, position.mover) == (0, 1)
    assert position.stones == (0, 1, 0)


def test_z5_the_last_one_gives_to_the_first() -> None:
    """To the left of the last player sits the first."""
    position = follow(THREE, set_up(THREE), 9, "b1", 9, "c1", 9, "b2")
    assert position.stones == (1, 1, 1)
    assert position.mover == 0


def test_z5_a_miss_puts_the_tokens_back() -> None:
    """The turn's tokens go back into the bag with the miss."""
    position = follow(TWO, set_up(TWO), 2, "b1", 9, "c1")
    assert (position.found, position.token) == ((), None)
    assert TWO.bag(position) == tuple(range(10))


KEEPING = game(returns="one")


def test_z5a_a_miss_puts_only_the_last_token_back() -> None:
    """With returns = one the numbers found before the miss stay out of the bag, and the position's
    text tells them."""
    position = follow(KEEPING, set_up(KEEPING), 2, "b1", 9, "c1")
    assert (position.found, position.token, position.kept) == ((), None, (2,))
    assert KEEPING.bag(position) == (0, 1, 3, 4, 5, 6, 7, 8, 9)
    assert KEEPING.write_position(position).endswith(" kept:2")
    assert KEEPING.shown(position)["kept"] == [2]


def test_z5a_a_0_still_brings_the_turns_tokens_back() -> None:
    """Z6: after a 0 all tokens of that turn go back; those kept before stay out."""
    position = follow(KEEPING, set_up(KEEPING), 2, "b1", 9, "c1", 5, "e1", 0, "pass")
    assert position.kept == (2,)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("kept:2", "needs the options returns = one and variant = tokens"),
        ("token:2 kept:2", "is in another place as well"),
        ("kept:1,2,2", "is in another place as well"),
    ],
)
def test_z5a_a_position_that_cannot_be(said: str, wrong: str) -> None:
    """Tokens kept out of the bag are checked when a position is read."""
    rules = TWO if "options" in wrong else KEEPING
    at = KEEPING.write_position(follow(KEEPING, set_up(KEEPING), 2, "b1", 9, "c1"))
    with pytest.raises(InvalidError, match=wrong):
        rules.read_position(at.replace("kept:2", said))


# Z6: the 0


def test_z6_a_0_ends_the_turn() -> None:
    """A drawn 0 leaves one turn, a pass: nothing is lifted, the tokens are back, the next plays."""
    found = follow(TWO, set_up(TWO), 2, "b1")
    drawn = follow(TWO, found, 0)
    assert list(TWO.turns(drawn)) == [Rest.PASS]
    assert TWO.trace(drawn, Rest.PASS).moves_nothing
    position = follow(TWO, drawn, "pass")
    assert (position.mover, position.holes, position.stones) == (0, found.holes, found.stones)
    assert TWO.bag(position) == tuple(range(10))


def test_z6_nothing_is_lifted_after_a_0() -> None:
    """A stone lifted with a 0 drawn is refused."""
    with pytest.raises(IllegalError, match="a 0 was drawn, so nothing is lifted"):
        follow(TWO, set_up(TWO), 0, "b1=2")


def test_z6_no_pass_without_a_0() -> None:
    """Nobody passes a turn with a number to look for."""
    with pytest.raises(IllegalError, match="only a drawn 0"):
        follow(TWO, set_up(TWO), 4, "pass")


# Z7: all nine lie open


def test_z7_the_ninth_takes_the_token_away() -> None:
    """Misses or matches: with its ninth number open a token is gone for good."""
    position = set_up(TWO)
    for hole in holes_of(2):
        assert 2 in TWO.bag(position)
        position = follow(TWO, position, 9, hole)
    assert position.gone == {2}
    assert TWO.bag(position) == (0, 1, 3, 4, 5, 6, 7, 8, 9)
    with pytest.raises(IllegalError, match="number 2 is not in the bag"):
        TWO.roll(position, [2])


def test_z7_a_matched_ninth_does_not_come_back() -> None:
    """The ninth found by a match: the token is gone, not just out, and the turn goes on."""
    *eight, last = holes_of(2)
    position = set_up(TWO)
    for hole in eight:
        position = follow(TWO, position, 9, hole)
    matched = follow(TWO, position, 2, last)
    assert (matched.mover, matched.found, matched.gone) == (position.mover, (), frozenset({2}))
    missed = follow(TWO, matched, 9, "c1")
    assert 2 not in TWO.bag(missed)


def test_z7_a_gone_number_is_nowhere_else() -> None:
    """No lift can uncover a number that lies open nine times."""
    position = set_up(TWO)
    for hole in holes_of(2):
        position = follow(TWO, position, 9, hole)
    position = follow(TWO, position, 5)
    assert 2 not in TWO.uncoverable(position)
    with pytest.raises(IllegalError, match="all nine 2s lie open elsewhere"):
        follow(TWO, position, "c1=2")


def test_z7_in_the_set_up() -> None:
    """All nine of a number may lie open after the set-up: its token is never drawn."""
    position = TWO.start()
    for square in SQUARES:
        position = TWO.play(position, Lift(square[4], 7))
    assert position.gone == {7}
    assert 7 not in TWO.bag(position)


# Z8: the end


def test_z8_most_stones_win() -> None:
    """Without stones on the board the game is over, and most stones win."""
    position = Position(0, "".join(map(str, GRID)), (40, 32), gone=frozenset(range(1, 10)))
    assert TWO.outcome(position) == Outcome(True, 0, (40, 32))
    assert TWO.winners(position) == (0,)
    assert list(TWO.turns(position)) == []


def test_z8_equal_is_shared() -> None:
    """The most stones of two share the win: no single winner, both are named."""
    position = Position(0, "".join(map(str, GRID)), (12, 30, 30), gone=frozenset(range(1, 10)))
    assert THREE.outcome(position) == Outcome(True, None, (12, 30, 30))
    assert THREE.winners(position) == (1, 2)


def test_z8_nobody_wins_before_the_end() -> None:
    """As long as a stone is left there is no winner."""
    position = follow(TWO, set_up(TWO), 2, "b1")
    assert TWO.outcome(position) == Outcome(False, None, (0, 1))
    assert TWO.winners(position) == ()


def test_z8_the_last_stone_ends_it() -> None:
    """The last lift ends the game also when it was a match; nothing is drawn after it."""
    position = set_up(TWO)
    holes = [hole for hole in CELLS if hole not in CORNERS]
    for hole in holes:
        position = follow(TWO, position, SHEET.beneath(hole), hole)
        if not position.over:
            position = follow(TWO, position, 0, "pass")
    assert TWO.outcome(position) == Outcome(True, None, (36, 36))
    with pytest.raises(IllegalError, match="the game is over"):
        TWO.roll(position, [0])
    with pytest.raises(IllegalError, match="the game is over"):
        TWO.play(position, Lift(0, 1))


# Z9: the same number again


SAME = game("same")


def test_z9_a_match_is_followed_by_the_same_number() -> None:
    """After a match nothing is drawn: the same token must be found again."""
    position = follow(SAME, set_up(SAME), 2, "b1")
    assert (position.mover, position.token, position.stones) == (1, 2, (0, 1))
    assert not SAME.needs_roll(position)
    with pytest.raises(IllegalError, match="a stone is to be lifted first"):
        SAME.roll(position, [3])


def test_z9_a_miss_passes_and_the_token_goes_back() -> None:
    """A miss after matches gives the stone to the left and the token to the bag."""
    position = follow(SAME, set_up(SAME), 2, "b1", "c1")
    assert (position.mover, position.token, position.stones) == (0, None, (1, 1))
    assert SAME.bag(position) == tuple(range(10))


def test_z9_the_ninth_passes_the_turn() -> None:
    """Opening the ninth of the number passes the turn; the stone is kept, the token is gone."""
    position = follow(SAME, set_up(SAME), 2, *holes_of(2))
    assert (position.mover, position.stones, position.token) == (0, (0, 8), None)
    assert 2 not in SAME.bag(position)


def test_z9_a_0_ends_the_turn_here_too() -> None:
    """The 0 is in the bag in this variant as well (Z6)."""
    position = follow(SAME, set_up(SAME), 0, "pass")
    assert (position.mover, position.stones) == (0, (0, 0))


# Z10: no tokens


NAMED = game("named")


def test_z10_the_number_is_named_first() -> None:
    """Without tokens a number is named, which moves nothing, and then looked for."""
    position = set_up(NAMED)
    assert list(NAMED.turns(position)) == [Name(number) for number in range(1, 10)]
    assert NAMED.trace(position, Name(2)).moves_nothing
    position = follow(NAMED, position, "name2", "b1")
    assert (position.mover, position.stones, position.token) == (1, (0, 1), None)


def test_z10_no_lift_before_naming() -> None:
    """A stone lifted without a named number is refused, and so is a second name."""
    with pytest.raises(IllegalError, match="no number is named yet"):
        follow(NAMED, set_up(NAMED), "b1=2")
    with pytest.raises(IllegalError, match="2 is named already"):
        follow(NAMED, set_up(NAMED), "name2", "name3")


def test_z10_at_most_three_stones() -> None:
    """The third match ends the turn without a penalty."""
    position = follow(NAMED, set_up(NAMED), "name2", "b1", "name3", "c1", "name5", "e1")
    assert (position.mover, position.stones, position.found) == (0, (0, 3), ())


def test_z10_the_same_number_may_be_named_again() -> None:
    """No token keeps a number out: it may be named again at once."""
    two, other, *_ = holes_of(2)
    position = follow(NAMED, set_up(NAMED), "name2", two, "name2", other)
    assert (position.found, position.stones) == ((2, 2), (0, 2))


def test_z10_a_miss_as_ever() -> None:
    """A miss gives the stone to the left and passes the turn (Z5)."""
    position = follow(NAMED, set_up(NAMED), "name9", "b1")
    assert (position.mover, position.stones) == (0, (1, 0))


def test_z10_a_number_all_open_cannot_be_named() -> None:
    """With all nine open a number is named no more (Z7)."""
    position = set_up(NAMED)
    for hole in holes_of(2):
        position = follow(NAMED, position, "name9", hole)
    with pytest.raises(IllegalError, match="2 cannot be found any more; there are: 1, 3, 4"):
        follow(NAMED, position, "name2")


def test_z10_no_tokens_at_all() -> None:
    """There is no bag, and no draw is taken."""
    assert NAMED.chance is None
    assert NAMED.bag(set_up(NAMED)) == ()
    with pytest.raises(InvalidError, match="without dice"):
        NAMED.roll(set_up(NAMED), [3])


# Z11: the time for a turn


TIMED = game(turn_seconds=20)


def test_z11_time_out_is_a_miss_with_nothing_lifted() -> None:
    """A turn that runs out passes, its tokens are back, and no stone changes hands."""
    before = follow(TIMED, set_up(TIMED), 2, "b1", 3)
    position = TIMED.timeout(before)
    assert (position.mover, position.holes, position.stones) == (0, before.holes, before.stones)
    assert TIMED.bag(position) == tuple(range(10))


def test_z11_time_runs_before_the_draw_too() -> None:
    """Time may run out before a token is drawn or a number named."""
    for rules in (TIMED, game("named", turn_seconds=20)):
        position = set_up(rules)
        assert Rest.TIME in rules.turns(position)
        assert rules.timeout(position).mover != position.mover


def test_z11_no_limit_no_time_out() -> None:
    """Without a limit no turn runs out."""
    with pytest.raises(IllegalError, match="no time limit at this table"):
        TWO.timeout(follow(TWO, set_up(TWO), 5))


def test_z11_no_limit_in_the_set_up() -> None:
    """Taking the nine stones is no turn that runs out."""
    with pytest.raises(IllegalError, match="still to be taken"):
        TIMED.timeout(TIMED.start())


# A sheet that the board does not know


UNKNOWN = game(sheet="unknown")


def test_unknown_the_players_say_hit_or_miss() -> None:
    """Each lift has two turns, hit and miss; a hit is the token's number, a miss stays unknown."""
    position = follow(UNKNOWN, set_up(UNKNOWN), 2)
    texts = [UNKNOWN.write_turn(position, turn) for turn in UNKNOWN.turns(position)]
    assert texts[:4] == ["b1+", "b1-", "c1+", "c1-"]
    hit, miss = follow(UNKNOWN, position, "b1+"), follow(UNKNOWN, position, "b1-")
    assert (hit.holes[1], hit.mover, hit.stones) == ("2", 1, (0, 1))
    assert (miss.holes[1], miss.mover, miss.stones) == ("?", 0, (1, 0))


def test_unknown_players_say_that_a_number_is_gone() -> None:
    """What the board cannot count the players say: the token leaves for good (Z7)."""
    position = follow(UNKNOWN, set_up(UNKNOWN), "gone4")
    assert position.gone == {4}
    assert 4 not in UNKNOWN.bag(position)


def test_unknown_a_useless_token_is_drawn_anew() -> None:
    """A number said to be gone while its token is drawn: another token is drawn (Z7)."""
    position = follow(UNKNOWN, set_up(UNKNOWN), 4, "gone4")
    assert UNKNOWN.needs_roll(position)
    assert position.mover == 1


def test_unknown_the_ninth_of_the_same_number_passes() -> None:
    """Where the same number is looked for, its ninth passes the turn also when said (Z9)."""
    rules = game("same", sheet="unknown")
    position = follow(rules, set_up(rules), 4, "b1+", "gone4")
    assert (position.mover, position.stones, position.gone) == (0, (0, 1), frozenset({4}))


def test_unknown_not_everything_can_be_gone() -> None:
    """No more numbers can be gone than open holes leave room for (Z1, Z7)."""
    position = follow(UNKNOWN, set_up(UNKNOWN), "gone4")
    with pytest.raises(IllegalError, match="not all nine 5s can lie open"):
        follow(UNKNOWN, position, "gone5")


def test_a_known_sheet_is_counted_by_the_board() -> None:
    """Where the board knows the numbers nobody says that one is gone."""
    with pytest.raises(IllegalError, match="counts the open numbers itself"):
        TWO.play(set_up(TWO), Gone(4))


# Everything at once


@pytest.mark.parametrize("variant", ["tokens", "same", "named"])
@pytest.mark.parametrize("sheet", ["known", "unknown"])
@pytest.mark.parametrize("turn_seconds", [0, 20])
def test_turns_are_exactly_what_is_not_refused(variant: str, sheet: str, turn_seconds: int) -> None:
    """Of everything that could be done, just what `turns` lists can be played."""
    rules = game(variant, sheet=sheet, turn_seconds=turn_seconds)
    everything: list[Turn] = [Lift(hole, number) for hole in range(81) for number in range(10)]
    everything += [Name(number) for number in range(11)]
    everything += [Gone(number) for number in range(11)]
    everything += [*Rest, Lift(-1, 1), Lift(81, 1), Lift(5, 10)]
    positions = [rules.start(), set_up(rules)]
    if rules.named:
        positions.append(follow(rules, positions[-1], "name5"))
    else:
        positions += [rules.roll(positions[-1], [token]) for token in (0, 5)]
    for position in positions:
        playable = [turn for turn in everything if _plays(rules, position, turn)]
        assert sorted(map(str, playable)) == sorted(map(str, rules.turns(position)))


def _plays(rules: object, position: Position, turn: Turn) -> bool:
    try:
        rules.play(position, turn)  # type: ignore[attr-defined]
    except IllegalError:
        return False
    return True


def test_the_catalogue_has_kakuzu() -> None:
    """The game is made by its name, with its options checked."""
    assert make_game("kakuzu", {"players": "4"}).sides == FOUR.sides
    with pytest.raises(InvalidError, match=r"option players: '5' is not allowed; 2 to 4 is"):
        make_game("kakuzu", {"players": "5"})
    with pytest.raises(InvalidError, match="tokens or same or named"):
        make_game("kakuzu", {"variant": "best"})


def test_z5a_what_goes_back_is_said() -> None:
    """After a miss only the last number is told to go back; once none is left to be drawn, that all
    do; after a 0 those of the turn (Z6)."""
    found = follow(KEEPING, set_up(KEEPING), 2, "b1", 9)
    missed = follow(KEEPING, found, "c1")
    said = KEEPING.sayings.follows(found, "c1=3", missed)
    assert "Number 9 goes back into the bag; what was found stays out." in said
    zero = follow(KEEPING, missed, 5, "e1", 0)
    after = KEEPING.sayings.follows(zero, "pass", follow(KEEPING, zero, "pass"))
    assert "The numbers of this turn go back into the bag." in after
    last = missed._replace(kept=(1, 2, 3, 4, 5, 6, 7), gone=frozenset({8, 9}), token=0)
    refilled = follow(KEEPING, last, "pass")
    assert refilled.kept == ()
    all_back = "No other number was left to be drawn: all go back into the bag."
    assert all_back in KEEPING.sayings.follows(last, "pass", refilled)
    assert all_back not in (*said, *after)
