"""For all tests: no property is false because a busy machine was slow."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("lunka", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("lunka")
