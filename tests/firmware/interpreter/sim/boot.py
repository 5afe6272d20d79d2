"""Power on: the firmware's own App on the firmware's own Pico; only the cable is ours."""

import binascii
import gc

import copper
from lunka.app import App
from lunka.buttons import Buttons
from lunka.pico import Pico
from lunka.queue import Queue
from lunka.reeds import Matrix
from lunka.scales import Bank


class Line:
    """The cable to the host, in hex because only text passes through here."""

    def read(self) -> bytes:
        """What the host has sent."""
        data = copper.hear()
        return binascii.unhexlify(data) if data else b""

    def write(self, data: bytes) -> None:
        """Send to the host."""
        copper.say(binascii.hexlify(data).decode())


class StillChip(Pico):  # type: ignore[misc]  # the type checker does not find it, MicroPython does
    """A chip at whose pins nothing ever happens."""

    def output(self, pin, value):  # type: ignore[no-untyped-def]
        """A pin that leads nowhere."""
        return self.nothing

    def nothing(self, value: int) -> None:
        """Nothing happens."""

    def listen(self, pin: int, pull_up: bool) -> None:
        """Nothing to listen to."""

    def port(self) -> int:
        """All pins high."""
        return 0x3FFFFF


class Socket:
    """Where the Pico is plugged in: at power-on its App begins anew."""

    app = None

    def boot(self) -> None:
        """Power on."""
        gc.collect()
        self.app = App(Pico(), Line())

    def step(self) -> int:
        """Once round the firmware's loop."""
        wait: int = self.app.step()  # type: ignore[union-attr]  # there is an app by now
        return wait

    def look(self) -> None:
        """One look at each part of the board, due or not: a scan, or a sample."""
        wiring = self.app._wiring  # type: ignore[union-attr]  # there is an app by now
        self.app._queue.clear()  # type: ignore[union-attr]
        for part in wiring._parts:
            part.look(copper.ticks())

    def garbage(self, rounds: int) -> int:
        """Bytes that so many looks at a matrix, a bank and the buttons leave behind, at rest."""
        chip, queue = StillChip(), Queue()
        spec = {"rows": [1, 2, 4], "columns": [5, 6], "scan_us": 1000, "hold_us": 1000}
        load = {"clock": 1, "data": [2, 3], "pulses": 25, "period_us": 1000, "slow_us": 1000}
        parts = (
            Matrix(chip, queue, 0, spec, "I"),
            Bank(chip, queue, 0, load, "I"),
            Buttons(chip, queue, [[7, 1]], "I"),
        )
        for part in parts:
            part.look(1)
        gc.collect()
        before: int = gc.mem_alloc()  # type: ignore[attr-defined]
        for _ in range(rounds):
            for part in parts:
                part.look(1)
        after: int = gc.mem_alloc()  # type: ignore[attr-defined]
        return after - before

    def spin(self, rounds: int) -> None:
        """A yardstick: so many rounds of a loop that does as little as Python can."""
        for _ in range(rounds):
            pass

    def memory(self) -> int:
        """Bytes of the heap that are in use, garbage left out."""
        gc.collect()
        used: int = gc.mem_alloc()  # type: ignore[attr-defined]  # MicroPython has it
        return used


socket = Socket()
boot, step, look = socket.boot, socket.step, socket.look
spin, memory, garbage = socket.spin, socket.memory, socket.garbage
