"""Games that are played on at random: positions of every kind, for whoever asks an engine."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import Any

from controller.engines.engine import turns_of
from controller.games.acts import Drawn, Said
from controller.games.catalogue import AnyGame, make_game, options_of

GAMES = ("kalah", "short", "long", "gulbar", "mad-gulbar", "gyges", "kakuzu")


def any_game(name: str, rng: Random) -> AnyGame:
    """The game with options taken at random, each of those that decide anything."""
    while True:
        given: dict[str, Any] = {}
        for field in dataclasses.fields(options_of(name)):
            allowed = field.metadata["allowed"]
            if isinstance(field.default, bool):
                given[field.name] = rng.random() < 0.5
            elif isinstance(allowed, range | tuple):
                given[field.name] = rng.choice([*allowed])
        try:
            return make_game(name, given)
        except ValueError:  # they cannot stand together
            continue


def played(game: AnyGame, rng: Random, most: int = 60, *, words: float = 0.05) -> Iterator[Any]:
    """The positions of a game at random, those in which somebody has a turn or a word to choose."""
    position = game.begin(rng.randrange(len(game.sides))) if game.name != "short" else game.open()
    for _ in range(most):
        acts = game.acts(position)
        if acts.words and (acts.answer or rng.random() < words):
            yield position
            said = rng.choice(acts.words)
            position = game.apply(position, Said(said.word, rng.choice(said.sides)))
            continue
        if acts.draw is not None:
            values = [rng.choice(acts.draw.choices) for _ in range(acts.draw.count)]
            position = game.apply(position, Drawn(values))
            continue
        turns = turns_of(game, position)
        if not turns:
            return
        yield position
        position = game.play(position, rng.choice(turns))
