"""Install the locks of a Pi's extras into environments of their own and be each Pi in them.

python -m tests.packaging.pi_locks      the whole table, for the Python that runs this
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).parents[2]
NO_CHIP = "RuntimeError: No Raspberry Pi header GPIO controller exposes GPIO 18"
NO_PINS = "error: 'can not open gpiochip'"
NO_BUS = "OSError: /dev/spidev0.0 does not exist"
NO_DMA = "RuntimeError: ws2811_init failed with code -3 (Hardware revision is not supported)"
NO_PIO = "RuntimeError: Failed to open PIO device (error -22)"

REVISIONS = {
    "RASPBERRY_PI_3B": "a02082",
    "RASPBERRY_PI_ZERO_2_W": "902120",
    "RASPBERRY_PI_4B": "c03114",
    "RASPBERRY_PI_5": "c04170",
}
EXTRAS = {pi: "pi5" if pi == "RASPBERRY_PI_5" else "pi" for pi in REVISIONS}


def expected(pi: str) -> dict[str, str | None]:
    """How far each step comes on a machine that has every package and no wire."""
    return {
        "pin map": None,
        "pins by lgpio": NO_PINS,
        "import neopixel": None,
        "import neopixel_spi": None,
        "bits": NO_PIO if EXTRAS[pi] == "pi5" else NO_DMA,
        "strip on GPIO 18": NO_CHIP,
        "strip on GPIO 10": NO_BUS,
    }


def environment(folder: Path, *extras: str) -> Path:
    """The Python of a new environment with nothing but the locks of these extras."""
    uv = str(Path(sys.executable).parent / "uv")
    locks = [word for extra in extras for word in ("-r", f"requirements/{extra}.txt")]
    # PYPI: where lgpio has no wheel it compiles its own C library in.
    for command in (
        ["venv", "--python", sys.executable, str(folder)],
        ["pip", "install", "--python", str(folder), "--require-hashes", *locks],
    ):
        subprocess.run(
            [uv, "--quiet", *command], cwd=HOME, check=True, env={**os.environ, "PYPI": "1"}
        )
    return folder / "bin" / "python"


def steps(python: Path, pi: str) -> dict[str, str | None]:
    """Be this Pi in that environment."""
    forced = {"BLINKA_FORCEBOARD": pi, "BLINKA_FORCECHIP": "BCM2XXX", "PYTHONPATH": str(HOME)}
    forced["LG_WD"] = str(python.parent)  # lgpio writes its files there, and nowhere else
    done = subprocess.run(
        [str(python), str(Path(__file__).with_name("forced_pi.py")), REVISIONS[pi]],
        env={**os.environ, **forced},
        stdout=subprocess.PIPE,
        check=True,
    )
    # What follows is the C library's own word at its end.
    reached: dict[str, str | None] = json.loads(done.stdout.splitlines()[0])
    return reached


def main() -> None:
    """Print how far each Pi comes with its own locks; end with 1 where a package is missing."""
    right = True
    print(f"Python {platform.python_version()}, {platform.machine()}")
    with tempfile.TemporaryDirectory() as scratch:
        for pi, extra in EXTRAS.items():
            folder = Path(scratch, extra)
            python = folder / "bin" / "python"
            if not folder.exists():
                environment(folder, extra, "spi")
            for step, reached in steps(python, pi).items():
                right &= reached == expected(pi)[step]
                print(f"| {pi} | {extra}, spi | {step} | {reached or 'works'} |")
    sys.exit(not right)


if __name__ == "__main__":
    main()
