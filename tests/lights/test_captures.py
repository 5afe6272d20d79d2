"""Captures (K6) and sweeps (K8) in every order of hands: lights and sentence say what remains.

The truth is brute force: a sowing counted out by hand, and how many stones were carried since.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from controller.table.survey import survey
from controller.words.moment import moment
from tests.lights.test_scene import at, lit
from tests.table.board import CELLS, Seat

Counts = dict[str, int]
SIX = {"stones": 6}


def said(seat: Seat) -> tuple[str, str]:
    """The sentence of the moment in English and in Russian."""
    sentence = moment(survey(seat.table))
    return sentence["en"], sentence["ru"]


def test_the_capturing_stone_first() -> None:
    """K6: who takes the capturing stone first is not told to sow it again."""
    seat = at("full", position="S 1,0,0,0,0,3/34 4,4,4,4,4,4/10", options=SIX)
    seat.put(a1=0)
    seat.put(a2=1)
    seat.put(a2=0)
    assert lit(seat) == {"b5": ("capture", 4), "A": ("capture", 5)}
    assert said(seat) == (
        "Turn a1: capture: carry the stones of b5 ×4 and those in hand to store A.",
        "Ход a1: захват: перенесите камни из b5 ×4 и те, что в руке, в калах A.",
    )


def test_the_captured_stones_first() -> None:
    """K6: with the captured stones in the store, only the capturing one is left to be carried."""
    seat = at("full", position="S 1,1,4,0,4,11/30 2,0,5,1,0,0/13", options=SIX)
    seat.put(a6=0)
    seat.put(A=31, b1=3, b2=1, b3=6, b4=2, b5=1, b6=1, a1=2, a2=2, a3=5, a4=1)
    assert said(seat)[0] == "Turn a6: capture: carry the stones of a4, b3 ×6 to store A."
    seat.put(b3=0)
    seat.put(A=37)
    assert lit(seat) == {"a4": ("capture", 1), "A": ("capture", 1)}
    assert said(seat)[0] == "Turn a6: capture: carry the stones of a4 to store A."
    seat.put(a4=0)
    assert said(seat) == (
        "Turn a6: capture: put the stones in hand into store A.",
        "Ход a6: захват: положите камни из руки в калах A.",
    )


def test_the_last_stone_straight_home() -> None:
    """K6: a capturing stone that never lay in its pit is not asked for with an empty hand."""
    seat = at("full", position="S 1,0,0,0,0,3/34 4,4,4,4,4,4/10", options=SIX)
    seat.put(a1=0)
    seat.put(A=35)
    assert lit(seat) == {"b5": ("capture", 4), "A": ("capture", 4)}


def test_a_sweep_names_pits_and_store() -> None:
    """K8: what is left is carried from the pits to the store, not from the store."""
    seat = at("full", position="S 0,0,0,0,0,1/20 1,1,0,0,0,0/25")
    seat.put(a6=0, A=21)
    seat.put(b1=0)
    assert said(seat) == (
        "Turn a6: the game ends: carry what is left in b2 and what is in hand to store B.",
        "Ход a6: партия кончается: перенесите остаток из b2 и то, что в руке, в калах B.",
    )
    seat.put(b2=0)
    assert said(seat)[0] == "Turn a6: the game ends: put what is in hand into store B."


#: Turns b1, b3 and b4 all capture with b5 and end the game, and leave the same.
ALIKE = "N 0,3,0,0,0,0/16 4,1,2,1,0,3/18"


@pytest.mark.parametrize("level", ["off", "legal", "full"])
def test_what_is_swept_begins_no_other_turn(level: str) -> None:
    """K8: after b1, from which another turn would have begun, is swept, the rest is still lit."""
    seat = at(level, position=ALIKE)
    for act in ({"b3": 0}, {"b4": 2}, {"b5": 1}, {"a2": 0}, {"b5": 0}, {"B": 22}):
        seat.put(act)
    swept = {"b1": 4, "b2": 1, "b4": 2, "b6": 3, "B": 10}
    assert lit(seat) == {cell: ("sweep", n) for cell, n in swept.items()}
    for pit in ("b1", "b4", "b2", "b6"):
        seat.put({pit: 0})
        del swept[pit]
        assert lit(seat) == {cell: ("sweep", n) for cell, n in swept.items()}


def test_two_turns_that_began_at_once_are_not_mixed() -> None:
    """Where one of two turns would sow and the other capture, only where stones may go is lit: the
    lights of both move alike, and nobody could tell which asks for what."""
    seat = at("full", position=ALIKE)
    seat.put(b1=0, b3=0, b4=2, b5=1)
    assert lit(seat) == {"B": ("may-put", 0)}


class Sowing:
    """One turn counted out by hand: where its stones fall, and what is carried home then."""

    def __init__(self, counts: Counts, pit: str) -> None:
        self.pit, self.sown = pit, dict(counts)
        own, other = ("a", "b") if pit[0] == "a" else ("b", "a")
        self.store, at = own.upper(), CELLS.index(pit)
        self.path: list[str] = []
        for _ in range(counts[pit]):
            at = (at + 1) % 14
            at = (at + 1) % 14 if CELLS[at] == other.upper() else at  # K4
            self.path.append(CELLS[at])
        self.sown[pit] = 0
        for cell in self.path:
            self.sown[cell] += 1
        last = self.path[-1]
        facing = f"{other}{7 - int(last[1])}" if last[0] == own else ""
        self.carried: list[tuple[str, dict[str, int], str]] = []
        after = dict(self.sown)
        if facing and self.sown[last] == 1 and self.sown[facing]:  # K6
            self.carried.append(("capture", {last: 1, facing: self.sown[facing]}, self.store))
            after |= {last: 0, facing: 0}
        for row, facing_row in ("ab", "ba"):  # K8
            rest = {cell: after[cell] for cell in CELLS if cell[0] == row and after[cell]}
            if rest and not any(after[cell] for cell in CELLS if cell[0] == facing_row):
                self.carried.append(("sweep", rest, row.upper()))


def positions(chance: Random) -> Iterator[tuple[str, Counts]]:
    """Positions of 48 stones with many empty pits, South to move."""
    while True:
        counts = dict.fromkeys(CELLS, 0)
        for cell in chance.sample([cell for cell in CELLS if cell not in "AB"], 6):
            counts[cell] = chance.choice((1, 1, 1, 2, 3, 5, 8, 13))
        left = 48 - sum(counts.values())
        if left < 0:
            continue
        counts["A"] = chance.randint(0, left)
        counts["B"] = left - counts["A"]
        south, north = (",".join(str(counts[f"{r}{n}"]) for n in range(1, 7)) for r in "ab")
        yield f"S {south}/{counts['A']} {north}/{counts['B']}", counts


def sowings(seed: int, count: int) -> Iterator[tuple[str, Counts, Sowing]]:
    """So many turns that end with something to be carried home."""
    chance = Random(seed)
    for text, counts in positions(chance):
        able = [pit for pit in CELLS if pit[0] == "a" and counts[pit]]
        if not able or not any(counts[cell] for cell in CELLS if cell[0] == "b"):
            continue
        sowing = Sowing(counts, chance.choice(able))
        if sowing.carried:
            yield text, counts, sowing
            count -= 1
            if not count:
                return


def sow(seat: Seat, counts: Counts, sowing: Sowing) -> None:
    """The pit is lifted and sown, stone by stone."""
    now = counts | {sowing.pit: 0}
    seat.put({sowing.pit: 0})
    for cell in sowing.path:
        now[cell] += 1
        seat.put({cell: now[cell]})


@pytest.mark.parametrize("seed", range(3))
def test_what_remains_is_lit_and_said(seed: int) -> None:
    """K6, K8: whatever is taken first and however it is shared out, pits and store say exactly how
    many stones are still to be carried, and the sentence names pits as sources only."""
    chance = Random(seed)
    for text, counts, sowing in sowings(seed, 25):
        seat = at("full", position=text)
        sow(seat, counts, sowing)
        now = dict(sowing.sown)
        for meaning, pits, store in sowing.carried:
            left, missing, hand = dict(pits), sum(pits.values()), 0
            while missing:
                where = f"{text} {sowing.pit}: {meaning} {left}, {hand} in hand"
                wanted = {cell: (meaning, n) for cell, n in left.items() if n}
                lights = {c: g for c, g in lit(seat).items() if g[0] != "turn"}
                assert lights == wanted | {store: (meaning, missing)}, where
                assert told(seat) == (set(wanted), hand > 0, store), where
                able = [cell for cell in left if left[cell]] + ([store] if hand else [])
                cell = chance.choice(able)
                many = chance.randint(1, hand if cell == store else left[cell])
                if cell == store:
                    hand, missing, now[cell] = hand - many, missing - many, now[cell] + many
                else:
                    hand, left[cell], now[cell] = hand + many, left[cell] - many, now[cell] - many
                seat.put({cell: now[cell]})
        assert seat.turns == [sowing.pit]


def told(seat: Seat) -> tuple[set[str], bool, str]:
    """From which pits, whether from the hand, and to which store the sentence says to carry."""
    english, russian = said(seat)
    steps, store = english.rstrip(".").split(": ", 1)[1], english.rstrip(".")[-1]
    assert russian.rstrip(".")[-1] == store
    pits = {word.strip(",") for word in steps.split()} & {*CELLS} - {store}
    return pits, "in hand" in steps, store


@pytest.mark.parametrize("seed", range(3))
def test_the_lights_lead_home(seed: int) -> None:
    """Whatever hands have done of a turn, in any order: nobody is told to put down more than there
    is, and whoever follows the lights ends the turn."""
    chance = Random(seed)
    for text, counts, sowing in sowings(seed, 25):
        seat = at("full", position=text)
        disorder(seat, counts, sowing, chance)
        for _ in range(40):
            if seat.turns:
                break
            follow(seat)
        assert seat.turns == [sowing.pit], (text, sowing.pit, dict(seat.held), lit(seat))


def disorder(seat: Seat, counts: Counts, sowing: Sowing, chance: Random) -> None:
    """Some of the turn: sown but for a few stones, which stay in the hand, go home, or wait while
    what lies opposite is carried."""
    seat.put({sowing.pit: 0})
    now, keep = counts | {sowing.pit: 0}, chance.randint(0, 2)
    for cell in sowing.path[: max(0, len(sowing.path) - keep)]:
        now[cell] += 1
        seat.put({cell: now[cell]})
    meaning, pits, store = sowing.carried[0]
    for pit in pits if meaning == "capture" else ():
        if chance.random() < 0.5 and now[pit] == sowing.sown[pit] and not seat.turns:
            seat.put({pit: 0})
            if chance.random() < 0.5:
                now[store] += pits[pit]
                seat.put({store: now[store]})


def follow(seat: Seat) -> None:
    """Do what the lights say: take what is to be taken, then put as many as there are."""
    glows = {cell: glow for cell, glow in lit(seat).items() if glow[0] != "turn"}
    hand = 48 - sum(seat.held.values())
    takes = {c: n for c, (m, n) in glows.items() if m in ("capture", "sweep") and c not in "AB"}
    puts = {cell: n for cell, (_, n) in glows.items() if cell not in takes}
    assert sum(puts.values()) <= hand + sum(takes.values()), (glows, hand)
    if takes:
        seat.put({cell: seat.held[cell] - n for cell, n in takes.items()})
    else:
        assert puts, "nothing is lit"
        seat.put({cell: seat.held[cell] + n for cell, n in puts.items()})
