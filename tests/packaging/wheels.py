"""Wheel or compiler: ask the package index what there is for each machine and Python.

    python -m tests.packaging.wheels            compare requirements/binary.toml with the index
    python -m tests.packaging.wheels --table    print the table of docs/dependencies.md

The index is the one that pip is set up with. Only files that the locks admit by their hash count.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[2]
LOCKS = ("run", "pi", "pi5", "spi", "sheets", "hub")
TABLE = ("run", "pi", "pi5", "spi")
"""What a 32-bit Pi can be: a table. PostgreSQL's library has no wheel for it, and no sources."""

PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = ("aarch64", "armv7l", "x86_64")
GLIBC = 36
"""Debian 12 has glibc 2.36, Debian 13 a later one: what asks for less runs on both."""

SYSTEMS = {"3.13": "Trixie", "3.11": "Bookworm"}


def known() -> dict[str, dict[str, Any]]:
    """What requirements/binary.toml says."""
    return tomllib.loads((HOME / "requirements" / "binary.toml").read_text(encoding="utf-8"))


def files(python: str, machine: str) -> dict[str, str]:
    """For each locked package the file that pip would take on this machine."""
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in range(5, GLIBC + 1)]
    platforms += [f"manylinux2014_{machine}", f"manylinux1_{machine}", f"linux_{machine}"]
    command = [sys.executable, "-m", "pip", "--quiet", "install", "--dry-run", "--no-deps"]
    command += ["--ignore-installed", "--implementation", "cp", "--python-version", python]
    for abi in (f"cp{python.replace('.', '')}", "abi3", "none"):
        command += ["--abi", abi]
    for platform in platforms:
        command += ["--platform", platform]
    for lock in LOCKS if machine != "armv7l" else TABLE:
        command += ["-r", str(HOME / "requirements" / f"{lock}.txt")]
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch, "report.json")
        command += ["--target", scratch, "--report", str(report)]
        subprocess.run(command, check=True, stderr=subprocess.PIPE)
        chosen = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {
        re.sub(r"[._]+", "-", each["metadata"]["name"]).lower(): each["download_info"]["url"]
        for each in chosen
    }


def found() -> dict[str, dict[str, list[str]]]:
    """For each package that is not pure Python: on which machines there are wheels, for what."""
    seen: dict[str, dict[str, list[str]]] = {}
    for machine in MACHINES:
        for python in PYTHONS:
            for name, url in files(python, machine).items():
                if url.endswith("-none-any.whl"):
                    continue
                wheels = seen.setdefault(name, {})
                if url.endswith(".whl"):
                    wheels.setdefault(machine, []).append(python)
    return seen


def table() -> str:
    """Markdown: what a 64-bit Pi does with each package that is not pure Python."""
    systems = [f"Python {python} ({name})" for python, name in SYSTEMS.items()]
    lines = [f"| package | in | {' | '.join(systems)} | compiles with |", "|---|---|---|---|---|"]
    for name, entry in sorted(known().items()):
        pythons = entry["wheels"].get("aarch64", ())
        cells = ["wheel" if python in pythons else "**compiles**" for python in SYSTEMS]
        tools = " ".join(entry["apt"]) or "not needed"
        lines.append(f"| {name} | {_where(name)} | {' | '.join(cells)} | {tools} |")
    return "\n".join(lines) + "\n"


def _where(name: str) -> str:
    texts = {lock: (HOME / "requirements" / f"{lock}.txt").read_text("utf-8") for lock in LOCKS}
    having = [lock for lock, text in texts.items() if re.search(rf"^{name}==", text, re.MULTILINE)]
    return "everywhere" if "run" in having else ", ".join(f"`{lock}`" for lock in having)


def main() -> None:
    """Say what differs, or that nothing does."""
    if sys.argv[1:] == ["--table"]:
        print(table(), end="")
        return
    written = {name: entry["wheels"] for name, entry in known().items()}
    there = found()
    for name in sorted({*written, *there}):
        if written.get(name) != there.get(name):
            print(f"{name}: the index has {there.get(name)}, binary.toml {written.get(name)}")
    if written != there:
        sys.exit("requirements/binary.toml does not say what the index has")
    print(table(), end="")
    print(f"\nrequirements/binary.toml is right for {len(there)} packages.")


if __name__ == "__main__":
    main()
