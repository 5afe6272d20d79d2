"""Typed events: read and written without changing a byte, and told in the documentation."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.play.event import Event
from controller.play.facts import BrokenError, Facts
from controller.play.happenings import (
    KINDS,
    Happening,
    facts_of,
    kinds_in_words,
    read,
    read_event,
    write,
)
from controller.record.chain import canonical
from tests.play.events import EVERY_KIND
from tests.record.anything import anything
from tests.record.games import CALM, Scribe, scribes

ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"

_TEXT = st.text(max_size=8)
_NUMBER = st.integers(-5, 1000)
_SPAN = st.floats(0, 1e6) | st.integers(0, 10_000)
_OBJECT = st.dictionaries(_TEXT, _NUMBER | _TEXT | st.none(), max_size=3)
_ROLL = st.lists(_NUMBER, min_size=1, max_size=4).map(tuple)
#: What each reader of a fact may give.
VALUES: dict[Any, st.SearchStrategy[Any]] = {
    Facts.text: _TEXT,
    Facts.text_or_none: _TEXT | st.none(),
    Facts.texts: st.lists(_TEXT, max_size=3).map(tuple),
    Facts.number: _NUMBER,
    Facts.number_or_none: _NUMBER | st.none(),
    Facts.numbers: st.lists(_NUMBER, max_size=3).map(tuple),
    Facts.flag: st.booleans(),
    Facts.seconds: _SPAN,
    Facts.spans: st.lists(_SPAN, max_size=3).map(tuple),
    Facts.rolls: st.lists(_ROLL, max_size=3).map(tuple),
    Facts.mapping: _OBJECT,
    Facts.anything: _TEXT | st.lists(_NUMBER | st.none(), max_size=3),
}


@st.composite
def happenings(draw: st.DrawFn) -> Happening:
    """Any event of any kind, with and without what may be left unsaid."""
    kind = draw(st.sampled_from(list(KINDS.values())))
    told = {
        fact.name: draw(VALUES[fact.read])
        for fact in facts_of(kind)
        if not fact.optional or draw(st.booleans())
    }
    unknown = st.text("xyz", min_size=4, max_size=6)
    return kind(**told, more=draw(st.dictionaries(unknown, _NUMBER | _TEXT, max_size=2)))


def assert_same_bytes(events: Iterable[Event]) -> set[str]:
    """Reading an event and writing it again gives the very same JSON; gives the kinds met."""
    met = set()
    for event in events:
        told = read_event(event)
        assert told is not None, event
        assert canonical(write(told)) == canonical(dict(event.data))
        met.add(event.kind)
    return met


@given(happenings())
def test_reading_is_the_inverse_of_writing(happening: Happening) -> None:
    """Whatever is written is read as the same value."""
    assert read(type(happening), write(happening)) == happening


def test_every_kind_keeps_its_bytes() -> None:
    """There is an example of every kind, and each is written exactly as tables write it."""
    met = assert_same_bytes(Event(kind, 0.0, data) for kind, data in EVERY_KIND)
    assert met == set(KINDS)


@pytest.mark.parametrize("seed", range(25))
def test_matches_keep_their_bytes(seed: int) -> None:
    """Evenings with set-ups, void rolls, cube, flags and rulings are written as they were."""
    walks = anything(seed).games
    assert_same_bytes(stored.event for walked in walks for stored in walked.events)


@given(scribes())
@CALM
def test_games_with_mishaps_keep_their_bytes(scribe: Scribe) -> None:
    """Whatever was changed, withdrawn and taken back is written as it was."""
    assert_same_bytes(scribe.events)


def unknown(event: Event) -> bool:
    """Whether something in it has no type; simulated evenings are asked, where they are played."""
    told = read_event(event)
    return told is None or (bool(told.more) and event.kind != "secret.revealed")


def test_what_a_newer_version_tells_is_kept() -> None:
    """A fact that this version does not know, and a null where nothing need be said, stay."""
    data = {"ply": 1, "by": "touch", "weather": {"rain": True}}
    assert write(read(KINDS["turn.sealed"], data)) == data
    assert read_event(Event("turn.sung", 0.0, {})) is None
    paused = {"by": None, "why": "tea"}
    assert write(read(KINDS["game.paused"], paused)) == paused


def test_an_odd_fact_is_told_in_words() -> None:
    """What is missing or of another kind is named, with what is allowed."""
    with pytest.raises(BrokenError, match="it does not say 'by', which must be a text"):
        read(KINDS["turn.sealed"], {"ply": 1})
    with pytest.raises(BrokenError, match="'ply' is true; it must be a whole number"):
        read(KINDS["turn.sealed"], {"ply": True, "by": "touch"})


def test_the_table_of_kinds_in_the_documentation() -> None:
    """docs/architecture.md prints the table that is made from the kinds themselves.

    `python -m tests.play.kinds_table` writes it there.
    """
    assert "\n".join(kinds_in_words()) in ARCHITECTURE.read_text(encoding="utf-8")
