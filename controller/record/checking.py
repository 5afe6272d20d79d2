"""A record verified beside a table that writes it: `python -m controller.record.checking FILE`.

A process of its own, which gives way to everything else; it only reads. It prints what it found as
one line of JSON.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from controller.record.errors import RecordDamagedError, RecordError
from controller.record.finding import Finding
from controller.record.verify import verify

#: The least that a process can ask for.
_LAST = 19


def found_in(record: Path) -> Finding:
    """Verify a record."""
    try:
        report = verify(record)
    except RecordDamagedError as damage:
        return Finding(damaged=True, what=str(damage))
    except RecordError as trouble:
        return Finding(what=str(trouble))
    return Finding(report.damaged, str(report.broken or ""))


def main() -> None:
    """Verify the record that the command line names, behind everybody else."""
    with suppress(OSError):
        os.nice(_LAST)
    sys.stdout.write(json.dumps(asdict(found_in(Path(sys.argv[1])))))


if __name__ == "__main__":
    main()
