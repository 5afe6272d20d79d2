"""The small machine: no systemd, the daemon of this very folder started by hand.

It boots in seconds, and nothing but Lunka runs in it: what is measured is Lunka.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from hardware.profile import shipped_profile
from tests.kernel.image import HOME
from tests.kernel.machine import Machine
from tests.kernel.table import Table
from tests.kernel.wood import Wood

STATE = "/run/lunka"
SETTINGS = """\
[board]
profile = "{board}"
simulated = false
[page]
port = 8765
"""
START = (
    f"cd {STATE}; LG_WD={STATE} LUNKA_HOME={STATE} PYTHONPATH=/run/kernel PYTHONFAULTHANDLER=1 "
    "/usr/local/lib/lunka/venv/bin/python -m controller daemon --config table.toml "
    "> said 2>&1 & echo $!"
)


@contextmanager
def small_table(images: Path, folder: Path, board: str) -> Iterator[tuple[Table, str]]:
    """A table with this shipped board, and the number of its process."""
    sources = [HOME / name for name in ("controller", "hardware", "firmware")]
    with Machine(images, folder, small=True, bring=sources) as machine:
        table = Table(machine, Wood(shipped_profile(board), Random(1)), STATE)
        machine.run(f"mkdir {STATE} && mount --bind /etc/lunka-pi /proc/cpuinfo")
        table.put_in_wood()
        machine.do(("write", f"{STATE}/table.toml", SETTINGS.format(board=board)))
        process = machine.run(START)
        table.wait_until_up()
        yield table, process
