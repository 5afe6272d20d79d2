"""Whatever a record holds: every form takes it or says why not, and what is written is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.play.moments import rules_of
from controller.play.steps import Ruled
from controller.record.assured import assured
from controller.record.errors import RecordError
from controller.record.export import Export
from controller.record.mat import mat_of
from controller.record.mat_reader import read_mat
from controller.record.matches import MatchWalk
from controller.record.sgf import sgf_of
from controller.record.sgf_reader import read_sgf
from tests.record.anything import anything
from tests.record.matches import match_walk, told

FORMS = ("mat", "snowie", "sgf")
#: How many evenings a test plays.
MANY = 40


def written(form: str, match: MatchWalk) -> Export | str:
    """The file, or the words with which it is refused."""
    try:
        return sgf_of(match) if form == "sgf" else mat_of(match, snowie=form == "snowie")
    except RecordError as refused:
        return str(refused)


def read(form: str, text: str, match: MatchWalk) -> MatchWalk:
    """The match that comes back, with what the losses say must be told besides."""
    options: Any = rules_of(match.opening).options
    given = {} if options.crawford or form != "snowie" else {"crawford": False}
    back = match_walk((read_sgf if form == "sgf" else read_mat)(text, given=given).events)
    for game in back.games:
        assured(game)
    return back


def differences(form: str, match: MatchWalk, back: MatchWalk) -> Iterator[str]:
    """Where a match came back otherwise than its losses say."""
    for number, (ours, theirs) in enumerate(zip(told(match), told(back), strict=True)):
        walked = match.games[number]
        ruled = any(isinstance(step, Ruled) for step in walked.steps)
        cut = ruled or (form == "mat" and any(ply.condoned for ply in walked.plies))
        timed = form != "sgf" and walked.result is not None and walked.result.reason == "time"
        steps, result = ours["steps"], ours["result"]
        if form != "sgf":
            steps, result = _without_dropped_beavers(steps, result)
        if cut or timed:
            steps, theirs["steps"] = _common(steps, theirs["steps"])
            result, theirs["result"] = (
                result and result[:2],
                theirs["result"] and theirs["result"][:2],
            )
        if steps != theirs["steps"] or result != theirs["result"]:
            yield f"game {number + 1}: {steps}, {result} became {theirs}"
        if ours["match"] != theirs["match"] and not ruled:
            yield f"game {number + 1}: {ours['match']} became {theirs['match']}"


def _without_dropped_beavers(steps: list[Any], result: Any) -> tuple[list[Any], Any]:
    if [step[0] for step in steps[-2:]] != ["beaver", "drop"]:
        return steps, result
    return [*steps[:-2], ("take", steps[-2][1])], (*result[:2], "resigned")


def _common(ours: list[Any], theirs: list[Any]) -> tuple[list[Any], list[Any]]:
    """Both as far as the shorter goes, whose last word may be what the result brought with it."""
    length = max(0, min(len(ours), len(theirs)) - 1)
    return ours[:length], theirs[:length]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("first", [0, MANY])
def test_what_is_written_is_read(form: str, first: int) -> None:
    """A file of ours is always read by us, and tells the same but for the losses that were said."""
    wrong = []
    for seed in range(first, first + MANY):
        match = anything(seed)
        made = written(form, match)
        if isinstance(made, Export):
            back = read(form, made.text, match)
            wrong += [f"seed {seed}: {what}" for what in differences(form, match, back)]
    assert wrong == []


def test_refusals_are_few_and_say_why() -> None:
    """SGF holds all but what a director has changed beyond reading; columns refuse by name."""
    seen: dict[str, int] = {}
    for seed in range(2 * MANY):
        match = anything(seed)
        for form in FORMS:
            made = written(form, match)
            kind = made if isinstance(made, str) else "written"
            for words in ("set up as", "it was set up", "equal opening", "Crawford", "any more"):
                kind = words if words in kind else kind
            seen[f"{form} {kind}"] = seen.get(f"{form} {kind}", 0) + 1
            if form == "sgf" and isinstance(made, str):
                assert any(isinstance(step, Ruled) for game in match.games for step in game.steps)
    assert all(seen[f"{form} written"] > MANY for form in FORMS)
    assert {name.partition(" ")[2] for name in seen} <= {
        "written",
        "set up as",
        "it was set up",
        "equal opening",
        "Crawford",
        "any more",
    }
