"""Matches for the record's tests, played at random by the rules, with cube and resignations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.chance import Chance
from controller.play.event import GENESIS, Event, Stored
from controller.play.fold import read_line
from controller.play.line import Line
from controller.play.moments import rules_of
from controller.play.steps import Decided, Ply, Step
from controller.record.chain import digest
from controller.record.matches import MatchWalk
from controller.record.transcriber import Transcriber

PLAYERS = ("Anna", "Boris")
AT = 1_700_000_000.0
#: No game of chance is longer than this; a test that meets one is wrong.
_MOST_STEPS = 5000


class Evening:
    """Two people who play at random until a match, or so many single games, is over.

    The more they `hurry`, the more often they double and resign.
    """

    def __init__(
        self,
        seed: int,
        game: str = "short",
        options: Mapping[str, Any] | None = None,
        players: Sequence[str] = PLAYERS,
        *,
        dice: str = "entered",
        hurry: float = 1.0,
    ) -> None:
        self.random = Random(seed)
        tick = self.random.choice((0.5, 1.25, 3.0))
        self.scribe = Transcriber(game, options or {}, players, at=AT, tick=tick, by="hands")
        self._dice = dice
        self._hurry = hurry
        self._chance: Chance | None = None
        self._draws = 0

    @property
    def events(self) -> list[Event]:
        return self.scribe.events

    def play(self, games: int | None = None) -> Evening:
        """The whole match; or so many games of it."""
        rules = self.scribe.game
        assert rules.stakes is not None
        match: Mapping[str, Any] | None = rules.stakes.match_in(rules.open())
        for number in range(1, 1 + (games or 100)):
            if match is None:
                break
            self._game(match)
            match = rules.stakes.following(self.scribe.position, {**match, "number": number})
        return self

    def _game(self, match: Mapping[str, Any]) -> None:
        scribe = self.scribe
        scribe.open(match)
        self._promise()
        for _ in range(_MOST_STEPS):
            if scribe.over:
                break
            self._step()
        assert scribe.over
        scribe.end()
        if self._chance:
            scribe.add("chance.revealed", seed=self._chance.seed.hex())

    def _promise(self) -> None:
        self._draws = 0
        if self._dice == "board":
            self._chance = Chance(self.random.randbytes(32))
            self.scribe.add("chance.committed", commitment=self._chance.commitment)

    def _step(self) -> None:
        scribe, random = self.scribe, self.random
        words = scribe.game.acts(scribe.position).words
        said = [saying.word for saying in words if self._says(saying.word)]
        if said:
            self._decide(random.choice(said))
        elif scribe.game.acts(scribe.position).draw:
            self._roll()
        else:
            turns = sorted(scribe.game.turns(scribe.position))
            turn = random.choice(turns)
            scribe.play(scribe.game.write_turn(scribe.position, turn))

    def _says(self, word: str) -> bool:
        """How often each word is said: answers always, offers now and then."""
        odds = {"double": 0.05, "resign 1": 0.001, "resign 2": 0.0008, "resign 3": 0.0005}
        return self.random.random() < odds.get(word, 1.0) * self._hurry

    def _decide(self, word: str) -> None:
        scribe = self.scribe
        stakes = scribe.position.stakes
        if word.startswith("resign"):
            scribe.decide(self.random.choice((0, 1)), word)
            return
        if word == "drop" and self.random.random() < 0.7:
            word = "take"
        side = scribe.mover if stakes.answering is None else stakes.answering
        scribe.decide(side, word)

    def _roll(self) -> None:
        self._draws += 1
        if self._chance:
            dice = self._chance.dice(self._draws)
        else:
            dice = (self.random.randint(1, 6), self.random.randint(1, 6))
        self.scribe.roll(dice, self._dice)


def stored(events: Iterable[Event], game: int = 0) -> list[Stored]:
    """Events as a record would hold them."""
    kept: list[Stored] = []
    seal = GENESIS
    for seq, event in enumerate(events, start=1):
        game += event.kind == "game.opened"
        seal = digest(seal, seq, game, event)
        kept.append(Stored(seq, game, event, seal))
    return kept


def match_walk(events: Iterable[Event]) -> MatchWalk:
    """The match that these events tell."""
    kept = stored(events)
    numbers = sorted({each.game for each in kept})
    return MatchWalk(
        tuple(read_line(each for each in kept if each.game == number) for number in numbers)
    )


def a_match(seed: int, length: int = 3, **options: Any) -> MatchWalk:
    """A match of short nardy to so many points."""
    return match_walk(Evening(seed, options={"match_length": length, **options}).play().events)


def short_match(dice: str = "entered", players: Sequence[str] = PLAYERS) -> Evening:
    """A quick match to 5 with a long enough first game, a double and a drop in it."""
    for seed in range(200):
        evening = Evening(seed, options={"match_length": 5}, players=players, dice=dice, hurry=3)
        games = match_walk(evening.play().events).games
        reasons = [game.result.reason for game in games if game.result]
        if "dropped" in reasons and len(games) > 1 and 12 < len(games[0].plies) < 60:
            return evening
    raise AssertionError("no such match")


def told(match: MatchWalk) -> list[dict[str, Any]]:
    """What another program must tell in the same way: every position, every cube, every result."""
    return [_told(game) for game in match.games]


def _told(game: Line) -> dict[str, Any]:
    rules = rules_of(game.opening)
    steps = [_step(rules, step) for step in game.steps if isinstance(step, Ply) or _cube(step)]
    result = game.result
    if result and result.reason == "resigned" and steps and steps[-1][0] == "pass":
        steps.pop()  # the roll of somebody who resigned reads as a pass where nothing can be played
    return {
        "players": game.players,
        "match": game.opening.match,
        "steps": steps,
        "result": result and (result.winner, result.scores, result.reason),
    }


def _cube(step: Step) -> bool:
    said = isinstance(step, Decided) and step.decision
    return said in ("double", "beaver", "take", "drop")


def _step(rules: AnyGame, step: Step) -> tuple[object, ...]:
    if isinstance(step, Ply):
        after = rules.read_position(step.position)
        kind = "pass" if step.turn == "pass" else "play"
        return kind, step.side, after.mover, after.board, after.stakes.cube, after.stakes.owner
    assert isinstance(step, Decided)
    return step.decision, step.side
