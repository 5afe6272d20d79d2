"""The process that signs: it holds the table's key for a moment, and ends.

    python -m controller.record.signer RECORD       sign what is over and not signed yet
    python -m controller.record.signer --check      whether an anchor on standard input is signed

Neither the board's process nor the one that strangers talk to ever holds the key or the library;
and nothing of a step waits for either. It writes nothing but the key's file: what it signed goes to
standard output, a JSON object of facts a line, and the board, the only writer, keeps it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from controller.play.fold import read_line
from controller.play.happenings import GameSigned, RecordAnchored, read
from controller.play.line import Line
from controller.record.attested import statement_of
from controller.record.errors import RecordError
from controller.record.log import Log, LogReader
from controller.record.signing import SigningKey, game_statement, is_signed, key_file_of
from controller.record.transcriber import is_imported


def signatures(record: Path) -> Iterator[dict[str, Any]]:
    """The facts of `game.signed` for each game that lacks it, oldest first.

    Of games that were played before the table had a key only the newest is signed: its hash seals
    those before it.
    """
    with Log.open_reader(record) as log:
        waiting = [*_waiting(log)]
    if not waiting:
        return
    key = SigningKey(key_file_of(record))
    for line in reversed(waiting):
        seq = line.events[-1].seq
        facts = {"number": line.number, "seq": seq, "hash": line.hash}
        yield facts | key.sign(game_statement(line.number, seq, line.hash))


def _waiting(log: LogReader) -> Iterator[Line]:
    """Finished games without a signature, newest first."""
    signed = {
        each.event.data.get("hash") for each in log.vouching() if each.event.kind == GameSigned.kind
    }
    for number in reversed(log.numbers()):
        line = read_line(log.events(number))
        if line.hash in signed:
            return
        if line.result and not line.fault and not is_imported(line.events[0].event):
            yield line
            if not signed:
                return


def check(facts: dict[str, Any]) -> bool:
    """Whether an anchor is signed by the key that it names."""
    told = read(RecordAnchored, facts)
    return is_signed(told.key, told.signature, statement_of(told))


def main(words: list[str]) -> int:
    """Do what the command line says; what goes wrong is said in a sentence."""
    try:
        if words == ["--check"]:
            return 0 if check(json.load(sys.stdin)) else 1
        for facts in signatures(Path(words[0])):
            sys.stdout.write(json.dumps(facts) + "\n")
    except (RecordError, ValueError) as trouble:
        sys.stderr.write(f"{trouble}\n")
        return 2
    return 0


if __name__ == "__main__":
    with suppress(
        OSError
    ):  # hands and lights come first; in the service's sandbox nobody may say so
        os.nice(10)
    sys.exit(main(sys.argv[1:]))
