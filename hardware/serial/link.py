"""The link: finds the Pico, agrees with it, and from then on loses nothing that happens there.

Nothing here waits: `pump` does what can be done now, and is called often. Trouble is kept until
`check` is asked for it, while the link goes on trying by itself.
"""

from __future__ import annotations

import struct
from contextlib import suppress
from enum import StrEnum
from math import inf
from random import Random

from firmware.lunka import protocol as p
from firmware.lunka.frames import END, Splitter, encode
from hardware.clock import Clock
from hardware.errors import LinkError, MessageError, PortUnavailableError
from hardware.profile.models import Profile
from hardware.serial.agreement import (
    changes_missed,
    disagreement,
    no_agreement,
    refused,
    silent_for,
)
from hardware.serial.commands import Commands
from hardware.serial.devicetime import DeviceTime
from hardware.serial.history import History
from hardware.serial.inbox import Counts, Ear, Inbox
from hardware.serial.messages import Done, IAm, RawFrame, read_done, read_i_am
from hardware.serial.port import Opener, Port
from hardware.serial.wiring import wiring_checksum, wiring_text

HELLO_S = 0.25
"""How often a Pico that has not answered yet is greeted."""
REFUSED_S = 1.25
"""How often a Pico is greeted that could not be agreed with: it may have been put right."""
MOMENTS = 1 << 32
REOPEN_S = 0.5
"""How often a port that is gone is tried."""
ALIVE_S = 0.2
"""The Pico hears from us at least this often."""
RESEND_S = 0.03
"""A gap is not complained of more often than this."""
SHORTLY_S = 0.01
WIRING = "wiring"


class Stage(StrEnum):
    """How far the link has come."""

    CLOSED = "closed"
    GREETING = "greeting"
    WIRING = "wiring"
    RUNNING = "running"


