"""The settings of one table: a TOML file, read and checked whole before anything is opened.

Every key has a default, so an empty file is a table with a simulated kalah board. docs/config.md
explains each of them.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError

from controller.games.catalogue import is_installed, make_game, options_of, preset_options
from controller.games.game import InvalidError
from controller.games.options import wrong_options
from controller.lights.palettes import DEFAULT, PALETTES
from controller.play.seats import is_seat, level_of
from controller.play.steps import INFERRED
from controller.settings.encryption import Line
from controller.settings.toml_file import (
    FilePath,
    Section,
    anchored,
    option_problems,
    shape_problems,
    sound_sections,
    unread,
    usable_path,
)
from controller.table.commands import is_name
from controller.table.house_rules import HouseRules
from controller.voice.programs import BY_MODEL, ESPEAK, PROGRAMS
from controller.words.catalogue import LANGUAGES
from hardware.errors import ProfileError, UnknownProfileError
from hardware.profile import Profile, load_profile, shipped_profile


def _is_path(name: str) -> bool:
    return name.endswith(".toml") or os.sep in name


class BoardSection(Section):
    """Which board, and whether it is wood or simulated."""

    profile: Annotated[
        str, AfterValidator(lambda name: usable_path(name) if _is_path(name) else name)
    ] = Field(
        default="kalah-load",
        min_length=1,
        description="a shipped profile's name or the path of a .toml file",
    )
    simulated: bool = Field(default=True, description="true (no wires needed) or false (real pins)")
    seed: int = Field(
        default=1, description="a whole number that begins the simulated board's noise"
    )


class GameSection(Section):
    """Which game is opened, and its options."""

    name: str = Field(default="kalah", description="the name of a game")
    options: dict[str, Any] = Field(
        default_factory=dict, description="a table of the game's options"
    )
    preset: str | None = Field(default=None, description="the name of one of the game's presets")
    players: list[str] | None = Field(default=None, description="a list of the players' names")
    seats: list[str] | None = Field(
        default=None, description="a list of who plays each side: hands, or engine:1 to engine:8"
    )

    @property
    def chosen(self) -> dict[str, Any]:
        """The options of the preset, and over them those that are set one by one."""
        return preset_options(self.name, self.preset) | self.options


class PageSection(Section):
    """Where the page is served, and who may command."""

    host: str = Field(default="127.0.0.1", min_length=1, description="an address of this machine")
    port: int = Field(
        default=8765, ge=0, le=65535, description="a whole number from 0 (any free one) to 65535"
    )
    hosts: list[str] = Field(
        default_factory=list, description="a list of names under which the page may be asked for"
    )
    key_file: FilePath | None = Field(
        default=None, description="the path of the file that holds the key"
    )
    watch: Literal["key", "delayed", "open"] | None = Field(
        default=None, description="one of key, delayed, open"
    )
    delay: int | None = Field(
        default=None, ge=1, le=3600, description="a whole number of seconds from 1 to 3600"
    )


class ConfigError(ValueError):
    """Settings that cannot be used; `problems` lists everything that is wrong with them.

    `page` is what could be read of where the page should be: the mistakes are shown there.
    """

    def __init__(self, problems: Sequence[str], page: PageSection | None = None) -> None:
        # A file's name may have bytes that are no text; the page must show it all the same.
        self.problems = tuple(
            problem.encode("utf-8", "backslashreplace").decode() for problem in problems
        )
        self.page = page or PageSection()
        super().__init__("\n".join(self.problems))


class RecordSection(Section):
    """Where the games are kept."""

    path: FilePath | None = Field(default=None, description="the path of the record's file")
    whole_readings: int | None = Field(
        default=None, ge=1, le=1_000_000, description="a number of games from 1 to 1000000"
    )


class LightsSection(Section):
    """How the lights look."""

    palette: str = Field(default=DEFAULT, description=f"one of {', '.join(PALETTES)}")


class EarSection(Section):
    """How one player wants to hear what is said to them; what is not set is as for everybody."""

    verbosity: str | None = Field(default=None, description="full or short")
    speed: int | None = Field(
        default=None, ge=80, le=450, description="the words a minute, from 80 to 450"
    )
    tones: bool | None = Field(default=None, description="true (with short tones) or false")
    dice: str | None = Field(default=None, description="both, calls or numbers")


class VoiceSection(Section):
    """Whether the machine speaks, and how."""

    speaks: bool = Field(default=False, description="true (through its loudspeaker) or false")
    language: str = Field(default="en", description=f"one of {', '.join(LANGUAGES)}")
    verbosity: str = Field(default="full", description="full or short")
    speed: int = Field(default=170, ge=80, le=450, description="the words a minute, from 80 to 450")
    volume: int = Field(default=100, ge=0, le=200, description="the loudness, from 0 to 200")
    tones: bool = Field(default=False, description="true (with short tones) or false")
    dice: str = Field(default="both", description="both, calls or numbers")
    fingers: bool = Field(default=True, description="true (a finger on a place asks) or false")
    by: str = Field(default=ESPEAK, description=f"one of {', '.join(PROGRAMS)}")
    voice: str = Field(default="", description="the name of a voice of espeak-ng or RHVoice")
    model: FilePath | None = Field(
        default=None, description="the file of a voice of Piper or sherpa-onnx"
    )
    command: list[str] = Field(
        default_factory=list,
        description="the command of a voice of your own, word by word",
    )
    players: dict[str, EarSection] = Field(
        default_factory=dict,
        description="for each player who wants it otherwise: verbosity, speed, tones, dice",
    )


class EnginesSection(Section):
    """How much those who play without hands may take."""

    seconds: float = Field(
        default=1.0, ge=0.05, le=60, description="the seconds for a turn, from 0.05 to 60"
    )
    memory_mb: int = Field(
        default=150, ge=50, le=4000, description="the most memory, from 50 to 4000 megabytes"
    )
    commands: dict[str, list[str]] = Field(
        default_factory=dict,
        description="for each game the command of an engine of your own, word by word",
    )
    by: dict[Literal["short"], Literal["gnubg"]] = Field(
        default_factory=dict,
        description='for a game the program of others that plays it: short = "gnubg"',
    )


class HallSection(Section):
    """Whether the table belongs to a hall, and how it reaches the hall's broker."""

    broker: str | None = Field(
        default=None, min_length=1, description="the name or address of an MQTT broker"
    )
    port: int | None = Field(
        default=None, ge=1, le=65535, description="a whole number from 1 to 65535"
    )
    table: str | None = Field(
        default=None,
        description="small letters, digits and dashes, 32 at most, as the broker knows the table",
    )
    password_file: FilePath | None = Field(
        default=None, description="the path of a file that only its owner may read"
    )
    prefix: str = Field(
        default="lunka", description="one to four words of small letters, digits and dashes with /"
    )
    tls: bool | None = Field(default=None, description="true (encrypted) or false")
    plain_password: bool = Field(
        default=False, description="true (the password may travel for everybody to read) or false"
    )
    ca_file: FilePath | None = Field(
        default=None, description="the path of the certificates to trust"
    )
    cert_file: FilePath | None = Field(
        default=None, description="the path of the table's own certificate"
    )
    key_file: FilePath | None = Field(
        default=None, description="the path of the key to that certificate"
    )
    hub_key: str | None = Field(
        default=None,
        description="the key of the hub as `lunka hub key` prints it: 20 or 64 hexadecimal digits",
    )
    home_assistant: bool = Field(
        default=False, description="true (Home Assistant is told of the table) or false"
    )

    @property
    def line(self) -> Line:
        """The line to the broker; only where there is one."""
        assert self.broker is not None
        secret = self.password_file is not None
        return Line("hall", self.broker, self.port, self.tls, self.plain_password, secret)


