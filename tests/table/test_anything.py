"""Anything may happen at a table, in any order: it never breaks and never records nonsense."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller.record.log import Log
from controller.record.verify import verify
from controller.table.commands import CommandError
from controller.table.state import Status
from tests.table.board import Seat

PITS = ("a1", "a2", "A", "b1", "b2", "B")
cells = st.sampled_from(PITS)
_COMMANDS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.sampled_from(["confirm", "undo", "pause", "resume"]).map(lambda name: {"do": name}),
    cells.map(lambda cell: {"do": "declare", "turn": cell}),
    cells.map(lambda cell: {"do": "vouch", "cells": [cell]}),
    cells.map(lambda cell: {"do": "restore", "cell": cell}),
    st.integers(0, 5).map(lambda choice: {"do": "answer", "choice": choice}),
    st.just({"do": "declare", "turn": "swap"}),
    st.just({"do": "resign", "side": 1}),
    st.just({"do": "new"}),
    st.just({"do": "condone"}),
    st.integers(0, 9).map(lambda ply: {"do": "setup", "ply": ply}),
    st.integers(0, 9).map(lambda ply: {"do": "direct", "action": "undo", "to": ply}),
    st.integers(0, 9).map(lambda ply: {"do": "direct", "action": "position", "ply": ply}),
    st.sampled_from(["annul", "pause"]).map(lambda act: {"do": "direct", "action": act}),
    st.just({"do": "direct", "action": "clock", "seconds": [30, 40]}),
)


class Anything(RuleBasedStateMachine):
    """Hands, clocks and commands at a small table; whatever comes, the record stays true."""

    @initialize(
        reeds=st.booleans(),
        stones=st.integers(1, 4),
        pie=st.booleans(),
        confirm=st.sampled_from(["auto", "button"]),
        takebacks=st.booleans(),
        illegal=st.sampled_from(["refuse", "condone"]),
        clock=st.sampled_from(["none", "fischer"]),
    )
    def sit_down(self, reeds: bool, stones: int, pie: bool, **house: Any) -> None:
        """A game of two pits a side."""
        self.seat = Seat(reeds=reeds, house={**house, "minutes": 1})
        self.hand = 0
        self.total = 4 * stones
        self.seat.put(dict.fromkeys(PITS, 0))
        self.seat.say("new", options={"pits": 2, "stones": stones, "pie": pie})
        self.seat.lay(self.seat.state.start)

    @rule(cell=cells, all_of_it=st.booleans())
    def lift(self, cell: str, all_of_it: bool) -> None:
        """Some or all stones of a cell are taken into the hand."""
        held = self.seat.held[cell]
        if held:
            taken = held if all_of_it else 1
            self.hand += taken
            self.seat.put({cell: held - taken})

    @rule(cell=cells)
    def drop(self, cell: str) -> None:
        """One stone falls from the hand."""
        if self.hand:
            self.hand -= 1
            self.seat.put({cell: self.seat.held[cell] + 1})

    @rule(choice=st.integers(0, 5))
    def play(self, choice: int) -> None:
        """A legal turn is made at once, wherever the game stands."""
        state = self.seat.state
        turns = self.seat.table.turns()
        if turns and not self.hand:
            position = state.position
            turn = state.rules.read_turn(position, turns[choice % len(turns)])
            self.seat.lay(state.rules.play(position, turn))

    @rule(choice=st.integers(0, 10))
    def go_back(self, choice: int) -> None:
        """The stones are laid as they were some time ago."""
        if self.seat.state.status is not Status.IDLE and not self.hand:
            past = self.seat.state.past
            self.seat.lay(past[choice % len(past)])

    @rule(seconds=st.floats(0.01, 12.0))
    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.seat.wait(seconds)

    @rule(command=_COMMANDS)
    def command(self, command: dict[str, Any]) -> None:
        """Somebody says something; a refusal is a sentence."""
        command = dict(command)
        name = command.pop("do")
        question = self.seat.state.question
        if name == "direct":
            command |= {"by": "Ann", "why": "a dispute"}
        if "ply" in command:  # a position that was on the board some time ago
            past = self.seat.state.past
            position = past[command.pop("ply") % len(past)]
            command["position"] = self.seat.rules.write_position(position)
        if name == "answer":
            options = question.options if question else ("nothing",)
            command["choice"] = options[command["choice"] % len(options)]
            command["question"] = question.number if question else 1
        try:
            self.seat.say(name, **command)
        except CommandError as refused:
            assert str(refused)

    @invariant()
    def the_line_follows_by_the_rules(self) -> None:
        """Every recorded position comes from the one before by its turn, and loses no stone."""
        state = self.seat.state
        after = [moment.after for moment in state.line.turned]
        for before, ply, position in zip(state.past, state.plies, after, strict=False):
            assert ply.side == state.rules.mover(before)
            assert sum(state.rules.contents(position)) == self.total
            if ply.condoned:
                assert state.house.illegal == "condone"
                continue
            turn = state.rules.read_turn(before, ply.turn)
            assert state.rules.play(before, turn) == position

    def teardown(self) -> None:
        """Whatever happened, its record is whole."""
        with TemporaryDirectory(prefix="lunka-") as folder, Log(Path(folder) / "record.db") as log:
            log.append(self.seat.events)
            report = verify(log.path)
        assert report.ok, str(report)

    @invariant()
    def the_follower_stands_where_the_game_does(self) -> None:
        """Table and follower agree on the newest position, and what is offered can be done."""
        table = self.seat.table
        if table.follower and table.state.status is not Status.IDLE:
            assert table.follower.here.position == table.state.position
        question = table.state.question
        assert question is None or len(set(question.options)) == len(question.options)


Anything.TestCase.settings = settings(max_examples=150, stateful_step_count=30)
TestAnything = Anything.TestCase
