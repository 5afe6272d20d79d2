"""MicroPython's `machine`, its pins leading to the simulated copper (copper.mjs)."""

import binascii

import copper  # a module of the interpreter's host


class Pin:
    """A pin that is driven is a function of the copper; one that is read only sets a pull."""

    OUT = 1
    IN = 0
    PULL_UP = 1
    PULL_DOWN = 2

    def __new__(cls, number: int, mode: int, pull: int = 0, value: int = 0) -> "Pin":
        if mode == cls.OUT:
            return copper.output(number, value)  # type: ignore[no-any-return]  # it is called only
        copper.listen(number, pull == cls.PULL_UP)
        return object.__new__(cls)


class _Memory:
    """Registers as a 32-bit MicroPython gives them: signed, a word with bit 31 set is negative."""

    def __getitem__(self, address: int) -> int:
        found: int = copper.peek(address)
        return found


mem32 = _Memory()


def bitstream(pin: Pin, encoding: int, timing: "tuple[int, ...]", data: bytes) -> None:
    """What is sent to the strip."""
    copper.shift(binascii.hexlify(data).decode())


def disable_irq() -> int:
    """Nothing interrupts a simulation."""
    return 0


def enable_irq(state: int) -> None:
    """Nothing interrupts a simulation."""


def unique_id() -> bytes:
    """Eight bytes that only simulated Picos have."""
    return b"simulate"
