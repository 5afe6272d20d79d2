"""Who may say what: a seat speaks for itself, whatever it writes; who may is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.board.mouse import ACTS
from controller.play.happenings import KINDS, facts_of
from controller.record.log import Log
from controller.record.verify import verify
from controller.table.commands import COMMANDS
from controller.table.rights import (
    RIGHTS,
    NotYoursError,
    Own,
    check_role,
    may_now,
    rights_in_words,
)
from controller.table.speakers import (
    KEYS,
    THE_DIRECTOR,
    THE_HOUSE,
    THE_HUB,
    THE_TABLE,
    Speaker,
    button,
    read_speaker,
    seat,
)
from controller.words.telling import refusal
from tests.keys.saying import say
from tests.table.board import Seat, seated
from tests.table.dicing import seated as with_dice

DOCS = Path(__file__).parents[2] / "docs"
EVERYBODY = [*map(read_speaker, KEYS), THE_HUB, button("new"), button("confirm", 1)]


def test_every_command_has_its_row() -> None:
    """No command, and nothing that simulated hands do, is without a rule; none is made up."""
    assert RIGHTS.keys() == COMMANDS.keys() | ACTS.keys()
    assert "\n".join(rights_in_words()) in (DOCS / "keys.md").read_text(encoding="utf-8")


def _may(name: str, who: Speaker, *, tournament: bool, hub: bool | None, under_way: bool) -> bool:
    """The rules once more, in other words, for whoever says a command by its name alone."""
    seated_, never = who.seat is not None, RIGHTS[name].seat is Own.NEVER
    if tournament and name in ("new", "setup", "unlock", "pause", "resume", "direct"):
        stands_in = who == THE_DIRECTOR and hub is None
        goes_on = name == "new" and not hub and not under_way and not seated_
        if not (who == THE_HUB or stands_in or goes_on):
            return False
    if who.role == "watch" or (seated_ and never):
        return False
    if name == "unlock" and who not in (THE_DIRECTOR, THE_HUB):
        return False
    return not seated_ or who.seat in (0, 1)


@given(
    name=st.sampled_from(sorted(RIGHTS)),
    who=st.sampled_from(EVERYBODY),
    tournament=st.booleans(),
    hub=st.sampled_from([None, True, False]),
    over=st.booleans(),
)
def test_the_table_of_rights_holds(
    name: str, who: Speaker, tournament: bool, hub: bool | None, over: bool
) -> None:
    """Every role, every command, tournament or not, with a hub, without, cut off, between games."""
    here = seated(house={"tournament": tournament})
    if over:
        here.table.command({"do": "direct", "action": "annul", "by": "x", "why": "x"}, here.now)
    here.table.hub = lambda: hub
    try:
        check_role(here.table, {"do": name}, who)
        allowed = True
    except NotYoursError as refused:
        allowed = False
        told = refusal(refused.args[0])
        assert told["ru"] and told["ru"] != told["en"]
    assert allowed == _may(name, who, tournament=tournament, hub=hub, under_way=not over)


def test_a_seat_does_not_resign_for_another() -> None:
    """The attack: seat 0's key resigns for seat 1."""
    here = seated()
    told = say(here, "seat 0", "resign", side=1)
    assert told == (
        "not yours: resign is not for seat 0 to say; these may: seat 1, table, director"
    )
    assert here.state.result is None
    assert say(here, "seat 0", "resign", side=0) == "done"
    assert here.state.result and here.state.result.winner == 1
    assert here.last("game.over")["sent_by"] == "seat 0"


def test_turns_are_their_movers() -> None:
    """South declares South's turn, and takes back South's own: not North's."""
    here = seated()
    assert say(here, "seat 1", "declare", turn="a1").startswith("not yours: declare")
    assert say(here, "seat 0", "declare", turn="a1") == "done"
    assert here.last("turn.made")["sent_by"] == "seat 0"
    assert say(here, "seat 1", "undo").endswith("these may: seat 0, table, director")
    assert say(here, "seat 0", "undo") == "done"
    assert here.last("turn.takeback")["sent_by"] == "seat 0"


def test_doubles_and_their_answers_are_each_sides_own() -> None:
    """Who is doubled answers: who doubled neither takes nor drops for him."""
    here = with_dice(3, 1)
    here.say("declare", turn="8/5 6/5")
    assert say(here, "seat 0", "decide", decision="double", side=1).startswith("not yours")
    assert say(here, "seat 0", "decide", decision="double").startswith("not now")
    assert say(here, "seat 1", "decide", decision="double") == "done"
    assert say(here, "seat 1", "decide", decision="take").startswith("not now")
    assert say(here, "seat 1", "decide", decision="drop", side=0).startswith("not yours")
    assert here.state.result is None
    assert say(here, "seat 0", "decide", decision="take", side=0) == "done"
    assert [event.data["sent_by"] for event in here.events if event.kind == "decision.made"] == [
        "seat 1",
        "seat 0",
    ]


def test_a_roll_is_entered_and_void_by_who_threw_it() -> None:
    """The opening roll is both sides'; after it each has its own."""
    here = with_dice()
    assert say(here, "seat 1", "roll", dice=[3, 1]) == "done"
    assert here.last("dice.rolled")["sent_by"] == "seat 1"
    here.say("declare", turn="8/5 6/5")
    here.lay(here.state.position)
    assert say(here, "seat 0", "roll", dice=[6, 6]).startswith("not yours: roll")
    assert say(here, "seat 1", "roll", dice=[6, 6]) == "done"
    assert say(here, "seat 0", "void", why="too good").startswith("not yours: void")
    assert here.last("dice.rolled")["dice"] == [6, 6]
    assert say(here, "seat 1", "void", why="one fell off") == "done"


