"""What the tests of the engines share."""

from __future__ import annotations

from tests.cli.conftest import lunka
from tests.guests.installing import oware, shop

__all__ = ["lunka", "oware", "shop"]
