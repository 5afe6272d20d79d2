"""The text record: readable, re-playable, and its own inverse."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.game import IllegalError, InvalidError, RulesError
from controller.play.event import GENESIS, Event, Stored
from controller.play.fold import read_line
from controller.play.line import Line
from controller.record.chain import digest
from controller.record.errors import RecordDamagedError, RecordError
from controller.record.escape import escape, unescape
from controller.record.text import TextGame, TextMove, read_text, text_game, text_of, write_text
from tests.record.games import CALM, Scribe, names, played, scribes


def stored(events: Sequence[Event]) -> list[Stored]:
    """Events as the record would hold them, as game 1."""
    kept, seal = [], GENESIS
    for seq, event in enumerate(events, start=1):
        seal = digest(seal, seq, 1, event)
        kept.append(Stored(seq, 1, event, seal))
    return kept


def walked(scribe: Scribe) -> Line:
    return read_line(stored(scribe.events))


def an_evening() -> Scribe:
    """A short game with one of everything that a comment tells."""
    scribe = Scribe({"stones": 4}, ('Anna "Pit" \\ Ivanova', "Борис"))
    scribe.add("hints.set", level="legal")
    scribe.made("a3")
    scribe.made("a2", by="declared")
    scribe.revised("a6")
    scribe.add("attempt.wrong", cells={"b1": {"seen": [3, 3], "wanted": 2}})
    scribe.add("attempt.righted")
    scribe.add("sensor.left_out", cell="b2", why="it contradicts the others")
    scribe.add("game.paused", by="the director {Vera}", why="tea")
    scribe.made("b2")
    return scribe


EVENING = """\
[Game "kalah"]
[Event "Club night"]
[Site "?"]
[Date "2023.11.14"]
[UTCTime "22:13:20"]
[Number "1"]
[South "Anna \\"Pit\\" \\\\ Ivanova"]
[North "Борис"]
[Options "stones=4"]
[Result "*"]
[Seal "SEAL"]
[Round "3"]

{hints set to legal}
1. a3 {2.5s} a6 {2.5s} {declared by the players} {first a2, changed by hand} \
{illegal attempt: b1 shows 3, not 2} {put right} \
{sensor of b2 left out: it contradicts the others} {paused by the director \\{Vera\\}: tea}
2. b2 {2.5s}
*
"""


def test_the_text_of_a_game() -> None:
    """A text record reads like a score sheet: tags, numbered turns, what happened in braces."""
    game = walked(an_evening())
    text = text_of(game, {"Event": "Club night", "Round": "3"})
    assert text == EVENING.replace("SEAL", game.hash)


def test_an_extra_move_stays_in_its_turn() -> None:
    """Whoever moves again stays in the same numbered turn (K5)."""
    game = read_text('[Game "kalah"]\n[Options "stones=4"]\n\n1. a3 a6\n2. b1\n*\n')
    assert [(move.side, move.turn) for move in game.moves] == [(0, "a3"), (0, "a6"), (1, "b1")]


def test_a_finished_game_tells_its_result() -> None:
    """Scores, winner and reason stand in the tags, and the scores end the text."""
    scribe = played([6], Scribe({"pits": 1, "stones": 2}))
    game = text_game(walked(scribe))
    assert (game.result, game.tag("Termination")) == ("1-3", "played")
    assert (game.tag("Winner"), game.tag("WinnerName")) == ("North", "Boris")
    assert write_text(game).endswith("\n1-3\n")


def test_a_resigned_game_may_end_early() -> None:
    """A result for another reason than play needs no finished position."""
    scribe = Scribe({"stones": 4})
    scribe.made("a3")
    scribe.ended("resigned", winner=1)
    text = text_of(walked(scribe))
    assert read_text(text).tag("Termination") == "resigned"
    assert '[Winner "North"]' in text


def test_after_a_swap_the_winner_is_the_one_who_took_over() -> None:
    """Tags name the seats at the start; the winner's name follows the swap (K10)."""
    scribe = Scribe({"pits": 2, "stones": 1, "pie": True})
    scribe.made("a1")
    scribe.made("swap", by="declared")
    game = walked(scribe)
    assert game.players == ("Boris", "Anna")
    scribe.ended("resigned", winner=0)
    text = text_game(walked(scribe))
    assert (text.tag("South"), text.tag("Winner")) == ("Anna", "South")
    assert text.tag("WinnerName") == "Boris"


