"""Starts a program within bounds: it gives way, gets so much memory, and never outlives who
started it.

    python -I -S bounds.py PARENT MEGABYTES PROGRAM [ARGUMENT ...]

A program of its own, since what is set between fork and exec in a process with threads may hang.
"""

import contextlib
import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_NICE = 10
#: Where memory runs out, a player less is better than a board less.
_GIVES_WAY = "800"


def main() -> None:
    """Set the bounds, and become the program."""
    parent, megabytes, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    with contextlib.suppress(OSError, AttributeError):  # where there is no Linux
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before it could take us along
        sys.exit(0)
    with contextlib.suppress(OSError):  # the service's sandbox lets nobody say who comes first
        os.setpriority(os.PRIO_PROCESS, 0, max(_NICE, os.getpriority(os.PRIO_PROCESS, 0)))
    most = megabytes << 20
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_GIVES_WAY, encoding="ascii")
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]} cannot be started: {error.strerror}")


if __name__ == "__main__":
    main()
