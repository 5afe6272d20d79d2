"""For all tests: no property is false because a busy machine was slow; skips have names."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.machine.skips import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]

settings.register_profile("lunka", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("lunka")