def test_another_start_is_told() -> None:
    """A game that North begins, or from any position, carries its position."""
    scribe = Scribe({"stones": 4}, side=1)
    scribe.made("b3")
    game = read_text(text_of(walked(scribe)))
    assert game.tag("Position") == "N 4,4,4,4,4,4/0 4,4,4,4,4,4/0"
    assert game.moves[0].side == 1


def test_the_clock_is_told() -> None:
    """Played with a clock: its kind, minutes and seconds are a tag."""
    scribe = Scribe(house={"clock": "fischer", "minutes": 15, "extra": 10})
    assert text_game(walked(scribe)).tag("Clock") == "fischer 15+10"


@settings(CALM)
@given(scribes(), names())
def test_reading_is_the_inverse_of_writing(scribe: Scribe, event: str) -> None:
    """Any game, any names: what was written is what is read, turn by turn."""
    game = text_game(walked(scribe), {"Event": event})
    text = write_text(game)
    assert read_text(text) == game
    assert write_text(read_text(text)) == text
    assert [move.turn for move in game.moves] == scribe.turns
    assert [move.position for move in game.moves] == [
        scribe.rules.write_position(position) for position in scribe.past[1:]
    ]


@settings(CALM)
@given(st.lists(st.text() | st.sampled_from(["5s", "1.5s", "}", "{", "\\"]), max_size=4))
def test_any_notes_survive(notes: list[str]) -> None:
    """Notes may hold anything, also what looks like a time or the end of a note."""
    move = TextMove(0, "a1", "N 0,3/0 3,3/0", None, tuple(notes))
    tags = (("Game", "kalah"), ("Options", "pits=2 stones=2"))
    game = TextGame(tags, tuple(notes), (move,), "*")
    read = read_text(write_text(game))
    assert read.notes == game.notes
    assert read.moves[0].notes == move.notes
    assert read.moves[0].seconds is None


@settings(CALM)
@given(st.text(), st.sampled_from(['"', "{}"]))
def test_escaping_is_one_printable_line(text: str, ends: str) -> None:
    """Escaped text is one line without a bare end mark, and comes back as it was."""
    line = escape(text, ends)
    assert line.isprintable()
    assert unescape(line) == text


def test_a_name_cannot_forge_a_tag() -> None:
    """Line ends and quotes in a name stay inside its tag."""
    evil = 'Eve"]\n[Result "99-0'
    game = read_text(text_of(walked(Scribe(players=(evil, "<script>alert(1)</script>")))))
    assert game.tag("South") == evil
    assert game.tag("North") == "<script>alert(1)</script>"
    assert game.result == "*"


def text_with(moves: str = "1. a1\n*", tags: str = "") -> str:
    return f'[Game "kalah"]\n[Options "pits=2 stones=2"]\n{tags}\n{moves}\n'


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("", InvalidError, "there is no tag for the game"),
        ('[Game "chess"]\n*', InvalidError, "line 1, 'chess': there is no game 'chess'"),
        ('[Game "kalah]\n*', InvalidError, "line 1: .* is not a tag like"),
        ('[Game "kalah"]\n[Game "kalah"]\n*', InvalidError, "line 2: tag 'Game' stands in line 1"),
        ('[Game "kalah"]\n[Options "stones"]\n*', InvalidError, "line 2, 'stones': option"),
        ('[Game "kalah"]\n[Options "stones=99"]\n*', InvalidError, "line 2.*99.*1 to 12 is"),
        ('[Game "kalah"]\n[South "\\x"]\n*', InvalidError, r"line 2, .*means nothing"),
        ('[Game "kalah"]\n[South "\\Uffffffff"]\n*', InvalidError, r"line 2, .*means nothing"),
        ('[Game "kalah"]\n[Position "S 1/1"]\n*', InvalidError, "line 2, 'S 1/1': position"),
        ('[Game "kalah"]', InvalidError, "line 1, '': a record ends with its result"),
        (text_with("1. a1"), InvalidError, "line 4, 'a1': a record ends with its result"),
        (text_with("1. a1 {*}"), InvalidError, "a record ends with its result"),
        (text_with("1. a7\n*"), InvalidError, "line 4, 'a7': turn 'a7' names no pit"),
        (text_with("1. b1\n*"), IllegalError, "line 4, 'b1': pit b1 is not South's"),
        (text_with("\n\n1. a1\na1\n*"), IllegalError, "line 7, 'a1': pit a1 is empty"),
        (text_with("2. a1\n*"), InvalidError, "line 4, '2.': turn 1 is next"),
        (text_with("1. a1\n2. a2 *"), InvalidError, "line 5, '2.': South moves again"),
        (text_with("1. a1 {open\n*"), InvalidError, "line 4: '{open"),
        (text_with("1. a1 ]\n*"), InvalidError, "line 4: ']"),
        (text_with("1. a1\n3-1"), IllegalError, "line 5, '3-1': the game is not over yet"),
        (text_with("1. a1\n*", '[Result "1-3"]\n'), InvalidError, "the tag in line 3 says '1-3'"),
        ("x" * 1_000_001, InvalidError, "at most 1000000 are read"),
    ],
)
def test_mistakes_name_line_and_word(text: str, kind: type[RulesError], words: str) -> None:
    """A text that cannot be read or played says where, what was found and what is allowed."""
    with pytest.raises(kind, match=words):
        read_text(text)


