"""Follow a table: print what it says, as it says it.

    python examples/follow_a_table.py ADDRESS [LANGUAGE]

ADDRESS is the one that `lunka play` prints; the key after # is not needed to watch.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


def views(address: str) -> Iterator[dict[str, Any]]:
    """Each view of the table. Between two of them may come only a number: nothing has changed."""
    live = address.partition("#")[0].rstrip("/").replace("http", "ws", 1) + "/live"
    with connect(live, proxy=None, max_size=None) as socket:
        for message in socket:
            view = json.loads(message)
            if "sentence" in view:
                yield view


def main() -> None:
    """Print each sentence once."""
    if len(sys.argv) < 2:
        sys.exit("usage: follow_a_table.py ADDRESS [LANGUAGE], such as http://127.0.0.1:8765 ru")
    language, said = (sys.argv[2:] or ["en"])[0], ""
    try:
        for view in views(sys.argv[1]):
            sentence = view["sentence"].get(language) or view["sentence"]["en"]
            if sentence != said:
                said = sentence
                print(f"move {len(view['moves'])}: {said}", flush=True)
    except KeyboardInterrupt:
        pass
    except (OSError, WebSocketException) as trouble:
        sys.exit(f"{sys.argv[1]} cannot be followed: {trouble}. Does the table run there?")


if __name__ == "__main__":
    main()
