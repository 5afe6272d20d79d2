"""One suite for every game: what any rules must do, whatever they are the rules of.

A game's tests inherit it and name the games to try (several sets of options):

    class TestKalahGeneric(GenericGameSuite):
        games = (Kalah(), Kalah(KalahOptions(pits=4, stones=3)))

Games with dice are thrown for by `dice`, which a game may override (an opening throw, say). The
other class attributes and hooks state where a game honestly differs.
"""

from __future__ import annotations

import copy
import dataclasses
import itertools
import json
import pickle
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.games import protocol
from controller.games.catalogue import AnyGame
from controller.games.game import Cell, IllegalError, InvalidError, RulesError
from controller.games.options import choices_of
from controller.games.service import answer

#: Texts that stand for no position and no turn of any game.
GARBAGE = ("", " ", "?", "\x00", "\n", "nonsense", "½ ½ ½", "-1", "9" * 5000, "a" * 20_000)

#: For tests fed with anything. One suite serves many classes, so its methods are shared on purpose,
#: and a busy machine is no fault of the test's.
fuzz = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow],
)


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One turn of a play-out: before the dice, ready to move, the turns there are, what came."""

    position: Any
    dice: tuple[int, ...] | None
    ready: Any
    turns: tuple[Any, ...]
    turn: Any
    result: Any


class GenericGameSuite:
    """Inherit, set `games`, and the game is tried like all others."""

    #: The games to try, each with its options chosen.
    games: ClassVar[Sequence[AnyGame]] = ()
    #: Which random games are played: one for each seed.
    seeds: ClassVar[Sequence[int]] = range(4)
    #: No random game may take more turns than this.
    longest: ClassVar[int] = 2_000
    #: False for games that may go round in circles: `longest` then only stops them.
    must_end: ClassVar[bool] = True
    #: True where two turns that both end the game may leave the same position.
    endings_may_coincide: ClassVar[bool] = False
    #: How many of a position's turns are tried, where there are more.
    tried: ClassVar[int] = 12

    # Hooks

    def dice(self, game: AnyGame, position: Any, chance: random.Random) -> Sequence[int]:
        """A throw for this position, for games with dice."""
        return chance.randint(1, 6), chance.randint(1, 6)

    def pieces(self, game: AnyGame, position: Any) -> int:
        """What no turn may change: how much lies on the board altogether."""
        return sum(map(abs, game.contents(position)))

    def begin(self, game: AnyGame, chance: random.Random) -> Any:
        """The position a play-out begins with."""
        return game.start()

    # Playing

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Each test runs once for each of the games."""
        if "game" in metafunc.fixturenames:
            metafunc.parametrize("game", self.games, ids=game_title)

    def playout(self, game: AnyGame, seed: int) -> tuple[Step, ...]:
        """A random game, the same for the same seed."""
        key = type(self), game, seed
        if key not in _PLAYED:
            _PLAYED[key] = _playout(self, game, seed)
        return _PLAYED[key]

    def steps(self, game: AnyGame) -> Iterator[Step]:
        """Every step of every play-out."""
        for seed in self.seeds:
            yield from self.playout(game, seed)

    def tries(self, game: AnyGame) -> Iterator[tuple[Step, Any]]:
        """Steps with legal turns to try there: all, or some at random where there are many."""
        chance = random.Random(len(self.seeds))
        for step in self.steps(game):
            for turn in _some(step.turns, self.tried, chance):
                yield step, turn

    # Play-outs and outcome

    def test_random_playouts_end(self, game: AnyGame) -> None:
        """Random play ends, or stays within its bound where a game may go on for ever."""
        for seed in self.seeds:
            steps = self.playout(game, seed)
            assert len(steps) <= self.longest
            if self.must_end:
                assert game.outcome(steps[-1].result).over

    def test_a_game_is_over_exactly_when_there_is_no_turn(self, game: AnyGame) -> None:
        """A running game always has a turn, a finished one has none."""
        for step in self.steps(game):
            assert step.turns
            assert not game.outcome(step.position).over
            assert not game.outcome(step.ready).over
            if game.outcome(step.result).over:
                assert not list(game.turns(step.result))

    def test_outcomes_make_sense(self, game: AnyGame) -> None:
        """Only a finished game has a winner, and the winner and the mover are sides of the game."""
        sides = range(len(game.sides))
        for step in self.steps(game):
            outcome = game.outcome(step.result)
            assert game.mover(step.ready) in sides
            assert outcome.winner is None or (outcome.over and outcome.winner in sides)
            assert len(outcome.scores) == len(game.sides)

    def test_nothing_appears_or_vanishes(self, game: AnyGame) -> None:
        """What lies on the board altogether is the same after every turn."""
        for step in self.steps(game):
            assert self.pieces(game, step.result) == self.pieces(game, step.position)

    def test_a_side_that_may_begin_is_to_move(self, game: AnyGame) -> None:
        """Whoever may begin is the mover of that start; nobody else's beginning is invented."""
        assert game.begin(0) == game.start()
        for side in range(len(game.sides)):
            try:
                position = game.begin(side)
            except InvalidError as error:
                assert game.sides[0] in str(error)
            else:
                assert game.mover(position) == side

    # Positions are values

    def test_undo_to_the_start(self, game: AnyGame) -> None:
        """Playing changes no position: the turns of a game lead to the same ones again."""
        for seed in self.seeds:
            steps = self.playout(game, seed)
            assert steps[0].position == self.begin(game, random.Random(seed))
            for step in reversed(steps):
                assert _ready(game, step.position, step.dice) == step.ready
                assert game.play(step.ready, step.turn) == step.result
            for before, after in itertools.pairwise(steps):
                assert before.result == after.position

    def test_positions_compare_and_hash_as_values(self, game: AnyGame) -> None:
        """An equal copy of a position is equal, hashes alike and has the same turns."""
        for step in self.steps(game):
            twin = copy.deepcopy(step.ready)
            assert twin == step.ready
            assert hash(twin) == hash(step.ready)
            assert tuple(game.turns(twin)) == step.turns

    def test_positions_pickle(self, game: AnyGame) -> None:
        """A position and its turns survive being pickled."""
        for step in self.steps(game):
            kept = (step.position, step.ready, step.turn, step.result)
            assert pickle.loads(pickle.dumps(kept)) == kept

    def test_turns_have_distinct_results(self, game: AnyGame) -> None:
        """No two turns of a position are the same, and no two lead to the same position."""
        for step in self.steps(game):
            assert len(set(step.turns)) == len(step.turns)
            results = [game.play(step.ready, turn) for turn in step.turns]
            if self.endings_may_coincide:
                results = [result for result in results if not game.outcome(result).over]
            assert len(set(results)) == len(results)

    # Text

    def test_position_text_round_trip(self, game: AnyGame) -> None:
        """Writing and reading a position are inverse, in both directions."""
        for step in self.steps(game):
            for position in (step.position, step.result):
                text = game.write_position(position)
                assert game.read_position(text) == position
                assert game.write_position(game.read_position(text)) == text

    def test_turn_text_round_trip(self, game: AnyGame) -> None:
        """Writing and reading a turn are inverse, and no two turns are written alike."""
        for step in self.steps(game):
            texts = [game.write_turn(step.ready, turn) for turn in step.turns]
            assert len(set(texts)) == len(texts)
        for step, turn in self.tries(game):
            assert game.read_turn(step.ready, game.write_turn(step.ready, turn)) == turn

    def test_text_is_one_printable_line(self, game: AnyGame) -> None:
        """Positions and turns are written as one line without strange characters."""
        for step in self.steps(game):
            assert game.write_position(step.position).isprintable()
            assert game.write_turn(step.ready, step.turn).isprintable()

    @pytest.mark.parametrize("text", GARBAGE, ids=lambda text: repr(text[:12]))
    def test_garbage_is_invalid(self, game: AnyGame, text: str) -> None:
        """Text that stands for nothing is refused as invalid, both as position and as turn."""
        step = self.playout(game, self.seeds[0])[0]
        with pytest.raises(InvalidError):
            game.read_position(text)
        with pytest.raises(InvalidError):
            game.read_turn(step.ready, text)

    @fuzz
    @given(text=st.text())
    def test_any_text_is_read_or_refused(self, game: AnyGame, text: str) -> None:
        """No text makes the reader fail in any way but its own errors."""
        self._read_or_refuse(game, self.playout(game, self.seeds[0])[0], text, text)

    @fuzz
    @given(data=st.data())
    def test_nearly_right_text_is_read_or_refused(self, game: AnyGame, data: st.DataObject) -> None:
        """Text with one character changed is read as something that can be written, or refused."""
        step = data.draw(st.sampled_from(self.playout(game, self.seeds[0])))
        position = _smudge(data, game.write_position(step.position))
        turn = _smudge(data, game.write_turn(step.ready, step.turn))
        self._read_or_refuse(game, step, position, turn)

    def _read_or_refuse(self, game: AnyGame, step: Step, position: str, turn: str) -> None:
        try:
            read = game.read_position(position)
        except InvalidError:
            pass
        else:
            assert game.read_position(game.write_position(read)) == read
            game.outcome(read)
        try:
            chosen = game.read_turn(step.ready, turn)
        except RulesError:
            return
        assert chosen in step.turns

    # Legal and illegal

    def test_turns_of_other_positions_are_illegal(self, game: AnyGame) -> None:
        """A turn that is not among a position's turns is refused, or is one of them in disguise."""
        for seed in self.seeds:
            steps = self.playout(game, seed)
            others = [step.turn for step in steps]
            chance = random.Random(seed)
            for step in _some(steps, self.tried, chance):
                for turn in _some(others, self.tried, chance):
                    if turn not in step.turns:
                        self._refuse(game, step, turn)

    def _refuse(self, game: AnyGame, step: Step, turn: Any) -> None:
        try:
            result = game.play(step.ready, turn)
        except IllegalError as error:
            assert str(error)
        else:
            assert result in {game.play(step.ready, legal) for legal in step.turns}

    def test_a_finished_game_takes_no_turn(self, game: AnyGame) -> None:
        """Once a game is over every turn of it is illegal."""
        for seed in self.seeds:
            steps = self.playout(game, seed)
            if game.outcome(steps[-1].result).over:
                for step in steps:
                    with pytest.raises(IllegalError):
                        game.play(steps[-1].result, step.turn)

    # The board's view

    def test_stages_lead_to_the_result(self, game: AnyGame) -> None:
        """A turn carried out stage by stage leaves the cells as its result has them."""
        for step, turn in self.tries(game):
            cells = shown(game, step.ready)
            for stage in game.stages(step.ready, turn):
                assert stage.name
                assert stage.goal.keys() <= cells.keys()
                cells.update(stage.goal)
            assert cells == shown(game, game.play(step.ready, turn))

    def test_after_is_the_result(self, game: AnyGame) -> None:
        """`after` is what the touched cells show in the result; the others keep what they had."""
        for step, turn in self.tries(game):
            trace = game.trace(step.ready, turn)
            result = shown(game, game.play(step.ready, turn))
            assert trace.after.keys() == trace.during.keys()
            assert {**shown(game, step.ready), **trace.after} == result

    def test_during_holds_every_moment(self, game: AnyGame) -> None:
        """`during` holds what a touched cell shows before, after and at the end of each stage."""
        for step, turn in self.tries(game):
            trace = game.trace(step.ready, turn)
            moments: list[Mapping[Cell, int]] = [shown(game, step.ready), trace.after]
            moments += [stage.goal for stage in trace.stages]
            for cell, allowed in trace.during.items():
                assert {moment[cell] for moment in moments if cell in moment} <= allowed

    def test_cells_are_named_once(self, game: AnyGame) -> None:
        """Every cell has its own name and one content in every position."""
        assert len(set(game.cells)) == len(game.cells)
        for step in self.steps(game):
            assert len(game.contents(step.result)) == len(game.cells)

    # What games have agreed on with those who show and follow them (controller.games.protocol)

    def test_its_name_and_sides_can_be_told(self, game: AnyGame) -> None:
        """A name for records and addresses; sides by different names, each with a home."""
        assert protocol.NAME.fullmatch(game.name)
        assert len(set(game.sides)) == len(game.sides) == len(game.homes)
        assert set(game.homes) <= set(game.cells)

    def test_texts_are_short_enough_to_be_told(self, game: AnyGame) -> None:
        """Every position and every turn can be sent to a table."""
        for step in self.steps(game):
            assert len(game.write_position(step.position)) <= protocol.LONGEST_POSITION
            assert len(game.write_turn(step.ready, step.turn)) <= protocol.LONGEST_TURN

    def test_stages_are_known_to_lights_and_words(self, game: AnyGame) -> None:
        """Every part of a turn has one of the names that are agreed on."""
        for step, turn in self.tries(game):
            assert {stage.name for stage in game.stages(step.ready, turn)} <= protocol.STAGES

    def test_its_layout_can_be_drawn(self, game: AnyGame) -> None:
        """It is of a kind that is agreed on, or lists its cells; and it is plain JSON."""
        layout = game.layout()
        needed = protocol.LAYOUTS.get(layout["kind"], frozenset({"cells"}))
        assert needed <= layout.keys()
        assert set(_named(layout)) >= set(game.cells)
        assert json.loads(json.dumps(layout)) == layout

    def test_what_lies_beside_the_board_is_known(self, game: AnyGame) -> None:
        """Only what is agreed on lies there, as plain JSON."""
        for step in _some(tuple(self.steps(game)), self.tried, random.Random(3)):
            shown = game.shown(step.ready)
            assert shown.keys() <= protocol.BESIDE
            json.dumps(shown)

    def test_its_words_are_said_in_english_at_least(self, game: AnyGame) -> None:
        """Its own words, and what its options say of themselves."""
        words = game.talk.words.values() if game.talk else ()
        said = [text for word in words for text in (word.text, word.asked) if text]
        for choice in choices_of(type(game.options)):
            said += [choice["title"]] if "title" in choice else []
            said += choice.get("words", {}).values()
        for texts in said:
            assert protocol.ENGLISH in texts and all(texts.values())

    def test_its_pictures_are_well_formed(self, game: AnyGame) -> None:
        """Where it has a drawing, every position is a picture of its own."""
        if game.drawing is None:
            return
        for step in _some(tuple(self.steps(game)), self.tried, random.Random(4)):
            drawn = game.drawing.picture(step.result, step.ready, "a <name>")
            assert ElementTree.fromstring(drawn).tag == "svg"
            sides = range(len(game.sides))
            assert all(isinstance(game.drawing.measure(step.result, side), float) for side in sides)

    def test_mistakes_lose_no_piece(self, game: AnyGame) -> None:
        """Who forgets the rules takes nothing from the board, and nothing that is not there."""
        if game.handling is None:
            return
        for step in _some(tuple(self.steps(game)), self.tried, random.Random(5)):
            held = {cell: abs(count) for cell, count in shown(game, step.ready).items()}
            acts = game.handling.mistake(step.ready, step.turns, random.Random(6))
            assert sum(change for _, change in acts) == 0
            for cell, change in acts:
                held[cell] += change
                assert held[cell] >= 0

    # The service

    def test_the_service_agrees(self, game: AnyGame) -> None:
        """The rules as a service list and play the same turns, with the same results."""
        for step in _some(tuple(self.steps(game)), self.tried, random.Random(1)):
            question: dict[str, Any] = {"position": game.write_position(step.position)}
            if step.dice is not None:
                question["dice"] = list(step.dice)
            listed = answer(game, {"ask": "turns", **question})["turns"]
            assert [each["turn"] for each in listed] == [
                game.write_turn(step.ready, turn) for turn in step.turns
            ]
            for each in _some(listed, self.tried, random.Random(2)):
                played = answer(game, {"ask": "play", "turn": each["turn"], **question})
                assert played == {"position": each["position"]}


