"""Dice, cube, resignations and matches (N2, N3, N10, N11, S8-S12, S14, L9)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from controller.games.acts import Drawn, Said
from controller.games.catalogue import make_game
from controller.games.game import IllegalError, InvalidError, Outcome, RulesError
from controller.games.nardy import (
    Gulbar,
    Long,
    LongOptions,
    MadGulbar,
    Nardy,
    NardyOptions,
    Position,
    Short,
    ShortOptions,
    State,
)
from controller.games.nardy.match import Match
from controller.games.nardy.stakes import MOST_RAISES
from tests.games.nardy.boards import Stacks, position

MONEY = Match(Short())


#: The next game of the match begins.
NEXT = object()


def acted(match: Match, at: Position, *acts: object) -> Position:
    """The position after these acts, one after another, and with its points where it is over."""
    for act in acts:
        following = match.next_game(at) if act is NEXT else match.game.apply(at, act)
        assert following is not None
        at = match.settled(following)
    return at


def words(match: Match, at: Position) -> list[str]:
    """What may be said."""
    return [saying.word for saying in match.game.acts(at).words]


def to_roll(match: Match, **stakes: object) -> Position:
    """White to roll, early in a game."""
    start = match.game.start()
    return start._replace(stakes=replace(start.stakes, **stakes))  # type: ignore[arg-type]


# Opening and void rolls (N2, N3, S10)


@pytest.mark.parametrize(
    ("game", "white", "black", "mover", "dice"),
    [
        (Short(), 4, 2, 0, (4, 2)),
        (Short(), 2, 4, 1, (4, 2)),
        (Long(), 4, 2, 0, ()),
        (Gulbar(), 1, 6, 1, ()),
    ],
)
def test_opening(game: Nardy, white: int, black: int, mover: int, dice: tuple[int, ...]) -> None:
    """The higher begins: in short nardy with these dice, in the others with fresh ones (N2)."""
    match = Match(game)
    at = acted(match, match.open(), Drawn((white, black)))
    assert (at.mover, at.dice, at.stakes.state) == (mover, dice, State.PLAYING)


def test_equal_opening_dice_roll_again() -> None:
    """Ties roll again, and leave the stake alone unless agreed (N2)."""
    assert acted(MONEY, MONEY.open(), Drawn((3, 3))) == MONEY.open()


@pytest.mark.parametrize(("ties", "cube"), [(0, 1), (1, 2), (2, 4), (3, 4), (5, 4)])
def test_auto_doubles(ties: int, cube: int) -> None:
    """Equal opening dice double the stake as often as agreed, the cube in the middle (S10)."""
    match = Match(Short(ShortOptions(auto_doubles=2)))
    at = acted(match, match.open(), *[Drawn((5, 5))] * ties, Drawn((6, 1)))
    assert (at.stakes.cube, at.stakes.owner) == (cube, None)


def test_auto_doubles_beside_raises_by_steps() -> None:
    """S10, N11: equal opening dice double the stake also where raises add one, up to the highest
    cube that can be written."""
    match = Match(Short(ShortOptions(auto_doubles=10, raise_step="add")))
    at, cubes = match.open(), []
    for _ in range(6):
        at = acted(match, at, Drawn((3, 3)))
        cubes.append(at.stakes.cube)
        assert match.game.read_position(match.game.write_position(at)) == at
    assert cubes == [2, 4, 8, 16, 16, 16]


def test_a_raise_by_steps_after_auto_doubles() -> None:
    """S10, N11: after two equal opening rolls the stake is 4, and a raise makes it 5."""
    match = Match(Short(ShortOptions(auto_doubles=2, raise_step="add")))
    at = acted(match, match.open(), *[Drawn((5, 5))] * 3, Drawn((3, 1)))
    assert (at.stakes.cube, at.stakes.owner) == (4, None)
    at = acted(match, at, match.game.turns(at)[0], Said("double"), Said("take"))
    assert at.stakes.cube == 5


def test_what_may_be_done_instead() -> None:
    """A refused word says what may be done now."""
    rolled = acted(MONEY, to_roll(MONEY), Drawn((6, 5)))
    with pytest.raises(IllegalError, match=r"^take is not allowed now; allowed: play, resign$"):
        acted(MONEY, rolled, Said("take"))
    with pytest.raises(
        IllegalError, match=r"^take is not allowed now; allowed: roll, void roll, double, resign$"
    ):
        acted(MONEY, to_roll(MONEY), Said("take"))
    with pytest.raises(
        IllegalError, match=r"^double is not allowed now; allowed: opening roll, void roll$"
    ):
        acted(MONEY, MONEY.open(), Said("double"))


def test_wrong_opening_dice() -> None:
    """Opening dice are numbers from 1 to 6."""
    with pytest.raises(InvalidError, match=r"opening dice \[7, 1\]"):
        acted(MONEY, MONEY.open(), Drawn((7, 1)))
    with pytest.raises(IllegalError, match="the opening roll must say who begins"):
        MONEY.game.roll(MONEY.open(), (6, 5))


# The cube (N11, S8, S11)


@pytest.mark.parametrize(("pays", "points"), [("as-it-stood", 2), ("first", 1)])
@pytest.mark.parametrize("kind", [Short, Long, Gulbar, MadGulbar])
def test_who_declines_a_raise_pays(kind: type[Nardy], pays: str, points: int) -> None:
    """N11a: who declines the second raise pays the stake as it stood, 2, or the first one, 1; the
    score and the position's text tell the same."""
    game = make_game(kind.name, {"declined_raise": pays})
    assert isinstance(game, Nardy)
    match = Match(game)
    at = acted(match, to_roll(match), Said("double"), Said("take"))
    dropped = acted(match, at._replace(mover=1), Said("double"), Said("drop"))
    assert game.outcome(dropped) == Outcome(over=True, winner=1, scores=(0, points))
    assert dropped.stakes.score == (0, points)
    again = game.read_position(game.write_position(dropped))
    assert game.outcome(again).scores == (0, points)


