"""Games with dice in the record: rolls, decisions, matches and promised seeds, all verified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.chance import Chance
from controller.games.nardy.board import halves, pack
from controller.play.event import Event
from controller.play.fold import read_line
from controller.play.steps import Decided, Rolled
from controller.record.errors import RecordError
from controller.record.jsonfile import game_object
from controller.record.log import Log
from controller.record.matches import match_of
from controller.record.text import read_text, text_of, write_text
from controller.record.transcriber import Transcriber
from controller.record.verify import verify
from tests.record.games import CALM
from tests.record.matches import PLAYERS, Evening, match_walk, short_match, stored

GAMES = ("short", "long", "gulbar", "mad-gulbar")
MATCH = {"length": 0, "score": [0, 0], "crawford": False}


def checked(path: Path, events: Sequence[Event]) -> str:
    """What verification says of a record with these events, every hash of it right."""
    path.unlink(missing_ok=True)
    with Log(path) as log:
        log.append(events)
    return str(verify(path))


def at(events: Sequence[Event], kind: str, nth: int = 0) -> int:
    """The place of the nth event of a kind."""
    return [place for place, event in enumerate(events) if event.kind == kind][nth]


def changed(events: Sequence[Event], place: int, **facts: Any) -> list[Event]:
    """The same events, one of them with other facts."""
    event = events[place]
    new = replace(event, data={**event.data, **facts})
    return [*events[:place], new, *events[place + 1 :]]


@pytest.fixture(scope="module")
def board() -> list[Event]:
    """A match of several games, its dice rolled by the board."""
    return short_match("board").events


@pytest.mark.parametrize("game", GAMES)
def test_every_game_with_dice_is_verified(tmp_path: Path, game: str) -> None:
    """A match of each nardy game, rolled by the board, is whole."""
    evening = Evening(2, game, {"match_length": 3}, dice="board", hurry=2).play()
    said = checked(tmp_path / "match.db", evening.events)
    assert f"is whole: {len(evening.events)} events" in said


class TestPromisedDice:
    """The board's rolls are drawn again from the seed it promised before the game."""

    @pytest.mark.parametrize("nth", [0, 1, 9])
    def test_a_changed_roll_is_found(self, tmp_path: Path, board: list[Event], nth: int) -> None:
        """Another roll that could be played just the same is found by the seed, in words."""
        place = at(board, "dice.rolled", nth)
        dice = board[place].data["dice"]
        other = [die % 6 + 1 for die in dice]
        seed = board[at(board, "chance.revealed")]
        end = Event("game.over", seed.at, {"winner": None, "scores": [0, 0], "reason": "abandoned"})
        roll = replace(board[place], data={**board[place].data, "dice": other})
        said = checked(tmp_path / "changed.db", [*board[:place], roll, end, seed])
        assert f"event {place + 1} of game 1: dice.rolled: roll {nth + 1} is" in said
        assert f"is {other[0]}-{other[1]} in the record, but the promised seed gives" in said
        assert f"gives {dice[0]}-{dice[1]}: the roll was changed" in said

    def test_another_seed_is_found(self, tmp_path: Path, board: list[Event]) -> None:
        """A seed that was not promised cannot take the place of the one that was."""
        events = changed(board, at(board, "chance.revealed"), seed="00" * 32)
        assert "was promised before the game" in checked(tmp_path / "seed.db", events)

    def test_no_seed_at_all(self, tmp_path: Path, board: list[Event]) -> None:
        """What is no seed is said to be none."""
        events = changed(board, at(board, "chance.revealed"), seed="xyz")
        said = checked(tmp_path / "seed.db", events)
        assert "seed 'xyz' is not 64 hexadecimal digits" in said

    def test_a_seed_that_is_never_shown(self, tmp_path: Path, board: list[Event]) -> None:
        """A game that is past must have shown its seed; the newest may still do so."""
        place = at(board, "chance.revealed")
        events = [*board[:place], *board[place + 1 :]]
        said = checked(tmp_path / "hidden.db", events)
        assert "the seed of the board's dice was promised and never shown" in said
        assert "is whole" in checked(tmp_path / "last.db", board[:-1])

    def test_rolls_without_a_promise(self, tmp_path: Path, board: list[Event]) -> None:
        """The board may not roll before it has promised its dice."""
        place = at(board, "chance.committed")
        events = [*board[:place], *board[place + 1 :]]
        said = checked(tmp_path / "rash.db", events)
        assert "the board rolled without having promised a seed" in said

    def test_promises_are_made_once(self, tmp_path: Path, board: list[Event]) -> None:
        """A second promise in one game is a fault, and so is a seed without any."""
        place = at(board, "chance.committed")
        twice = [*board[: place + 1], *board[place:]]
        assert "the board promised its dice before" in checked(tmp_path / "twice.db", twice)
        never = [board[0], Event("chance.revealed", 1.0, {"seed": "00" * 32})]
        assert "a seed is shown that was never promised" in checked(tmp_path / "n.db", never)

    def test_no_promise_after_the_end(self, tmp_path: Path, board: list[Event]) -> None:
        """Only a game that goes on again is promised dice again."""
        place = at(board, "chance.revealed")
        again = [*board[: place + 1], board[at(board, "chance.committed")]]
        assert "the board promised its dice before" in checked(tmp_path / "end.db", again)

    def test_no_seed_is_shown_too_early(self, tmp_path: Path, board: list[Event]) -> None:
        """Who knows the seed knows the rolls that are still to come."""
        place = at(board, "turn.made")
        early = [*board[:place], board[at(board, "chance.revealed")], *board[place:]]
        said = checked(tmp_path / "early.db", early)
        assert "the seed of the board's dice is shown before the game is over" in said

    def test_no_roll_can_be_left_out(self, tmp_path: Path, board: list[Event]) -> None:
        """Rolls are numbered, so that the board cannot choose among its draws."""
        events = changed(board, at(board, "dice.rolled", 1), number=3)
        assert "it is roll 3, but roll 2 comes next" in checked(tmp_path / "skip.db", events)

    def test_the_seed_after_the_end_belongs_to_the_game(self, board: list[Event]) -> None:
        """The export of a game holds its seed, though it is shown after the end."""
        game = match_walk(board).games[0]
        assert game.events[-1].event.kind == "chance.revealed"
        assert game.promise is not None
        assert dict(read_text(text_of(game)).tags)["Seed"] == game.promise.seed


