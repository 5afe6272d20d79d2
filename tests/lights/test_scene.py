"""What is lit in every state of the table, at every hint level."""

from __future__ import annotations

from typing import Any

import pytest

from controller.lights.meanings import TOGETHER, Glow, Meaning
from controller.lights.scene import scene
from controller.table.survey import survey
from tests.table.board import Seat, seated

LEVELS = ("off", "legal", "full")
Lit = dict[str, tuple[str, int]]


def lit(seat: Seat, chosen: str | None = None) -> Lit:
    """What is lit: cell, meaning, count; and nothing is lit that may not be lit together."""
    glows = scene(survey(seat.table, chosen))
    meanings = {glow.meaning for glow in glows.values()}
    assert any(meanings <= together for together in TOGETHER)
    return {cell: (glow.meaning.value, glow.count) for cell, glow in glows.items()}


def at(level: str, **begin: Any) -> Seat:
    """A game begun with this hint level."""
    seat = Seat(house={"hints": level})
    seat.begin(**begin)
    return seat


def only(meaning: str, *cells: str) -> Lit:
    """These cells say this, of no number."""
    return dict.fromkeys(cells, (meaning, 0))


PITS = [f"a{pit}" for pit in range(1, 7)]


def test_dark_before_a_game() -> None:
    """Without a game nothing is lit."""
    assert lit(Seat()) == {}


@pytest.mark.parametrize("level", LEVELS)
def test_setup_shows_what_is_missing(level: str) -> None:
    """While the board is set up each cell says how many are too few or too many."""
    seat = Seat(house={"hints": level})
    seat.say("new")
    seat.put({**seat.contents(seat.state.start), "a1": 2, "B": 1})
    assert lit(seat) == {"a1": ("too-few", 2), "B": ("too-many", 1)}


@pytest.mark.parametrize(("level", "pits"), [("off", []), ("legal", PITS), ("full", PITS)])
def test_whose_turn_and_what_may_be_lifted(level: str, pits: list[str]) -> None:
    """The store says whose turn it is; unless hints are off, pits that may be lifted breathe."""
    assert lit(at(level)) == only("turn", "A") | only("may-lift", *pits)


@pytest.mark.parametrize("level", LEVELS)
def test_again(level: str) -> None:
    """After a last stone in the own store it says: once more (K5)."""
    seat = at(level)
    seat.play("a3")
    assert lit(seat)["A"] == ("again", 0)
    assert ("a1" in lit(seat)) == (level != "off")
    assert "a3" not in lit(seat)


@pytest.mark.parametrize("level", ["off", "legal"])
def test_no_sowing_along_without_full_hints(level: str) -> None:
    """With stones in hand only the turn is shown, unless hints are full."""
    seat = at(level)
    seat.put(a1=0)
    assert lit(seat) == only("turn", "A")


def test_sow_along_counts_down() -> None:
    """Where the stones go is lit, with how many, and goes out stone by stone."""
    seat = at("full", position="S 14,1,1,1,1,1/5 4,4,4,4,4,4/0")
    seat.put(a1=0)
    assert lit(seat)["a2"] == ("sow", 2)
    assert lit(seat)["a1"] == ("sow", 1)
    assert lit(seat)["A"] == ("sow", 1)
    assert "B" not in lit(seat)  # never into the other's store (K4)
    seat.put(a2=2)
    assert lit(seat)["a2"] == ("sow", 1)
    seat.put(A=6)
    assert lit(seat)["A"] == ("turn", 0)


def test_lift_to_be_finished() -> None:
    """A pit lifted in part is to be emptied first."""
    seat = at("full")
    seat.put(a1=3)
    assert lit(seat) == only("turn", "A") | {"a1": ("may-lift", 3)}


def test_what_is_left_of_a_lift_is_lit_without_full_hints() -> None:
    """K4: all stones of the pit are lifted; what may still be lifted is told from `legal` on."""
    for level, pit in (("off", {}), ("legal", {"a1": ("may-lift", 3)})):
        seat = at(level)
        seat.put(a1=3)
        assert lit(seat) == only("turn", "A") | pit


def reeds(position: str) -> Seat:
    """A game on a board that sees only which pits are empty."""
    seat = Seat(reeds=True, house={"hints": "full"})
    seat.begin(position=position, options={"stones": 4})
    return seat


def test_reeds_that_saw_the_last_stone_light_no_pit_to_be_sown() -> None:
    """K4: stones fall in order: with the last one seen all are down, in the pits before it, too."""
    seat = reeds("S 5,1,2,3,3,0/3 4,4,4,4,4,0/11")
    seat.put(a1=0)
    assert lit(seat) == only("turn", "A") | {f"a{pit}": ("sow", 1) for pit in range(2, 7)}
    seat.put(a2=2, a3=3, a4=4, a5=4, a6=1)
    assert "sow" not in {meaning for meaning, _ in lit(seat).values()}


def test_reeds_show_a_sowing_they_cannot_see_as_a_way() -> None:
    """Where stones may still be in the hand and nobody can see it, their way stands still; who is
    next is told beside it, and what that one may lift."""
    seat = reeds("S 5,1,2,2,3,4/3 4,4,4,4,4,4/4")
    seat.put(a1=0)
    way = only("path", "a2", "a3", "a4", "a5", "a6")
    lifts = only("may-lift", *(f"b{pit}" for pit in range(1, 7)))
    assert lit(seat) == way | lifts | only("next", "B")
    seat.wait()
    assert lit(seat) == lifts | only("turn", "B")


def capturing(level: str) -> Seat:
    """South has sown a1 into the empty a2, opposite four stones (K6)."""
    seat = at(level, position="S 1,0,0,0,0,4/19 0,4,0,0,4,0/16")
    seat.put(a1=0, a2=1)
    return seat