def test_the_first_stake_is_one_after_equal_opening_dice_too() -> None:
    """N11a, S10: what was agreed at the start is 1, whatever the opening dice doubled."""
    match = Match(Short(ShortOptions(auto_doubles=2, declined_raise="first")))
    at = acted(match, match.open(), *[Drawn((5, 5))] * 2, Drawn((6, 1)))
    at = acted(match, at, match.game.turns(at)[0], Said("double"), Said("drop"))
    assert (at.stakes.cube, match.game.outcome(at).scores) == (4, (0, 1))


def test_only_who_declines_pays_the_first_stake() -> None:
    """N11a: a resignation at a raised stake costs that stake in either reading."""
    match = Match(Short(ShortOptions(declined_raise="first")))
    at = acted(
        match, to_roll(match), Said("double"), Said("take"), Said("resign 2", 1), Said("accept")
    )
    assert match.game.outcome(at).scores == (4, 0)


def test_take_and_redouble() -> None:
    """Who takes owns the cube, and only the owner may redouble (S8)."""
    at = acted(MONEY, to_roll(MONEY), Said("double"), Said("take"))
    assert (at.stakes.cube, at.stakes.owner) == (2, 1)
    with pytest.raises(IllegalError, match="the cube belongs to Black"):
        acted(MONEY, at, Said("double"))
    theirs = acted(MONEY, at._replace(mover=1), Said("double"), Said("take"))
    assert (theirs.stakes.cube, theirs.stakes.owner) == (4, 0)


def test_drop() -> None:
    """Declining loses the stake as it stood (S8)."""
    at = acted(MONEY, to_roll(MONEY, cube=4, owner=0), Said("double"), Said("drop"))
    assert at.stakes.state is State.DROPPED
    assert MONEY.game.outcome(at).winner == 0
    assert MONEY.game.outcome(at).scores == at.stakes.score == (4, 0)