class Config(Section):
    """Everything that can be set for one table."""

    board: BoardSection = Field(default=BoardSection(), description="a [board] section")
    game: GameSection = Field(default=GameSection(), description="a [game] section")
    house: dict[str, Any] = Field(default_factory=dict, description="a table of house rules")
    page: PageSection = Field(default=PageSection(), description="a [page] section")
    record: RecordSection = Field(default=RecordSection(), description="a [record] section")
    lights: LightsSection = Field(default=LightsSection(), description="a [lights] section")
    voice: VoiceSection = Field(default=VoiceSection(), description="a [voice] section")
    engines: EnginesSection = Field(default=EnginesSection(), description="an [engines] section")
    hall: HallSection = Field(default=HallSection(), description="a [hall] section")


def load_config(path: Path) -> Config:
    """The settings in this file, or one `ConfigError` that lists all its mistakes."""
    return parse_config(read_settings(path), str(path), path.parent)


def read_settings(path: Path) -> str:
    """What stands in a settings file, which is text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ConfigError([f"{path}: the settings cannot be read: not UTF-8 text."]) from None
    except OSError as trouble:
        raise ConfigError(
            [f"{path}: the settings cannot be read: {trouble.strerror}."]
        ) from trouble


def parse_config(text: str, file: str = "settings", folder: Path | None = None) -> Config:
    """The settings in this text; `file` is the name that mistakes are told under.

    Paths in it are taken from `folder`, where that is given.
    """
    return check_config(values_in(text, file), file, folder)


def values_in(text: str, file: str) -> dict[str, Any]:
    """The values that a settings file sets."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as trouble:  # also numbers of too many digits
        raise ConfigError([f"{file}: this is not TOML: {trouble}."]) from trouble


