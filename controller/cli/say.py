"""`lunka say`: a command to a running table, as its page and its buttons give them; or, with
`--aloud` or `--guide`, words for this machine's loudspeaker."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import fields, replace
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from controller.cli.address import HERE, read_address
from controller.cli.errors import UsageError
from controller.cli.language import terminals_language
from controller.cli.parser import place
from controller.cli.settings import read_set
from controller.daemon.keys import table_key
from controller.games.told import Told, told_by
from controller.settings.config import state_folder
from controller.voice.programs import BY_MODEL, PROGRAMS
from controller.words.catalogue import LANGUAGES, text

if TYPE_CHECKING:
    from controller.voice.programs import Manner

_PATIENCE = 10.0


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("say", help="give a running table a command, such as a roll")
    parser.add_argument(
        "command", metavar="COMMAND", nargs="?", help="roll, undo, void, pass, setup, ..."
    )
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="KEY=VALUE, or for a roll its numbers: roll 6 5"
    )
    parser.add_argument(
        "--url",
        default=HERE,
        help="the table's address; one with #key=... brings the key along",
    )
    parser.add_argument(
        "--key", help="a key of the table (else LUNKA_KEY, else that of a table of this machine)"
    )
    parser.add_argument("--language", choices=LANGUAGES, default=terminals_language())
    parser.add_argument(
        "--aloud", action="store_true", help="try the voice: say these words on this machine"
    )
    parser.add_argument(
        "--guide", action="store_true", help="read aloud how to play without sight, and print it"
    )
    parser.add_argument("--by", choices=PROGRAMS, help="with --aloud, --guide: the program")
    parser.add_argument("--voice", metavar="NAME", help="a voice of espeak-ng or RHVoice")
    parser.add_argument("--model", metavar="FILE", help="a voice of Piper or sherpa-onnx")
    parser.add_argument("--text", action="store_true", help="with --guide: print it only")
    parser.add_argument(
        "--config", type=place, metavar="FILE", help="with --aloud, --guide: as its [voice]"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Give the command, and print what the board says then."""
    if chosen.guide:
        return _guide(chosen)
    if chosen.aloud:
        return _speak(chosen)
    if chosen.command is None:
        raise UsageError(Told("a command is missing, such as roll, undo or pause"))
    view = _ask(chosen.url, chosen.key, _command(chosen.command, chosen.words))
    told = [view["news"], view["sentence"], *view["alerts"]]
    print(" ".join(each[chosen.language] for each in told if each))
    return 0


def _speak(chosen: argparse.Namespace) -> int:
    """Say the words, or else a sentence of ours, by the voice of this machine."""
    from controller.voice.voices import SilentError, speak

    manner = _manner(chosen)
    words = " ".join(filter(None, [chosen.command, *chosen.words]))
    try:
        speak(words or text(manner.language, "voice.trial"), manner)
    except SilentError as silent:
        raise _unheard(silent) from None
    return 0


def _guide(chosen: argparse.Namespace) -> int:
    """Print the guide, and say each paragraph of it; where nothing can be heard, it is printed to
    its end all the same, and then told why."""
    from controller.voice.ear import for_the_ear
    from controller.voice.guide import guide
    from controller.voice.voices import SilentError, speak

    manner, silence = _manner(chosen), None
    for paragraph in guide(manner.language):
        print(paragraph, flush=True)
        if chosen.text or silence:
            continue
        try:
            speak(for_the_ear({manner.language: paragraph})[manner.language], manner)
        except SilentError as silent:
            silence = silent
    if silence:
        raise _unheard(silence)
    return 0


def _manner(chosen: argparse.Namespace) -> Manner:
    """How this machine speaks: by the settings that are named, else as usual."""
    from controller.settings.config import Config, load_config
    from controller.voice.programs import Manner

    voice = (load_config(chosen.config) if chosen.config else Config()).voice
    language = voice.language if chosen.config else chosen.language
    manner = Manner(**{each.name: getattr(voice, each.name) for each in fields(Manner)})
    named: dict[str, Any] = {
        key: told for key in ("by", "voice", "model") if (told := getattr(chosen, key))
    }
    if named:
        named["command"] = ()
    manner = replace(manner, language=language, **named)
    if manner.by in BY_MODEL and not (manner.model or manner.command):
        raise UsageError(Told("--model FILE is missing, the file of a voice (.onnx)"))
    return manner


def _unheard(silent: Exception) -> UsageError:
    told = Told("nothing can be heard: {fault}; docs/voice.md says more", fault=told_by(silent))
    return UsageError(told)


def _command(do: str, words: list[str]) -> dict[str, Any]:
    """The command that these words are."""
    if do in ("roll", "early") and words and all(word.isdigit() for word in words):
        return {"do": do, "dice": [int(word) for word in words]}
    given = read_set(words, f"{do}:", "dice=6,5")
    return {"do": do, **{key: _value(text) for key, text in given.items()}}


def _value(text: str) -> Any:
    """JSON where it is some, numbers between commas, else the words themselves."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    parts = text.split(",")
    return [int(part) for part in parts] if all(map(str.isdigit, parts)) else text


def _ask(url: str, key: str | None, command: dict[str, Any]) -> Any:
    table = read_address(url)
    key = key or table.fragment.removeprefix("key=") or os.environ.get("LUNKA_KEY")
    request = Request(
        f"{table.scheme}://{table.netloc}{table.path.rstrip('/')}/api/command",
        json.dumps(command).encode(),
        {"content-type": "application/json", "x-lunka-key": key or _own_key()},
    )
    try:
        with urlopen(request, timeout=_PATIENCE) as answer:
            return json.load(answer)["view"]
    except HTTPError as refused:
        raise UsageError(_reason(refused)) from None
    except (URLError, HTTPException, OSError, ValueError) as trouble:
        why = getattr(trouble, "reason", trouble)
        raise UsageError(
            Told("no table answers at {url}: {reason}", url=url, reason=why)
        ) from trouble


def _own_key() -> str:
    """The key of a table that runs on this machine, with the same home."""
    path = state_folder() / "key"
    if not path.exists():
        raise UsageError(
            Told("commands need the table's key: give --key (there is none in {path})", path=path)
        )
    return table_key(path)


def _reason(refused: HTTPError) -> str:
    """What the table says to a command that it refuses."""
    try:
        return str(json.load(refused)["error"])
    except (ValueError, KeyError, TypeError):
        return f"the table answers {refused.code} {refused.reason}"
