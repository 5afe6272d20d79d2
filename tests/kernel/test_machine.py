"""Lines to a virtual machine: opened, spoken through, given back."""

from __future__ import annotations

import gc
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.machine import MachineError, _connect


@pytest.fixture
def running() -> Iterator[subprocess.Popen[bytes]]:
    """A process that runs until its input ends, as qemu would."""
    with subprocess.Popen(["sh", "-c", "read line"], stdin=subprocess.PIPE) as process:
        yield process


@pytest.mark.filterwarnings("error")
def test_a_line_is_given_back(tmp_path: Path, running: subprocess.Popen[bytes]) -> None:
    """It carries words until it is closed, and nothing of it is left open after a power cut."""
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / "agent"))
        door.listen()
        line = _connect(tmp_path / "agent", running)
        other = door.accept()[0]
        with other:
            other.sendall(b"hello\n")
            assert line.readline() == b"hello\n"
            line.close()
            assert other.recv(1) == b""
    del line
    gc.collect()


def test_a_machine_that_ends_opens_nothing(tmp_path: Path) -> None:
    """It is told with the status that it ended with."""
    with subprocess.Popen(["sh", "-c", "exit 3"]) as ended:
        ended.wait()
        with pytest.raises(MachineError, match="qemu ended with 3 before it opened agent"):
            _connect(tmp_path / "agent", ended)
