"""Readings and commands in, events out: everything that can happen at one table."""

from __future__ import annotations

from typing import Any

import pytest

from controller.games.kalah import Kalah, KalahOptions
from controller.play.event import Event
from controller.table.commands import CommandError, read_command
from controller.table.state import State, Status, fold_all
from controller.tracking.verdict import Kind
from tests.table.board import CELLS, FOUR, Seat, seated

GAME = Kalah(KalahOptions(stones=4))
LAP = "S 14,1,1,1,1,1/5 4,4,4,4,4,4/0"


def test_new_game_waits_for_the_stones() -> None:
    """A game is opened, the board set up, and only then it is ready (K2)."""
    seat = Seat()
    assert seat.say("new") == ["game.opened"]
    assert seat.put({cell: 4 for cell in CELLS if cell not in "AB"} | {"A": 0}) == []
    assert seat.put(B=0) == ["board.ready"]
    assert seat.state.status is Status.PLAYING


def test_set_up_is_not_ready_one_stone_short() -> None:
    """One stone too few keeps the set-up waiting, and the board says how many there are."""
    seat = Seat()
    seat.say("new")
    seat.lay(GAME.start())
    seat = Seat()
    seat.say("new")
    seat.put({**seat.contents(GAME.start()), "a3": 3})
    assert seat.state.status is Status.SETUP
    assert "piece.missing" in seat.wait()
    assert seat.put(a3=4) == ["board.ready"]
    assert seat.state.missing is None


def test_turn_made_by_hands() -> None:
    """A sowing done by hand is a turn, with its position and its time (K4)."""
    seat = seated()
    assert seat.play("a1") == ["turn.made"]
    made = seat.last("turn.made")
    assert (made["ply"], made["side"], made["turn"], made["by"]) == (1, 0, "a1", "hands")
    assert made["position"] == "N 0,5,5,5,5,4/0 4,4,4,4,4,4/0"
    assert made["seconds"] == 0.5


def test_next_touch_seals() -> None:
    """The next player's lift seals the last turn."""
    seat = seated()
    seat.play("a1")
    assert seat.put(b1=0) == ["turn.sealed"]
    assert seat.last("turn.sealed")["by"] == "touch"


def test_extra_move_is_a_turn_of_its_own() -> None:
    """Last stone in the own store: the same side is to move (K5)."""
    seat = seated()
    seat.play("a3")
    assert seat.rules.mover(seat.state.position) == 0
    seat.play("a1")
    assert [ply.side for ply in seat.state.plies] == [0, 0]


def test_revised_keeps_both_versions() -> None:
    """A turn changed before it is sealed is in the record twice, in the game once."""
    seat = seated()
    seat.play("a1")
    assert seat.lay(GAME.play(GAME.start(), 1)) == ["turn.revised"]
    assert seat.last("turn.revised")["old"] == "a1"
    assert seat.turns == ["a2"]


def test_withdrawn_by_hand() -> None:
    """A turn put back before it is sealed never counted."""
    seat = seated()
    seat.play("a1")
    seat.lay(GAME.start())
    assert seat.wait() == ["turn.withdrawn"]
    assert seat.turns == []


def test_takeback_by_hand_any_depth() -> None:
    """Stones laid as they were two turns ago take two turns back."""
    seat = seated()
    seat.play("a1", "b1", "a4")
    back = seat.state.past[1]
    seat.say("confirm")
    seat.lay(back)
    assert seat.wait() == ["turn.takeback"]
    assert seat.last("turn.takeback") == {"to": 1, "turns": ["b1", "a4"], "by": "hands"}
    assert seat.turns == ["a1"]


def test_takebacks_can_be_forbidden() -> None:
    """Where takebacks are not allowed, going back by hand is a wrong attempt to be put right."""
    seat = seated(house={"takebacks": False})
    seat.play("a1", "b1", "a4")
    seat.say("confirm")
    here = seat.state.position
    seat.lay(seat.state.past[1])
    assert seat.wait() == ["attempt.wrong"]
    assert seat.lay(here) == ["attempt.righted"]
    with pytest.raises(CommandError, match="takebacks are not allowed at this table"):
        seat.say("undo")


