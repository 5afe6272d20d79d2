"""What a report tells of one game: its turns, its measures, and the moments worth a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from controller.games.acts import Ruling
from controller.games.catalogue import AnyGame
from controller.play.line import Line
from controller.play.moments import Moment, rules_of, start_of
from controller.play.steps import INFERRED, Decided, Ply, Rolled
from controller.record.rulings import write_ruling
from controller.record.words import sentences

#: A thought shorter than this is not worth a picture.
_THOUGHT = 5.0


@dataclass(frozen=True, slots=True)
class Told:
    """One turn with what led to it."""

    ply: Ply
    before: Any
    after: Any
    #: What was said before it, and by whom.
    said: tuple[Decided, ...]
    rolls: tuple[tuple[int, ...], ...]
    inferred: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """A moment worth a picture: the key of its caption, the facts for it, and the position."""

    order: tuple[int, int]
    key: str
    ply: Ply | None
    position: Any
    before: Any = None
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Story:
    """One game, ready to be told."""

    line: Line
    game: AnyGame
    start: Any
    turns: tuple[Told, ...]
    #: What was said after the last turn.
    last_words: tuple[Decided, ...]
    #: Each side's pips, or scores, at the start and after each turn; none while they are hidden.
    measures: tuple[tuple[float, ...], ...]
    picked: tuple[Picked, ...]

    @property
    def seconds(self) -> float:
        """How long all turns took together."""
        return sum(told.ply.seconds for told in self.turns)


def story_of(line: Line) -> Story:
    """Everything that the report tells of a game; it must be by the rules."""
    game = rules_of(line.opening)
    start = start_of(game, line.opening)
    told, last_words, offers = _tell(line)
    positions = [start, *(each.after for each in told)]
    counted = () if _hides_pips(line, game) else range(len(game.sides))
    measures = tuple(
        tuple(_measure(game, position, side) for position in positions) for side in counted
    )
    picked = sorted(_pick(line, told, offers, measures), key=lambda each: each.order)
    return Story(line, game, start, tuple(told), last_words, measures, tuple(picked))


def _tell(line: Line) -> tuple[list[Told], tuple[Decided, ...], list[Picked]]:
    told: list[Told] = []
    offers: list[Picked] = []
    said: list[Decided] = []
    roll: Rolled | None = None
    rulings: list[str] = []
    for moment in line.moments:
        step = moment.step
        if isinstance(step, Rolled):
            roll = step
        elif isinstance(step.act, Ruling):
            ruling = write_ruling(rules_of(line.opening), step.act)
            rulings.append(f"{ruling} ({step.note})")
        elif isinstance(step, Decided):
            said.append(step)
            if step.decision == "double":
                offers.append(_offer(len(told), step, moment.after))
        else:
            turn = _turn(line, moment, step, said, roll)
            told.append(replace(turn, notes=(*rulings, *turn.notes)))
            said, roll, rulings = [], None, []
    return told, tuple(said), offers


def _turn(
    line: Line, moment: Moment, ply: Ply, said: Sequence[Decided], roll: Rolled | None
) -> Told:
    return Told(
        ply=ply,
        before=moment.before,
        after=moment.after,
        said=tuple(said),
        rolls=_rolls(ply, roll),
        inferred=bool(ply.rolls and not ply.named) or (roll is not None and roll.by == INFERRED),
        notes=sentences(line, ply.number),
    )


def _rolls(ply: Ply, roll: Rolled | None) -> tuple[tuple[int, ...], ...]:
    """What was rolled for a turn; several rolls where the play does not tell which it was."""
    known = ply.rolls or ((roll.dice if roll else ply.dice),)
    known = tuple(filter(None, known))
    return tuple(tuple(sorted(dice, reverse=True)) for dice in known)


def _offer(turns: int, said: Decided, position: Any) -> Picked:
    facts: dict[str, object] = {"cube": position.stakes.cube * 2, "turn": turns + 1}
    return Picked((turns, 1), "moment-double", None, position, facts={**facts, "side": said.side})


def _hides_pips(line: Line, game: AnyGame) -> bool:
    """In a tournament nobody is told the pips of a game that is still played."""
    tournament = bool(line.opening.house.get("tournament"))
    counted = game.drawing is not None and game.drawing.counted
    return counted and tournament and line.result is None


def _measure(game: AnyGame, position: Any, side: int) -> float:
    if game.drawing is not None:
        return game.drawing.measure(position, side)
    return float(game.outcome(position).scores[side])


def _pick(
    line: Line,
    told: Sequence[Told],
    offers: Sequence[Picked],
    measures: Sequence[Sequence[float]],
) -> Iterator[Picked]:
    """The offers, illegal plays, the greatest swing, the longest thought, and the end."""
    yield from offers
    if not told:
        return
    end = "moment-end" if line.result else "moment-now"
    yield _picked(told[-1], end)
    chosen = {told[-1].ply.number}
    for each in told:
        if each.ply.condoned and each.ply.number not in chosen:
            chosen.add(each.ply.number)
            yield _picked(each, "moment-condoned")
    for key, at in (("moment-swing", _swing(measures)), ("moment-thought", _thought(told, line))):
        if at is not None and told[at].ply.number not in chosen:
            chosen.add(told[at].ply.number)
            yield _picked(told[at], key)


def _picked(told: Told, key: str) -> Picked:
    return Picked((told.ply.number, 0), key, told.ply, told.after, told.before)


def _swing(measures: Sequence[Sequence[float]]) -> int | None:
    """The turn that changed the difference between the sides most."""
    if len(measures) != 2:
        return None
    lead = [first - second for first, second in zip(*measures, strict=True)]
    changes = [abs(after - before) for before, after in pairwise(lead)]
    return max(range(len(changes)), key=changes.__getitem__) if any(changes) else None


def _thought(told: Sequence[Told], line: Line) -> int | None:
    passing = rules_of(line.opening).pass_turn
    played = [at for at, each in enumerate(told) if each.ply.turn != passing]
    longest = max(played, key=lambda at: told[at].ply.seconds, default=0)
    return longest if told[longest].ply.seconds >= _THOUGHT else None
