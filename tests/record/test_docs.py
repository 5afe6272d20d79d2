"""docs/record.md is run: its hash and its text record are what it says."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from controller.record.text import read_text, write_text

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")


def test_the_hash_on_the_page() -> None:
    """The line that the page hashes by hand gives the hash that the page prints."""
    line = re.search(r"printf '%064d%s' 0 '(.*)' \| sha256sum\n(\w{64})", PAGE)
    assert line
    assert hashlib.sha256(("0" * 64 + line[1]).encode()).hexdigest() == line[2]


def test_the_text_record_on_the_page() -> None:
    """The examples can be played again, and are written exactly as they stand there."""
    examples = re.findall(r'```\n(\[Game "\w+"\]\n.*?)```', PAGE, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        assert write_text(read_text(example)) == example
