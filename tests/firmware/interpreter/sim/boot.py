"""Power on: the firmware's own App on the firmware's own Pico; only the cable is ours."""

import binascii
import gc

import copper
from lunka.app import App
from lunka.pico import Pico


class Line:
    """The cable to the host, in hex because only text passes through here."""

    def read(self) -> bytes:
        """What the host has sent."""
        data = copper.hear()
        return binascii.unhexlify(data) if data else b""

    def write(self, data: bytes) -> None:
        """Send to the host."""
        copper.say(binascii.hexlify(data).decode())


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
spin, memory = socket.spin, socket.memory
