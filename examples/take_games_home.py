"""Save every finished game of a table as a file; with the table's key, begin the next game too.

    python examples/take_games_home.py ADDRESS FOLDER [text | json | sgf | mat | snowie | html]

ADDRESS is the one that `lunka play` prints: with its #key=... this program may also command.
"""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any


def ask(address: str, path: str, command: dict[str, Any] | None = None, key: str = "") -> bytes:
    """What the table answers; a refusal ends the program with its sentence."""
    body = None if command is None else json.dumps(command).encode()
    request = urllib.request.Request(address + path, body, {"Authorization": f"Bearer {key}"})
    try:
        with urllib.request.urlopen(request) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as refused:
        sys.exit(str(json.load(refused)["error"]))
    except urllib.error.URLError as trouble:
        sys.exit(f"{address} does not answer: {trouble.reason}. Does the table run there?")


def save(address: str, folder: Path, form: str) -> int:
    """Write the games that are over and not saved yet; how many they were."""
    folder.mkdir(parents=True, exist_ok=True)
    saved = 0
    for game in json.loads(ask(address, "/api/games"))["games"]:
        file = folder / f"{game['id']:04}.{form}"
        if game["result"] and not file.exists():
            file.write_bytes(ask(address, f"/api/games/{game['id']}/export?format={form}"))
            saved += 1
    return saved


def main() -> None:
    """Save, and begin a new game where the last one is over and the key was given."""
    if len(sys.argv) < 3:
        sys.exit(
            "usage: take_games_home.py ADDRESS FOLDER [FORM], such as http://localhost:8765 games"
        )
    address, _, key = sys.argv[1].partition("#key=")
    address, form = address.rstrip("/"), (sys.argv[3:] or ["text"])[0]
    print(f"{save(address, Path(sys.argv[2]), form)} games saved in {sys.argv[2]}")
    if key and json.loads(ask(address, "/api/view"))["status"] == "over":
        ask(address, "/api/command", {"do": "new"}, key)
        print("the next game is begun")


if __name__ == "__main__":
    main()
