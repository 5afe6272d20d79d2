"""The link: greeting, agreement, order, silence and coming back, each by its words."""

from __future__ import annotations

import struct
from collections.abc import Callable
from random import Random

import pytest

from firmware.lunka import protocol as p
from firmware.lunka.app import App
from firmware.lunka.frames import encode
from hardware.clock import ManualClock
from hardware.errors import (
    BoardSilentError,
    FirmwareMismatchError,
    LinkError,
    PortUnavailableError,
    WiringRefusedError,
    WrongBoardError,
)
from hardware.profile import Profile
from hardware.serial.devicetime import DeviceTime
from hardware.serial.link import Link, Stage
from hardware.serial.wiring import wiring_text
from tests.hardware.boards import small_linked
from tests.serial.chip import PlainChip, Wire
from tests.serial.peer import Notes, Peer


class Desk:
    """A link, its peer, and a clock turned by hand."""

    def __init__(self, profile: Profile | None = None) -> None:
        self.clock, self.peer, self.notes = ManualClock(start=50.0), Peer(), Notes()
        self.link = Link(
            profile or small_linked("load", "/dev/ttyACM0"), self.open, self.clock, Random(4)
        )
        self.link.listen(p.BUTTONS, 0, self.notes)
        self.plugged = True

    def open(self) -> Peer:
        """Open the port, if it is plugged in."""
        if not self.plugged:
            raise PortUnavailableError("no such port")
        return self.peer

    def pass_time(self, seconds: float, step: float = 0.02) -> None:
        """Let the link live for a while."""
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.clock.advance(step)
            self.link.pump()

    def connect(self) -> None:
        """Get the link going."""
        self.pass_time(0.2)
        assert self.link.stage is Stage.RUNNING


def test_the_host_asks_first() -> None:
    """Host and Pico agree within a fifth of a second, and the wiring is sent once."""
    desk = Desk()
    desk.connect()
    assert [kind for kind, _, _ in desk.peer.commands] == [p.CONFIGURE]
    assert desk.peer.commands[0][2] == wiring_text(small_linked("load", "/dev/ttyACM0"))
    assert desk.notes.restarts == 1
    desk.link.check()


def test_another_protocol_is_told_exactly() -> None:
    """The message says what the Pico has, what the host has, and how to flash."""
    desk = Desk()
    desk.peer.protocol, desk.peer.version = 2, (2, 1, 0)
    desk.pass_time(0.2)
    with pytest.raises(FirmwareMismatchError) as told:
        desk.link.check()
    assert str(told.value) == (
        "The Pico on /dev/ttyACM0 has firmware 2.1.0, which speaks protocol 2; this Lunka has "
        "firmware 1.1.0 and speaks protocol 1. Flash the Pico: mpremote connect /dev/ttyACM0 "
        "cp -r firmware/lunka firmware/main.py : + reset"
    )


def test_a_flashed_pico_is_taken_without_a_restart() -> None:
    """After flashing, the link goes on by itself."""
    desk = Desk()
    desk.peer.protocol = 2
    desk.pass_time(2.0)
    desk.peer.protocol = p.PROTOCOL
    desk.pass_time(2.0)
    desk.link.check()
    assert desk.link.stage is Stage.RUNNING


def test_a_missing_ability_is_named() -> None:
    """A firmware without pixels is refused for a board with lights."""
    desk = Desk()
    desk.peer.abilities = p.CAN_LOAD | p.CAN_BUTTONS
    desk.pass_time(0.2)
    with pytest.raises(FirmwareMismatchError, match=r"which cannot serve pixels; 'Small' needs"):
        desk.link.check()


def test_another_pico_is_refused() -> None:
    """A profile that names its Pico takes no other."""
    profile = small_linked("load", '/dev/ttyACM0"\nboard = "e660583883724a32')
    desk = Desk(profile)
    desk.pass_time(0.2)
    with pytest.raises(WrongBoardError, match=r"is 7065657270656572, but 'Small' is for e660"):
        desk.link.check()


def test_a_refused_wiring_is_told() -> None:
    """What the Pico has against the wiring reaches the builder."""
    desk = Desk()
    desk.peer.done = lambda kind, payload: struct.pack(p.DONE_FORM, p.REFUSED, 0, 0) + b"no pin 99"
    desk.pass_time(0.2)
    with pytest.raises(WiringRefusedError, match=r"cannot use the wiring .*: no pin 99. Check"):
        desk.link.check()