def test_undo_stands_until_the_stones_are_back() -> None:
    """A turn taken back by command is not made again by the stones that still lie there."""
    seat = seated()
    seat.play("a1")
    assert seat.say("undo") == ["turn.takeback"]
    assert seat.kind == Kind.WRONG
    assert seat.wait() == []  # bringing stones back is no illegal attempt
    assert seat.lay(GAME.start()) == []
    assert seat.kind == Kind.UNTOUCHED
    assert seat.play("a2") == ["turn.made"]


def test_undo_survives_a_restart() -> None:
    """After a power cut a turn taken back by command is still taken back."""
    seat = seated()
    seat.play("a1")
    seat.say("undo")
    again = Seat()
    again.table.take_up(fold_all(seat.events), again.now)
    again.events = list(seat.events)
    assert again.put(seat.held) == []
    assert again.kind == Kind.WRONG
    again.lay(GAME.start())
    assert again.play("a1") == ["turn.made"]


def test_undo_after_the_end() -> None:
    """A game that ended can be taken up again by taking its last turn back."""
    seat = Seat()
    seat.begin(position="S 0,0,0,0,0,1/20 1,1,0,0,0,0/25")
    assert seat.play("a6") == ["turn.made", "turn.sealed", "game.over"]
    assert seat.say("undo") == ["turn.takeback"]
    assert seat.state.status is Status.PLAYING
    assert seat.state.result is None


def test_sweep_is_waited_for() -> None:
    """The game is over only when what is left was brought home (K8)."""
    seat = Seat()
    seat.begin(position="S 0,0,0,0,0,1/20 1,1,0,0,0,0/25")
    assert seat.put(a6=0, A=21) == []
    assert seat.kind == Kind.IN_HAND
    assert seat.put(b1=0, b2=0, B=27) == ["turn.made", "turn.sealed", "game.over"]
    assert seat.last("game.over") == {"winner": 1, "scores": [21, 27], "reason": "played"}


def test_draw() -> None:
    """Equal stores are a draw (K9)."""
    seat = Seat()
    seat.begin(position="S 0,0,0,0,0,1/23 1,0,0,0,0,0/23")
    seat.play("a6")
    assert seat.last("game.over")["winner"] is None


def test_confirm_button_is_the_only_commit() -> None:
    """With confirm = "button" a finished turn waits for the button, which makes and seals it."""
    seat = seated(house={"confirm": "button"})
    assert seat.play("a1") == []
    assert seat.wait() == []
    assert seat.kind == Kind.COMPLETE
    assert seat.say("confirm") == ["turn.made", "turn.sealed"]
    assert seat.last("turn.made")["by"] == "button"


def test_confirm_asks_what_it_cannot_know() -> None:
    """Pressed on two possible turns, the button asks which."""
    seat = Seat(reeds=True, house={"confirm": "button"})
    seat.say("new", position=LAP)
    seat.lay(seat.state.start)
    seat.put(a1=0)
    seat.put(a1=1)
    assert seat.say("confirm") == ["question.asked"]
    assert seat.last("question.asked")["options"] == ["a1", "nothing"]


def test_question_answered_by_a_turn() -> None:
    """A lap that reeds cannot tell from a look is asked, and the answer makes it (K4)."""
    seat = _asked()
    assert seat.say("answer", question=1, choice="a1") == ["question.answered", "turn.made"]
    assert seat.last("turn.made")["by"] == "answer"
    assert seat.state.question is None


def _asked() -> Seat:
    seat = Seat(reeds=True)
    seat.say("new", position=LAP)
    seat.lay(seat.state.start)
    seat.put(a1=0)
    seat.put(a1=1)
    assert seat.wait() == ["question.asked"]
    return seat


def test_question_answered_by_nothing() -> None:
    """Answered that nothing was played, the board is untouched and asks no more."""
    seat = _asked()
    assert seat.say("answer", question=1, choice="nothing") == ["question.answered"]
    assert seat.kind == Kind.UNTOUCHED
    assert seat.wait() == []


