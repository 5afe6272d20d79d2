"""The locks of every Pi hold all that its pixels need, down to the last call that needs a wire."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.machine.skips import require
from tests.packaging.pi_locks import EXTRAS, NO_BUS, environment, expected, steps
from tests.service.scratch import helper

Maker = Callable[..., Path]
# One worker: each environment is made once.
pytestmark = pytest.mark.xdist_group("locks")


@pytest.fixture(scope="module")
def environments(tmp_path_factory: pytest.TempPathFactory) -> Maker:
    """Makes the environment of some extras, once."""
    tools = helper("tools")
    if not all(map(tools.is_there, tools.needs(tools.locked(["pi", "pi5", "spi"])))):
        require("compilers")

    @cache
    def made(*extras: str) -> Path:
        return environment(tmp_path_factory.mktemp("-".join(extras)) / "env", *extras)

    return made


@pytest.mark.parametrize("pi", EXTRAS)
def test_only_the_wire_is_missing(pi: str, environments: Maker) -> None:
    """With `pi` or `pi5` and `spi` every library imports, and what fails in the end is hardware."""
    assert steps(environments(EXTRAS[pi], "spi"), pi) == expected(pi)


@pytest.mark.parametrize("pi", ["RASPBERRY_PI_4B", "RASPBERRY_PI_5"])
def test_each_extra_alone_brings_its_own_pixels(pi: str, environments: Maker) -> None:
    """`pi` and `pi5` drive pixels on any pin, `spi` those on GPIO 10, without one another."""
    alone = steps(environments(EXTRAS[pi]), pi)
    whole = expected(pi)
    for step in ("pin map", "pins by lgpio", "import neopixel", "bits", "strip on GPIO 18"):
        assert alone[step] == whole[step]
    by_spi = steps(environments("spi"), pi)
    assert (by_spi["pin map"], by_spi["import neopixel_spi"]) == (None, None)
    assert by_spi["strip on GPIO 10"] == NO_BUS
