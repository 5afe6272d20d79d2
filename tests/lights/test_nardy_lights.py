"""What the lights of a nardy board say: enter, lift, go, bear off, hit, wrong, raise, no move."""

from __future__ import annotations

from controller.games.nardy import Short
from controller.lights.meanings import TOGETHER
from controller.lights.scene import scene
from controller.table.survey import survey
from controller.words.moment import moment
from tests.games.nardy.boards import Stacks, position
from tests.table.dicing import DiceSeat

_GAME = Short()


class Lit(DiceSeat):
    """Somebody at a short nardy table who looks at its lights."""

    def at(self, white: Stacks, black: Stacks, *dice: int) -> None:
        """A game from this position, White to move with this roll."""
        self.begin(position=_GAME.write_position(position(_GAME, white, black)))
        if dice:
            self.say("roll", dice=list(dice))

    def lit(self, meaning: str) -> set[str]:
        """The cells that say this; what is lit together never moves alike."""
        glows = scene(survey(self.table))
        lit = {glow.meaning for glow in glows.values()}
        assert any(lit <= together for together in TOGETHER), lit
        assert moment(survey(self.table))["ru"]
        return {cell for cell, glow in glows.items() if glow.meaning == meaning}

    def every(self) -> dict[str, str]:
        """All that is lit."""
        return {cell: glow.meaning.value for cell, glow in scene(survey(self.table)).items()}


def test_who_may_enter() -> None:
    """From the bar first (S5): only the bar may be lifted, then the open points glow."""
    seat = Lit()
    seat.at({25: 1, 13: 4, 6: 5}, {1: 2, 2: 2, 11: 4}, 6, 1)
    assert seat.lit("may-lift") == {"bar-white"}
    seat.put({"bar-white": 0})
    assert seat.lit("may-put") >= {"19"} and "24" not in seat.lit("may-put")


def test_what_may_be_lifted_and_where_it_goes() -> None:
    """Only what has a legal move; in hand, every point that the dice left reach."""
    seat = Lit()
    seat.at({13: 2, 6: 1}, {7: 2, 5: 2}, 6, 1)
    assert seat.lit("may-lift") == {"13", "6"} and seat.every()["off-white"] == "turn"
    seat.move("13>7")
    assert seat.kind == "in hand"
    seat.put({"7": 0})
    assert "6" in seat.lit("may-put")


def test_a_point_that_is_left_and_filled_again_may_be_lifted() -> None:
    """N4: 5/1 and 1/off leave as many on the 1 as before; it may be lifted first all the same."""
    seat = Lit()
    seat.at({5: 1, 1: 2}, {11: 2}, 4, 1)
    assert seat.lit("may-lift") == {"1", "5"}


def test_the_dice_left_after_half_a_turn() -> None:
    """With the six played, only the one is left."""
    seat = Lit()
    seat.at({24: 1, 13: 1}, {2: 2}, 6, 1)
    seat.move("24>18")
    seat.put({"13": 0})
    assert seat.lit("may-put") == {"12"}


def test_what_may_be_borne_off() -> None:
    """With all at home (N8) the tray glows for a checker in hand."""
    seat = Lit()
    seat.at({6: 1, 4: 1, 2: 1}, {11: 3}, 6, 4)
    assert seat.lit("may-lift") == {"6", "4"}
    seat.put({"6": 0})
    assert "off-white" in seat.lit("may-put")


def test_the_way_of_a_hit_checker() -> None:
    """A checker that came down on a blot: the hit one belongs on its bar (S4)."""
    seat = Lit()
    seat.at({8: 1, 6: 1}, {22: 1, 12: 2}, 5, 5)  # Black's 22 is White's 3
    seat.put({"8": 0})
    assert "3" in seat.lit("may-put")
    seat.put({"3": 2})
    assert seat.lit("may-lift") == {"3"} and seat.lit("may-put") == set()
    seat.put({"3": 1})
    assert "bar-black" in seat.lit("may-put")


def test_wrong_and_how_to_repair() -> None:
    """A move that no roll allows: one too many there, and where it belongs."""
    seat = Lit()
    seat.at({13: 2, 6: 2}, {11: 2}, 6, 1)
    seat.move("13>3")
    assert seat.lit("too-many") == {"3"}
    assert "3 has 1 too many" in moment(survey(seat.table))["en"]


def test_an_offered_raise() -> None:
    """The cube is on its way: the side that must answer blinks, and nothing may be lifted (S11)."""
    seat = Lit()
    seat.at({13: 2, 6: 2}, {11: 2})
    seat.say("decide", decision="double")
    assert seat.every() == {"off-black": "offer"} and seat.lit("offer") == {"off-black"}
    seat.say("decide", decision="take")
    assert seat.lit("offer") == set() and seat.lit("turn") == {"off-white"}


def test_an_offered_resignation() -> None:
    """A resignation waits for the opponent's consent."""
    seat = Lit()
    seat.at({13: 2, 6: 2}, {11: 2}, 3, 1)
    resign = next(saying.word for saying in seat.state.acts.words if saying.resigns)
    seat.say("decide", decision=resign, side=0)
    assert seat.lit("offer") == {"off-black"}


def test_no_legal_move() -> None:
    """Who cannot enter passes (N6): his tray says so until the other one has played."""
    seat = Lit()
    seat.at({25: 1, 6: 5}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 12: 4}, 5, 4)
    assert seat.turns == ["pass"]
    assert seat.every() == {"off-white": "pass", "off-black": "turn"}
    seat.say("roll", dice=[3, 1])
    assert seat.lit("pass") == {"off-white"} and seat.lit("may-lift")
    seat.move("13>16")
    assert seat.lit("pass") == set()


def test_words_speak_of_checkers() -> None:
    """Nobody plays nardy with stones."""
    seat = Lit()
    seat.at({13: 2, 6: 2}, {11: 2}, 6, 1)
    seat.put({"13": 1})
    said = moment(survey(seat.table))
    assert said["en"] == "A checker in hand may go to 12, 7, 6."
    assert said["ru"] == "Шашку в руке можно поставить на 12, 7, 6."
