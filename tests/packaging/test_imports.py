"""Everything that is installed can be imported, by each Python that is promised."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import controller
import hardware

_MODULES = [
    module.name
    for package in (controller, hardware)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.endswith("__main__")  # that would start it
]


@pytest.mark.parametrize("package", sorted({name.rsplit(".", 1)[0] for name in _MODULES}))
def test_every_module_can_be_imported(package: str) -> None:
    """Also those that only a Pi, a hall or a printer asks for; a warning is a failure."""
    for name in _MODULES:
        if name.rsplit(".", 1)[0] == package:
            importlib.import_module(name)