def test_another_checksum_is_told() -> None:
    """A wiring that arrived as another one is not played on."""
    desk = Desk()
    desk.peer.done = lambda kind, payload: struct.pack(p.DONE_FORM, p.OK, 0xBAD, 0)
    desk.pass_time(0.2)
    with pytest.raises(WiringRefusedError, match=r"checksum 00000bad and was sent [0-9a-f]{8}"):
        desk.link.check()


def _refuse_wiring(desk: Desk) -> None:
    desk.peer.done = lambda kind, payload: struct.pack(p.DONE_FORM, p.REFUSED, 0, 0) + b"no pin 99"


def _another_protocol(desk: Desk) -> None:
    desk.peer.protocol = 2


def _another_pico(desk: Desk) -> None:
    desk.peer.identity = b"somebody"


def _agrees_again(desk: Desk, step: float = 0.02) -> None:
    """What was wrong is put right: the link goes on by itself, and has nothing to tell."""
    for _ in range(round(6 / step)):
        desk.pass_time(step, step)
        if desk.link.stage is Stage.RUNNING:
            break
    assert desk.link.stage is Stage.RUNNING
    desk.link.check()


REFUSALS = [
    (_refuse_wiring, WiringRefusedError),
    (_another_protocol, FirmwareMismatchError),
    (_another_pico, WrongBoardError),
]
PEERS_OWN = '/dev/ttyACM0"\nboard = "7065657270656572'


@pytest.mark.parametrize("step", [0.02, 1.0], ids=["polled often", "polled once a second"])
@pytest.mark.parametrize("silence", [0.5, 1.5])
@pytest.mark.parametrize(("spoil", "kind"), REFUSALS)
def test_a_refusal_is_told_until_it_is_put_right(
    spoil: Callable[[Desk], None], kind: type[LinkError], silence: float, step: float
) -> None:
    """The exact words stay while the Pico answers, and nothing is called unplugged or well."""
    desk = Desk(small_linked("load", f'{PEERS_OWN}"\nsilence_s = {silence}\nchip = "pico'))
    usual = (desk.peer.done, desk.peer.protocol, desk.peer.identity)
    spoil(desk)
    desk.pass_time(0.3)
    told = str(desk.link.trouble)
    assert isinstance(desk.link.trouble, kind)
    for _ in range(round(20 / step)):
        desk.pass_time(step, step)
        assert str(desk.link.trouble) == told
    desk.peer.done, desk.peer.protocol, desk.peer.identity = usual
    _agrees_again(desk, step)


@pytest.mark.parametrize(("spoil", "kind"), REFUSALS)
def test_a_refused_pico_that_is_pulled_out_is_unplugged(
    spoil: Callable[[Desk], None], kind: type[LinkError]
) -> None:
    """After a refusal, real silence is told as silence; and back again, the refusal is told."""
    desk = Desk(small_linked("load", PEERS_OWN))
    spoil(desk)
    desk.pass_time(0.3)
    desk.peer.channel = lambda frames: b""
    desk.pass_time(4.0)
    assert isinstance(desk.link.trouble, BoardSilentError)
    desk.peer.channel = b"".join
    desk.pass_time(2.0)
    assert isinstance(desk.link.trouble, kind)


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (p.I_AM, "answers, but its greeting cannot be understood. Flash the Pico with firmware"),
        (p.DONE, "answers, but it does not say whether it takes its wiring. Flash the Pico"),
    ],
)
def test_an_answer_that_cannot_be_read_is_told(spoilt: int, words: str) -> None:
    """A Pico that talks but cannot be understood is told of after the usual silence, and stays."""
    desk = Desk()
    say = desk.peer.say

    def mumble(kind: int, number: int, payload: bytes) -> None:
        say(kind, number, payload[:4] if kind == spoilt else payload)

    desk.peer.say = mumble  # type: ignore[method-assign]
    desk.pass_time(1.4)
    desk.link.check()
    desk.pass_time(0.4)
    for _ in range(100):
        desk.pass_time(0.1)
        assert words in str(desk.link.trouble)
    desk.peer.say = say  # type: ignore[method-assign]
    _agrees_again(desk)


