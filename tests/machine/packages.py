"""`make packages`: install the Debian packages that tests need and this machine lacks.

That takes Debian (or Raspberry Pi OS, or Ubuntu) and root, or sudo that asks for no password.
Elsewhere nothing is installed, and the tests that lack something are skipped by name.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec

from tests.machine.needs import NEEDS, is_here
from tests.machine.pythons import at_hand, others
from tests.machine.rights import as_root, is_debian, works


def missing() -> list[str]:
    """The packages of everything that this machine lacks."""
    names = [name for name in NEEDS if name != "mmdebstrap" or _a_root_is_needed()]
    packages = [each for name in names if not is_here(NEEDS[name]) for each in NEEDS[name].packages]
    return packages if find_spec("ensurepip") else ["python3-venv", *packages]


def _a_root_is_needed() -> bool:
    """Whether a Python to test with must come in a Debian of its own."""
    return not all(at_hand(version) for version in others())


def main() -> int:
    """Install what is missing, or say why not."""
    packages = missing()
    if not packages:
        print("Every program that the tests start is here.")
        return 0
    rights = as_root()
    if not is_debian() or rights is None:
        why = "neither root nor sudo without a password" if is_debian() else "this is not a Debian"
        print(f"Nothing is installed ({why}). Missing: {' '.join(packages)}")
        return 0
    return _install([*rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"], packages)


def _install(apt: list[str], packages: Iterable[str]) -> int:
    # Somebody's own source may be out of reach; whether that matters, the installation tells.
    subprocess.run([*apt, "update"], check=False)
    known = [package for package in packages if _exists(package)]
    unknown = [package for package in packages if package not in known]
    if unknown:
        print(f"This system has no package {', '.join(unknown)}.")
    print(f"Installing for the tests: {' '.join(known)}", flush=True)
    command = [*apt, "install", "-y", "--no-install-recommends", *known]
    failed = subprocess.run(command, check=False).returncode
    if failed:
        print("apt-get failed, see above. To test without: make test PACKAGES=no", file=sys.stderr)
    return failed


def _exists(package: str) -> bool:
    return works(["apt-cache", "show", "--no-all-versions", package])


if __name__ == "__main__":
    sys.exit(main())
