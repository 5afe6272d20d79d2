"""How each player wants to hear it: in few words or many, by tones, dice by their calls."""

from __future__ import annotations

import io
import json
import wave
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from controller.board.loop import BoardLoop
from controller.board.view import alerts
from controller.settings.config import VoiceSection, parse_config
from controller.table.situation import Lying, Phase, Roll, Seat, Situation
from controller.voice import announcer as announcing
from controller.voice import mouth
from controller.voice.announcer import Announcer
from controller.voice.programs import Manner
from controller.voice.queue import Queue
from controller.voice.tones import NOTES, Tone, sound_of
from controller.voice.utterance import Dice, Hearing, Kind, Utterance, Verbosity
from tests.house.room import Room
from tests.voice.evenings import GAMES, said_in

_SEATS = (Seat("White", "Anna", "A"), Seat("Black", "Boris", "B"))
_SHORT = Hearing(Verbosity.SHORT, tones=True)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A kalah board with four stones in a pit, and a game on it."""
    here = Room(tmp_path)
    here.begin()
    yield here
    here.close()


def toned(house: BoardLoop) -> list[tuple[Kind, Tone]]:
    """Everything that was said by a tone."""
    return [(each.kind, each.tone) for each in house.announcer.said if each.tone]


# -- tones -----------------------------------------------------------------------------------------


def test_each_tone_is_a_sound_of_its_own() -> None:
    """They are WAV files of less than half a second, louder with the volume, no two alike."""
    for tone in Tone:
        with wave.open(io.BytesIO(sound_of(tone))) as sound:
            assert 0.05 < sound.getnframes() / sound.getframerate() < 0.5
            samples = memoryview(sound.readframes(sound.getnframes())).cast("h")
        quiet = memoryview(sound_of(tone, 10)[44:]).cast("h")
        assert max(samples) > 8 * max(quiet) > 0
        assert samples[0] == samples[-1] == 0  # nothing clicks
        assert not any(memoryview(sound_of(tone, 0)[44:]).cast("h"))
    assert all(NOTES[one] != NOTES[other] for one, other in combinations(Tone, 2))


def test_the_sound_alphabet_of_a_game(room: Room) -> None:
    """A turn is done, whose turn it is, once more the same, a capture, a slip, all right again."""
    assert toned(room.house) == [(Kind.PROMPT, Tone.TURN)]
    room.play("a3")
    assert toned(room.house)[1:] == [(Kind.TURN, Tone.DONE), (Kind.PROMPT, Tone.AGAIN)]
    room.play("a1")
    assert toned(room.house)[3:] == [(Kind.TURN, Tone.DONE), (Kind.PROMPT, Tone.TURN)]
    room.wood.lift("a6", 1)
    room.let(3.0)
    room.wood.drop("a6")
    room.let(3.0)
    assert toned(room.house)[5:] == [(Kind.WRONG, Tone.WRONG), (Kind.RIGHT, Tone.DONE)]


def test_a_capture_has_its_tone(room: Room) -> None:
    """Stones that went from where the turn did not begin were captured."""
    room.play("a1", "b1", "a3", "b2")
    assert Tone.CAPTURE not in {each.tone for each in room.house.announcer.said}
    room.play("b1")
    captured = next(each for each in room.house.announcer.said if each.tone is Tone.CAPTURE)
    assert captured.full["en"].startswith("North: pit 1. Now: nothing at pit 1;")


@pytest.mark.parametrize("game", GAMES)
def test_every_evening_has_its_tones(game: str) -> None:
    """In every game each turn that is told has a tone; what is wrong has its own."""
    said = said_in(game)
    assert all(each.tone for each in said if each.kind is Kind.TURN)
    wrong = {each.number for each in said if each.tone is Tone.WRONG}
    assert wrong == {each.number for each in said if each.kind is Kind.WRONG}


def test_fewer_words_where_a_tone_says_it(room: Room) -> None:
    """In few words and with tones, whose turn it is needs no words; what was played does."""
    room.play("a3")
    heard = [each.heard("en", _SHORT) for each in room.house.announcer.said]
    assert heard[-2:] == ["South: pit 3.", ""]
    assert [each.heard("en", Hearing(tones=True)) for each in room.house.announcer.said][-1]


def test_the_worker_plays_the_tone_and_then_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both through the same player; what is cut off in its tone says no word."""
    order: list[Any] = []
    monkeypatch.setattr(mouth, "play", lambda sound, _stop: order.append(sound))
    monkeypatch.setattr(
        mouth, "speak", lambda text, manner, _stop: order.append((text, manner.speed))
    )
    queue = Queue("en", Hearing(tones=True, speed=300))
    queue.put(Utterance(1, 0.0, Kind.WRONG, {"en": "Wrong."}, {}, tone=Tone.WRONG))
    spoken, stop = queue.next(), Event()
    assert spoken is not None
    mouth._aloud(spoken, Manner(volume=50), stop)
    assert order == [sound_of(Tone.WRONG, 50), ("Wrong.", 300)]
    stop.set()
    mouth._aloud(spoken, Manner(), stop)
    assert len(order) == 3