def test_silence_is_told_in_time() -> None:
    """A board that says nothing for 1.5 s is told of, not later than 20 ms after that."""
    desk = Desk()
    desk.connect()
    desk.peer.channel = lambda frames: b""
    fell_silent = desk.clock.now()
    while True:
        desk.pass_time(0.02)
        try:
            desk.link.check()
        except BoardSilentError as told:
            words = str(told)
            break
    assert 1.3 < desk.clock.now() - fell_silent <= 1.53
    assert words.startswith("The board on /dev/ttyACM0 does not answer: unplugged? Nothing was")
    assert words.endswith("Check its USB cable; Lunka goes on by itself once it is back.")


def test_a_port_that_is_not_there_is_tried_again() -> None:
    """Without a port the link says so, and connects once there is one."""
    desk = Desk()
    desk.plugged = False
    desk.pass_time(3.0)
    with pytest.raises(PortUnavailableError):
        desk.link.check()
    desk.plugged = True
    desk.pass_time(1.0)
    desk.link.check()
    assert desk.link.stage is Stage.RUNNING


def test_the_same_pico_goes_on_where_it_was() -> None:
    """A Pico that kept its power gives what happened meanwhile, each event once."""
    desk = Desk()
    desk.connect()
    desk.peer.happen(3)
    desk.pass_time(0.1)
    desk.link._drop(LinkError("pulled out"))
    desk.peer.total += 4
    desk.peer.sent = desk.peer.acked
    desk.pass_time(1.0)
    desk.peer.happen(0)
    desk.pass_time(0.1)
    assert desk.notes.events == [1, 2, 3, 4, 5, 6, 7]
    assert desk.notes.restarts == 1
    assert desk.link.counts.lost == 0


def test_a_restarted_pico_is_wired_anew() -> None:
    """A Pico that lost its power gets its wiring again, and every part is told."""
    desk = Desk()
    desk.connect()
    desk.link.lights(b"\x01\x02\x03")
    desk.pass_time(0.1)
    desk.link._drop(LinkError("pulled out"))
    desk.peer.boot, desk.peer.checksum = 78, 0
    desk.peer.commands.clear()
    desk.pass_time(1.0)
    assert [kind for kind, _, _ in desk.peer.commands] == [p.CONFIGURE, p.LIGHTS]
    assert desk.peer.commands[1][2] == b"\x01\x02\x03"
    assert desk.notes.restarts == 2


def test_a_pace_that_was_asked_for_in_the_dark_is_sent_later() -> None:
    """A bank's pace changed while the cable was out reaches a Pico that kept its wiring."""
    desk = Desk()
    desk.connect()
    desk.link._drop(LinkError("pulled out"))
    desk.link.pace(0, slow=True)
    desk.peer.commands.clear()
    desk.pass_time(1.0)
    assert desk.peer.commands == [(p.PACE, 1, b"\x00\x01")]


def test_only_the_newest_picture_is_sent() -> None:
    """Pictures that were replaced before they could be sent are never sent."""
    desk = Desk()
    desk.connect()
    for value in range(5):
        desk.link.lights(bytes([value]))
    desk.pass_time(0.1)
    assert desk.peer.commands[-1][2] == b"\x04"
    assert len(desk.peer.commands) == 2


def test_a_lost_answer_is_asked_for_again() -> None:
    """A command whose answer was lost is sent again with the same number."""
    desk = Desk()
    desk.connect()
    desk.peer.channel = lambda frames: b""
    desk.link.lights(b"\x09")
    desk.pass_time(0.3)
    desk.peer.channel = b"".join
    desk.pass_time(0.2)
    lights = [number for kind, number, _ in desk.peer.commands if kind == p.LIGHTS]
    assert set(lights) == {2}
    assert len(lights) >= 2


def test_a_host_that_slept_does_not_blame_the_board() -> None:
    """After a minute's sleep of the host the link greets anew, and tells of no fault."""
    desk = Desk()
    desk.connect()
    desk.clock.advance(60.0)
    desk.link.pump()
    desk.link.check()
    desk.pass_time(0.3)
    assert desk.link.stage is Stage.RUNNING