BOARD_ROLLS = "but it is the board that rolls at this table"


class TestWhoRolled:
    """`by` is checked against the house rule and the promise, not only whether it is known."""

    @pytest.mark.parametrize("by", ["entered", "inferred"])
    def test_a_roll_of_the_board_made_somebody_s(
        self, tmp_path: Path, board: list[Event], by: str
    ) -> None:
        """Where the board promised its dice no roll escapes its seed by another name."""
        events = changed(board, at(board, "dice.rolled", 2), by=by)
        said = checked(tmp_path / "by.db", events)
        assert f"dice.rolled: the roll was {by}, {BOARD_ROLLS}" in said

    def test_all_rolls_of_the_board_made_somebody_s(
        self, tmp_path: Path, board: list[Event]
    ) -> None:
        """Nor does it help to leave the promise out: the house rule says who rolls."""
        events = [event for event in board if not event.kind.startswith("chance.")]
        for place, event in enumerate(events):
            if event.kind == "dice.rolled":
                events = changed(events, place, by="entered")
            if event.kind == "game.opened":
                events = changed(events, place, house={"dice": "board"})
        assert f"the roll was entered, {BOARD_ROLLS}" in checked(tmp_path / "all.db", events)

    @pytest.mark.parametrize(
        ("house", "by", "fault"),
        [
            ("entered", "entered", None),
            ("entered", "inferred", "by 'inferred', but at this table dice are entered"),
            ("entered", "board", "by 'board', but at this table dice are entered"),
            ("inferred", "entered", None),
            ("inferred", "inferred", None),
            ("inferred", "board", "by 'board', but at this table dice are inferred"),
            ("board", "entered", BOARD_ROLLS),
            ("board", "board", "the board rolled without having promised a seed"),
        ],
    )
    def test_who_can_have_rolled(
        self, tmp_path: Path, house: str, by: str, fault: str | None
    ) -> None:
        """Each house rule knows its own rollers."""
        scribe = Transcriber("short", {}, PLAYERS, by="hands", house={"dice": house})
        scribe.open(MATCH)
        scribe.roll((3, 1), by=by)
        assert (fault or "is whole") in checked(tmp_path / "who.db", scribe.events)

    def test_after_a_seed_is_lost_people_roll(self, tmp_path: Path, board: list[Event]) -> None:
        """It is in the record that it was lost; and only what was promised can be."""
        place = at(board, "dice.rolled", 2)
        promised = board[at(board, "chance.committed")].data["commitment"]
        lost = Event("seed.lost", board[place].at, {"commitment": promised})
        entered = changed(board[: place + 1], place, by="entered")
        events = [*entered[:-1], lost, entered[-1]]
        assert "is whole" in checked(tmp_path / "lost.db", events)
        other = changed(events, place, commitment="00" * 32)
        assert "a seed is lost that was not promised" in checked(tmp_path / "other.db", other)


