"""What an engine answers: legal turns and words for every game, one line for whatever comes in."""

from __future__ import annotations

import json
import string
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.engines.engine import Engine
from controller.engines.registry import engine_for
from controller.engines.service import answer_line
from controller.games.acts import Said
from controller.games.catalogue import make_game
from tests.cli.running import Lunka, program
from tests.engines.playing import GAMES, any_game, played

START = "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"


def asked(engine: Engine, **question: Any) -> dict[str, Any]:
    """The answer to a question, through text and back."""
    answer: dict[str, Any] = json.loads(answer_line(engine, json.dumps(question)))
    return answer


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_is_legal(name: str) -> None:
    """Of every game, with options at random, in positions of games at random."""
    rng = Random(f"legal {name}")
    for number in range(6):
        game = any_game(name, rng)
        engine = engine_for(game, rng.randint(1, 8), seconds=0.02, seed=number)
        positions = [*played(game, rng)]
        for position in rng.sample(positions, min(5, len(positions))):
            check_best(engine, position)
            check_word(engine, position)


def check_best(engine: Engine, position: Any) -> None:
    """The turns are legal, none twice, the first is chosen and each has its value."""
    game, acts = engine.game, engine.game.acts(position)
    if acts.answer or acts.draw:
        return
    answer = asked(engine, ask="best", position=game.write_position(position))
    legal = game.turns_to_follow(position)
    assert "error" not in answer, (answer, game.options, game.write_position(position))
    called = {each["turn"] for each in answer["turns"]}
    assert len(called) == len(answer["turns"])
    assert answer["turn"] == answer["turns"][0]["turn"]
    assert answer["value"] == answer["turns"][0]["value"]
    assert 0 <= answer["chance"] <= 1
    values = [each["value"] for each in answer["turns"]]
    assert values == sorted(values, reverse=True)
    if game.hidden is None:
        assert all(game.read_turn(position, turn) in legal for turn in called)
    else:
        assert called <= {game.call_turn(position, turn) for turn in legal}
        assert answer["turn"] != "time"


def check_word(engine: Engine, position: Any) -> None:
    """A word that may be said, by who would be expected to say it; an answer is never owed."""
    game = engine.game
    answer = asked(engine, ask="word", position=game.write_position(position))
    assert set(answer) == {"word"}, answer
    word, acts = answer["word"], game.acts(position)
    if word is None:
        assert acts.answer is None
    elif game.talk is not None and word in game.talk.words:
        game.apply(position, Said(word))
    else:
        assert word in {game.write_turn(position, turn) for turn in game.turns(position)}


def test_a_seed_makes_it_repeatable() -> None:
    """The same question, the same answer, whatever was asked before."""
    game = make_game("kalah", {"stones": 4})
    first, second = (engine_for(game, 4, seconds=0.2, seed=7) for _ in range(2))
    second.best(game.play(game.start(), 3))
    answers = [asked(engine, ask="best", position=START) for engine in (first, second)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("start", "not a line of JSON"),
        ("[]", "a question is an object"),
        ('{"ask": "start"}', "ask 'start' is unknown; best, word are answered"),
        ('{"ask": ["best"]}', "is unknown"),
        ('{"ask": "best"}', "ask 'best' needs position as well"),
        ('{"ask": "best", "position": 7}', "position must be text, not 7"),
        ('{"ask": "best", "position": "S", "dice": [1]}', "does not take dice"),
        ('{"ask": "word", "position": "x"}', "is not of the form"),
        ('{"ask": "best", "position": "S 0,0,0,0,0,0/24 0,0,0,0,0,0/24"}', "the game is over"),
    ],
)
def test_wrong_questions(line: str, words: str) -> None:
    """One answer, with a verdict and what is wrong."""
    answer = json.loads(answer_line(engine_for(make_game("kalah", {"stones": 4}), 1), line))
    assert words in answer["error"]["message"]
    assert answer["error"]["verdict"] in {"invalid", "illegal"}


def test_nothing_to_say_when_it_is_over() -> None:
    """A finished game leaves no word."""
    engine = engine_for(make_game("kalah", {"stones": 4}), 1)
    over = "S 0,0,0,0,0,0/24 0,0,0,0,0,0/24"
    assert asked(engine, ask="word", position=over) == {"word": None}


_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
_POSITIONS = {
    "kalah": START,
    "short": "4HPwATDgc/ABMA",
    "long": "W 15" + ",0" * 23 + "/0 15" + ",0" * 23 + "/0",
    "gyges": "1 321123/000000/000000/000000/000000/321123",
    "kakuzu": "S " + "/".join(["*********"] * 9) + " 0,0",
}
_ENGINES = {
    name: engine_for(make_game(name, {"stones": 4} if name == "kalah" else {}), 1, seconds=0.01)
    for name in _POSITIONS
}


@st.composite
def _lines(draw: st.DrawFn) -> tuple[str, str]:
    """A question by the grammar with something wrong in it, perhaps; or anything at all."""
    name = draw(st.sampled_from(sorted(_POSITIONS)))
    text = _POSITIONS[name]
    if draw(st.booleans()):
        at, junk = draw(st.integers(0, len(text))), draw(st.text(string.printable, max_size=3))
        text = text[:at] + junk + text[at + draw(st.integers(0, 2)) :]
    question: dict[str, Any] = {"ask": draw(st.sampled_from(["best", "word"])), "position": text}
    if draw(st.booleans()):
        question["dice"] = draw(st.lists(st.integers(0, 7), max_size=3) | _JUNK)
    if draw(st.integers(0, 4)) == 0:
        question[draw(st.sampled_from(["ask", "position", "dice", "turn"]))] = draw(_JUNK)
    line = json.dumps(question)
    if draw(st.integers(0, 9)) == 0:
        line = line[: draw(st.integers(0, len(line)))]
    return name, line


@given(_lines())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_line_breaks_it(asked_of: tuple[str, str]) -> None:
    """Whatever a line holds, one line answers it."""
    name, line = asked_of
    answered = answer_line(_ENGINES[name], line)
    assert "\n" not in answered
    answer = json.loads(answered)
    assert set(answer) in ({"error"}, {"word"}, {"turn", "value", "chance", "turns"})


def test_the_command() -> None:
    """`lunka engine` answers line by line, bytes that are no text, too."""
    best = json.dumps({"ask": "best", "position": START}).encode()
    given_lines = b"\xff\xfe\n\n" + best + b"\n"
    options = ("--level", 1, "--seconds", 0.1, "--seed", 1, "--set", "stones=4")
    ran = program("engine", "kalah", *options, given=given_lines)
    wrong, right = map(json.loads, ran.out.splitlines())
    assert (ran.code, ran.err) == (0, "")
    assert wrong["error"]["verdict"] == "invalid"
    assert right["turn"] in {"a1", "a2", "a3", "a4", "a5", "a6"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "there is no game 'chess'"),
        (("kalah", "--level", "9"), "'9' is not allowed; a whole number from 1 to 8 is"),
        (("kalah", "--seconds", "-1"), "'-1' is not allowed; a number from 0 up is"),
        (("kalah", "--set", "pits=12"), "option pits: '12' is not allowed; 1 to 9 is"),
    ],
)
def test_a_wrong_command_line(lunka: Lunka, arguments: tuple[str, ...], words: str) -> None:
    """One line says what is wrong."""
    ran = lunka("engine", *arguments)
    assert ran.code == 2
    assert words in ran.err
