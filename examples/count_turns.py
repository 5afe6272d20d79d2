"""Count how many ways a game can go, turn by turn, by asking `lunka rules`.

    python examples/count_turns.py GAME DEPTH [OPTION=VALUE ...]

The rules answer one JSON object a line; nothing else is needed to use them from any language.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any


class Rules:
    """A conversation with `lunka rules`."""

    def __init__(self, game: str, options: list[str]) -> None:
        chosen = [word for option in options for word in ("--set", option)]
        self._process = subprocess.Popen(
            ["lunka", "rules", game, *chosen],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: str, **facts: Any) -> dict[str, Any]:
        """The answer to one question; an error ends the program with its sentence."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps({"ask": question, **facts}), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:  # it has said why on standard error
            sys.exit(self._process.wait())
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            sys.exit(str(answer["error"]["message"]))
        return answer

    def close(self) -> None:
        """No more questions."""
        self._process.communicate()


def count(rules: Rules, depth: int) -> list[int]:
    """How many lines of play there are of one turn, of two, and so on."""
    positions, counts = [rules.ask("start")["position"]], list[int]()
    for _ in range(depth):
        positions = [
            turn["position"]
            for position in positions
            for turn in rules.ask("turns", position=position)["turns"]
        ]
        counts.append(len(positions))
    return counts


def main() -> None:
    """Print one line for each depth."""
    if len(sys.argv) < 3 or not sys.argv[2].isdecimal():
        sys.exit("usage: count_turns.py GAME DEPTH [OPTION=VALUE ...], such as kalah 3 stones=4")
    rules = Rules(sys.argv[1], sys.argv[3:])
    for depth, lines in enumerate(count(rules, int(sys.argv[2])), start=1):
        print(f"{depth} turns: {lines} ways")
    rules.close()


if __name__ == "__main__":
    main()