@pytest.mark.parametrize(
    ("which", "facts", "words"),
    [
        (("dice.rolled", 2), {"side": None}, "side None rolls, but side"),
        (("dice.rolled", 2), {"dice": [7, 1]}, "two numbers from 1 to 6 are needed"),
        (("dice.rolled", 2), {"by": "magic"}, "it was rolled by 'magic'; board, entered, inferred"),
        (("turn.made", 0), {"dice": [1, 1]}, "was played with 1-1, but"),
        (("turn.made", 1), {"turn": "24/1"}, "turn '24/1'"),
        (("turn.made", 1), {"side": 5}, "side 5 moves, but it is the turn of side"),
        (("decision.made", 0), {"decision": "dance"}, "decision 'dance' is unknown"),
        (("decision.made", 0), {"side": 7}, "side 7 decides; there is no such side"),
        (("game.over", 0), {"winner": None}, "winner and scores are"),
        (("game.over", 0), {"cube": 64}, "cube is 64; in"),
        (("game.over", 0), {"level": 9}, "level is 9; in"),
        (("game.over", 0), {"reason": "bored"}, "reason 'bored'; played, dropped, resigned"),
        (("game.opened", 1), {"match": 7}, "'match' is 7; it must be an object"),
    ],
)
def test_what_cannot_have_happened(
    tmp_path: Path, board: list[Event], which: tuple[str, int], facts: dict[str, Any], words: str
) -> None:
    """Every fact of a roll, a decision and a result is asked of the rules again."""
    events = changed(board, at(board, *which), **facts)
    assert words in checked(tmp_path / "odd.db", events)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"number": 3}, "it is game 3 of its match, but game 1 was last"),
        ({"number": 1}, "the first game of a match is number 1 and names no other"),
        ({"first": 0}, "the first game of a match is number 1"),
        ({"length": 7}, "position "),
        ({"score": [4, 4]}, "position "),
        ({"first": 9}, "game 9 began no match"),
    ],
)
def test_games_of_a_match_follow_one_another(
    tmp_path: Path, board: list[Event], facts: dict[str, Any], words: str
) -> None:
    """Number, length and score of a game must be those that the one before it left."""
    place = at(board, "game.opened", 1)
    match = {**board[place].data["match"], **facts}
    assert words in checked(tmp_path / "match.db", changed(board, place, match=match))


def test_a_score_that_nobody_reached(tmp_path: Path) -> None:
    """A game that begins at another score than the one before it left is found."""
    scribe = Transcriber("short", {"match_length": 5}, PLAYERS)
    for score in ([0, 0], [2, 0]):
        scribe.open({"length": 5, "score": score, "crawford": False})
        scribe.roll((3, 1))
        scribe.decide(1, "resign 1")
        scribe.decide(0, "accept")
        scribe.end()
    said = checked(tmp_path / "score.db", scribe.events)
    assert "its match stands 2-0, but game 1 left it at 1-0" in said
    with (
        Log.open_reader(tmp_path / "score.db") as log,
        pytest.raises(RecordError, match="game 1 left it at 1-0; run `lunka verify`"),
    ):
        match_of(log, 2)


def test_crawford_is_checked(tmp_path: Path) -> None:
    """The game in which somebody first needs one point is the Crawford game, and no other."""
    scribe = Transcriber("short", {"match_length": 2}, PLAYERS)
    for score in ([0, 0], [1, 0]):
        scribe.open({"length": 2, "score": score, "crawford": False})
        scribe.roll((3, 1))
        scribe.decide(1, "resign 1")
        scribe.decide(0, "accept")
        scribe.end()
    said = checked(tmp_path / "crawford.db", scribe.events)
    assert "it is not called the Crawford game at 1-0 (S14)" in said


def test_a_match_is_put_together_from_the_record(tmp_path: Path, board: list[Event]) -> None:
    """Whichever of its games is named, and whatever else was played, the match is the same."""
    other = Evening(1, "long", hurry=50).play(games=1).events
    single = [replace(other[0], data={**other[0].data, "match": None}), *other[1:]]
    first = [event for event in board if event.kind == "game.opened"]
    with Log(tmp_path / "evening.db") as log:
        log.append(board)
        log.append(single)
        matches = [match_of(log, number) for number in range(1, len(first) + 1)]
        assert [game.opening.game for game in match_of(log, len(first) + 1).games] == ["long"]
    assert all(match == matches[0] for match in matches)
    assert len(matches[0].games) == len(first)
    assert matches[0].winner is not None
    assert matches[0].score[matches[0].winner] >= 5


