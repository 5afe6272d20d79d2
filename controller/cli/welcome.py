"""What somebody reads who typed `lunka` and nothing else."""

from __future__ import annotations

from controller import __version__
from controller.games.catalogue import NotInstalledError, kind_of, names

#: What a player needs: what to type, and what it does.
FIRST = {
    "lunka play short": "play on the simulated board, in your browser; kalah if no game is named",
    "lunka watch": "see a running table in this terminal",
    "lunka games": "the games that were played",
    "lunka replay 12": "one of them again, move by move; without a number the newest",
    "lunka export 12": "one of them as a file: text, JSON, SGF, .mat, a report with pictures",
}


def welcome() -> str:
    """A greeting, the commands that a player needs, and the games there are."""
    lines = [f"Lunka {__version__}: a real wooden board that knows the rules.", ""]
    lines += [f"  {typed:<17} {does}" for typed, does in FIRST.items()]
    lines += ["", "Games:", *games_lines(), ""]
    lines += ["`lunka --help` lists every command, `lunka COMMAND --help` tells more of one."]
    return "\n".join(lines)


def games_lines(*, presets: bool = False) -> list[str]:
    """Each game by the name that commands take, and what it is called; with the names of its
    `presets`, where those are wanted."""
    lines = []
    for game in names():
        lines.append(f"  {game:<11} {_title(game)}")
        named = ", ".join(_presets(game)) if presets else ""
        lines += [f"  {'':<11} --preset {named}"] if named else []
    return lines


def _title(game: str) -> str:
    try:
        return kind_of(game).titles["en"]
    except NotInstalledError as fault:
        return str(fault)


def _presets(game: str) -> tuple[str, ...]:
    try:
        return tuple(kind_of(game).presets)
    except NotInstalledError:
        return ()