def test_a_resignation_in_a_tournament_is_agreed_to_by_the_other() -> None:
    """Who resigned does not answer for his opponent."""
    here = seated(house={"tournament": True})
    assert (
        say(here, "seat 1", "resign") == "not now: command resign: side is missing: a whole number"
    )
    assert say(here, "seat 1", "resign", side=1) == "done"
    question = here.state.question
    assert question is not None
    answer: dict[str, Any] = {"question": question.number, "choice": "resign:North"}
    assert say(here, "seat 1", "answer", **answer).startswith("not yours: answer")
    assert say(here, "seat 0", "answer", **answer) == "done"
    assert here.state.result and here.state.result.winner == 0


def test_a_key_goes_with_its_player() -> None:
    """K10: who swaps plays the other side from then on, and so does his key."""
    here = Seat()
    here.begin(options={"stones": 4, "pie": True})
    here.play("a1")
    here.wait()
    assert say(here, "seat 0", "declare", turn="swap").startswith("not yours: declare")
    assert say(here, "seat 1", "declare", turn="swap") == "done"
    assert here.state.seats == (1, 0)
    assert say(here, "seat 0", "resign", side=0).startswith("not yours: resign")
    assert say(here, "seat 0", "undo").startswith("not yours: undo")
    assert say(here, "seat 1", "undo") == "done"
    assert here.state.seats == (0, 1)


def test_what_somebody_writes_as_by_is_not_who_he_is() -> None:
    """The attack: a player's key signs as the director, and seals by dice that nobody picked up."""
    here = seated()
    assert say(here, "seat 1", "pause", by="the director", why="tea") == "done"
    assert here.last("game.paused") == {"by": "seat 1", "why": "tea", "sent_by": "seat 1"}
    assert say(here, "seat 0", "resume", by="hub") == "done"
    assert here.last("game.resumed")["by"] == "seat 0"
    ruling = {"action": "annul", "why": "a dispute"}
    assert say(here, "seat 0", "direct", by="Ann", **ruling).startswith("not yours: direct")
    here.play("a1")
    assert say(here, "seat 0", "confirm", by="dice") == "done"
    assert here.last("turn.sealed") == {"ply": 1, "by": "button", "sent_by": "seat 0"}
    assert say(here, "director", "direct", by="Ann", **ruling) == "done"
    over = here.last("game.over")
    assert (over["by"], over["who"], over["sent_by"]) == ("director", "Ann", "director")


def test_only_whoever_watches_says_nothing() -> None:
    """The key to watch with commands nothing at all."""
    here = seated()
    for name, takes in COMMANDS.items():
        if not any(not key.endswith("?") for key in takes):
            assert say(here, "watch", name).startswith("not yours"), name


def test_a_seat_that_this_game_has_not() -> None:
    """Seat 3 of a game for two speaks for nobody."""
    told = say(seated(), "seat 3", "pause")
    assert told == "not yours: seat 3 is not in this game: it has 2 players"


def test_what_each_key_may_is_in_the_view() -> None:
    """The page disables what would be refused: the two never differ."""
    here = seated()
    here.say("declare", turn="a1")
    commands = here.table.commands()
    told = may_now(here.table, commands)
    assert set(told) == {"table", "director", "seat 0", "seat 1"}
    assert "undo" in told["seat 0"] and "undo" not in told["seat 1"]
    assert "lift" in told["seat 1"] and not {"new", "hints", "direct"} & {*told["seat 1"]}
    assert set(told["table"]) == set(commands) - {"unlock"}
    assert "resign" in told["seat 0"] and "resign" in told["seat 1"]


def test_events_of_commands_say_who_sent_them(tmp_path: Path) -> None:
    """What hands did says nothing of a sender; the record verifies with and without it."""
    here = seated()
    here.play("a1")
    here.wait()
    assert say(here, "table", "hints", level="off") == "done"
    assert say(here, "seat 1", "declare", turn="b1") == "done"
    senders = [(event.kind, event.data.get("sent_by")) for event in here.events]
    assert ("turn.made", None) in senders and ("hints.set", "table") in senders
    assert senders[-2:] == [("turn.made", "seat 1"), ("turn.sealed", "seat 1")]
    with Log(tmp_path / "record.db") as log:
        log.append(here.events)
    assert verify(tmp_path / "record.db").broken is None
    assert all("sent_by" in {fact.name for fact in facts_of(kind)} for kind in KINDS.values())


def test_the_program_itself_is_nobody() -> None:
    """A game that the settings open says nothing of a key."""
    here = Seat()
    here.begin()
    assert "sent_by" not in here.last("game.opened") and THE_HOUSE.sender is None


@pytest.mark.parametrize("written", ["seat 4", "seat", "button new", "house", "seat 0 ", "Table"])
def test_no_other_speakers_come_from_outside(written: str) -> None:
    """The line from the page names keys, and the hub's orders keys or the hub: nobody else."""
    with pytest.raises(ValueError, match="is not one of watch, seat 0"):
        read_speaker(written)


def test_speakers_are_read_as_they_are_written() -> None:
    """`read_speaker` is the inverse of their names."""
    assert all(str(read_speaker(name)) == name for name in (*KEYS, "hub"))
    assert [str(each) for each in (seat(2), THE_TABLE, button("undo"), button("undo", 1))] == [
        *("seat 2", "table", "button undo", "button undo of seat 1")
    ]