def opened(**house: str) -> Transcriber:
    """A game of short nardy that White began with 3-1."""
    scribe = Transcriber("short", {}, PLAYERS, at=1.0, by="hands", house=house)
    scribe.open(MATCH)
    scribe.roll((3, 1))
    scribe.play("8/5 6/5")
    return scribe


def test_a_turn_withdrawn_keeps_its_roll(tmp_path: Path) -> None:
    """Hands that put a turn back play the same roll again."""
    scribe = opened()
    scribe.add("turn.withdrawn", ply=1, turn="8/5 6/5")
    made = dict(scribe.events[-2].data)
    scribe.add("turn.made", **made)
    assert "is whole" in checked(tmp_path / "back.db", scribe.events)
    steps = read_line(stored(scribe.events)).steps
    assert [type(step).__name__ for step in steps] == ["Rolled", "Ply"]


def test_a_takeback_keeps_the_roll_and_tells_the_rest(tmp_path: Path) -> None:
    """Later rolls and decisions leave the line and stay among the notes."""
    scribe = opened()
    scribe.decide(1, "double")
    scribe.decide(0, "take")
    scribe.roll((6, 4))
    scribe.play("24/14")
    scribe.add("turn.takeback", to=0, turns=["8/5 6/5", "24/14"], by="command")
    assert "is whole" in checked(tmp_path / "takeback.db", scribe.events)
    game = read_line(stored(scribe.events))
    assert [step.dice for step in game.steps if isinstance(step, Rolled)] == [(3, 1)]
    assert not [step for step in game.steps if isinstance(step, Decided)]
    said = [note["words"] for note in game_object(game)["notes"]]
    assert said == [
        "double was said and taken back",
        "take was said and taken back",
        "6-4 was rolled and taken back",
        "taken back by command: 8/5 6/5 24/14",
    ]


def test_a_condoned_turn(tmp_path: Path) -> None:
    """An illegal turn that was let stand is in the line by its position, and the text says so."""
    scribe = opened(illegal="condone")
    scribe.roll((6, 4))
    instead = scribe.position._replace(dice=(5, 4))
    board = scribe.game.play(instead, scribe.game.read_turn(instead, "13/9 13/8")).board
    scribe.condone(scribe.position._replace(mover=0, board=board, dice=()))
    assert "is whole" in checked(tmp_path / "condoned.db", scribe.events)
    text = text_of(read_line(stored(scribe.events)))
    assert '2. 64: "condoned ' in text
    assert "{against the rules, and let stand by the opponent}" in text
    assert write_text(read_text(text)) == text


def test_a_condoned_turn_cannot_change_the_score(tmp_path: Path) -> None:
    """Checkers can be condoned; the cube and the score cannot."""
    cheat = let_stand(stakes=replace(opened().position.stakes, cube=8))
    said = checked(tmp_path / "cheat.db", cheat)
    assert "cannot have been let stand" in said


def let_stand(illegal: str = "condone", accepted: int = 0, **changes: Any) -> list[Event]:
    """Black leaves a checker on 10 instead of 14, and the record says so, with these changes."""
    scribe = opened(illegal=illegal)
    scribe.roll((6, 4))
    own, foe = (bytearray(half) for half in halves(scribe.position.board, 1))
    own[24] -= 1
    own[10] += 1
    lies = {"mover": 0, "board": pack(foe, own), "dice": (), **changes}
    told = {
        "ply": 2,
        "side": 1,
        "accepted": accepted,
        "before": scribe.game.write_position(scribe.position),
        "position": scribe.game.write_position(scribe.position._replace(**lies)),
    }
    scribe.add("turn.condoned", **told)
    return scribe.events


def test_only_what_the_house_lets_stand_is_accepted(tmp_path: Path) -> None:
    """Verification takes a turn let stand by the opponent where the house allows it, only there."""
    assert "is whole" in checked(tmp_path / "right.db", let_stand())
    said = checked(tmp_path / "house.db", let_stand(illegal="refuse"))
    assert "a turn was let stand at a table that refuses illegal turns" in said
    said = checked(tmp_path / "self.db", let_stand(accepted=1))
    assert "side 1 lets its own turn stand" in said
    said = checked(tmp_path / "mover.db", let_stand(mover=1))
    assert "passes the turn on" in said


