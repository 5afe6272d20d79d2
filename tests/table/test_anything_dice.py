"""Anything may happen at a nardy table: dice, offers, matches, directors; the record is true."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller.table.commands import CommandError
from controller.table.state import Status
from tests.table.dicing import DiceSeat

_DIRECTOR = {"do": "direct", "by": "Ann", "why": "a dispute"}
sides = st.integers(0, 1)
dice = st.lists(st.integers(1, 6), min_size=2, max_size=2)
_COMMANDS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({"do": "void", "why": "on a checker"}),
    st.sampled_from(["undo", "confirm", "pause", "resume", "next", "pass", "new"]).map(
        lambda name: {"do": name}
    ),
    st.integers(0, 9).map(lambda ply: {**_DIRECTOR, "action": "undo", "to": ply}),
    st.one_of(dice, st.just([])).map(lambda given: {**_DIRECTOR, "action": "dice", "dice": given}),
    st.sampled_from(["annul", "pause"]).map(lambda act: {**_DIRECTOR, "action": act}),
    st.just({**_DIRECTOR, "action": "clock", "seconds": [30, 40]}),
)


class AnythingWithDice(RuleBasedStateMachine):
    """Two people, a director and a clock at a nardy table."""

    @initialize(
        game=st.sampled_from(["short", "long", "gulbar"]),
        length=st.sampled_from([0, 1, 3]),
        dice=st.sampled_from(["board", "entered"]),
        takebacks=st.booleans(),
        clock=st.sampled_from(["none", "fischer", "delay", "bronstein"]),
        tournament=st.booleans(),
    )
    def sit_down(self, game: str, length: int, **house: Any) -> None:
        """A match, or an evening of single games."""
        self.seat = DiceSeat(game, {"match_length": length}, **house, minutes=1)
        seeds = count(1)
        self.seat.table.seed = lambda: next(seeds).to_bytes(32, "big")
        self.seat.begin()

    def say(self, do: str, **more: Any) -> None:
        """A command; a refusal is a sentence."""
        try:
            self.seat.say(do, **more)
        except CommandError as refused:
            assert str(refused)

    @rule(given=dice)
    def roll(self, given: list[int]) -> None:
        """Whoever rolls here rolls; and what people say is entered, if they may."""
        self.say("roll")
        self.say("roll", dice=given)

    @rule(choice=st.integers(0, 50), tidy=st.booleans())
    def play(self, choice: int, tidy: bool) -> None:
        """The board is laid as the game stands, and a legal turn is made."""
        state, rules = self.seat.state, self.seat.rules
        if state.status is not Status.PLAYING or rules.acts(state.position).draw:
            return
        if tidy or state.returning:
            self.seat.lay(state.position)
        position = self.seat.state.position
        turns = rules.turns(position) if self.seat.state.status is Status.PLAYING else []
        if turns:
            self.seat.lay(rules.play(position, turns[choice % len(turns)]))

    @rule(choice=st.integers(0, 10))
    def go_back(self, choice: int) -> None:
        """The checkers are laid as they were some time ago."""
        past = self.seat.state.past
        self.seat.lay(past[-1 - choice % len(past)])

    @rule()
    def set_up(self) -> None:
        """The board is laid as the game stands."""
        self.seat.lay(self.seat.state.position)

    @rule(choice=st.integers(0, 9), side=sides)
    def decide(self, choice: int, side: int) -> None:
        """Something is said, by whoever may say it or by the other."""
        words = [saying.word for saying in self.seat.state.acts.words] or ["double"]
        word = words[choice % len(words)]
        speaker = side if word.startswith("resign") else None
        self.say("decide", decision=word, side=speaker)

    @rule(side=sides)
    def resign(self, side: int) -> None:
        """Somebody gives the game up in one word."""
        self.say("resign", side=side)

    @rule(seconds=st.floats(0.01, 30.0))
    def wait(self, seconds: float) -> None:
        """Time passes, and the table is called in time."""
        self.seat.wait(seconds)

    @rule(seconds=st.floats(0.01, 40.0))
    def stall(self, seconds: float) -> None:
        """Time passes, and nobody calls the table until something else happens."""
        self.seat.now += seconds

    @rule(command=_COMMANDS)
    def command(self, command: dict[str, Any]) -> None:
        """Somebody says something else."""
        self.say(**command)

    @invariant()
    def the_line_follows_by_the_rules(self) -> None:
        """Every recorded position comes from the one before by its turn."""
        state = self.seat.state
        after = [moment.after for moment in state.line.turned]
        for before, ply, position in zip(state.past, state.plies, after, strict=False):
            assert ply.side == state.rules.mover(before)
            assert state.rules.play(before, state.rules.read_turn(before, ply.turn)) == position

    @invariant()
    def a_match_goes_on(self) -> None:
        """A game that ended brought somebody points, and the next one can be played, or no more."""
        state = self.seat.state
        if state.result is None or state.result.reason in ("abandoned", "annulled"):
            return
        assert sum(map(bool, state.result.scores)) == 1
        score = state.position.stakes.score
        over = 0 < state.position.stakes.length <= max(score)
        assert over or "next" in self.seat.table.commands()

    def teardown(self) -> None:
        """Whatever happened, its record is whole."""
        with TemporaryDirectory(prefix="lunka-") as folder:
            said = self.seat.verified(Path(folder) / "record.db")
        assert "is whole" in said, said


AnythingWithDice.TestCase.settings = settings(
    max_examples=100, stateful_step_count=25, deadline=None
)
TestAnythingWithDice = AnythingWithDice.TestCase
