"""The last lines of `make test`: what was not tested, and the one command that changes it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection
from pathlib import Path

from tests.machine.needs import KERNEL, NEEDS, where
from tests.machine.packages import missing
from tests.machine.rights import is_debian

#: Names the file that gathers it: in each line what was lacking, a tab, and the test or the reason.
KEPT = "LUNKA_NOT_TESTED"


def keep(lacking: str, what: str) -> None:
    """Gather that something was not tested; outside of `make test` nobody gathers."""
    if kept := os.environ.get(KEPT):
        with Path(kept).open("a", encoding="utf-8") as file:
            file.write(f"{lacking}\t{what}\n")


def last_lines(gathered: list[str]) -> list[str]:
    """What to say of all that was gathered."""
    if not gathered:
        return ["Everything was tested."]
    pairs = [line.split("\t", 1) for line in dict.fromkeys(gathered)]
    counts = Counter(lacking for lacking, _ in pairs)
    width = max(12, *map(len, counts))
    shown = [
        f"  {lacking:<{width}}  {_untested(lacking, counts[lacking], what)}"
        for lacking, what in sorted(dict(pairs).items())
    ]
    return ["Not tested on this machine, for want of", *shown, f"To test more: {remedy(counts)}"]


def _untested(lacking: str, count: int, what: str) -> str:
    if "::" not in what:
        return f"all tests  {what}"
    why = NEEDS[lacking].tests if lacking in NEEDS else ""
    return f"{count:>3} test{'s' if count > 1 else ' '}  {why}".rstrip()


def remedy(lacking: Collection[str]) -> str:
    """The one command that changes it: `make kernel` makes its image and tests with it."""
    if not is_debian():
        return f"install {', '.join(missing()) or 'the other Python'} and run `make test` again"
    packages = [_with_packages()] if set(lacking) != {KERNEL} else []
    return " && ".join([*packages, *([_as_root("make kernel")] if KERNEL in lacking else [])])


def _with_packages() -> str:
    if os.geteuid() == 0:
        return "make packages && make test"
    return "sudo -v && make test" if where("sudo") else 'su -c "make packages" && make test'


def _as_root(command: str) -> str:
    if os.geteuid() == 0:
        return command
    return f"sudo {command}" if where("sudo") else f'su -c "{command}"'


def main() -> None:
    """Print them."""
    kept = Path(os.environ[KEPT])
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.is_file() else []
    print("\n".join(["", *last_lines(lines)]))
    if lines:
        print(f"Each test that was left out is named in {kept}.")


if __name__ == "__main__":
    main()
