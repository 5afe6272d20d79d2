"""Five hundred damaged copies of a record: each refused or salvaged, none added to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.record.damage import Counts, harmed, make_record

pytestmark = pytest.mark.soak


def test_five_hundred_damaged_copies(tmp_path: Path) -> None:
    """Whatever was harmed, nothing is added behind it, and every game saved is one played."""
    original, games = make_record(tmp_path)
    counts = Counts()
    for seed in range(500):
        folder = tmp_path / str(seed)
        folder.mkdir()
        how = harmed(original, folder / "r.db", seed)
        counts.try_one(folder / "r.db", games, f"seed {seed}, {how}")
    print(counts)
    assert counts.harmless + counts.refused == 500 and counts.salvaged > 300
