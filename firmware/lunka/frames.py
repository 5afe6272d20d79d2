"""Frames: a message with its length, number and checksum, stuffed so that an END is an END.

    kind 1 | session 2 | number 4 | length 2 | payload | CRC-32 4      little-endian, then stuffed

Stuffing is SLIP's (END C0, ESC DB), and 03 is stuffed too: it would be a Ctrl-C to MicroPython.
Host and Pico run these same lines.
"""

import struct
from binascii import crc32

END = b"\xc0"
ESC = b"\xdb"
STUFFED = (
    (b"\xdb", b"\xdb\xdd"),
    (b"\xc0", b"\xdb\xdc"),
    (b"\x03", b"\xdb\xde"),
)
"""What is replaced by what; ESC itself first, and last when it is undone."""

HEADER = "<BHIH"
HEADER_SIZE = 9
CRC_SIZE = 4
LONGEST = 4096
"""The longest payload: a thousand pixels of four colours fit in."""


def encode(kind: int, session: int, number: int, payload: bytes = b"") -> bytes:
    """A message as the bytes that go over the wire."""
    body = struct.pack(HEADER, kind, session, number, len(payload)) + payload
    body += struct.pack("<I", crc32(body))
    for plain, stuffed in STUFFED:
        body = body.replace(plain, stuffed)
    return body + END


def decode(stuffed: bytes) -> "tuple[int, int, int, bytes] | None":
    """Kind, session, number and payload of what lay between two ENDs, or None for garbage."""
    if len(stuffed) < HEADER_SIZE + CRC_SIZE:
        return None
    body = stuffed.replace(b"\xdb\xde", b"\x03").replace(b"\xdb\xdc", END)
    body = body.replace(b"\xdb\xdd", ESC)
    if len(body) < HEADER_SIZE + CRC_SIZE:
        return None
    kind, session, number, length = struct.unpack_from(HEADER, body, 0)
    if len(body) != HEADER_SIZE + length + CRC_SIZE or length > LONGEST:
        return None
    if crc32(body[:-CRC_SIZE]) != struct.unpack_from("<I", body, HEADER_SIZE + length)[0]:
        return None
    return kind, session, number, body[HEADER_SIZE:-CRC_SIZE]


class Splitter:
    """Cuts what arrives into frames; after garbage the next END brings it back into step."""

    def __init__(self) -> None:
        self._rest = b""
        self.rejected = 0

    def feed(self, data: bytes) -> "list[tuple[int, int, int, bytes]]":
        """The good frames that are complete with these bytes; bad ones are only counted."""
        self._rest += data
        if END not in data:
            if len(self._rest) > 2 * LONGEST + 64:
                self._rest = b""  # so long without an END: not our language
                self.rejected += 1
            return []
        pieces = self._rest.split(END)
        self._rest = pieces.pop()
        frames = []
        for piece in pieces:
            frame = decode(piece)
            if frame is not None:
                frames.append(frame)
            elif piece:
                self.rejected += 1
        return frames