def test_the_same_question_can_be_asked_again_later() -> None:
    """What was a mere look once may be played the next time: it is asked anew."""
    seat = _asked()
    seat.say("answer", question=1, choice="nothing")
    seat.put(a1=0)
    seat.put(a1=1)
    assert seat.wait() == ["question.asked"]
    assert seat.last("question.asked")["question"] == 2


def test_nothing_to_a_takeback_is_not_asked_again() -> None:
    """Told that nothing was taken back, the board says what is wrong instead of asking for ever."""
    seat = _went_back()
    assert seat.say("answer", question=1, choice="nothing") == ["question.answered"]
    assert seat.wait(60.0) == ["attempt.wrong"]
    assert seat.put(a1=0, b1=0) == ["attempt.righted"]


def _went_back() -> Seat:
    """A board of reeds that looks as it did at the start, two turns later."""
    seat = Seat(reeds=True)
    seat.begin()
    for pit in ("a1", "b1"):
        seat.put({pit: 0})
        seat.wait()
        seat.say("confirm")
    seat.put(a1=4, b1=4)
    assert seat.wait() == ["question.asked"]
    assert seat.last("question.asked")["options"] == ["ply:0", "nothing"]
    return seat


def test_takeback_answered() -> None:
    """How far the hands went back is asked, and the answer takes the game back."""
    seat = _went_back()
    assert seat.say("answer", question=1, choice="ply:0") == ["question.answered", "turn.takeback"]
    assert seat.turns == [] and seat.kind == Kind.UNTOUCHED
    assert seat.last("turn.takeback")["by"] == "answer"


def test_question_is_dropped_when_the_hands_go_on() -> None:
    """A question that the hands answer themselves is past, on record."""
    seat = _went_back()
    assert seat.put(a1=0, b1=0) == ["question.answered"]
    assert seat.last("question.answered")["choice"] is None
    with pytest.raises(CommandError, match="answer is not possible now"):
        seat.say("answer", question=1, choice="ply:0")


def test_a_lap_is_asked_even_when_the_next_turn_has_begun() -> None:
    """A lap with an extra move (K4, K5) and a quick next lift: asked at rest, nothing is lost."""
    seat = Seat(reeds=True)
    seat.say("new", position="S 19,1,1,1,1,1/1 4,4,4,4,4,3/0")
    seat.lay(seat.state.start)
    seat.put(a1=0)
    seat.put(a1=1)
    assert seat.put(a3=0) == []
    assert seat.wait() == ["question.asked"]
    assert "turn.made" in seat.say("answer", question=1, choice="a1")
    assert "turn.made" in seat.wait()
    assert seat.turns == ["a1", "a3"]


def test_a_look_before_another_lift_is_asked_too() -> None:
    """The same looks after a mere look at the pit: answered "nothing", only the lift counts."""
    seat = Seat(reeds=True)
    seat.say("new", position="S 19,1,1,1,1,1/1 4,4,4,4,4,3/0")
    seat.lay(seat.state.start)
    seat.put(a1=0)
    seat.put(a1=19)
    seat.put(a3=0)
    assert seat.wait() == ["question.asked"]
    seat.say("answer", question=1, choice="nothing")
    assert seat.wait() == ["turn.made"]
    assert seat.turns == ["a3"]


def test_answer_must_fit_the_question() -> None:
    """A past question and a choice that was not offered are refused by name."""
    seat = _asked()
    with pytest.raises(CommandError, match="question 7 is past; the board now asks 1"):
        seat.say("answer", question=7, choice="a1")
    with pytest.raises(CommandError, match="'b2' does not answer question 1; a1, nothing do"):
        seat.say("answer", question=1, choice="b2")


