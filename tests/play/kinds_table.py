"""Writes the table of event kinds into docs/architecture.md: `python -m tests.play.kinds_table`."""

from __future__ import annotations

import re

from controller.play.happenings import kinds_in_words
from tests.play.test_happenings import ARCHITECTURE

_TABLE = re.compile(r"^\| kind \|.*?(?=\n\n)", re.DOTALL | re.MULTILINE)


def main() -> None:
    """Put the table in the place of the one that stands there."""
    page = ARCHITECTURE.read_text(encoding="utf-8")
    table = "\n".join(kinds_in_words())
    ARCHITECTURE.write_text(_TABLE.sub(lambda _: table, page, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
