"""A strip of NeoPixels on the Pico.

Wiring: the strip's data input through a level shifter and 330 ohms to the pixel pin.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..chip import Chip


class Strip:
    """Shows bytes, and never more light than the wiring allows, whatever the host asks for."""

    def __init__(self, chip: "Chip", spec: dict[str, int]) -> None:
        self._chip = chip
        self._pin = chip.output(spec["pin"], 0)
        self._data = bytearray(spec["count"] * spec["channels"])
        self._most = spec["most"]
        self.lit = True  # after a restart of the Pico the strip may still show what it showed
        self.dark()

    def show(self, data: bytes) -> bool:
        """Show a picture of exactly the strip's length."""
        if len(data) != len(self._data):
            return False
        self._data[:] = data
        self._cap()
        self._chip.shift_out(self._pin, self._data)
        self.lit = True
        return True

    def dark(self) -> None:
        """All off."""
        if self.lit:
            for place in range(len(self._data)):
                self._data[place] = 0
            self._chip.shift_out(self._pin, self._data)
            self.lit = False

    def _cap(self) -> None:
        """Dim everything alike until the sum of all channels is allowed."""
        data, most = self._data, self._most
        total = sum(data)
        if total > most:
            for place in range(len(data)):
                data[place] = data[place] * most // total