def test_no_double_after_the_roll() -> None:
    """Raising comes before rolling (N11)."""
    rolled = acted(MONEY, to_roll(MONEY), Drawn((6, 5)))
    with pytest.raises(IllegalError, match="double is not allowed"):
        acted(MONEY, rolled, Said("double"))
    with pytest.raises(IllegalError, match="waits for its answer"):
        MONEY.game.roll(acted(MONEY, to_roll(MONEY), Said("double")), (6, 5))


@pytest.mark.parametrize(("step", "cubes"), [("double", [2, 4, 8, 16]), ("add", [2, 3, 4, 5])])
def test_stake_steps(step: str, cubes: list[int]) -> None:
    """The stake is doubled, or goes up by one (N11)."""
    match = Match(Short(ShortOptions(raise_step=step)))
    at, seen = to_roll(match), []
    for turn in range(4):
        at = acted(match, at._replace(mover=turn % 2), Said("double"), Said("take"))
        seen.append(at.stakes.cube)
    assert seen == cubes


def test_the_cube_can_be_turned_very_often() -> None:
    """Only what a Match ID can hold limits the number of raises (S8)."""
    at = to_roll(MONEY, cube=2**MOST_RAISES, owner=0)
    with pytest.raises(IllegalError, match="it was raised 15 times"):
        acted(MONEY, at, Said("double"))


BEAVERS = Match(Short(ShortOptions(beaver=True)))


def test_beaver_taken() -> None:
    """A beaver redoubles at once, and its maker keeps the cube (S11)."""
    at = acted(BEAVERS, to_roll(BEAVERS), Said("double"), Said("beaver"))
    assert words(BEAVERS, at) == ["take", "drop"]
    at = acted(BEAVERS, at, Said("take"))
    assert (at.stakes.cube, at.stakes.owner) == (4, 1)


def test_beaver_given_up() -> None:
    """Who does not accept a beaver gives up at the already doubled stake (S11)."""
    at = acted(BEAVERS, to_roll(BEAVERS), Said("double"), Said("beaver"), Said("drop"))
    assert BEAVERS.game.outcome(at).winner == 1
    assert at.stakes.score == (0, 2)


@pytest.mark.parametrize(
    ("match", "why"),
    [(MONEY, "beavers were not agreed"), (BEAVERS, "the raise is a beaver itself")],
)
def test_no_beaver(match: Match, why: str) -> None:
    """A beaver must be agreed, and is not answered by another (S11)."""
    at = acted(
        match, to_roll(match), Said("double"), *([Said("beaver")] if match is BEAVERS else [])
    )
    with pytest.raises(IllegalError, match=why):
        acted(match, at, Said("beaver"))


# What a win counts (N10, S9, S12)


@pytest.mark.parametrize(
    ("black", "cube", "points"),
    [
        ({1: 14}, 1, 1),
        ({1: 15}, 1, 2),
        ({13: 15}, 4, 8),
        ({25: 1, 1: 14}, 1, 3),
        ({19: 1, 1: 14}, 2, 6),
        ({24: 1, 1: 14}, 1, 3),
        ({18: 1, 1: 14}, 1, 2),
        ({24: 1, 1: 13}, 1, 1),
    ],
)
def test_plain_mars_koks(black: Stacks, cube: int, points: int) -> None:
    """One borne off: 1. None: mars, 2. None, and on the bar or in White's home: koks, 3 (S9)."""
    game = MONEY.game
    at = position(game, {}, black)
    at = at._replace(stakes=replace(at.stakes, cube=cube, owner=1))
    assert game.outcome(at).scores == (points, 0)


@pytest.mark.parametrize(
    ("owner", "cube", "points"), [(None, 1, 1), (None, 2, 2), (1, 2, 4), (0, 4, 8)]
)
def test_jacoby(owner: int | None, cube: int, points: int) -> None:
    """Mars counts as plain unless the cube was turned; an auto-double does not turn it (S12)."""
    game = Short(ShortOptions(jacoby=True, auto_doubles=1))
    at = position(game, {}, {1: 15})
    at = at._replace(stakes=replace(at.stakes, cube=cube, owner=owner))
    assert game.outcome(at).scores == (points, 0)


