"""Board, table, record and lights joined: written first, then shown; and nothing is ever lost."""

from __future__ import annotations

from typing import Any

import pytest

from controller.record.log import Log
from controller.record.transcriber import Transcriber
from controller.record.verify import verify
from controller.table.commands import CommandError, NotWrittenError
from controller.table.state import Status, fold_all
from hardware.readings import Press, Reading
from hardware.serial.agreement import changes_missed
from tests.house.conftest import MakeRoom
from tests.house.room import Room


def test_a_turn_goes_all_the_way(room: Room) -> None:
    """From the wood to the record, the lights and the page."""
    assert room.lit()["A"] == "turn"
    room.play("a1")
    assert room.turns == ["a1"]
    assert room.kinds[-1] == "turn.made"
    assert room.lit()["B"] == "turn"
    assert room.view["moves"][0]["turn"] == "a1"
    assert room.view["news"]["en"] == "South played a1."


def test_state_is_the_fold_of_the_record(room: Room) -> None:
    """What the table knows is what the record says, and the record follows the rules."""
    room.play("a3", "a1", "b2")
    last = room.log.last_game()
    assert last is not None
    assert fold_all(each.event for each in room.log.events(last.id)) == room.table.state
    assert verify(room.path).broken is None


def test_written_before_it_is_shown(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the record gets a turn, neither lights nor page have shown it yet."""
    shown: list[tuple[int, dict[str, str]]] = []
    append = room.log.append

    def watch(events: Any, game: int | None = None) -> None:
        if any(event.kind == "turn.made" for event in events):
            shown.append((len(room.view["moves"]), room.lit()))
        append(events, game)

    monkeypatch.setattr(room.log, "append", watch)
    room.play("a1")
    assert len(shown) == 1
    moves, lights = shown[0]
    assert moves == 0 and "B" not in lights
    assert len(room.view["moves"]) == 1


def test_full_disk_stops_play_and_loses_nothing(room: Room) -> None:
    """On a full disk the board says so and waits; freed, it goes on by itself."""
    room.log.full = True
    room.play("a1")
    view = room.view
    assert view["moves"] == [] and "B" not in room.lit()
    assert view["sentence"]["en"].startswith("The record cannot be written: the disk is full")
    assert view["alerts"][0] == view["sentence"]
    assert view["commands"] == []
    with pytest.raises(CommandError, match="the record cannot be written"):
        room.house.command({"do": "undo"})
    room.log.full = False
    room.let(2.0)
    assert room.kinds[-1] == "turn.made"
    assert room.view["alerts"] == [] and len(room.view["moves"]) == 1


def test_a_command_is_not_acknowledged_before_it_is_written(room: Room) -> None:
    """The first command after the disk filled is not done yet, and whoever gave it is told so."""
    room.play("a1")
    room.log.full = True
    with pytest.raises(NotWrittenError, match="not done yet, since the record cannot be written"):
        room.house.command({"do": "undo"})
    assert room.kinds[-1] != "turn.takeback"
    room.log.full = False
    room.let(2.0)
    assert "turn.takeback" in room.kinds


def test_a_button_pressed_on_a_full_disk_says_why(room: Room) -> None:
    """Nobody is told that a press counted which is not on the disk."""
    room.log.full = True
    room.press("hints")
    assert str(room.house.notice).startswith("not done yet, since the record cannot be written")


def test_hands_go_on_while_the_disk_is_full(room: Room) -> None:
    """What is played while the record waits is followed once it is written again."""
    room.log.full = True
    room.play("a1")
    room.lift("b1")
    room.drop("b2", "b3", "b4", "b5")
    room.log.full = False
    room.let(5.0)
    assert room.turns == ["a1", "b1"]


def test_full_disk_does_not_spin(room: Room) -> None:
    """While nothing can be written the house waits between tries instead of turning in circles."""
    room.log.full = True
    room.play("a1")
    room.let(1.0)
    assert room.house.waiting
    steps, until = 0, room.clock.now() + 5.0
    while room.clock.now() < until:
        room.clock.advance(max(room.house.delay(), 1e-6))
        room.house.step()
        steps += 1
    assert steps < 600  # a load board is polled 80 times a second at most


def test_really_full_file(room: Room) -> None:
    """The same with a database that SQLite itself refuses to let grow."""
    database = room.log._database
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    while not room.house.waiting:
        room.play(room.table.turns()[-1])
    assert room.house.waiting
    assert "the disk is full" in room.view["alerts"][0]["en"]
    database.execute("PRAGMA max_page_count = 1000000")
    room.let(3.0)
    assert not room.house.waiting
    assert verify(room.path).broken is None


def test_board_that_does_not_answer(room: Room) -> None:
    """A pulled cable is told; plugged in again, the board goes on by itself."""
    room.wires.unplugged = True
    room.let(3.0)
    assert room.view["alerts"][0]["en"] == "The board does not answer: the cable is out."
    assert room.house.troubles == {"board": "the cable is out"}
    room.wires.unplugged = False
    room.let(3.0)
    assert room.view["alerts"] == []
    room.play("a1")
    assert room.turns == ["a1"]


def test_changes_that_the_board_missed_are_told_for_a_while(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is well again, so nothing waits; but everybody reads that it missed something."""
    poll, waiting = room.wires.poll, [changes_missed(12, "/dev/ttyACM0")]

    def poll_or_tell() -> list[Reading | Press]:
        if waiting:
            raise waiting.pop()
        return poll()

    monkeypatch.setattr(room.wires, "poll", poll_or_tell)
    room.let(0.5)
    (alert,) = room.view["alerts"]
    assert alert["en"].startswith("The board on /dev/ttyACM0 could not keep all that happened")
    assert "пропущено изменений: 12" in alert["ru"]
    assert room.house.board_trouble is None
    room.play("a1")
    assert room.turns == ["a1"]
    room.let(7.0)
    assert room.view["alerts"] == []


def test_lights_that_fail_do_not_stop_the_game(room: Room) -> None:
    """A broken strip is told, and the hands are followed all the same."""
    room.wires.dark = True
    room.play("a1")
    assert room.turns == ["a1"]
    assert "The lights do not work" in room.view["alerts"][0]["en"]
    assert room.house.troubles == {"lights": "the strip does not answer"}
    room.wires.dark = False
    room.let(3.0)
    assert room.view["alerts"] == []
    assert room.house.troubles == {}


@pytest.mark.parametrize(
    "trouble", [OSError(5, "Input/output error"), RuntimeError("ws2811_render failed (DMA error)")]
)
def test_a_strip_that_fails_is_told_until_it_is_lit(
    make_room: MakeRoom, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    """Play and alert last as long as the strip fails; then it shows what it should, unasked."""
    room = make_room(hints="off", pins=True)
    room.begin()
    line = room.board.line
    assert line is not None

    def fail(data: bytes) -> None:
        raise trouble

    with monkeypatch.context() as broken:
        broken.setattr(line, "receive", fail)
        room.play("a1")
        room.let(10.0)
        assert room.turns == ["a1"]
        (alert,) = room.view["alerts"]
        assert alert["en"] == (
            f"The lights do not work: the NeoPixels on GPIO 10 cannot be lit ({trouble})."
            " Play goes on."
        )
    room.let(3.0)
    assert room.view["alerts"] == []
    places = room.profile.pixels_of("B")
    lit = {place for place, colour in enumerate(line.pixels()) if any(colour)}
    assert lit
    assert lit <= set(places)


def test_changes_are_counted(room: Room) -> None:
    """Whoever watches is told of every change, and not when nothing changed."""
    before = room.house.changes
    room.let(0.1)
    assert room.house.changes == before
    room.lift("a1")
    assert room.house.changes > before


# -- a restart -------------------------------------------------------------------------------------


def test_resumes_after_a_move(room: Room) -> None:
    """The next start takes the game up where it was."""
    room.play("a3", "a1")
    state = room.table.state
    room.reopen()
    again = room.table.state
    assert (again.plies, again.status, again.house) == (state.plies, state.status, state.house)
    room.play("b2")
    assert room.turns == ["a3", "a1", "b2"]


def test_resumes_in_mid_sowing(room: Room) -> None:
    """A power cut with stones in the hand: the turn goes on where it was."""
    room.lift("a1")
    room.drop("a2", "a3")
    hand = room.wood.hand
    room.reopen()
    assert room.table.verdict.kind == "in hand"
    assert room.lit()["a4"] == "sow"
    room.wood.set_up(room.wood.counts() | {"a4": 5, "a5": 5})
    room.let(4.0)
    assert hand == 2 and room.turns == ["a1"]


def test_guides_a_repair_if_stones_moved_meanwhile(room: Room) -> None:
    """Stones that moved while the power was off are shown, and play goes on once they lie right."""
    room.play("a1")
    room.reopen(b4=3, b5=6)
    assert room.lit() == {"b4": "too-few", "b5": "too-many"}
    assert room.view["cells"]["b4"]["wants"] == 1 and room.view["cells"]["b5"]["wants"] == -2
    room.wood.set_up(room.wood.counts() | {"b4": 4, "b5": 4})
    room.let(3.0)
    assert room.table.verdict.kind == "untouched"
    room.play("b2")
    assert room.turns == ["a1", "b2"]


@pytest.mark.parametrize("upto", [3, None])
def test_an_imported_game_is_not_taken_up(room: Room, upto: int | None) -> None:
    """After an import the table begins anew: it neither goes on with the game of others, finished
    or not, nor takes their turns back, and its own next game has the next number."""
    room.close()
    scribe = Transcriber("kalah", {}, ("Anna", "Boris"))
    scribe.open()
    for turn in ("a1", "a2"):
        scribe.play(turn)
    scribe.stop(1, (0, 1), "resigned")
    with Log(room.path) as log:
        log.append(scribe.events[:upto])
    room.reopen()
    assert room.table.state.status is Status.IDLE
    assert {"next", "undo", "resume"}.isdisjoint(room.table.commands())
    room.house.command({"do": "new"})
    last = room.log.last_game()
    assert last is not None
    assert (last.id, last.players, room.table.games) == (3, ("South", "North"), 3)


def test_undo_survives_the_power_cut(room: Room) -> None:
    """A turn taken back, with its stones not yet back, is not made again by a restart."""
    room.play("a1")
    room.house.command({"do": "undo"})
    room.reopen()
    assert room.turns == []
    assert room.lit()["a1"] == "too-few"


def test_clock_does_not_run_without_power(make_room: MakeRoom) -> None:
    """An hour without power costs no player a second of the game."""
    room = make_room(clock="plain", minutes=5)
    room.begin()
    room.play("a1")
    room.reopen(3600.0)
    assert room.view["status"] == "playing"
    assert room.view["sides"][1]["clock"] > 290


def test_what_was_learned_is_kept(room: Room) -> None:
    """What the scales have learned outlives a restart."""
    room.play("a1")
    known = room.table.sensing.memory()["known"]
    assert set(known) == set(room.profile.cell_names)
    room.reopen()
    assert set(room.table.sensing.memory()["known"]) == set(known)


@pytest.mark.parametrize("away", [60.0, 36000.0])
def test_a_stone_moved_while_the_power_was_out_is_seen(room: Room, away: float) -> None:
    """What the scales knew of the last turn is on the disk with it: also where nothing else of what
    they learned was, a stone that lies elsewhere after the power cut is told."""
    for _ in range(16):
        state = room.table.state
        turn = state.rules.turns(state.position)[-1]
        room.play(state.rules.write_turn(state.position, turn))
    held = room.wood.counts()
    room.reopen(away, a1=held["a1"] - 1, b1=held["b1"] + 1)
    assert (room.lit().get("a1"), room.lit().get("b1")) == ("too-few", "too-many")


def test_left_out_sensor_stays_left_out(make_room: MakeRoom) -> None:
    """A sensor the players vouched for is still left out after a restart."""
    room = make_room("reed")
    room.board.fail("b3", "dead")
    room.begin()
    room.house.command({"do": "vouch", "cells": ["b3"]})
    room.let(1.0)
    room.reopen()
    assert room.view["cells"]["b3"]["health"] == "left out"
    assert room.view["alerts"][0]["en"].startswith("Sensor of b3 is left out")


def test_a_sensor_that_fails_is_told_as_one(make_room: MakeRoom) -> None:
    """What nobody did is not only called an illegal turn: the sensor may be wrong, and is named."""
    room = make_room("reed")
    room.begin()
    room.board.fail("b3", "dead")
    room.let(5.0)
    assert room.view["sentence"]["en"].endswith("a sensor is wrong: vouch for b3.")
    assert room.view["sentence"]["ru"].endswith("ошибается датчик: поручитесь за b3.")
    room.house.command({"do": "vouch", "cells": ["b3"]})
    assert "sensor is wrong" not in room.view["sentence"]["en"]


# -- buttons ---------------------------------------------------------------------------------------


def test_confirm_button_commits(make_room: MakeRoom) -> None:
    """With confirm = "button" the button makes the turn."""
    room = make_room(confirm="button")
    room.begin()
    room.play("a1")
    assert room.turns == [] and room.lit() == {"A": "confirm"}
    room.press("confirm")
    assert room.turns == ["a1"]


def test_the_dish_of_the_dice_ends_a_turn(make_room: MakeRoom) -> None:
    """The switch under the dice is a button like any other: picked up, the turn is made."""
    room = make_room(confirm="button")
    room.begin()
    room.play("a1")
    room.house._pressed("dice")
    assert room.turns == ["a1"] and room.house.table.state.sealed


def asked(make_room: MakeRoom) -> Room:
    """A room in which the board asks: round the whole board and back, unseen by reeds."""
    room = make_room("reed")
    room.begin(position="S 14,1,1,1,1,1/5 4,4,4,4,4,4/0")
    room.lift("a1")
    room.drop("a1")
    room.let(9.0)
    return room


def test_next_and_confirm_answer_a_question(make_room: MakeRoom) -> None:
    """`next` goes round the answers, `confirm` gives the one that is lit."""
    room = asked(make_room)
    assert room.view["question"]["chosen"] == "a1"
    assert room.view["question"]["text"]["en"] == "I could not see it: what was played?"
    assert room.lit() == {"a1": "confirm"}
    room.press("next")
    assert room.view["question"]["chosen"] == "nothing" and room.lit() == {"a1": "ask"}
    room.press("next")
    assert room.view["question"]["chosen"] == "a1"
    room.press("confirm")
    assert room.view["question"] is None and room.turns == ["a1"]


def test_roll_goes_round_the_answers_too(make_room: MakeRoom) -> None:
    """A board with only `roll` and `confirm` can answer whatever is asked."""
    room = asked(make_room)
    room.house._pressed("roll")
    assert room.view["question"]["chosen"] == "nothing"


def test_undo_button(room: Room) -> None:
    """The undo button takes the last turn back and the lights guide the stones."""
    room.play("a1")
    room.press("undo")
    assert room.turns == [] and room.lit()["a1"] == "too-few"


def test_hints_button_goes_round(room: Room) -> None:
    """The hints button goes from full to off to legal."""
    seen = []
    for _ in range(3):
        room.press("hints")
        seen.append(room.view["hints"])
    assert seen == ["off", "legal", "full"]


def test_refused_press_says_why_for_a_while(make_room: MakeRoom) -> None:
    """A press that is refused is answered by a sentence that goes away."""
    room = make_room(tournament=True)
    room.begin()
    room.press("hints")
    assert room.view["alerts"][0]["en"].startswith("hints are locked in tournament mode")
    room.let(7.0)
    assert room.view["alerts"] == []


def test_new_button(room: Room) -> None:
    """The new button begins a game with the same rules."""
    room.play("a1")
    room.press("new")
    assert room.view["status"] == "setup" and room.view["options"] == {"stones": 4}
    assert "game.over" in room.kinds


# -- sensors ---------------------------------------------------------------------------------------


def test_dead_sensor_is_told(room: Room) -> None:
    """A load cell that no longer answers is told of, and the game goes on without it."""
    room.board.fail("b3", "dead")
    room.let(3.0)
    assert room.view["cells"]["b3"]["health"] == "silent"
    assert room.view["alerts"][0]["en"].startswith("Sensor of b3: ")
    room.play("a1", "b2")
    assert room.turns == ["a1", "b2"]


def test_readings_are_kept_by_ply(room: Room) -> None:
    """Raw readings are in the record with the ply during which they came."""
    room.play("a1", "b1")
    game = room.log.current_game
    plies = {reading.ply for reading in room.log.readings(game)}
    assert plies == {0, 1}
    assert all(each.at > 1_700_000_000 for each in room.log.readings(game))


def test_a_moment_of_the_record_is_set_up(room: Room) -> None:
    """As after move 1 of game 1: the lights lead there, and a new game goes on from it."""
    room.play("a1", "b2")
    room.house.command({"do": "setup", "game": 1, "ply": 1})
    view = room.view
    assert (view["status"], view["mover"]) == ("setup", 1)
    assert view["cells"]["b2"]["wants"] == 4
    room.let(1.0)
    with pytest.raises(CommandError, match="game 1 has 2 turns, no turn 7"):
        room.house.command({"do": "setup", "game": 1, "ply": 7})
    with pytest.raises(CommandError, match="there is no game 9"):
        room.house.command({"do": "setup", "game": 9})
    assert verify(room.path).broken is None