@pytest.mark.parametrize(
    ("result", "tags"), [("3-1", ""), ("1-3", '[Winner "South"]\n'), ("1-3", '[Winner "none"]\n')]
)
def test_a_wrong_result_is_refused(result: str, tags: str) -> None:
    """The result must be the one that the turns lead to."""
    text = f'[Game "kalah"]\n[Options "pits=1 stones=2"]\n{tags}\n1. a1\n'
    assert read_text(text + ("1-3" if not tags else "*")).moves
    with pytest.raises(IllegalError, match="the game ended 1-3, winner North"):
        read_text(text + result)


def test_files_from_other_systems() -> None:
    """A byte order mark and carriage returns do no harm."""
    text = text_with("1. a1 a2\r\n*\r").replace("\n", "\r\n")
    assert len(read_text("\ufeff" + text).moves) == 2


PIECES = [
    '[Game "kalah"]', '[Options "pits=2 stones=2"]', '[Position "S 2,2/0 2,2/0"]', "[", "]", '"',
    "{", "}", "\\", "\n", " ", "1.", "2.", "a1", "a2", "b1", "b2", "swap", "*", "1-3", "4-4",
    '"a1"', '"a1', "{2.5s}", "{note}", "\\u12", "\ud800", "\x00", "999999999999.", "²."
]  # fmt: skip


@settings(CALM, max_examples=250)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25).map("".join))
def test_no_text_crashes_the_reader(text: str) -> None:
    """Whatever the text: a game, or an error of the rules."""
    for each in (text, text_with(text)):
        try:
            read_text(each)
        except RulesError:
            continue


@settings(CALM, max_examples=100)
@given(scribes(), st.data())
def test_no_changed_letter_crashes_the_reader(scribe: Scribe, data: st.DataObject) -> None:
    """A good text with one letter changed is a game, or an error of the rules."""
    text = text_of(walked(scribe))
    place = data.draw(st.integers(0, len(text) - 1))
    try:
        read_text(text[:place] + data.draw(st.text(max_size=2)) + text[place + 1 :])
    except RulesError:
        return


def test_turns_that_are_not_one_word_are_quoted() -> None:
    """Other games write turns with spaces; such a turn stands in quotes and is read as one."""
    game = TextGame((("Game", "kalah"),), (), (TextMove(0, "24/18 13/11", ""),), "*")
    assert '1. "24/18 13/11"\n' in write_text(game)
    with pytest.raises(InvalidError, match="turn '24/18 13/11' names no pit"):
        read_text(write_text(game))


def test_tags_cannot_be_overwritten() -> None:
    """Tags from outside add to what the record knows; they never replace it."""
    with pytest.raises(RecordError, match="tag 'Result' cannot be added"):
        text_of(walked(Scribe()), {"Result": "48-0"})
    with pytest.raises(RecordError, match="a tag is a word of letters"):
        text_of(walked(Scribe()), {"A tag": "x"})


def test_a_broken_game_is_not_exported() -> None:
    """What the rules do not give is refused by the number of its event."""
    scribe = Scribe({"stones": 4})
    scribe.made("a3")
    facts = {**scribe.events[-1].data, "position": "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"}
    scribe.events[-1] = Event("turn.made", 1.0, facts)
    with pytest.raises(RecordDamagedError, match="event 3 cannot be right"):
        text_of(walked(scribe))