def _any(_name: str) -> bool:
    return True


_PATHS = {
    ("board", "profile"): _is_path,
    ("page", "key_file"): _any,
    ("record", "path"): _any,
    ("voice", "model"): _any,
    **{("hall", key): _any for key in ("password_file", "ca_file", "cert_file", "key_file")},
}


def check_config(
    raw: Mapping[str, Any], file: str, folder: Path | None = None, *, texts: bool = False
) -> Config:
    """The settings in these values, if nothing at all is wrong with them.

    `texts`: options and house rules come from a command line, where everything is a text.
    """
    raw = anchored(raw, _PATHS, folder)
    problems = list(shape_problems(Config, raw))
    sound = sound_sections(Config, raw)
    problems += _meaning_problems(sound, raw, texts)
    told = [f"{file}: {problem}" for problem in dict.fromkeys(problems)]
    told += _board_problems(sound, file)
    if told:
        raise ConfigError(told, _readable_page(raw))
    return Config.model_validate(raw)


def _readable_page(raw: Mapping[str, Any]) -> PageSection:
    """Where the page should be, as far as that can be read."""
    page = raw.get("page")
    readable: dict[str, Any] = {}
    for key, value in page.items() if isinstance(page, Mapping) else ():
        with suppress(ValidationError):
            PageSection.model_validate({key: value})
            readable[key] = value
    return PageSection.model_validate(readable)


def _meaning_problems(
    sound: Mapping[str, Any], raw: Mapping[str, Any], texts: bool
) -> Iterator[str]:
    """What is well-formed but cannot be meant: unknown games, options, palettes."""
    if "game" in sound:
        yield from _game_problems(sound["game"], texts)
    yield from option_problems("house", HouseRules, sound.get("house", {}), texts=texts)
    yield from _engine_problems(sound)
    palette = sound["lights"].palette if "lights" in sound else DEFAULT
    if palette not in PALETTES:
        yield f"lights.palette = {palette!r}: allowed is one of {', '.join(PALETTES)}."
    if "voice" in sound:
        yield from _voice_problems(sound["voice"])
    if "hall" in sound and not unread(sound["hall"], raw.get("hall")):
        yield from _hall_problems(sound["hall"])


def _engine_problems(sound: Mapping[str, Any]) -> Iterator[str]:
    """Where no engine may sit, none is named: the daemon could begin no game."""
    seats = sound["game"].seats if "game" in sound else None
    house = sound.get("house", {})
    if not any(isinstance(seat, str) and level_of(seat) for seat in seats or ()):
        return
    if str(house.get("tournament", False)).lower() == "true":
        yield (
            f"game.seats = {seats!r}: no engine can be seated in a tournament game "
            "(house.tournament); allowed is hands."
        )
    name = sound["game"].name
    if house.get("dice") == INFERRED and is_installed(name) and make_game(name).chance:
        yield (
            f"game.seats = {seats!r}: an engine must know what was rolled; "
            "house.dice may be board or entered."
        )


