"""How imperfect the simulated board is: noise, drift, creep, bounce, and the press of a hand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Nature:
    """The physical constants of a simulated board; all of them can be set to nothing."""

    noise_g: float = 0.03
    """Standard deviation of one load-cell sample."""
    drift_g: float = 0.08
    """How far a load cell wanders with the room's temperature..."""
    drift_period_s: float = 1800.0
    """...and how long one wandering to and fro takes."""
    creep: float = 0.0006
    """The share of a load that only shows slowly after it was put down..."""
    creep_s: float = 60.0
    """...and how slowly."""
    response_s: float = 0.012
    """How fast the wood and the amplifier follow a stone."""
    pressure_g: float = 40.0
    """How hard fingers may press on a pit when they take from it or drop into it..."""
    pressure_s: float = 0.12
    """...and how long at most."""
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


USUAL = Nature()
"""A board as one finds it."""

CALM = Nature(
    noise_g=0.002,  # never nothing at all: a real sample trembles, and the driver counts on it
    drift_g=0.0,
    creep=0.0,
    response_s=0.0,
    pressure_g=0.0,
    magnet_s=0.0,
    bounces=0,
)
"""A board so good that nobody can build it: for tests of one thing at a time."""
