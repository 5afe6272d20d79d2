"""Kalah's search in C: it finds what Python's does, which plays where it cannot be built."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from controller.engines.engine import Budget
from controller.engines.kalah import compiled
from controller.engines.kalah.compiled import CompiledSearch, build, main, search_for
from controller.engines.kalah.engine import KalahEngine
from controller.engines.kalah.search import OutOfTimeError, Search
from controller.engines.kalah.sowing import Tables
from controller.games.catalogue import make_game
from tests.machine.skips import program

_FAR = 1 << 19


@pytest.fixture
def _compiler() -> None:
    program("gcc")


def _ends(tables: Tables, rng: Random, most: int) -> int:
    """Pits at random with so many stones in them, on both sides."""
    row = [0] * (2 * tables.pits)
    row[rng.randrange(tables.pits)] = row[tables.pits + rng.randrange(tables.pits)] = 1
    for _ in range(rng.randint(0, most - 2)):
        row[rng.randrange(2 * tables.pits)] += 1
    return int.from_bytes(bytes(row), "little")


@pytest.mark.usefixtures("_compiler")
@pytest.mark.parametrize("capture", ["opposite", "always", "none"])
def test_both_find_the_same_values(capture: str) -> None:
    """Ends of all sizes, searched to their end in C and in Python."""
    rng = Random(3)
    for pits in range(1, 10):
        tables = Tables(pits, 12, capture)
        ours = search_for(tables)
        assert isinstance(ours, CompiledSearch)
        for _ in range(12):
            state = _ends(tables, rng, 9)
            plain = Search(tables)
            found = [each.value(state, -_FAR, _FAR, 60) for each in (ours, plain)]
            assert (found[0], ours.cut) == (found[1], plain.cut)
            ours.cut = False


@pytest.mark.usefixtures("_compiler")
def test_both_look_equally_far() -> None:
    """From middle games, sowing by sowing deeper: the same values, and the same answer to whether
    the horizon was met."""
    rng = Random(5)
    for _ in range(6):
        tables = Tables(6, 4, "opposite")
        state = _ends(tables, rng, 40)
        for depth in range(1, 5):
            ours, plain = search_for(tables), Search(tables)
            found = [each.value(state, -_FAR, _FAR, depth) for each in (ours, plain)]
            assert (found[0], ours.cut) == (found[1], plain.cut)


@pytest.mark.usefixtures("_compiler")
@pytest.mark.parametrize(("stones", "margin"), [(1, 2), (2, 6), (3, 8), (4, 2)])
def test_published_solutions(stones: int, margin: int) -> None:
    """The first player's margin on boards of four pits (Irving, Donkers, Uiterwijk 2000)."""
    game = make_game("kalah", {"pits": 4, "stones": stones, "capture": "always"})
    best = KalahEngine(game, 8, seconds=600).best(game.start())[0]
    assert (best.value, best.chance) == (margin, 1.0)


@pytest.mark.usefixtures("_compiler")
def test_time_ends_it() -> None:
    """Where the time is up, it says so, and the engine answers with what it has."""
    tables = Tables(6, 6, "opposite")
    search = search_for(tables)
    search.budget = Budget(0.0, work=50_000)
    with pytest.raises(OutOfTimeError):
        search.value(int.from_bytes(bytes([6] * 12), "little"), -_FAR, _FAR, 40)
    assert 50_000 <= search.nodes < 60_000
    game = make_game("kalah")
    assert len(KalahEngine(game, 8, seconds=0.0).best(game.start())) == 6


def test_without_a_compiler_it_plays_in_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No compiler, a cache that nobody may write, or the wish for it: Python's search plays."""
    tables = Tables(6, 4, "opposite")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert type(search_for(tables)) is Search
    assert not [*tmp_path.rglob("*.so")]
    monkeypatch.undo()
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert not build(tmp_path / "file" / "kalah.so")
    monkeypatch.setenv(compiled.PLAIN, "1")
    assert type(search_for(tables)) is Search


@pytest.mark.usefixtures("_compiler")
def test_what_was_damaged_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that was cut short is replaced, and nothing else is left in the cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    broken = tmp_path / "lunka" / compiled._name()
    broken.parent.mkdir()
    broken.write_bytes(b"\x7fELF")
    assert isinstance(search_for(Tables(6, 4, "opposite")), CompiledSearch)
    assert [*broken.parent.iterdir()] == [broken]


@pytest.mark.usefixtures("_compiler")
def test_the_installer_builds_it_beside_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that a service that may write nowhere has it; without a compiler that is said, and no
    more."""
    source = tmp_path / "search.c"
    source.write_bytes(compiled._SOURCE.read_bytes())
    monkeypatch.setattr(compiled, "_SOURCE", source)
    main()
    assert (tmp_path / compiled._name()).exists()
    assert capsys.readouterr().out == f"the Kalah engine is compiled ({compiled._name()})\n"
    (tmp_path / compiled._name()).unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    main()
    assert "plays in Python" in capsys.readouterr().out
