"""The words of the link, for both ends: docs/protocol.md tells them in full.

Host and Pico import this same file, so that they cannot disagree in silence.
"""

PROTOCOL = 1

# From the host to the Pico.
HELLO = ord("h")
CONFIGURE = ord("c")
LIGHTS = ord("l")
PACE = ord("p")
ACK = ord("a")
RESEND = ord("r")
BYE = ord("b")

# From the Pico to the host.
I_AM = ord("I")
DONE = ord("D")
EVENT = ord("E")
STATE = ord("S")

COMMANDS = (CONFIGURE, LIGHTS, PACE)
"""What the host numbers, and the Pico carries out once and answers with DONE."""

# What an event tells.
REEDS = ord("r")
SAMPLE = ord("s")
BUTTONS = ord("b")
MISSED = ord("m")

# How a command went.
OK = 0
REFUSED = 1

# What a firmware can do, as bits.
CAN_REEDS = 1
CAN_LOAD = 2
CAN_PIXELS = 4
CAN_BUTTONS = 8

HELLO_FORM = "<BI"
"""Protocol, and the moment at which the host began to greet (microseconds of its own)."""
I_AM_FORM = "<BBBBBIIII"
"""Protocol, version (three numbers), abilities, boot, wiring's checksum, acknowledged, ticks."""
DONE_FORM = "<BII"
"""How it went, the wiring's checksum and the last event before it (for CONFIGURE); then words."""
PACE_FORM = "<BB"
"""Bank, and 1 for slow."""
EVENT_FORM = "<BBI"
"""What it tells, of which part, and when; then words of the port."""
MISSED_FORM = "<BBII"
"""MISSED, of which part the next event is, when; and how many changes could not be kept."""
STATE_FORM = "<I"
"""When; then the buttons' word and each row's word of each matrix."""

BITS = 24
"""The bits of a sample; its 25th word is the port's levels after the last pulse."""

TICKS = 1 << 30
"""The Pico's microseconds are counted up to here and then from 0 again, every 18 minutes."""

BEAT_US = 250_000
"""The Pico tells its whole state at least this often."""
RESEND_US = 120_000
"""An event that is not acknowledged within this time is sent again."""
KEEP_US = 300_000_000
"""Events nobody fetched are thrown away when the host has been gone this long."""