class Firmware:
    """The real firmware at the other end of a port, on a chip without a board."""

    def __init__(self) -> None:
        self.chip, self.wire = PlainChip(), Wire()
        self.app = App(self.chip, self.wire)

    def read(self) -> bytes:
        """What reaches the host."""
        return self.wire.taken()

    def write(self, data: bytes) -> None:
        """What the host says."""
        self.wire.give(data)

    def close(self) -> None:
        """The port is closed."""

    def live(self, clock: ManualClock, link: Link | None, seconds: float) -> None:
        """Both ends live for a while; without a link the host is gone."""
        for _ in range(round(seconds * 50)):
            clock.advance(0.02)
            self.chip.now += 20_000
            if link is not None:
                link.pump()
            self.app.step()


def test_a_restarted_host_may_draw_the_same_session() -> None:
    """A host that is killed and back before the Pico's watchdog strikes is obeyed from its first
    command on, whatever session it draws."""
    clock, pico = ManualClock(start=50.0), Firmware()
    profile = small_linked("reed", "/dev/ttyACM0")
    assert profile.pixels is not None
    picture = bytes(profile.pixels.count * len(profile.pixels.order))
    sessions = []
    for _ in range(3):
        link = Link(profile, lambda: pico, clock, Random(4))
        for part in ((p.REEDS, 0), (p.BUTTONS, 0)):
            link.listen(*part, Notes())
        pico.live(clock, link, 0.5)
        assert link.stage is Stage.RUNNING
        sessions.append(link._session)
        for level in (7, 8, 9):
            link.lights(picture[:-1] + bytes([level]))
            pico.live(clock, link, 0.2)
            assert pico.chip.shown[-1][-1] == level
        pico.live(clock, None, 1.0)
    assert len(set(sessions)) == 1


def test_a_greeting_that_was_held_up_changes_nothing() -> None:
    """The same hello once more, after commands were given, does not begin their numbers anew."""
    chip, wire = PlainChip(), Wire()
    app = App(chip, wire)
    hello = encode(p.HELLO, 9, 0, struct.pack(p.HELLO_FORM, p.PROTOCOL, 5))
    for frame in (
        hello,
        encode(p.CONFIGURE, 9, 1, chip.wiring(pixels=1)),
        hello,
        encode(p.LIGHTS, 9, 2, b"\x01\x02\x03"),
    ):
        wire.give(frame)
        app.step()
    assert chip.shown[-1] == b"\x01\x02\x03"


def test_frames_of_an_old_session_are_nobodys() -> None:
    """What a Pico said to an earlier host is not taken for new."""
    desk = Desk()
    desk.connect()
    desk.peer._session += 1
    desk.peer.happen(2)
    desk.pass_time(0.1)
    assert desk.notes.events == []


def test_the_last_200_frames_are_kept_in_words() -> None:
    """The history for a bug report is readable, bounded, and has both directions."""
    desk = Desk()
    desk.connect()
    lines = desk.link.history()
    assert lines[0].endswith("> hello session=242 number=0 protocol=1")
    assert "< i-am" in lines[1]
    assert "firmware=1.0.0 can=reeds,load cells,pixels,buttons" in lines[1]
    assert '> configure session=242 number=1 {"reeds":[],"load":[{"clock":11,' in lines[2]
    for _ in range(100):
        desk.peer.happen(1)
        desk.peer.beat()
        desk.pass_time(0.02)
    lines = desk.link.history()
    assert len(lines) == 200
    assert any("< event session=242" in line and "buttons part=0" in line for line in lines)
    assert any("< state" in line for line in lines)
    assert any("> ack" in line for line in lines)


def test_the_picos_clock_goes_round() -> None:
    """Times go on evenly when the Pico's microseconds begin at 0 again."""
    time = DeviceTime()
    before, after = (1 << 30) - 500_000, 500_000
    time.hear(before, 100.0)
    time.hear(after, 101.0)
    assert time.at(before, 102.0) == pytest.approx(100.0, abs=1e-4)
    assert time.at(after, 102.0) == pytest.approx(101.0, abs=1e-4)


def test_a_slow_frame_does_not_shift_the_clock() -> None:
    """The quickest frame tells the time; one that was held up changes nothing."""
    time = DeviceTime()
    time.hear(1_000_000, 10.0)
    time.hear(2_000_000, 11.5)
    assert time.at(2_000_000, 12.0) == pytest.approx(11.0, abs=1e-3)


def test_no_event_lies_in_the_future() -> None:
    """Whatever the clocks say, an event that has arrived has happened."""
    time = DeviceTime()
    assert time.at(5, 3.0) == 3.0
    time.hear(1_000_000, 10.0)
    assert time.at(9_000_000, 10.5) == 10.5
