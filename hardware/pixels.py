"""A strip of NeoPixels that cannot draw more current than the supply has.

Wiring: the strip's data input through a level shifter (74AHCT125) and 330 ohms to the pixel pin
(GPIO 10, by SPI), 5 V from a supply of its own with 1000 uF across it, and one
common ground with the Pi.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from hardware.errors import HardwareError, PixelsFailedError, PixelsUnavailableError
from hardware.header import SPI_PIN
from hardware.pi import pixels_advice, this_pi
from hardware.profile.models import Pixels
from hardware.readings import RGB, Frame
from hardware.told import Told, Wording

FULL_WHITE = 765  # three channels of 255
DARK: RGB = (0, 0, 0)


class PixelBuffer(Protocol):
    """What is used of `neopixel.NeoPixel`."""

    def __setitem__(self, index: int, colour: RGB) -> None: ...

    def show(self) -> None: ...

    def deinit(self) -> None: ...


def open_strip(section: Pixels) -> PixelStrip:
    """The strip on a Raspberry Pi's own pin, all dark.

    By SPI on GPIO 10, by PWM, PCM or PIO on another pin. Most mistakes (not root, sound in the way)
    come to light only when the first picture is written, so that belongs to opening it.
    """
    try:
        if section.pin == SPI_PIN:
            return PixelStrip(section, _open_spi(section), lambda: _open_spi(section))
        return PixelStrip(section, _open_pin(section))
    except Exception as trouble:  # Blinka fails in many ways off a Pi
        cause = trouble.__cause__ if isinstance(trouble, PixelsFailedError) else trouble
        raise PixelsUnavailableError(
            f"The NeoPixels on GPIO {section.pin} cannot be driven here: {_told(cause)}. "
            f"{pixels_advice(section.pin, this_pi())} Without lights, remove [pixels] from the "
            f"profile."
        ) from trouble


def _open_pin(section: Pixels) -> PixelBuffer:
    import board as pi
    from neopixel import NeoPixel

    return new_buffer(NeoPixel, getattr(pi, f"D{section.pin}"), section)


def _open_spi(section: Pixels) -> PixelBuffer:
    import board as pi
    from neopixel_spi import NeoPixel_SPI

    return new_buffer(NeoPixel_SPI, pi.SPI(), section)


def new_buffer(neopixel: Any, pin: Any, section: Pixels) -> PixelBuffer:
    """A NeoPixel object whose only brightness is ours: it is part of the current sum."""
    made: PixelBuffer = neopixel(
        pin,
        section.count,
        bpp=len(section.order),
        brightness=1.0,
        auto_write=False,
        pixel_order=section.order,
    )
    return made


def gamma_table(gamma: float, brightness: float) -> tuple[int, ...]:
    """For each channel value what the pixel is sent, so that half looks half as bright."""
    return tuple(round(255 * brightness * (value / 255) ** gamma) for value in range(256))


def _channel(value: int) -> int:
    return 0 if value < 0 else 255 if value > 255 else value


#: What a strip that does not answer cannot be.
_CANNOT = {
    "lit": Wording("the NeoPixels on GPIO {pin} cannot be lit ({said})"),
    "put out": Wording("the NeoPixels on GPIO {pin} cannot be put out ({said})"),
}


class PixelStrip:
    """Shows a frame: gamma, brightness, and never more milliamperes than the budget."""

    def __init__(
        self,
        section: Pixels,
        buffer: PixelBuffer,
        reopen: Callable[[], PixelBuffer] | None = None,
    ) -> None:
        self._section, self._buffer = section, buffer
        self._reopen, self._broken = reopen, False
        self._table = gamma_table(section.gamma, section.brightness)
        self._standby = section.standby_ma * section.count
        self._per_channel = section.pixel_ma / FULL_WHITE
        self._frame: dict[str, tuple[RGB, ...]] | None = None
        self._sent: list[RGB] | None = None
        self.estimate_ma = self._standby
        self.limited = False
        self.writes = 0
        self._closed = False
        self.show({})

    def pixels_of(self, cell: str) -> int:
        """How many pixels light this cell."""
        return len(self._section.cells.get(cell, ()))

    def show(self, frame: Frame) -> None:
        """Light the cells so, all others dark; nothing is sent when nothing changed."""
        wanted = {cell: tuple(colours) for cell, colours in frame.items()}
        if wanted == self._frame or self._closed:
            return
        self._frame = None  # should this fail, nobody knows what the strip shows
        self._send(self._limit(self._arrange(wanted)))
        self._frame = wanted

    def close(self) -> None:
        """Lights off, pin released."""
        if not self._closed:
            self._closed = True
            with self._explained("put out"):
                self._buffer.deinit()

    def _arrange(self, frame: dict[str, tuple[RGB, ...]]) -> list[RGB]:
        """Put each cell's colours on its pixels; surplus colours and unlit cells are dropped."""
        pixels = [DARK] * self._section.count
        table = self._table
        for cell, colours in frame.items():
            places = self._section.cells.get(cell, ())
            for place, (red, green, blue) in zip(places, colours, strict=False):
                pixels[place] = (
                    table[_channel(red)],
                    table[_channel(green)],
                    table[_channel(blue)],
                )
        return pixels

    def _limit(self, pixels: list[RGB]) -> list[RGB]:
        """Dim everything alike until the estimate fits the budget."""
        light = sum(map(sum, pixels)) * self._per_channel
        spare = self._section.budget_ma - self._standby
        self.limited = light > spare
        if self.limited:
            share = spare / light
            pixels = [
                (int(red * share), int(green * share), int(blue * share))
                for red, green, blue in pixels
            ]
            light = sum(map(sum, pixels)) * self._per_channel
        self.estimate_ma = light + self._standby
        return pixels

    def _send(self, pixels: Sequence[RGB]) -> None:
        before = self._sent
        changed = [
            place
            for place, colour in enumerate(pixels)
            if before is None or colour != before[place]
        ]
        if not changed:
            return
        self._sent = None
        with self._explained("lit"):
            if self._broken and self._reopen is not None:
                self._buffer = self._reopen()  # a bus that was gone answers on new lines only
            self._broken = True
            for place in changed:
                self._buffer[place] = pixels[place]
            self._buffer.show()
            self._broken = False
        self._sent = list(pixels)
        self.writes += 1

    @contextmanager
    def _explained(self, act: str) -> Iterator[None]:
        """Whatever the library raises when the strip does not answer, as an error of ours."""
        try:
            yield
        except HardwareError:
            raise
        except Exception as trouble:  # Blinka has an exception of its own for every kind of Pi
            raise PixelsFailedError(
                Told(_CANNOT[act], pin=self._section.pin, said=_told(trouble))
            ) from trouble


def _told(trouble: BaseException | None) -> str:
    """What the library says, ready to stand inside a sentence."""
    return str(trouble).rstrip(".!") or type(trouble).__name__
