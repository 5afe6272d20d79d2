"""The tests once more with the other Python that Lunka promises, 3.11 or 3.13.

A Python of this machine is taken if there is one (also pyenv's or uv's); else, where we may, the
Debian that has it is made in a folder, and the tests run in there. Where neither can be, the last
lines of `make test` say so.

With `--ready` only what takes a while beforehand is done: the environment of a Python at hand.
"""

from __future__ import annotations

import subprocess
import sys

from tests.machine.debian_root import DebianRoot, cannot, kept_in
from tests.machine.ending import keep
from tests.machine.needs import NEEDS
from tests.machine.pythons import PROMISED, at_hand, others

#: What the tests in a root need; the browser and the firmware have no part in them.
_NEEDED = ("compilers", "mosquitto", "openssl", "postgresql", "systemd")
_BARE = ("ca-certificates", "make", "python3-venv")


def main(*words: str) -> int:
    """Test with each, or get ready to; the first exit status that is not 0."""
    work = _make_ready if "--ready" in words else _test_with
    return next((failed for version in others() if (failed := work(version))), 0)


def _make_ready(version: str) -> int:
    python = at_hand(version)
    return _make(version, python, "collect-again") if python else 0


def _make(version: str, python: str, target: str) -> int:
    order = ["make", f"PYTHON={python}", f"VENV=.venv-{version}", target]
    return subprocess.run(order, check=False).returncode


def _test_with(version: str) -> int:
    python = at_hand(version)
    if python is not None:
        print(f"Once more with Python {version}: {python}", flush=True)
        return _make(version, python, "test-again")
    why = cannot()
    if why is not None:
        keep(f"Python {version}", why)
        return 0
    return _test_in_root(version)


def _test_in_root(version: str) -> int:
    debian = PROMISED[version]
    print(f"Once more with Python {version}, in a root of Debian's {debian}", flush=True)
    servers = [package for name in _NEEDED for package in NEEDS[name].packages]
    root = DebianRoot(kept_in() / debian, debian, [*_BARE, *servers])
    try:
        return root.run("make", "PYTHON=python3", f"VENV=.venv-{debian}", "test-again")
    except subprocess.CalledProcessError as failed:
        print(f"No root of Debian's {debian} could be made: {failed}", file=sys.stderr)
        return failed.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