def test_wrong_attempt_is_recorded_once_and_righted() -> None:
    """A stone in a wrong pit is told once, with what was seen and wanted, until it is put right."""
    seat = seated()
    seat.put(a1=0)
    seat.put(b4=5)
    assert seat.wait() == ["attempt.wrong"]  # the other three are in the hand, not missing
    assert seat.last("attempt.wrong") == {"cells": {"b4": {"seen": [5, 5], "wanted": 4}}}
    seat.put(b4=6)
    seat.put(b4=5)
    assert "attempt.wrong" not in seat.wait()
    seat.put(b4=4)
    assert seat.count("attempt.wrong") == seat.count("attempt.righted") == 1


def test_missing_piece() -> None:
    """A stone that rolled off the table is missed: 47 of 48 are on the board, until it is found."""
    seat = seated()
    seat.put(b4=3)
    assert "piece.missing" in seat.wait()
    assert seat.state.missing == (47, 48)
    assert "piece.found" in seat.put(b4=4)
    assert seat.state.missing is None


def test_missing_piece_with_three_stones_a_pit() -> None:
    """35 of 36: the small variant counts its own stones (K2)."""
    seat = Seat()
    seat.begin(options={"stones": 3})
    seat.put(b1=2)
    seat.wait()
    assert seat.last("piece.missing") == {"found": 35, "total": 36}


def test_vouch_and_restore() -> None:
    """A sensor the players vouch for is left out, on record, and can be trusted again."""
    seat = seated()
    seat.put(B=1)  # a stuck store
    assert seat.kind == Kind.WRONG
    assert "sensor.left_out" in seat.say("vouch", cells=["B"])
    assert seat.kind == Kind.UNTOUCHED
    assert seat.state.left_out == {"B"}
    seat.put(B=0)
    assert seat.say("restore", cell="B") == ["sensor.restored"]
    assert seat.state.left_out == frozenset()


def test_vouch_and_restore_refuse_by_name() -> None:
    """Cells that do not exist, or are not left out, are named."""
    seat = seated()
    with pytest.raises(CommandError, match="no sensor is doubted now"):
        seat.say("vouch", cells=["B"])
    seat.put(B=1)
    with pytest.raises(CommandError, match="this game has no cell z9"):
        seat.say("vouch", cells=["z9"])
    seat.say("vouch", cells=["B"])
    with pytest.raises(CommandError, match="sensor a1 is not left out; left out: store B"):
        seat.say("restore", cell="a1")


def test_left_out_stays_for_the_next_game() -> None:
    """A broken sensor is still broken in the next game."""
    seat = seated()
    seat.put(B=1)
    seat.say("vouch", cells=["B"])
    seat.begin()
    assert seat.state.left_out == {"B"}
    assert seat.last("board.ready") == {"left_out": ["B"]}


def test_declared_turn_is_sealed() -> None:
    """What a player says was played stands, even while a sensor shows the board as before."""
    seat = seated()
    assert seat.say("declare", turn="a1") == ["turn.made", "turn.sealed"]
    assert seat.wait() == ["attempt.wrong"]  # the stones do not lie so yet
    assert seat.turns == ["a1"]
    assert seat.lay(seat.state.position) == ["attempt.righted"]


def test_declare_refuses_what_is_illegal() -> None:
    """An illegal turn cannot be declared; the sentence names the legal ones."""
    seat = seated()
    with pytest.raises(CommandError, match="'b1' cannot be declared: pit b1 is not South's"):
        seat.say("declare", turn="b1")


def test_pie_swap_exchanges_the_seats() -> None:
    """The second player takes the first move over: the seats change, the stones stay (K10)."""
    seat = Seat()
    seat.begin(options={**FOUR, "pie": True}, players=["Anna", "Boris"])
    seat.play("a1")
    before = seat.held.copy()
    assert "turn.made" in seat.say("declare", turn="swap")
    assert [seat.state.player_of(side) for side in (0, 1)] == ["Boris", "Anna"]
    assert seat.held == before and seat.kind == Kind.UNTOUCHED
    seat.say("undo")
    assert seat.state.player_of(0) == "Anna"


def test_resign() -> None:
    """Who resigns loses, whatever lies in the stores."""
    seat = seated()
    seat.play("a1")
    assert seat.say("resign", side=0) == ["turn.sealed", "game.over"]
    assert seat.last("game.over")["winner"] == 1
    assert seat.last("game.over")["reason"] == "resigned"


