"""The process that checks one signature, and ends.

    python -m controller.record.proving     {"key": K, "signature": S, "statement": T} on standard
                                            input; ends with 0: signed, 1: not, 2: nobody can say

A hall's order waits for it, so that it loads nothing but the library.
"""

from __future__ import annotations

import json
import sys

from controller.record.errors import RecordError
from controller.record.signing import is_signed


def main(told: str) -> int:
    """Whether the statement is signed by the key that comes with it; what goes wrong is said."""
    try:
        facts = json.loads(told)
        return 0 if is_signed(facts["key"], facts["signature"], facts["statement"]) else 1
    except (RecordError, ValueError) as trouble:
        sys.stderr.write(f"{trouble}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.stdin.read()))