@pytest.mark.parametrize(
    ("game", "level", "points"),
    [
        (Short(), 1, 1),
        (Short(), 2, 2),
        (Short(), 3, 3),
        (Long(), 3, 3),
        (Long(LongOptions(home_mars=4)), 3, 4),
        (Short(ShortOptions(jacoby=True)), 3, 1),
    ],
)
def test_resignation(game: Nardy, level: int, points: int) -> None:
    """A resignation at each level counts what a loss at that level would."""
    match = Match(game)
    at = acted(match, to_roll(match), Said(f"resign {level}", 0), Said("accept"))
    assert game.outcome(at).winner == 1
    assert at.stakes.score == (0, points)


def test_resignation_needs_consent() -> None:
    """The opponent may refuse, and the game goes on as it stood."""
    rolled = acted(MONEY, to_roll(MONEY), Drawn((6, 5)))
    offered = acted(MONEY, rolled, Said("resign 1", 1))
    assert words(MONEY, offered) == ["accept", "refuse"]
    assert acted(MONEY, offered, Said("refuse")) == rolled
    assert MONEY.game.outcome(acted(MONEY, offered, Said("accept"))).winner == 0


@pytest.mark.parametrize("wrong", [Said("resign 0", 0), Said("resign 4", 0), Said("resign 1", 2)])
def test_wrong_resignations(wrong: Said) -> None:
    """Levels are 1 to 3 and sides 0 and 1."""
    with pytest.raises(RulesError, match=r"is unknown; .* resign 3|is for White to say"):
        acted(MONEY, to_roll(MONEY), wrong)


def test_playing_out_adds_the_points() -> None:
    """The last checker off ends the game and adds its points (N9, N10)."""
    game = MONEY.game
    at = position(game, {1: 1}, {1: 15}, (6, 5))
    at = acted(MONEY, at, game.turns(at)[0])
    assert (at.stakes.state, at.stakes.score) == (State.OVER, (2, 0))
    again = acted(MONEY, at, NEXT)
    assert (again.stakes.state, again.stakes.score) == (State.OPENING, (2, 0))


# Matches and the Crawford game (S14)

TO_SEVEN = Match(Short(ShortOptions(match_length=7)))


@pytest.mark.parametrize(
    ("before", "after", "crawford"),
    [
        ((0, 0), (4, 0), False),
        ((2, 0), (6, 0), True),
        ((4, 5), (4, 6), True),
        ((6, 2), (6, 4), False),
        ((6, 5), (6, 6), False),
    ],
)
def test_the_crawford_game(
    before: tuple[int, int], after: tuple[int, int], *, crawford: bool
) -> None:
    """The game after somebody first comes within a point of the match is played uncubed (S14)."""
    side = 0 if after[0] > before[0] else 1
    cube = max(after[0] - before[0], after[1] - before[1])
    at = to_roll(TO_SEVEN, score=before, cube=cube, owner=0)
    at = acted(TO_SEVEN, at, Said("resign 1", 1 - side), Said("accept"), NEXT)
    assert (at.stakes.score, at.stakes.crawford) == (after, crawford)
    playing = at._replace(stakes=replace(at.stakes, state=State.PLAYING))
    assert ("double" in words(TO_SEVEN, playing)) is (not crawford and after[0] + 1 < 7)


def test_no_crawford_where_it_is_not_played() -> None:
    """The rule can be left out (S14)."""
    match = Match(Short(ShortOptions(match_length=7, crawford=False)))
    at = acted(match, to_roll(match, score=(5, 0)), Said("resign 1", 1), Said("accept"), NEXT)
    assert not at.stakes.crawford