def test_resign_refuses_a_third_side() -> None:
    """Only sides that exist can resign."""
    with pytest.raises(CommandError, match="side 2 does not exist; 0 to 1 do"):
        seated().say("resign", side=2)


def test_new_game_abandons_the_old() -> None:
    """A game under way is abandoned, on record, when a new one begins."""
    seat = seated()
    seat.play("a1")
    assert seat.say("new") == ["game.over", "game.opened"]
    assert seat.last("game.over")["reason"] == "abandoned"


def test_abandoned_game_cannot_be_undone() -> None:
    """What was abandoned stays so: only the new game can be played on."""
    seat = seated()
    seat.play("a1")
    seat.say("new")
    with pytest.raises(CommandError, match="no turn has been made yet: there is nothing to take"):
        seat.say("undo")


@pytest.mark.parametrize(("begin", "side"), [("south", 0), ("north", 1), ("first", 0), ("lot", 1)])
def test_who_begins(begin: str, side: int) -> None:
    """South, North, the first, or the one drawn by lot begins (K3)."""
    seat = Seat(lot=lambda _sides: 1)
    seat.say("new", begin=begin)
    assert seat.rules.mover(seat.state.position) == side


def test_start_from_any_position() -> None:
    """A game can begin from any position of the right number of stones."""
    seat = Seat()
    seat.begin(position="N 0,0,1,0,0,0/20 0,0,2,0,0,1/24")
    assert seat.state.status is Status.PLAYING
    assert seat.table.turns() == ["b3", "b6"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"game": "chess"}, "no new game: .*chess"),
        ({"options": {"pits": 12}}, "no new game: option pits: 12 is not allowed; 1 to 9 is"),
        ({"options": {"pits": 9}}, "no new game: this board has no a7, a8, a9, b7, b8, b9"),
        ({"players": ["Anna"]}, "no new game: 2 players are needed, not 1"),
        ({"begin": "east"}, "no new game: begin 'east' is not south, north, first or lot"),
        ({"position": "nonsense"}, "no new game: position 'nonsense' is not of the form"),
        ({"position": ""}, "position must be a position as text, 400 printable"),
        (
            {"position": "N 4,4,4,4,4,4/0 4,4,4,4,4,4/0", "begin": "south"},
            "no new game: begin 'south' goes with the start; a position says itself who moves",
        ),
        ({"players": ["Anna", " "]}, "players must be a list of names"),
        ({"house": {"hints": "all"}}, "no new game: house rules: option hints: 'all'"),
    ],
)
def test_new_game_refused_by_its_words(wrong: dict[str, Any], words: str) -> None:
    """A game that cannot be played is refused whole, and the running one goes on."""
    seat = seated()
    with pytest.raises(CommandError, match=words):
        seat.say("new", **wrong)
    assert seat.state.status is Status.PLAYING


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["undo"], 'a command is an object like {"do": "undo"}'),
        ({"do": "dance"}, "unknown command 'dance'; there are: new, setup, confirm"),
        ({"do": "undo", "twice": True}, "command undo: twice is not taken"),
        ({"do": "answer"}, "question is missing: a whole number; choice is missing"),
        ({"do": "resign", "side": True}, "side must be a whole number, not True"),
        ({"do": "vouch", "cells": "a1"}, "cells must be a list of cells"),
        ({"do": "hints", "level": ""}, "level must be a text of at most 200"),
        ({"do": "new", "players": ["x" * 61]}, "players must be a list of names"),
        ({"do": ["new"]}, "unknown command"),
    ],
)
def test_malformed_commands(given: object, words: str) -> None:
    """Every part of a command that is not as it should be is named."""
    with pytest.raises(CommandError) as refused:
        read_command(given)
    assert words in str(refused.value)


def test_refused_before_a_game() -> None:
    """Without a game only a new one can be begun, and the refusal says so."""
    seat = Seat()
    assert seat.table.commands() == ["new", "setup"]
    with pytest.raises(CommandError, match=r"undo: .*|no turn has been made yet"):
        seat.say("undo")
    with pytest.raises(CommandError, match=r"pause is not possible now \(idle\); possible: new"):
        seat.say("pause")