@pytest.mark.parametrize("level", LEVELS)
def test_capture_to_be_carried_out(level: str) -> None:
    """The stone, the pit opposite and the store say what is to be captured (K6), at every level:
    nobody chooses it, and without it the board would wait in silence."""
    assert lit(capturing(level)) == {
        "a2": ("capture", 1),
        "b5": ("capture", 4),
        "A": ("capture", 5),
    }


def test_capture_goes_out_as_it_is_done() -> None:
    """What is done of a capture is no longer lit."""
    seat = capturing("full")
    seat.put(b5=0, a2=0)
    assert lit(seat) == {"A": ("capture", 5)}


@pytest.mark.parametrize("level", LEVELS)
def test_sweep(level: str) -> None:
    """At the end what is left is to be brought home: the board shows it and waits for it (K8)."""
    seat = at(level, position="S 0,0,0,0,0,1/20 1,1,0,0,0,0/25")
    seat.put(a6=0, A=21)
    assert lit(seat) == only("turn", "A") | {
        "b1": ("sweep", 1),
        "b2": ("sweep", 1),
        "B": ("sweep", 2),
    }


@pytest.mark.parametrize("level", LEVELS)
def test_wrong_and_where_it_belongs(level: str) -> None:
    """A stone too many flashes, and the pits where it belongs are lit until it is right again."""
    seat = at(level)
    seat.put(a1=0)
    seat.put(b4=5)
    assert lit(seat) == {"b4": ("too-many", 1)} | dict.fromkeys(
        ("a2", "a3", "a4", "a5"), ("sow", 1)
    )


@pytest.mark.parametrize("level", ["off", "legal"])
def test_a_slip_gives_no_choice_away(level: str) -> None:
    """Without full hints nothing is lit once a wrong drop was put right."""
    seat = at(level)
    seat.put(a1=0)
    seat.put(b4=5)
    seat.put(b4=4)
    assert lit(seat) == only("turn", "A")


@pytest.mark.parametrize("level", LEVELS)
def test_too_few(level: str) -> None:
    """A pit that misses stones says how many."""
    seat = at(level)
    seat.put(b2=2)
    assert lit(seat) == {"b2": ("too-few", 2)}


def test_taken_back_shows_the_way_back() -> None:
    """After an undo the lights guide the stones back."""
    seat = seated()
    seat.play("a1")
    seat.say("undo")
    assert lit(seat) == {"a1": ("too-few", 4)} | dict.fromkeys(
        ("a2", "a3", "a4", "a5"), ("too-many", 1)
    )


def test_a_swap_is_offered_at_every_level_and_in_both_cases() -> None:
    """Who may swap sees it (K10), also while the other moves once more; no two look alike."""
    for level in LEVELS:
        seat = Seat(house={"hints": level})
        seat.begin(options={"stones": 4, "pie": True})
        seat.play("a1")
        assert lit(seat)["B"] == ("offer", 0)
        seat = Seat(house={"hints": level})
        seat.begin(options={"stones": 4, "pie": True, "pie_after": "move"})
        seat.play("a3")
        assert (lit(seat)["A"], lit(seat)["B"]) == (("turn", 0), ("offer", 0))


def test_question() -> None:
    """The pits asked about breathe; the one the button would answer stands out."""
    seat = Seat(reeds=True)
    seat.say("new", position="S 14,1,1,1,1,1/5 4,4,4,4,4,4/0")
    seat.lay(seat.state.start)
    seat.put(a1=0)
    seat.put(a1=1)
    seat.wait()
    assert lit(seat) == only("ask", "a1")
    assert lit(seat, "a1") == only("confirm", "a1")


def test_question_about_the_past() -> None:
    """Asked how far the game was taken back, both stores ask."""
    seat = Seat(reeds=True)
    seat.begin()
    for pit in ("a1", "b1"):
        seat.put({pit: 0})
        seat.wait()
        seat.say("confirm")
    seat.put(a1=4, b1=4)
    seat.wait()
    assert lit(seat, "ply:0") == only("ask", "A", "B")


def test_confirm() -> None:
    """A turn that waits for the button says so at the mover's store."""
    seat = seated(house={"confirm": "button"})
    seat.play("a1")
    assert lit(seat) == only("confirm", "A")


def test_several_turns_possible() -> None:
    """While several turns are possible, every place where one of them may go on is lit."""
    seat = at("full")
    seat.put(a5=5)  # one stone was laid down before it was seen from where it came
    glows = lit(seat)
    assert glows["A"][0] in ("turn", "may-put")
    assert {meaning for meaning, _ in glows.values()} <= {"turn", "may-put"}
    assert "may-put" in {meaning for meaning, _ in glows.values()}


@pytest.mark.parametrize("level", LEVELS)
def test_winner_and_draw(level: str) -> None:
    """The winner's store is lit; at a draw both are (K9)."""
    won = at(level, position="S 0,0,0,0,0,1/20 1,1,0,0,0,0/25")
    won.play("a6")
    assert lit(won) == only("winner", "B")
    drawn = at(level, position="S 0,0,0,0,0,1/23 1,0,0,0,0,0/23")
    drawn.play("a6")
    assert lit(drawn) == only("draw", "A", "B")


def test_paused() -> None:
    """A paused game is shown at both stores, and nothing else."""
    seat = seated()
    seat.put(a1=0)
    seat.say("pause")
    assert lit(seat) == only("paused", "A", "B")


def test_glow_moves_as_its_meaning_does() -> None:
    """A glow takes its movement from its meaning."""
    assert Glow(Meaning.TOO_MANY, 2).movement.value == "flash"
