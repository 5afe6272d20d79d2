"""The settings of one table: a TOML file, read and checked whole before anything is opened.

Every key has a default, so an empty file is a table with a simulated kalah board. docs/config.md
explains each of them.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.games.catalogue import make_game
from controller.games.game import InvalidError
from controller.lights.palettes import DEFAULT, PALETTES
from controller.table.house_rules import read_house_rules
from hardware.errors import ProfileError, UnknownProfileError
from hardware.profile import Profile, load_profile, shipped_profile
from hardware.profile.words import shape_problem


class ConfigError(ValueError):
    """Settings that cannot be used; `problems` lists everything that is wrong with them."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BoardSection(_Section):
    """Which board, and whether it is wood or simulated."""

    profile: str = Field(
        default="kalah-load",
        min_length=1,
        description="a shipped profile's name or the path of a .toml file",
    )
    simulated: bool = Field(default=True, description="true (no wires needed) or false (real pins)")
    seed: int = Field(
        default=1, description="a whole number that begins the simulated board's noise"
    )


class GameSection(_Section):
    """Which game is opened, and its options."""

    name: str = Field(default="kalah", description="the name of a game")
    options: dict[str, int | bool | str] = Field(
        default_factory=dict, description="a table of the game's options"
    )
    players: list[str] | None = Field(default=None, description="a list of the players' names")


class PageSection(_Section):
    """Where the page is served, and who may command."""

    host: str = Field(default="127.0.0.1", min_length=1, description="an address of this machine")
    port: int = Field(default=8765, ge=0, le=65535, description="0 (any free one) to 65535")
    hosts: list[str] = Field(
        default_factory=list, description="a list of names under which the page may be asked for"
    )
    key_file: str | None = Field(
        default=None, description="the path of the file that holds the key"
    )


class RecordSection(_Section):
    """Where the games are kept."""

    path: str | None = Field(
        default=None, min_length=1, description="the path of the record's file"
    )


class LightsSection(_Section):
    """How the lights look."""

    palette: str = Field(default=DEFAULT, description=f"one of {', '.join(PALETTES)}")


class Config(_Section):
    """Everything that can be set for one table."""

    board: BoardSection = BoardSection()
    game: GameSection = GameSection()
    house: dict[str, int | bool | str] = Field(
        default_factory=dict, description="a table of house rules"
    )
    page: PageSection = PageSection()
    record: RecordSection = RecordSection()
    lights: LightsSection = LightsSection()


def load_config(path: Path) -> Config:
    """The settings in this file, or one `ConfigError` that lists all its mistakes."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ConfigError([f"{path}: the settings cannot be read: not UTF-8 text."]) from None
    except OSError as trouble:
        raise ConfigError(
            [f"{path}: the settings cannot be read: {trouble.strerror}."]
        ) from trouble
    return parse_config(text, str(path))


def parse_config(text: str, file: str = "settings") -> Config:
    """The settings in this text; `file` is the name that mistakes are told under."""
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as trouble:
        raise ConfigError([f"{file}: this is not TOML: {trouble}."]) from trouble
    return check_config(raw, file)


def check_config(raw: Mapping[str, Any], file: str) -> Config:
    """The settings in these values, if nothing at all is wrong with them."""
    problems: list[str] = []
    config = None
    try:
        config = Config.model_validate(raw)
    except ValidationError as trouble:
        for error in trouble.errors(include_url=False, include_context=False):
            problems.append(shape_problem(Config, raw, error)[1])
    problems += _meaning_problems(config) if config else []
    if problems or config is None:
        raise ConfigError([f"{file}: {problem}" for problem in dict.fromkeys(problems)])
    return config


def _meaning_problems(config: Config) -> Iterator[str]:
    """What is well-formed but cannot be meant: unknown games, options, palettes."""
    try:
        make_game(config.game.name, config.game.options)
    except InvalidError as mistake:
        yield f"game: {mistake}."
    try:
        read_house_rules(config.house)
    except InvalidError as mistake:
        yield f"{mistake}."
    if config.lights.palette not in PALETTES:
        found = config.lights.palette
        yield f"lights.palette = {found!r}: allowed is one of {', '.join(PALETTES)}."


def find_profile(name: str) -> Profile:
    """The board of this name, or in this file; `ConfigError` lists what is wrong with it."""
    try:
        if name.endswith(".toml") or os.sep in name:
            return load_profile(name)
        return shipped_profile(name)
    except ProfileError as error:
        raise ConfigError(list(error.problems)) from error
    except UnknownProfileError as error:
        raise ConfigError([f"board.profile = {name!r}: {error}"]) from error


def state_folder() -> Path:
    """Where records and keys are kept when nothing else is said."""
    for variable, below in (
        ("LUNKA_HOME", ""),
        ("STATE_DIRECTORY", ""),
        ("XDG_STATE_HOME", "lunka"),
    ):
        if os.environ.get(variable):
            return Path(os.environ[variable]) / below
    return Path.home() / ".local" / "state" / "lunka"