def test_tournament_locks_the_hints() -> None:
    """In tournament mode hints stay until unlocked, and who unlocked them is in the record."""
    seat = seated(house={"tournament": True, "hints": "off"})
    with pytest.raises(CommandError, match="hints are locked in tournament mode; unlock them"):
        seat.say("hints", level="full")
    assert seat.say("unlock", by="the director") == ["hints.unlocked"]
    assert seat.last("hints.unlocked") == {"by": "the director"}
    assert seat.say("hints", level="full") == ["hints.set"]
    assert seat.state.hints == "full"


def test_leaving_a_tournament_game_does_not_unlock() -> None:
    """A game that the hub opened keeps its rules though a player begins another in its place."""
    seat = seated()
    seat.say("new", house={"tournament": True, "hints": "off"})
    seat.say("new")
    assert seat.table.state.house.tournament and seat.table.state.hints == "off"
    seat.lay(seat.state.position)
    seat.say("resign", side=0)
    seat.say("answer", question=1, choice="resign:South")
    seat.say("new")
    assert not seat.table.state.house.tournament


def test_tournament_locks_the_next_game_again() -> None:
    """An unlock is for one game only."""
    seat = seated(house={"tournament": True})
    seat.say("unlock", by="the director")
    seat.begin()
    assert seat.state.hints_locked


def test_hints_refuse_an_unknown_level() -> None:
    """Only off, legal and full are levels."""
    with pytest.raises(CommandError, match="hints 'more' is not a level; off, legal, full are"):
        seated().say("hints", level="more")


def test_paused_hands_mean_nothing() -> None:
    """While the game is paused stones may be moved; on resuming the board is compared."""
    seat = seated()
    assert seat.say("pause", by="Anna", why="tea") == ["game.paused"]
    assert seat.put(b4=5) == []
    assert seat.wait() == []
    assert seat.say("resume") == ["game.resumed"]
    assert seat.kind == Kind.WRONG
    assert seat.wait() == ["attempt.wrong"]


def test_pause_needs_a_game_under_way() -> None:
    """What is paused cannot be paused again, and only what is paused resumes."""
    seat = seated()
    with pytest.raises(CommandError, match="resume is not possible now"):
        seat.say("resume")
    seat.say("pause")
    with pytest.raises(CommandError, match="pause is not possible now"):
        seat.say("pause")


def test_stones_in_a_store_stay() -> None:
    """A stone taken out of a store is no turn: it is missed there (K11)."""
    seat = seated()
    seat.play("a3")
    seat.say("confirm")
    seat.put(A=0, a1=5)
    assert seat.kind == Kind.WRONG
    assert {each.cell for each in seat.table.verdict.repairs} == {"A", "a1"}


def test_capture_done_early() -> None:
    """The opposite pit emptied before the last stone lies is still that turn (K6)."""
    seat = Seat()
    seat.begin(position="S 1,0,0,0,0,4/19 0,4,0,0,4,0/16")
    seat.put(b5=0, a1=0)
    assert seat.kind == Kind.IN_HAND
    assert seat.put(A=24) == ["turn.made"]
    assert seat.turns == ["a1"]


def test_restart_says_nothing_before_the_board_was_heard() -> None:
    """After a restart in a wrong position nothing is called right until every cell was read."""
    seat = seated()
    seat.put(b4=5)
    seat.wait()
    again = Seat()
    again.events = list(seat.events)
    again.table.take_up(seat.state, again.now)
    assert again.wait() == []
    assert again.put(seat.held) == []
    assert again.state.wrong
    assert again.put(b4=4) == ["attempt.righted"]


def test_unknown_events_change_nothing() -> None:
    """A record from a newer version, with kinds this one does not know, can still be read."""
    seat = seated()
    assert fold_all([*seat.events, Event("future.thing", 5.0, {"x": 1})]) == seat.state
    assert fold_all([]) == State()
