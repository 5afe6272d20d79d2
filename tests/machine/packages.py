"""`make packages`: install the Debian packages that tests need and this machine lacks.

Called with names of needs (as `make kernel` does) it sees to these alone.

That takes Debian (or Raspberry Pi OS, or Ubuntu) and root, or sudo that asks for no password.
Elsewhere nothing is installed, and the tests that lack something are skipped by name.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec

from tests.machine.needs import NEEDS, is_here
from tests.machine.pythons import at_hand, others
from tests.machine.rights import as_root, is_debian, works


def missing(names: Sequence[str] = ()) -> list[str]:
    """The packages that this machine lacks of these needs; of none: of all that `make test` has."""
    lacking = [NEEDS[name] for name in names or _usual() if not is_here(NEEDS[name])]
    packages = [package for need in lacking for package in need.packages]
    return packages if find_spec("ensurepip") else ["python3-venv", *packages]


def _usual() -> list[str]:
    """What `make test` needs here."""
    names = [name for name, need in NEEDS.items() if not need.apart]
    return [name for name in names if name != "mmdebstrap" or _a_root_is_needed()]


def _a_root_is_needed() -> bool:
    """Whether a Python to test with must come in a Debian of its own."""
    return not all(at_hand(version) for version in others())


def main(names: Sequence[str] = ()) -> int:
    """Install what is missing, or say why not."""
    packages = missing(names)
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
    sys.exit(main(sys.argv[1:]))
