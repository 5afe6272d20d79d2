"""Somebody who plays without sight: hears the words, presses fingers and buttons, moves the pieces.

Nothing else reaches them: no page, no lights, no position. They know what the places are called
and, in kalah, that stones are sown one by one round the board past the far store.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from controller.board.loop import BoardLoop
from controller.table.house_rules import HouseRules
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from controller.voice.ear import for_the_ear
from controller.voice.utterance import Kind
from controller.words.telling import called
from hardware.clock import ManualClock
from hardware.profile import shipped_profile
from hardware.profile.models import ButtonPin
from hardware.simulated import CALM, open_simulated
from tests.house.room import FullDisk, Room, WatchedBoard
from tests.voice.listener import Listener

_TIMES = re.compile(r", \d+ times?\b")
_CARRY = re.compile(
    r"carry (?:the stones of|what is left in) (?P<cells>.+?)(?: and (?:those|what is) in hand)?"
    r" to (?P<home>the \w+ store)"
)
_PUT = re.compile(r"put (?:the stones|what is) in hand into (?P<home>the \w+ store)")
#: A pin that nothing else hangs on.
_FREE = {"kalah-load": 26, "nardy-load": 47, "gyges-load": 47}
_FINGER_G, _FINGER_S = 150.0, 0.4
#: So often something is asked of one turn before the player gives up.
_MOST = 80


class Parlour(Room):
    """A room for any game, on a board that weighs and has a button for what one may do."""

    def __init__(self, folder: Path, game: str, profile: str, seed: int, **house: Any) -> None:
        shipped = shipped_profile(profile)
        button = {"say-may": ButtonPin(pin=_FREE[profile])}
        self.profile = shipped.model_copy(update={"buttons": {**shipped.buttons, **button}})
        self.path, self.clock, dice = folder / "record.db", ManualClock(), Random(seed)
        self.board = open_simulated(self.profile, self.clock, seed, pins=False, nature=CALM)
        self.wood, self.wires = self.board.wood, WatchedBoard(self.board)
        self.log = FullDisk(self.path)
        table = Table(
            self.profile.cell_names,
            game=game,
            house=HouseRules(**house),
            pieces=Pieces(self.profile.pieces.grams, self.profile.pieces.spread),
            seed=lambda: dice.randbytes(32),
        )
        self.house = BoardLoop(self.wires, table, self.log, self.clock, profile=self.profile.name)
        self.house.open()

    def _next(self) -> float:
        """A board behind a Pico keeps in touch with it, also where nothing moves."""
        now = self.clock.now()
        times = (self.board.next_change(), self.table.deadline, now + 60.0)
        return max(now + 1e-3, min(time for time in times if time is not None))

    def begin(self, **new: Any) -> None:
        """A new game, set up by somebody who sees."""
        self.house.command({"do": "new", **new})
        state = self.table.state
        contents = map(abs, state.rules.contents(state.start))
        self.wood.set_up(dict(zip(state.rules.cells, contents, strict=True)))
        self.let(3.0)


class Blind:
    """Plays all sides of one game by ear and touch."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room, self.rng = room, Random(seed)
        rules = room.table.state.rules  # of it only what sides and places are called
        self.listener = Listener(rules, "en")
        self._titles = [str(side) for side in rules.sides]
        self._places = [
            {for_the_ear(called(told))["en"]: cell for cell, told in rules.sayings.aloud(n).items()}
            for n in range(len(rules.sides))
        ]
        self._heard = self.side = 0
        self.moment = ""
        self.over = ""
        #: The turns, answers and fingers so far, and what was said to be wrong.
        self.turns = self.answers = self.fingers = 0
        self.wrong: list[str] = []

    def listen(self) -> None:
        """Hear what was said since."""
        for each in [*self.room.house.announcer.said]:
            if each.number > self._heard:
                self._heard = each.number
                self._hear(each.kind, each.full["en"])

    def _hear(self, kind: Kind, words: str) -> None:
        if kind is Kind.ANSWER:
            self.answer = words
            self.answers += 1
            return
        self.listener.hear(words)
        self.turns += kind is Kind.TURN
        if kind in (Kind.PROMPT, Kind.QUESTION):
            self.moment = words
            self._hear_side(words)
        elif kind is Kind.OVER:
            self.over = words
        elif kind in (Kind.WRONG, Kind.ALERT):
            self.wrong.append(words)

    def _hear_side(self, words: str) -> None:
        """Whose turn it is, where that is said."""
        to_act = re.findall(r"(\w+)(?: to move| to roll| moves again)", words)
        if to_act and to_act[-1] in self._titles:
            self.side = self._titles.index(to_act[-1])

    def press(self, button: str) -> str:
        """A button, and the answer."""
        self.answer = ""
        self.room.press(button)
        self.listen()
        return self.answer

    def touch(self, *names: str) -> str:
        """Fingers on these places, and the answer."""
        self.answer = ""
        for name in names:
            self.room.board.touch(self.place(name), _FINGER_G, _FINGER_S)
            self.fingers += 1
        self.room.let(_FINGER_S + 0.8)
        self.listen()
        return self.answer

    def place(self, name: str) -> str:
        """Where a place is that was named by the numbers of who is to move."""
        return self._places[self.side][name]

    def named(self, words: str) -> list[str]:
        """The places that a list of words names, in order."""
        return [name for name in _TIMES.sub("", words).split(", ") if name in self.names]

    @property
    def title(self) -> str:
        """Who is to move."""
        return self._titles[self.side]

    @property
    def names(self) -> Mapping[str, str]:
        """All places as they are called now."""
        return self._places[self.side]

    def play(self, turn: Callable[[Blind], None]) -> None:
        """Turn after turn until it is said that the game is over."""
        self.listen()
        while not self.over:
            before = self.turns, self.moment
            turn(self)
            self.room.let(2.0)
            self.listen()
            assert (self.turns, self.moment) != before or self.over, (self.moment, self.answer)