def game_title(game: AnyGame) -> str:
    """The game's name and the options that are not at their default, for a test's name."""
    options = getattr(game, "options", None)
    if options is None:
        return game.name
    changed = (
        f"{field.name}={getattr(options, field.name)}"
        for field in dataclasses.fields(options)
        if getattr(options, field.name) != field.default
    )
    return " ".join([game.name, *changed])


def shown(game: AnyGame, position: Any) -> dict[Cell, int]:
    """What each cell shows."""
    return dict(zip(game.cells, game.contents(position), strict=True))


def _named(part: Any) -> Iterator[str]:
    """Every text in a layout."""
    if isinstance(part, str):
        yield part
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _named(each)


#: Play-outs by suite, game and seed: every test of a suite looks at the same ones.
_PLAYED: dict[tuple[type[GenericGameSuite], AnyGame, int], tuple[Step, ...]] = {}


def _playout(suite: GenericGameSuite, game: AnyGame, seed: int) -> tuple[Step, ...]:
    chance = random.Random(seed)
    position = suite.begin(game, chance)
    steps: list[Step] = []
    while len(steps) < suite.longest and not game.outcome(position).over:
        dice = tuple(suite.dice(game, position, chance)) if game.chance is not None else None
        ready = _ready(game, position, dice)
        turns = tuple(game.turns(ready))
        assert turns, f"no turn, yet the game is not over: {game.write_position(position)} {dice}"
        turn = chance.choice(turns)
        steps.append(Step(position, dice, ready, turns, turn, game.play(ready, turn)))
        position = steps[-1].result
    return tuple(steps)


def _ready(game: AnyGame, position: Any, dice: Sequence[int] | None) -> Any:
    if dice is None or game.chance is None:
        return position
    return game.chance.roll(position, dice)


def _some(everything: Sequence[Any], most: int, chance: random.Random) -> Sequence[Any]:
    return everything if len(everything) <= most else chance.sample(everything, most)


def _smudge(data: st.DataObject, text: str) -> str:
    """The text with one character replaced, left out or put in."""
    at = data.draw(st.integers(0, len(text)))
    width = data.draw(st.integers(0, 1))
    new = data.draw(st.one_of(st.just(""), st.sampled_from("0123456789,/ SNabWB:+-"), st.text()))
    return text[:at] + new + text[at + width :]
