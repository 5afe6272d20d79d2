"""What an export gives: the text, and in words whatever it could not carry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import cast

from controller.games.game import RulesError
from controller.games.nardy import Short, ShortOptions
from controller.games.told import Told, told_by
from controller.play.line import Line
from controller.play.moments import rules_of, start_of
from controller.play.steps import INFERRED, Decided, Rolled
from controller.record.errors import RecordError
from controller.record.matches import MatchWalk
from controller.record.score import TOLD_BESIDES


@dataclass(frozen=True, slots=True)
class Export:
    """The text of a file, and what was lost on the way to it, one sentence each."""

    text: str
    losses: list[str]


def short_nardy(match: MatchWalk, form: str, key: str) -> Short:
    """The rules of a match that this form can hold; `RecordError` where it holds no such game."""
    rules = rules_of(match.opening)
    if key not in rules.forms:
        raise RecordError(
            Told(
                "{what} holds short nardy only, and this is {game}; export it as text,"
                " json or html",
                what=form,
                game=match.opening.game,
            )
        )
    game = cast(Short, rules)
    if game.options.raise_step != "double" and _raised(game, match):
        raise RecordError(
            Told(
                "{what} knows only a stake that doubles, and here it is raised by steps"
                " (raise_step = {raise_step}); export it as text, json or html",
                what=form,
                raise_step=game.options.raise_step,
            )
        )
    if game.options.declined_raise == "first" and _declined_later(match):
        raise RecordError(
            Told(
                "in {what} who declines a raise pays the stake as it stood, and here the"
                " first one was paid (declined_raise = first); export it as text, json"
                " or html",
                what=form,
            )
        )
    return game


def _declined_later(match: MatchWalk) -> bool:
    """Whether a raise was declined when the stake was no longer the first (N11a)."""
    results = (line.result for line in match.games if line.result)
    return any(each.reason == "dropped" and (each.cube or 1) > 1 for each in results)


def _raised(game: Short, match: MatchWalk) -> bool:
    """Whether the stake was offered to be raised, or was ever more than one: equal opening dice, a
    director or whoever set the game up may have turned the cube."""
    if any(said.decision == "double" for line in match.games for said in _said(line)):
        return True
    starts = [start_of(game, line.opening) for line in match.games]
    later = (moment.after for line in match.games for moment in line.moments)
    return any(position.stakes.cube > 1 for position in chain(starts, later))


def in_doubt(match: MatchWalk, options: ShortOptions) -> bool:
    """Whether something stands in this match that readers do not know of: what a director set, a
    flag that fell, rules of the house. Such a file is read back before anybody gets it."""
    ruled = any(step.note for game in match.games for step in game.steps)
    flags = any(game.result and game.result.reason == "time" for game in match.games)
    return ruled or flags or any(_house_rules(options))


def read_back(form: str, text: str, read: Callable[..., object], options: ShortOptions) -> None:
    """Nobody gets a file that cannot be read; `RecordError` says what is wrong with it."""
    given = {key: getattr(options, key) for key in TOLD_BESIDES}
    try:
        read(text, given=given)
    except RulesError as refused:
        raise RecordError(
            Told(
                "{what} cannot hold this match, since nobody could read it any more"
                " ({reason}); export it as text, json or html",
                what=form,
                reason=told_by(refused),
            )
        ) from None


def common_losses(
    match: MatchWalk, options: ShortOptions, carries: Collection[str]
) -> Iterator[str]:
    """What no form of other programs carries, and of the options what this one does not: it
    `carries` those that are named."""
    rolls = [step for game in match.games for step in game.steps if isinstance(step, Rolled)]
    notes = [note.event.kind for game in match.games for note in game.notes]
    refused = sum(said.decision == "refuse" for game in match.games for said in _said(game))
    ties = sum(map(_ties, match.games))
    yield from _counted(notes.count("dice.void"), "void roll")
    yield from _counted(ties, "equal opening roll")
    yield from _counted(refused, "resignation that was offered and refused")
    plies = [ply for game in match.games for ply in game.plies if ply.rolls and not ply.named]
    inferred = sum(roll.by == INFERRED for roll in rolls) + len(plies)
    if inferred:
        yield f"which rolls were only inferred from the play ({inferred})"
    unsure = [ply for ply in plies if len(ply.rolls) > 1]
    if unsure:
        yield (
            f"which of several rolls it was in {len(unsure)} turns: the first that explains the"
            " play stands in the file, and nobody knows whether it was thrown"
        )
    if any(game.promise for game in match.games):
        yield "the seeds by which the board's dice can be checked"
    yield from _house_rules(options)
    yield from _agreements(match, options, carries)


#: The house rules on hitting at home, which no form carries, with the number of each.
_AT_HOME = {"hit_then_bear_off": "S7", "pair": "S7a", "forced_by": "S7b", "hit_and_hide": "S13"}


def _house_rules(options: ShortOptions) -> Iterator[str]:
    usual = ShortOptions()
    for key, rule in _AT_HOME.items():
        value = getattr(options, key)
        if value != getattr(usual, key):
            word = str(value).lower()
            told = f"`lunka import --set {key}={word}` reads it so"
            yield f"the house rule {key} = {word} ({rule}); {told}"


def _agreements(match: MatchWalk, options: ShortOptions, carries: Collection[str]) -> Iterator[str]:
    """What was agreed on the stakes and cannot be read from what was played."""
    if options.raise_step != "double":
        yield f"that the stake is raised by steps (raise_step = {options.raise_step}, N11)"
    if options.declined_raise == "first":
        yield "that who declines a raise pays the first stake (declined_raise = first, N11a)"
    if options.call_ones != "gan":
        yield f"that 1-1 is called {options.call_ones} (call_ones, N12)"
    if options.jacoby and "jacoby" not in carries:
        yield "that Jacoby's rule holds (S12); `lunka import --set jacoby=true` reads it so"
    beavers = any(said.decision == "beaver" for game in match.games for said in _said(game))
    if options.beaver and not beavers and "beaver" not in carries:
        yield "that beavers are allowed, of which none was made (S11)"
    if options.auto_doubles > max(map(_ties, match.games)):
        yield (
            f"that up to {options.auto_doubles} equal opening rolls of a game double the stake"
            f" (auto_doubles = {options.auto_doubles}, S10)"
        )


def _ties(game: Line) -> int:
    rolls = (step for step in game.steps if isinstance(step, Rolled) and step.side is None)
    return sum(len(set(roll.dice)) == 1 for roll in rolls)


def _counted(count: int, what: str) -> Iterator[str]:
    if count:
        yield f"{count} {what}{'s' if count > 1 else ''}"


def _said(game: Line) -> list[Decided]:
    return [step for step in game.steps if isinstance(step, Decided)]
