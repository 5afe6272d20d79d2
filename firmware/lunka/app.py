"""The firmware's loop: listen to the host, look at the board, tell what happened.

The Pico speaks only when a host has said hello, and falls silent (and dark) when the host does.
"""

import struct

from . import VERSION
from .frames import Splitter, encode
from .protocol import (
    ACK,
    BEAT_US,
    BYE,
    CAN_BUTTONS,
    CAN_LOAD,
    CAN_PIXELS,
    CAN_REEDS,
    CONFIGURE,
    DONE,
    DONE_FORM,
    EVENT,
    HELLO,
    I_AM,
    I_AM_FORM,
    KEEP_US,
    LIGHTS,
    OK,
    PACE,
    PACE_FORM,
    PROTOCOL,
    REFUSED,
    RESEND,
    RESEND_US,
    STATE,
    STATE_FORM,
)
from .queue import WINDOW, Queue
from .wiring import Wiring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..chip import Chip, Port

ABILITIES = CAN_REEDS | CAN_LOAD | CAN_PIXELS | CAN_BUTTONS
WATCHDOG_US = 3_000_000
IDLE_US = 5000


class App:
    """One Pico: its queue of events, its wiring, and the host it belongs to."""

    def __init__(self, chip: "Chip", port: "Port") -> None:
        self._chip, self._port = chip, port
        self._splitter = Splitter()
        self._queue = Queue()
        self._wiring: Wiring | None = None
        self._boot = chip.boot_number()
        self._present = self._stale = False
        self._session = self._command = 0
        self._answer = self._greeting = b""
        self._heard = self._moved = self._beat = chip.ticks_us()

    def step(self) -> int:
        """Do everything there is to do; gives the microseconds that nothing will be due."""
        now = self._chip.ticks_us()
        wait = IDLE_US
        data = self._port.read()
        if data:
            self._hear(data, now)
        if self._wiring is not None:
            wait = self._wiring.look(now)
        if self._present:
            self._speak(now)
        elif self._stale and self._since(self._heard, now) > KEEP_US:
            self._forget()
        return wait

    def dark(self) -> None:
        """Lights off, whatever happens next."""
        if self._wiring is not None:
            self._wiring.dark()

    def _forget(self) -> None:
        """Nobody has come back: what happened meanwhile is too old to be told."""
        self._wiring, self._stale = None, False
        self._queue.clear()

    def _since(self, then: int, now: int) -> int:
        return self._chip.ticks_diff(now, then)

    # -- listening -----------------------------------------------------------------------------

    def _hear(self, data: bytes, now: int) -> None:
        for kind, session, number, payload in self._splitter.feed(data):
            if kind == HELLO:
                self._greet(session, payload, now)
            elif self._present and session == self._session:
                self._heard = now
                self._obey(kind, number, payload)

    def _greet(self, session: int, greeting: bytes, now: int) -> None:
        """A host is there: tell it who we are; everything it has not acknowledged is sent anew.

        A greeting that is repeated, or was held up on its way, is the same to the byte. One of a
        host that was started anew is not, though it may have drawn the same session.
        """
        if session != self._session or greeting != self._greeting or not self._present:
            self._command, self._answer = 0, b""
            self._queue.rewind(self._queue.acked)
        self._session, self._heard, self._beat = session, now, now
        self._greeting = greeting
        self._present, self._stale = True, False
        checksum = self._wiring.checksum if self._wiring is not None else 0
        major, minor, patch = VERSION
        facts = struct.pack(
            I_AM_FORM,
            PROTOCOL,
            major,
            minor,
            patch,
            ABILITIES,
            self._boot,
            checksum,
            self._queue.acked,
            now,
        )
        self._send(I_AM, 0, facts + self._chip.identity())

    def _obey(self, kind: int, number: int, payload: bytes) -> None:
        if kind == ACK:
            self._queue.ack(number)
        elif kind == RESEND:
            self._queue.ack(number)
            self._queue.rewind(number)
        elif kind == BYE:
            self._leave()
        elif number == self._command + 1:
            self._command = number
            self._answer = self._carry_out(kind, payload)
            self._send(DONE, number, self._answer)
        elif number == self._command:
            self._send(DONE, number, self._answer)  # our answer was lost: say it again

    def _carry_out(self, kind: int, payload: bytes) -> bytes:
        """Do what was asked; what fails is answered with the reason, and never stops the loop."""
        try:
            if kind == CONFIGURE:
                return self._configure(payload)
            if self._wiring is None:
                return _refuse("not configured yet")
            if kind == PACE:
                bank, slow = struct.unpack(PACE_FORM, payload)
                self._wiring.banks[bank].pace(bool(slow))
            elif kind == LIGHTS:
                if self._wiring.strip is None or not self._wiring.strip.show(payload):
                    return _refuse("no strip of that length")
            else:
                return _refuse("unknown command")
        except Exception as trouble:
            return _refuse(f"{type(trouble).__name__}: {trouble}")
        return struct.pack(DONE_FORM, OK, 0, 0)

    def _configure(self, text: bytes) -> bytes:
        self.dark()
        self._wiring = None
        self._queue.clear()
        self._wiring = Wiring(self._chip, self._queue, text)
        return struct.pack(DONE_FORM, OK, self._wiring.checksum, self._queue.acked)

    def _leave(self) -> None:
        self._present, self._stale = False, True
        self.dark()

    # -- speaking ------------------------------------------------------------------------------

    def _speak(self, now: int) -> None:
        watchdog = self._wiring.watchdog_us if self._wiring is not None else WATCHDOG_US
        if self._since(self._heard, now) > watchdog:
            self._leave()
            return
        if self._wiring is not None:
            self._send_events(now)
            calm = self._wiring.calm(now)
            if calm or self._since(self._beat, now) >= BEAT_US:
                self._beat = now
                state = struct.pack(STATE_FORM, now) + self._wiring.state()
                self._send(STATE, self._queue.last, state)

    def _send_events(self, now: int) -> None:
        queue = self._queue
        if queue.sent > queue.acked and self._since(self._moved, now) > RESEND_US:
            queue.rewind(queue.acked)
        while queue.sent < queue.last and queue.sent - queue.acked < WINDOW:
            queue.sent += 1
            self._moved = now
            self._send(EVENT, queue.sent, queue.get(queue.sent))

    def _send(self, kind: int, number: int, payload: bytes) -> None:
        self._port.write(encode(kind, self._session, number, payload))


def _refuse(why: str) -> bytes:
    return struct.pack(DONE_FORM, REFUSED, 0, 0) + why.encode()