def kalah_turn(player: Blind) -> None:
    """Choose of what is playable, feel how many lie there, sow them, carry what is captured."""
    playable = player.named(player.moment.partition("Playable: ")[2].rstrip("."))
    pit = player.rng.choice(playable)
    told = player.touch(pit)
    count = int(told.partition(" at ")[0])
    assert told == f"{count} at {pit}. It may be played from here."
    room, names = player.room, [*player.names]
    way = [name for name in names if name != "the far store"]
    room.lift(player.place(pit))
    for step in range(count):
        room.drop(player.place(way[(way.index(pit) + 1 + step) % len(way)]))
    player.listen()
    for _ in range(2):  # a capture may end the game, and then what is left is carried
        _carry(player)


def _carry(player: Blind) -> None:
    if carried := _CARRY.search(player.moment):
        for name in player.named(carried["cells"]):
            player.room.lift(player.place(name))
    if put := carried or _PUT.search(player.moment):
        player.room.wood.drop(player.place(put["home"]), player.room.wood.hand)
        player.room.let(1.0)
        player.listen()


def nardy_turn(player: Blind) -> None:
    """Roll by the button; then ask what may be done, and do one of it, until the turn is told."""
    if "to roll" in player.moment or "rolls" in player.moment:
        player.press("roll")
        player.room.let(1.0)
        player.listen()
        return
    turns = player.turns
    for _ in range(_MOST):
        may = player.press("say-may")
        if player.turns != turns or player.over:
            return
        if goes := re.search(r"may go to (.+?)\.", may):
            player.room.drop(player.place(player.rng.choice(player.named(goes[1]))))
        elif "in hand may be borne off" in may:
            player.room.drop(player.place(f"{player.title}'s tray"))
        elif takes := re.search(r"(?:Playable: |take a checker from )(.+?)\.", may):
            player.room.lift(player.place(player.rng.choice(player.named(takes[1]))), 1)
        else:
            player.room.let(1.0)
        player.listen()
    raise AssertionError(f"the board went on and on: {player.answer}")
