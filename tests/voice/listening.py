"""How much the words alone tell: games by lot, rebuilt and put right by somebody who only hears.

    python -m tests.voice.listening 1000 500    # so many games, at least so many slips

After every turn the listener's position is compared with the table's, and whose turn it is. Now and
then hands slip; what is heard is then done, and nothing else, until it is said that all is right.
The wood is a dictionary here: sensors and hands are tried elsewhere.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from controller.games.catalogue import make_game, names
from controller.games.game import Draw
from controller.games.kakuzu.game import Kakuzu
from controller.play.event import Event
from controller.table.commands import CommandError
from controller.table.situation import Phase
from controller.table.state import Status
from controller.table.survey import survey
from controller.tracking.verdict import Kind as Verdict
from controller.voice.announcer import Announcer
from controller.voice.utterance import Kind
from tests.table.dicing import DiceSeat
from tests.voice.beneath import Beneath
from tests.voice.listener import Listener

GAMES = names()
#: What is chosen by lot before a game; of the others as they are played by default.
_OPTIONS: dict[str, dict[str, tuple[str | int, ...]]] = {
    "kakuzu": {
        "players": (2, 3, 4),
        "variant": ("tokens", "same", "named"),
        "returns": ("all", "one"),
        "sheet": ("known", "known", "unknown"),
    }
}
_MOST_TURNS = 120
_SLIPS = 0.06
_TRIES = 4
_SIZES = {"single": 1, "double": 2, "triple": 3}
_TO_ACT = (" to move", " to roll", " moves again")
_WRONG = re.compile(r"(?:legal turn|went wrong): (.+?)\.(?: |$)")


@dataclass
class Figures:
    """What came of it."""

    games: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    slips: int = 0
    repaired: int = 0
    #: What was heard otherwise than it was.
    misheard: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        played = ", ".join(f"{name} {count}" for name, count in sorted(self.games.items()))
        return "\n".join(
            [
                f"{sum(self.games.values())} games ({played}), {self.turns} turns: "
                f"{len(self.misheard)} misheard; {self.repaired} of {self.slips} slips put right",
                *self.misheard[:20],
            ]
        )


class Heard(DiceSeat):
    """A table whose words are heard by somebody, and nothing else of it."""

    def __init__(self, game: str, rng: Random, figures: Figures) -> None:
        options = {key: rng.choice(there) for key, there in _OPTIONS.get(game, {}).items()}
        super().__init__(game, options)
        self.rng, self.figures = rng, figures
        self.announcer = Announcer()
        rules = make_game(game, options)
        self.listener = Listener(rules, "en")
        #: What the wood does not hold: numbers that lie open, stones that are somebody's.
        self.beneath: Beneath | None = None
        if isinstance(rules, Kakuzu):
            self.beneath = Beneath(rules.sides, rules.options.variant)
        self._titles = [*rules.sides]
        #: Whose turn it is, what is wrong, and whether that was said to be right again.
        self.whose, self.wrong, self.right = 0, "", False

    def _keep(self, events: list[Event]) -> list[str]:
        """Hear what is said of it; nobody folds all events again here."""
        now = survey(self.table)
        for each in self.announcer.hear(now, self.now):
            self._hear(each.kind, each.full["en"])
        return [event.kind for event in events]

    def _hear(self, kind: Kind, words: str) -> None:
        self.listener.hear(words)
        if self.beneath:
            self.beneath.hear(kind, words)
        if kind is Kind.WRONG:
            self.wrong, self.right = words, False
        elif kind is Kind.RIGHT:
            self.right = True
        for side, title in enumerate(self._titles):
            if any(f"{title}{acts}" in words for acts in _TO_ACT):
                self.whose = side

    # -- playing -------------------------------------------------------------------------------

    def game(self) -> None:
        """One game, to its end or for as many turns as anybody wants to see."""
        self.begin()
        self.wait(3.0)
        for _ in range(_MOST_TURNS):
            if not self._turn():
                break
        self.figures.games[self.table.game] += 1

    def _turn(self) -> bool:
        while (draw := self._drawn()) is not None:
            self._roll(draw)
        if self.state.status is not Status.PLAYING:
            return False
        if self.rng.random() < _SLIPS:
            self._slip()
            if self._drawn() is not None or self.state.status is not Status.PLAYING:
                return self.state.status is Status.PLAYING  # the slip was a whole turn
        return self._play()

    def _play(self) -> bool:
        here, made = self.state.position, len(self.state.plies)
        turns = self.rules.turns(here)
        if not turns:
            return False
        turn = turns[self.rng.randrange(len(turns))]
        written, stages = self.rules.write_turn(here, turn), self.rules.stages(here, turn)
        for stage in stages:
            self.put(stage.goal)
        self.lay(self.rules.play(here, turn))
        for _ in range(_TRIES):
            if len(self.state.plies) > made:
                break
            self._insist(written, by_hand=bool(stages))
        self._compare()
        self.figures.turns += 1
        return len(self.state.plies) > made

    def _insist(self, turn: str, *, by_hand: bool) -> None:
        """Wait; where the board could not tell two turns apart, answer it; a turn that no hand
        makes is said."""
        self.wait(10.0)
        if question := self.state.question:
            choice = turn if turn in question.options else question.options[0]
            self.say("answer", question=question.number, choice=choice)
        elif self.beneath and not by_hand:
            self.say("declare", turn=turn)

    def _drawn(self) -> Draw | None:
        playing = self.state.status is Status.PLAYING
        return self.state.acts.draw if playing else None

    def _roll(self, draw: Draw) -> None:
        dice = [self.rng.choice([*draw.choices]) for _ in range(draw.count)]
        try:
            self.say("roll", dice=dice)
        except CommandError:
            self.wait(2.0)

    def _compare(self) -> None:
        """What was heard, and what is."""
        now = survey(self.table)
        if now.phase in (Phase.TO_MOVE, Phase.TO_ROLL, Phase.OVER):
            self._check(self.listener.holds == now.holds, "position", self.listener.holds)
            if self.beneath:
                heard = self.beneath.position
                self._check(heard == self.state.position, "what is open", heard)
        if now.phase is Phase.TO_MOVE:
            self._check(self.whose == now.mover, "side", self.whose)

    def _check(self, same: bool, what: str, heard: object) -> None:
        if not same:
            said = [each.full["en"] for each in self.announcer.said][-3:]
            self.figures.misheard.append(f"{self.table.game}: {what} heard as {heard}: {said}")

    # -- slips ---------------------------------------------------------------------------------

    def _slip(self) -> None:
        """A piece goes where it must not; then do what is said, and nothing else."""
        lying = self.contents(self.state.position)
        made = len(self.state.plies)
        filled = [cell for cell, held in lying.items() if held]
        if not filled:
            return  # nothing lies there yet that a hand could move
        origin, target = self.rng.choice(filled), self.rng.choice([*lying])
        if origin == target or (self.rules.solid and lying[target]):
            return
        size = abs(lying[origin]) if self.rules.solid else 1
        self.wrong, self.right = "", False
        self.put({origin: abs(lying[origin]) - size, target: abs(lying[target]) + size})
        self.wait(3.0)
        if self.wrong and self.table.verdict.kind is Verdict.WRONG:
            self.figures.slips += 1
            self.figures.repaired += self._repair()
        if len(self.state.plies) == made:
            self.put({cell: abs(held) for cell, held in lying.items()})
            self.wait(3.0)

    def _repair(self) -> bool:
        for _ in range(_TRIES):
            done = _WRONG.search(self.wrong)
            if done is None:
                return False
            changes: dict[str, int] = {}
            for part in done[1].split(", "):
                changes |= self._part(part)
            self.put(changes)
            self.wait(3.0)
            if self.right:
                return True
        self.figures.misheard.append(f"{self.table.game}: not put right by: {self.wrong}")
        return False

    def _part(self, part: str) -> dict[str, int]:
        """One thing to be put right, as it is said."""
        for form, held in _PARTS:
            if said := re.fullmatch(form, part):
                cell = self.listener.place(said["cell"], self.whose)
                return {cell: held(abs(self.held[cell]), said.groupdict().get("n", ""))}
        self.figures.misheard.append(f"{self.table.game}: nobody understands {part!r}")
        return {}


_Change = Callable[[int, str], int]
_PARTS: tuple[tuple[str, _Change], ...] = (
    (r"(?P<cell>.+) needs (?P<n>\d+) more", lambda held, n: held + int(n)),
    (r"(?P<cell>.+) has (?P<n>\d+) too many", lambda held, n: held - int(n)),
    (r"(?P<cell>.+) needs a (?P<n>\w+) piece", lambda _held, n: _SIZES[n]),
    (r"take the piece away from (?P<cell>.+)", lambda _held, _n: 0),
    (r"empty (?P<cell>.+)", lambda _held, _n: 0),
)


def listened(games: int, slips: int = 0, seed: int = 1) -> Figures:
    """So many games, and on until there were so many slips."""
    figures, rng, number = Figures(), Random(seed), 0
    while number < games or figures.slips < slips:
        Heard(GAMES[number % len(GAMES)], rng, figures).game()
        number += 1
    return figures


if __name__ == "__main__":
    sys.stdout.write(f"{listened(*map(int, sys.argv[1:]))}\n")
