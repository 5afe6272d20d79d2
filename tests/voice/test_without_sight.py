"""Whole games of players who only hear and touch: wood and buttons, no page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.voice.blind import Blind, Parlour, kalah_turn, nardy_turn


def _knows_the_board(player: Blind) -> bool:
    """Whether what the words told is what lies on the wood."""
    wood = player.room.wood.counts()
    return all(abs(held) == wood[cell] for cell, held in player.listener.holds.items())


@pytest.mark.parametrize(
    ("game", "profile", "told"),
    [
        (
            "short",
            "nardy-load",
            {
                "6": "5 of White at point 6.",
                "12": "5 of Black at point 12.",
                "bar-white": "nothing at White's bar.",
                "off-black": "nothing at White's tray; nothing at Black's tray.",
            },
        ),
        ("gyges", "gyges-load", {"a1": "nothing at a1. You may put down here."}),
    ],
)
def test_a_finger_on_every_kind_of_place(
    tmp_path: Path, game: str, profile: str, told: dict[str, str]
) -> None:
    """Points, bars, trays and fields are asked as pits are."""
    room = Parlour(tmp_path, game, profile, 3)
    room.begin()
    for cell, words in told.items():
        room.board.touch(cell, 200.0, 0.6)
        room.let(2.0)
        assert room.house.announcer.said[-1].full["en"].startswith(words)
    assert room.turns == []
    room.close()


def test_a_whole_kalah_game_by_ear_and_touch(tmp_path: Path) -> None:
    """A finger on a pit tells how many to sow, words tell what is captured and who has won."""
    room = Parlour(tmp_path, "kalah", "kalah-load", 3)
    room.begin()
    player = Blind(room, 1)
    player.play(kalah_turn)
    result = room.table.state.result
    assert result is not None and result.reason == "played"
    winner = "" if result.winner is None else f"{room.table.state.rules.sides[result.winner]} wins"
    assert winner in player.over and f"{result.scores[0]} to {result.scores[1]}" in player.over
    assert player.turns == len(room.turns) == player.fingers and not player.wrong
    assert _knows_the_board(player)
    room.close()


def test_a_whole_long_nardy_game_by_ear_and_touch(tmp_path: Path) -> None:
    """One button rolls, another tells what may be done; each point is found by its number."""
    room = Parlour(tmp_path, "long", "nardy-load", 3, dice="board")
    room.begin()
    player = Blind(room, 1)
    player.play(nardy_turn)
    result = room.table.state.result
    assert result is not None and result.reason == "played" and result.winner is not None
    assert f"{room.table.state.rules.sides[result.winner]} wins" in player.over
    assert not player.wrong and _knows_the_board(player)
    told = player.touch(f"{player.title}'s tray")
    assert "15 of White at White's tray" in told or "15 of Black at Black's tray" in told
    room.close()
