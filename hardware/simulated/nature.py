"""How imperfect the simulated board is: the wood, its sensors, and the people who lean over it."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Nature:
    """The physical constants of a simulated board; all of them can be set to nothing.

    Where there are two numbers, each cell or each event has its own, drawn from between them.
    What people do beside playing happens with their acts: nobody leans on a board alone.
    """

    # -- load cells ------------------------------------------------------------------------------
    noise_g: float = 0.03
    """Standard deviation of one load-cell sample."""
    hum_g: float = 0.05
    """How strongly the mains are heard in a sample: at 80 samples a second no HX711 filters them
    out..."""
    hum_hz: float = 50.0
    """...and their frequency."""
    drift_g: float = 0.08
    """How far a load cell wanders with the room's temperature..."""
    drift_period_s: float = 1800.0
    """...and how long one wandering to and fro takes."""
    ramp_g: tuple[float, float] = (0.5, 1.0)
    """How far a load cell runs away, up or down, as the board warms up during a game..."""
    ramp_s: float = 300.0
    """...and how long that takes; then it comes back as slowly (simulated games are quick)."""
    creep: float = 0.0006
    """The share of a load that only shows slowly after it was put down..."""
    creep_s: float = 60.0
    """...and how slowly."""
    response_s: float = 0.012
    """How fast the wood and the amplifier follow a stone."""
    ring: float = 0.15
    """How far a cell swings beyond a stone that was dropped, as a share of its weight..."""
    ring_hz: float = 25.0
    """...how fast it swings..."""
    ring_s: float = 0.03
    """...and how soon that dies away."""
    through: float = 0.03
    """The share of what lies in a cell that its neighbours feel through the wood: cross-talk."""
    rates: tuple[float, float] = (0.875, 1.1875)
    """How fast the chips' oscillators run, against the rate they should have: 70 to 95 of 80 Hz."""
    pressure_g: float = 40.0
    """How hard fingers may press on a pit when they take from it or drop into it..."""
    pressure_s: float = 0.12
    """...and how long at most."""
    # -- reeds -----------------------------------------------------------------------------------
    magnet_s: float = 0.02
    """How fast a stone's magnet comes near a reed or leaves it."""
    closes_at: float = 0.7
    """The share of the full field at which a reed closes..."""
    opens_at: float = 0.4
    """...and the lower one at which it lets go: hysteresis."""
    bounces: int = 4
    """How many times a closing reed bounces at most."""
    bounce_s: float = 0.0008
    """How long one bounce lasts at most."""
    # -- people, each by how often one act brings it about -----------------------------------------
    rests: float = 0.015
    """A hand or a sleeve comes to rest on a cell..."""
    rest_g: tuple[float, float] = (5.0, 15.0)
    """...so heavily..."""
    rest_s: tuple[float, float] = (1.0, 8.0)
    """...for so long..."""
    rest_sways: float = 0.02
    """...and not quite still: it grows heavier and lighter by this share."""
    bumps: float = 0.01
    """Somebody bumps against the table: every load cell swings..."""
    bump_g: tuple[float, float] = (2.0, 8.0)
    """...so far..."""
    bump_hz: float = 17.0
    """...so fast..."""
    bump_s: float = 0.12
    """...and so it dies away; meanwhile..."""
    jolted: float = 0.05
    """...so many of the closed reeds let go..."""
    jolt_s: float = 0.06
    """...for so long at most."""
    passes: float = 0.04
    """A magnet passes a neighbour of the cell that is meant, whose reed closes..."""
    pass_s: tuple[float, float] = (0.06, 0.2)
    """...for so long."""


USUAL = Nature()
"""A board as one finds it, among people."""

KIND = replace(
    USUAL,
    hum_g=0.0,
    ramp_g=(0.0, 0.0),
    ring=0.0,
    through=0.0,
    rates=(0.97, 1.03),
    rests=0.0,
    bumps=0.0,
    passes=0.0,
)
"""The same board on a good day: its sensors have their errors, but nobody leans or bumps, and no
cell feels another."""

CALM = replace(
    KIND,
    noise_g=0.002,  # never nothing at all: a real sample trembles, and the driver counts on it
    drift_g=0.0,
    creep=0.0,
    response_s=0.0,
    pressure_g=0.0,
    magnet_s=0.0,
    bounces=0,
)
"""A board so good that nobody can build it: for tests of one thing at a time."""

WOODS = {"usual": USUAL, "kind": KIND}
"""The boards one can choose from, by name."""