class Link:
    """One Pico, at the other end of one port."""

    def __init__(
        self, profile: Profile, opener: Opener, clock: Clock, rng: Random | None = None
    ) -> None:
        self._profile, self._opener, self._clock = profile, opener, clock
        link = profile.link
        self.name = link.port if link else "the simulated Pico"
        self._silence = link.silence_s if link else 1.5
        self._patience = (link.watchdog_s if link else 3.0) / 2
        self._rng = rng or Random()
        self._text = wiring_text(profile)
        self.counts = Counts()
        self._inbox = Inbox(profile, self.counts)
        self._port: Port | None = None
        self._splitter, self._time, self._history = Splitter(), DeviceTime(), History()
        self._commands = Commands()
        self._picture: bytes | None = None
        self._paces: dict[int, bool] = {}
        self._boot: int | None = None
        self._session = 0
        self._heard = self._said = self._asked = self._tried = self._pumped = -1e9
        self._greeted = self._greet_at = self._unagreed = -1e9
        self._owes_ack = False
        self._trouble: LinkError | None = None
        self.stage = Stage.CLOSED
        self.pico: IAm | None = None

    def listen(self, kind: int, part: int, ear: Ear) -> None:
        """Let this part of the board hear what its part of the Pico tells."""
        self._inbox.listen(kind, part, ear)

    def lights(self, data: bytes) -> None:
        """Show this picture now, and again after every reconnect."""
        self._picture = data
        if self.stage is Stage.RUNNING:
            self._commands.want("lights", p.LIGHTS, data)

    def pace(self, bank: int, slow: bool) -> None:
        """Let a bank of load cells be read rarely, or at every sample; also after a reconnect."""
        self._paces[bank] = slow
        if self.stage is Stage.RUNNING:
            self._commands.want(f"pace {bank}", p.PACE, struct.pack(p.PACE_FORM, bank, slow))

    def pump(self) -> None:
        """Do everything that can be done now; costs nothing when called again at once."""
        now = self._clock.now()
        if now == self._pumped:
            return
        self._notice_gap(now)
        self._pumped = now
        try:
            if self._port is None:
                self._open(now)
            if self._port is not None:
                self._hear(self._port, now)
                self._speak(now)
        except PortUnavailableError as trouble:
            self._drop(trouble)
        self._notice_silence(now)

    @property
    def trouble(self) -> LinkError | None:
        """What is the matter; None while all is well, or before anything was tried."""
        return self._trouble

    def check(self) -> None:
        """Raise what is the matter, if anything is; changes that were missed are told once."""
        if self._trouble is not None:
            raise self._trouble
        if self._inbox.missed:
            changes, self._inbox.missed = self._inbox.missed, 0
            raise changes_missed(changes, self.name)

    def delay(self) -> float:
        """Seconds until the Pico should hear from us again, or the port be tried again."""
        now = self._clock.now()
        if self.stage is Stage.CLOSED:
            return max(SHORTLY_S, self._tried + REOPEN_S - now)
        if self.stage is not Stage.RUNNING:
            return SHORTLY_S  # an answer is on its way
        return max(0.0, self._said + ALIVE_S - now)

    def history(self) -> list[str]:
        """The last 200 frames, a line each, for a bug report."""
        return self._history.lines()

    def close(self) -> None:
        """Say goodbye, which switches the lights off, and let go of the port."""
        if self._port is not None:
            with suppress(PortUnavailableError):  # unplugged, the Pico's watchdog darkens it
                self._send(p.BYE, 0)
            self._port.close()
        self._port, self.stage = None, Stage.CLOSED
        self._tried = float("inf")

    # -- opening and losing --------------------------------------------------------------------

    def _open(self, now: float) -> None:
        if now - self._tried < REOPEN_S:
            return
        self._tried = now
        self._port = self._opener()
        self._heard = now
        self._greet(now)

    def _greet(self, now: float, pause: float = 0.0) -> None:
        """Begin a new session with the Pico, after a pause if it is to be asked less often."""
        self._splitter = Splitter()
        self._session = self._session % 0xFFFF + 1 if self._session else self._rng.randrange(1, 999)
        self.stage, self._greeted, self._greet_at = Stage.GREETING, now, now + pause
        self._unagreed = inf

    def _refuse(self, trouble: LinkError, now: float) -> None:
        """Say why not, for as long as it is so: until a later greeting leads to an agreement."""
        self._trouble = trouble
        self._greet(now, REFUSED_S)

    def _drop(self, trouble: LinkError) -> None:
        """The port is gone: try to open it again from now on."""
        self._trouble = trouble
        if self._port is not None:
            self._port.close()
        self._port, self.stage = None, Stage.CLOSED

    def _notice_gap(self, now: float) -> None:
        """If it was us who slept, the Pico may have given us up: greet it again."""
        if self._port is not None and now - self._pumped > self._patience:
            self._heard = now
            self._greet(now)

    def _notice_silence(self, now: float) -> None:
        if self._port is None:
            return
        if self._unagreed < inf and now - self._heard > self._silence:
            self._drop(silent_for(now - self._heard, self.name))
        elif self.stage is not Stage.RUNNING and now - self._unagreed > self._silence:
            self._refuse(no_agreement(self.stage is Stage.WIRING, self.name), now)

    # -- hearing -------------------------------------------------------------------------------

    def _hear(self, port: Port, now: float) -> None:
        data = port.read()
        if not data:
            return
        self.counts.bytes_in += len(data)
        for frame in self._splitter.feed(data):
            self._history.heard(now, frame)
            if frame[1] == self._session:
                self._heard = now
                self._take(frame, now)

    def _take(self, frame: RawFrame, now: float) -> None:
        kind, _, number, payload = frame
        try:
            if kind == p.I_AM and self.stage is Stage.GREETING:
                self._meet(read_i_am(payload), now)
            elif kind == p.DONE:
                self._answered(number, read_done(payload), now)
            elif self.stage is Stage.RUNNING and kind in {p.EVENT, p.STATE}:
                self._told(kind, number, payload, now)
        except MessageError:
            self.counts.lost += 1  # a good frame with a payload we cannot read: a firmware's bug

    def _meet(self, pico: IAm, now: float) -> None:
        """The Pico has answered: agree, or say exactly why not."""
        self.pico = pico
        trouble = disagreement(pico, self._profile, self.name)
        if trouble is not None:
            self._refuse(trouble, now)
            return
        self._time = DeviceTime()
        self._time.hear(pico.ticks, now)
        self._commands.restart()
        if (pico.boot, pico.checksum) == (self._boot, wiring_checksum(self._text)):
            self._inbox.resume(pico.acked)
            self._run()
        else:
            self.stage, self._unagreed = Stage.WIRING, now
            self._commands.want(WIRING, p.CONFIGURE, self._text)

    def _answered(self, number: int, done: Done, now: float) -> None:
        command = self._commands.answered(number)
        if command is None or command.topic != WIRING:
            return
        if not done.ok or done.checksum != wiring_checksum(self._text):
            self._refuse(refused(done, self._text, self.name), now)
            return
        assert self.pico is not None
        self._boot = self.pico.boot
        self._paces.clear()
        self._inbox.restart(done.last_event)
        self._run()

    def _run(self) -> None:
        self.stage, self._trouble, self._owes_ack = Stage.RUNNING, None, True
        self.counts.connects += 1
        if self._picture is not None:
            self.lights(self._picture)
        for bank, slow in self._paces.items():
            self.pace(bank, slow)

    def _told(self, kind: int, number: int, payload: bytes, now: float) -> None:
        """Pass on what the Pico tells; if something before it is missing, ask for that."""
        self._owes_ack = self._owes_ack or kind == p.EVENT
        take = self._inbox.event if kind == p.EVENT else self._inbox.state
        if not take(number, payload, self._time, now) and now - self._asked >= RESEND_S:
            self._asked = now
            self.counts.gaps += 1
            self._send(p.RESEND, self._inbox.received)

    # -- speaking ------------------------------------------------------------------------------

    def _speak(self, now: float) -> None:
        if self.stage is Stage.GREETING:
            if now >= self._greet_at:
                if self._unagreed == inf:  # it was not asked before: silence begins now
                    self._unagreed = self._heard = now
                self._greet_at = now + HELLO_S
                self._send(p.HELLO, 0, self._hello(), END)
            return
        command = self._commands.due(now)
        if command is not None:
            self._send(command.kind, command.number, command.payload)
        if self._owes_ack or now - self._said >= ALIVE_S:
            self._owes_ack, self._said = False, now
            self._send(p.ACK, self._inbox.received)

    def _hello(self) -> bytes:
        """The greeting; its moment tells it from that of a host before us with the same session."""
        return struct.pack(p.HELLO_FORM, p.PROTOCOL, int(self._greeted * 1e6) % MOMENTS)

    def _send(self, kind: int, number: int, payload: bytes = b"", before: bytes = b"") -> None:
        if self._port is None:
            return
        frame = encode(kind, self._session, number, payload)
        self._history.sent(self._clock.now(), (kind, self._session, number, payload))
        self.counts.bytes_out += len(frame)
        self._port.write(before + frame)