# -- each player -----------------------------------------------------------------------------------


def test_each_player_hears_it_as_they_like(room: Room) -> None:
    """What is said to who acts next is said as that player wants it, else as is usual here."""
    settings = VoiceSection.model_validate(
        {"players": {"south": {"verbosity": "short", "speed": 300, "tones": True}}}
    )
    queue = mouth._queue(json.loads(json.dumps(settings.model_dump())))
    room.play("a1")
    room.play("b1")
    heard = []
    for each in room.house.announcer.said:
        queue.put(each)
        if spoken := queue.next():
            heard.append((spoken.text, spoken.tone, spoken.speed))
            queue.done()
    assert heard[-1] == ("", Tone.TURN, 300) and heard[-2] == ("North: pit 1.", Tone.DONE, 300)
    text, tone, speed = heard[-3]
    assert text.startswith("North to move. Playable") and (tone, speed) == (None, 170)


def test_what_is_said_comes_back_whole_from_json(room: Room) -> None:
    """Tone, listener and rolls too."""
    room.play("a3")
    for each in room.house.announcer.said:
        assert Utterance.read(json.loads(json.dumps(each.plain()))) == each


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        (Dice.BOTH, "Anna, White, to move. 6 and 5: shesh-besh."),
        (Dice.CALLS, "Anna, White, to move. shesh-besh."),
        (Dice.NUMBERS, "Anna, White, to move. 6 and 5."),
    ],
)
def test_dice_by_their_calls(dice: Dice, told: str) -> None:
    """By numbers, by the Persian call, or both."""
    roll = Roll((6, 5), {"en": "shesh-besh", "ru": "шеш-беш"})
    now = Situation(
        phase=Phase.TO_MOVE, seats=_SEATS, mover=0, holds={"1": 2}, lying=Lying(roll=roll)
    )
    prompt = Announcer().hear(now, 1.0)[-1]
    assert prompt.heard("en", Hearing(dice=dice)) == told
    assert ("шеш-беш" in prompt.heard("ru", Hearing(dice=dice))) == (dice is not Dice.NUMBERS)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ('dice = "persian"', "voice.dice = 'persian': allowed is both, calls or numbers."),
        (
            'players.Anna.verbosity = "none"',
            "voice.players.Anna.verbosity = 'none': allowed is full or short.",
        ),
        (
            "players.Anna.speed = 9",
            "voice.players.Anna.speed = 9: allowed is the words a minute, from 80 to 450.",
        ),
        ("players.Anna.sped = 90", "voice.players.Anna.sped = 90: unknown key."),
    ],
)
def test_settings_that_cannot_be_meant(wrong: str, told: str) -> None:
    """Each names the key, what was found and what is allowed."""
    with pytest.raises(ValueError, match="voice") as refused:
        parse_config(f"[voice]\n{wrong}\n")
    assert told in str(refused.value)


# -- no words --------------------------------------------------------------------------------------


def test_words_that_fail_stop_no_step(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are recorded and lit all the same, it is told as a trouble, and once words are found
    again the whole board is told."""

    def fails(*_: Any) -> Any:
        raise KeyError("no such word")

    with monkeypatch.context() as broken:
        broken.setattr(announcing, "changed", fails)
        room.play("a3")
    assert room.view["ply"] == 1
    assert "words" in room.house.troubles
    told = alerts(room.house)
    assert [each["en"] for each in told] == [
        "Not everything is told aloud: what happened could not be put into words: "
        "KeyError: 'no such word'. Play goes on."
    ]
    assert "не нашлось слов" in told[0]["ru"]
    room.play("a1")
    assert not room.house.troubles and not alerts(room.house)
    boards = [each for each in room.house.announcer.said if each.kind is Kind.BOARD]
    assert len(boards) == 2


def test_questions_and_alerts_that_fail_stop_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who presses `say`, or is told of a fault, gets no answer, and the board plays on."""

    def fails(*_: Any) -> Any:
        raise RuntimeError

    monkeypatch.setattr(announcing, "for_the_ear", fails)
    assert room.house.announcer.answer({"en": "Yes."}, 1.0) == []
    assert room.house.announcer.alert([{"en": "No."}], 1.0) == []
    assert "words" in room.house.troubles
