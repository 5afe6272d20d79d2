"""One game as its folder, or a package of its own, brings it to the catalogue.

    KALAH = Kind(
        Kalah,
        KalahOptions,
        titles={"en": "Kalah", "ru": "Калах"},
        boards={"load": "kalah-load", "reed": "kalah-reed"},
    )

A package names it in the entry point group `lunka.games` (docs/adding-a-game.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any

from controller.games.game import Game


@dataclass(frozen=True, slots=True)
class Preset:
    """Options that go together under a name: what a rule sheet has, or what is usual somewhere."""

    #: What it is called, in each language.
    titles: Mapping[str, str]
    #: The options it settles, and how; what it does not name may be anything.
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """What is known of a game before anybody plays it."""

    #: The rules with these options chosen.
    make: Callable[[Any], Game[Any, Any]]
    #: The class of its options: a frozen dataclass of `option` fields.
    options: type[Any]
    #: What it is called, in each language.
    titles: Mapping[str, str]
    #: The boards on which it can be played, by the sensors that they have, the usual one first: the
    #: name of a shipped profile, or the path of a file that the package brings.
    boards: Mapping[str, str] = field(default_factory=dict)
    #: Its presets by the name they have on the command line and in settings.
    presets: Mapping[str, Preset] = field(default_factory=dict)
    #: A folder with `board.js` and what that needs (`importlib.resources.files`), where its layout
    #: is of a kind of its own, called as the game: pages fetch it from there.
    page: Traversable | None = None
