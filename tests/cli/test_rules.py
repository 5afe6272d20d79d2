"""`lunka rules`: one JSON object a line, whatever comes in."""

from __future__ import annotations

import json

from tests.cli.running import Lunka, program


def test_start_turns_play_outcome() -> None:
    """The four questions of a game, as DESIGN lays them down."""
    start = "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"
    questions = [
        {"ask": "start"},
        {"ask": "turns", "position": start},
        {"ask": "play", "position": start, "turn": "a3"},
        {"ask": "outcome", "position": start},
    ]
    given = "".join(json.dumps(question) + "\n" for question in questions).encode()
    ran = program("rules", "kalah", "--set", "stones=4", given=given)
    began, turns, played, outcome = map(json.loads, ran.out.splitlines())
    assert (ran.code, ran.err) == (0, "")
    assert began == {"position": start}
    assert [turn["turn"] for turn in turns["turns"]] == ["a1", "a2", "a3", "a4", "a5", "a6"]
    assert played == {"position": "S 4,4,0,5,5,5/1 4,4,4,4,4,4/0"}
    assert outcome == {"over": False, "winner": None, "scores": [0, 0]}


def test_a_preset_and_what_is_set_over_it() -> None:
    """K2: kalaha has four stones in a pit; an option that is set goes before the preset's."""
    for given, stones in (((), 4), (("--set", "stones=5"), 5)):
        ran = program("rules", "kalah", "--preset", "kalaha-4", *given, given=b'{"ask": "start"}')
        row = ",".join([str(stones)] * 6)
        assert json.loads(ran.out) == {"position": f"S {row}/0 {row}/0"}


def test_garbage_is_answered_line_by_line() -> None:
    """Binary garbage, a 10 MB line and deep nesting each get one answer; play goes on."""
    lines = [
        b"\xff\xfe\x00\x80garbage",
        b"",
        b"   ",
        b'{"ask": "' + b"x" * 10_000_000 + b'"}',
        b"[" * 9_000,
        b'{"ask": "turns", "position": ' + b"9" * 9_000 + b"}",
        b'{"ask": "\\ud800"}',
        b'{"ask": "start"}',
    ]
    ran = program("rules", "kalah", given=b"\n".join(lines))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert (ran.code, ran.err) == (0, "")
    assert [answer["error"]["verdict"] for answer in answers[:-1]] == ["invalid"] * 5
    assert answers[1]["error"]["message"] == (
        "a question of 10000011 characters; at most 10000 are read"
    )
    assert answers[-1] == {"position": "S 6,6,6,6,6,6/0 6,6,6,6,6,6/0"}


def test_illegal_turn() -> None:
    """What is against the rules is told apart from what cannot be read."""
    question = {"ask": "play", "position": "S 0,6,6,6,6,6/0 6,6,6,6,6,6/6", "turn": "a1"}
    ran = program("rules", "kalah", given=json.dumps(question).encode())
    assert json.loads(ran.out)["error"]["verdict"] == "illegal"


def test_mistakes(lunka: Lunka) -> None:
    """Unknown games and options, bad values and bad forms are told before anything is read."""
    assert lunka("rules", "chess").mistake.startswith("there is no game 'chess'; there are: kalah")
    assert lunka("rules", "kalah", "--set", "stone=4").mistake == (
        "unknown option 'stone'; there are: pits, stones, capture, pie, pie_after"
    )
    assert lunka("rules", "kalah", "--set", "stones=99").mistake == (
        "option stones: '99' is not allowed; 1 to 12 is"
    )
    assert lunka("rules", "kalah", "--set", "stones").mistake == (
        "--set 'stones' is not of the form KEY=VALUE, such as stones=4"
    )
    assert lunka("rules", "kalah", "--set", "stones=4", "--set", "stones=5").mistake == (
        "--set stones is given twice: '4' and '5'"
    )
    assert "required: GAME" in lunka("rules").mistake