@pytest.mark.parametrize(
    ("score", "cube", "owner", "why"),
    [
        ((6, 3), 1, None, "the cube is dead"),
        ((3, 0), 4, 0, "the cube is dead"),
        ((3, 0), 2, 0, ""),
        ((3, 0), 2, 1, "the cube belongs to Black"),
    ],
)
def test_dead_cube(score: tuple[int, int], cube: int, owner: int | None, why: str) -> None:
    """Who already wins the match at this stake may not raise it (S14)."""
    at = to_roll(TO_SEVEN, score=score, cube=cube, owner=owner)
    assert why in TO_SEVEN.why_no_double(at)
    if why:
        with pytest.raises(IllegalError, match=why):
            acted(TO_SEVEN, at, Said("double"))
    else:
        assert acted(TO_SEVEN, at, Said("double")).stakes.doubled


def test_a_match_ends() -> None:
    """Once somebody has the points there is nothing more to do."""
    at = acted(
        TO_SEVEN, to_roll(TO_SEVEN, score=(5, 0), cube=2), Said("resign 1", 1), Said("accept")
    )
    assert TO_SEVEN.winner(at) == 0
    assert TO_SEVEN.next_game(at) is None
    with pytest.raises(IllegalError, match="allowed: nothing, the match is over"):
        acted(TO_SEVEN, at, Said("double"))


@pytest.mark.parametrize("setting", [{"jacoby": True}, {"beaver": True}, {"auto_doubles": 1}])
def test_single_game_rules_in_a_match(setting: dict[str, object]) -> None:
    """Jacoby, beavers and auto-doubles are for single games: with a match they are an error."""
    (name,) = setting
    with pytest.raises(InvalidError, match=f"{name} with match_length = 7: .* Crawford instead"):
        ShortOptions(match_length=7, **setting)  # type: ignore[arg-type]


# Whole matches

MATCHES: tuple[tuple[Nardy, int], ...] = (
    (Short(ShortOptions(match_length=7)), 700),
    (Long(LongOptions(match_length=7)), 150),
    (Gulbar(type(Gulbar().options)(match_length=7)), 100),
    (MadGulbar(type(MadGulbar().options)(match_length=7)), 50),
)
CHUNKS = [(game, seed) for game, matches in MATCHES for seed in range(matches // 50)]


def choose(match: Match, at: Position, chance: random.Random) -> object:
    """What somebody who plays at random does next."""
    rare = {"resign": 0.003, "double": 0.1, "drop": 0.4}
    acts = match.game.acts(at)
    said = [each for each in acts.words if chance.random() < rare.get(each.word.split()[0], 1)]
    if acts.answer or (said and chance.random() < 0.5):
        saying = chance.choice(said or acts.words)
        return Said(saying.word, chance.choice(saying.sides))
    if acts.draw is not None:
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        low_run = match.game.variant.runs_upward and dice[0] == dice[1] < 4
        return Drawn((dice[0], 6) if low_run and acts.draw.side is not None else dice)
    return chance.choice(turns) if (turns := match.game.turns(at)) else NEXT


@pytest.mark.parametrize(("game", "seed"), CHUNKS, ids=lambda value: getattr(value, "name", value))
def test_scores_of_whole_matches_add_up(game: Nardy, seed: int) -> None:
    """50 random matches to 7 each: every game's points are the change of the score, one Crawford
    game at most, nobody doubles in it, and the winner has the points."""
    chance = random.Random(f"{game.name} {seed}")
    match = Match(game)
    for _ in range(50):
        at, score, crawfords = match.open(), (0, 0), 0
        while match.winner(at) is None:
            act = choose(match, at, chance)
            assert not (act == Said("double", at.mover) and at.stakes.crawford)
            before, at = at, acted(match, at, act)
            crawfords += act is NEXT and at.stakes.crawford
            if isinstance(act, (Drawn, Said)) or act is NEXT:
                assert game.read_position(game.write_position(at)) == at
            if at.stakes.score != before.stakes.score:
                won = game.outcome(at).scores
                assert at.stakes.score == (score[0] + won[0], score[1] + won[1])
                score = at.stakes.score
        assert max(score) >= 7 > min(score)
        assert crawfords <= 1


def test_options_are_common() -> None:
    """Raise step, match length and Crawford are options of all four games (N11, S14)."""
    for game, _ in MATCHES:
        assert isinstance(game.options, NardyOptions)
        assert game.options.match_length == 7
