"""What GNU Backgammon runs inside itself: questions by lines of JSON, answers alike.

    gnubg -t -q -r -p gnubg_lines.py

A question has `plies`, `cube` (value, owner, match length, score, Crawford, Jacoby; the mover is
side 0) and `boards`: for each the 25 places of who waits, then of who is on roll. An answer has
`chances`, five for each board; asked for `cube` alone (one board, `"ask": "cube"`) it has `values`:
not raised, raised and taken, raised and dropped.

gnubg's own Python reads this: nothing but the standard library and its module is there.
"""

import json
import sys
from typing import Any


def _cube(gnubg: Any, told: dict[str, Any]) -> Any:
    score, crawford = tuple(told["score"]), int(told["crawford"])
    made = gnubg.cubeinfo(told["value"], told["owner"], 0, told["length"], score, crawford, 0)
    made["jacoby"], made["beavers"] = int(told["jacoby"]), 0
    return made


def _answer(gnubg: Any, question: dict[str, Any]) -> dict[str, Any]:
    plies = question["plies"]
    # cubeful, so many plies, always alike, with the small nets first where it looks ahead, no noise
    how = gnubg.evalcontext(1, plies, 1, int(plies > 1), 0.0)
    cube = _cube(gnubg, question["cube"])
    boards = [(tuple(waits), tuple(rolls)) for waits, rolls in question["boards"]]
    if question["ask"] == "cube":
        return {"values": gnubg.cfevaluate(boards[0], cube, how)[1:4]}
    return {"chances": [gnubg.evaluate(board, cube, how)[:5] for board in boards]}


def main() -> None:
    """Answer every line until there are no more."""
    import gnubg  # type: ignore[import-not-found]  # only gnubg itself has it

    for line in iter(sys.stdin.readline, ""):
        sys.stdout.write(json.dumps(_answer(gnubg, json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