def _voice_problems(voice: VoiceSection) -> Iterator[str]:
    """A language that nobody has translated, an unknown voice or measure of words."""
    if voice.language not in LANGUAGES:
        found = voice.language
        yield f"voice.language = {found!r}: allowed is one of {', '.join(LANGUAGES)}."
    if voice.by not in PROGRAMS:
        yield f"voice.by = {voice.by!r}: allowed is one of {', '.join(PROGRAMS)}."
    elif voice.by in BY_MODEL and not (voice.model or voice.command):
        yield f"voice.by = {voice.by!r}: voice.model is missing, the file of a voice (.onnx)."
    yield from _ear_problems("voice", voice)
    for player, ear in voice.players.items():
        yield from _ear_problems(f"voice.players.{player}", ear)


def _ear_problems(where: str, ear: VoiceSection | EarSection) -> Iterator[str]:
    """An unknown measure of words, or way to call dice."""
    if ear.verbosity not in ("full", "short", None):
        yield f"{where}.verbosity = {ear.verbosity!r}: allowed is full or short."
    if ear.dice not in ("both", "calls", "numbers", None):
        yield f"{where}.dice = {ear.dice!r}: allowed is both, calls or numbers."


def _hall_problems(hall: HallSection) -> Iterator[str]:
    """What is wrong with the way to the hall; the files are looked at too."""
    if hall.broker is None:
        if hall.model_fields_set:
            yield "hall.broker is missing: allowed is the name or address of an MQTT broker."
        return
    from controller.publish.broker import file_problems
    from controller.publish.topics import is_prefix, is_table_name
    from controller.record.signing import is_name as is_key_name

    if hall.table is None or not is_table_name(hall.table):
        found = "hall.table is missing" if hall.table is None else f"hall.table = {hall.table!r}"
        yield f"{found}: allowed is {_allowed('table')}."
    if not is_prefix(hall.prefix):
        yield f"hall.prefix = {hall.prefix!r}: allowed is {_allowed('prefix')}."
    if hall.hub_key is not None and not is_key_name(hall.hub_key):
        yield f"hall.hub_key = {hall.hub_key!r}: allowed is {_allowed('hub_key')}."
    yield from hall.line.problems()
    for key in ("ca_file", "cert_file", "key_file"):
        if getattr(hall, key) and not hall.line.encrypted:
            yield f"hall.{key} is set, but hall.tls is not: it would not be used."
    if (hall.cert_file is None) != (hall.key_file is None):
        yield "hall.cert_file and hall.key_file belong together: set both or none."
    yield from file_problems(hall)


def _allowed(key: str) -> str | None:
    return HallSection.model_fields[key].description


def _game_problems(section: GameSection, texts: bool) -> Iterator[str]:
    name, options = section.name, section.options
    if is_installed(name):
        yield from option_problems("game.options", options_of(name), options, texts=texts)
        # What remains is looked at all the same: each mistake is told at once.
        wrong = wrong_options(options_of(name), options)
        options = {key: value for key, value in options.items() if key not in wrong}
    try:
        sides = make_game(name, preset_options(name, section.preset) | options).sides
    except InvalidError as mistake:
        yield f"game: {mistake}."
        return
    players = section.players
    if players is not None and (len(players) != len(sides) or not all(map(is_name, players))):
        yield (
            f"game.players = {players!r}: allowed is a list of {len(sides)} names, "
            "60 printable characters each at most."
        )
    seats = section.seats
    if seats is not None and (len(seats) != len(sides) or not all(map(is_seat, seats))):
        yield (
            f"game.seats = {seats!r}: allowed is a list of {len(sides)} seats, each hands or "
            "engine:1 to engine:8."
        )


def _board_problems(sound: Mapping[str, Any], file: str) -> Iterator[str]:
    """What is wrong with the board, and whether the game fits on it."""
    if "board" not in sound:
        return
    try:
        profile = find_profile(sound["board"].profile)
    except ConfigError as broken:
        yield from (
            f"{file}: {problem}" if problem.startswith("board.profile") else problem
            for problem in broken.problems
        )
        return
    section = sound.get("game", GameSection())
    with suppress(InvalidError):  # told already
        cells = make_game(section.name, section.chosen).cells
        lacking = ", ".join(cell for cell in cells if cell not in profile.cell_names)
        if lacking:
            yield (
                f"{file}: board.profile = {sound['board'].profile!r}: this board has no {lacking}, "
                f"which {section.name} needs as it is set up."
            )


def find_profile(name: str) -> Profile:
    """The board of this name, or in this file; `ConfigError` lists what is wrong with it."""
    try:
        return load_profile(name) if _is_path(name) else shipped_profile(name)
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