def test_a_legal_turn_cannot_be_let_stand(tmp_path: Path) -> None:
    """What the rules allow is recorded as played; and nobody's checkers vanish."""
    legal = opened()
    legal.roll((6, 4))
    legal.play("24/14")
    said = checked(tmp_path / "legal.db", let_stand(board=legal.position.board))
    assert "is no legal one" in said
    white, black = (bytearray(half) for half in halves(opened().position.board, 0))
    white[6] -= 1
    white[4] += 1  # the opponent's checker was moved
    said = checked(tmp_path / "foe.db", let_stand(board=pack(white, black)))
    assert "moves the mover's own" in said


def test_void_and_inferred_rolls_in_text() -> None:
    """A void roll is a comment, an inferred one has a question mark."""
    scribe = opened()
    unrolled = scribe.position
    scribe.roll((6, 1))
    scribe.add("dice.void", dice=[6, 1], side=1, why="in different halves")
    scribe.position = unrolled
    scribe.roll((6, 4), by="inferred")
    scribe.play("24/14")
    text = text_of(read_line(stored(scribe.events)))
    assert '1. 3-1: "8/5 6/5" {0.0s} {void roll 6-1: in different halves}\n' in text
    assert "2. 64?: 24/14 {0.0s}\n" in text


def test_words_of_the_board_s_dice() -> None:
    """A roll of the board has an exclamation mark; a resignation names its side if need be."""
    chance = Chance(bytes(32))
    scribe = Transcriber("long", {}, PLAYERS, by="hands")
    scribe.open(MATCH)
    scribe.add("chance.committed", commitment=chance.commitment)
    scribe.roll((1, 6), by="board")
    scribe.decide(0, "resign 2")
    scribe.decide(1, "refuse")
    scribe.decide(1, "resign 1")
    scribe.decide(0, "accept")
    scribe.end()
    text = text_of(read_line(stored(scribe.events)))
    assert '1. 1-6!: "resign 2 by White" refuse "resign 1" accept\n1-0\n' in text
    assert write_text(read_text(text)) == text


@settings(CALM, max_examples=12)
@given(st.integers(0, 10**6), st.sampled_from(GAMES))
def test_text_of_games_with_dice_reads_back(seed: int, game: str) -> None:
    """Whatever is rolled, doubled, taken and resigned: the text tells it and reads back."""
    evening = Evening(seed, game, {"match_length": 3}, dice="board", hurry=8).play()
    for walked in match_walk(evening.events).games:
        text = text_of(walked)
        again = read_text(text)
        assert write_text(again) == text
        assert len(again.moves) == len(walked.steps)


SHORT = '[Game "short"]\n[Options "beaver=true"]\n\n'


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("1. 3-1: double\n*", "line 4, 'double': double is not allowed"),
        ("1. 31: 99:\n*", "line 4, '99:'"),
        ('1. 4-4: 4-4: 3-1: "8/5 6/5"\n2. take\n*', "line 5, 'take': take is not allowed"),
        ('1. 3-1: "resign 2 by Nobody"\n*', "'Nobody' is no side; White and Black are"),
        ('1. 3-1: "condoned x"\n*', "line 4, 'condoned x': a turn is let stand only where the tag"),
        ('1. 3-1: "8/5 6/5" 2. 61: "resign 1" accept\n2-0', "the game ended 1-0, winner White"),
        ('1. 3-1: "8/5 6/5"\n1. 61:\n*', "line 5, '1.': turn 2 is next"),
    ],
)
def test_mistakes_in_texts_with_dice(moves: str, words: str) -> None:
    """Rolls and decisions against the rules are told with their line and word."""
    with pytest.raises(ValueError, match=r"line \d") as caught:
        read_text(SHORT + moves)
    assert words in str(caught.value)


def test_json_tells_rolls_and_decisions() -> None:
    """The JSON has every step in order, and the facts of the match."""
    scribe = opened()
    scribe.decide(1, "double")
    told = game_object(read_line(stored(scribe.events)))
    assert [step["kind"] for step in told["steps"]] == ["roll", "turn", "decision"]
    assert told["steps"][0]["dice"] == (3, 1)
    assert told["steps"][1] == {"kind": "turn", "ply": 1}
    assert told["match"]["number"] == 1
    assert told["plies"][0]["dice"] == (3, 1)
