"""Fingers during play, on a board with the errors of a real one."""

from __future__ import annotations

from tests.voice.fingers import tried


def test_fingers_during_play_are_told_right_and_never_taken_for_stones() -> None:
    """Light or heavy, in the midst of a turn or while the other hand plays on."""
    figures = tried(45, seed=2)
    assert figures.told == figures.tries >= 45, figures
    assert not (figures.wrong_records or figures.said), figures
