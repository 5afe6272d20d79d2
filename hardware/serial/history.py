"""The last frames that went over the link, for a bug report."""

from __future__ import annotations

from collections import deque

from hardware.serial.messages import RawFrame, readable

KEPT = 200


class History:
    """Keeps the last 200 frames with their times; they are put into words only when asked for."""

    def __init__(self) -> None:
        self._frames: deque[tuple[float, str, RawFrame]] = deque(maxlen=KEPT)

    def sent(self, at: float, frame: RawFrame) -> None:
        """The host said this."""
        self._frames.append((at, ">", frame))

    def heard(self, at: float, frame: RawFrame) -> None:
        """The Pico said this."""
        self._frames.append((at, "<", frame))

    def lines(self) -> list[str]:
        """One line a frame, oldest first: seconds, direction, words."""
        return [f"{at:.4f} {way} {readable(frame)}" for at, way, frame in self._frames]
