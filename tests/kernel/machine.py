"""A virtual machine of qemu: booted, spoken to, reset, its power cut.

Time in it is counted in instructions (`-icount`): one is a nanosecond, and nothing waits for real
time to pass. A load cell's clock pulse is as long as on a machine with a core of its own, however
busy the machine that runs the test is, and what Lunka costs can be compared from run to run.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import tarfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from tests.kernel import agent

Step = Sequence[Any]

REAL_LIMIT_S = 900.0
"""No answer for so long, in real seconds: the machine hangs."""

KERNEL_LINE = (
    "root=/dev/vda rw console=ttyS0 quiet mitigations=off nokaslr audit=0 cryptomgr.notests=1"
)

UNPACK = "mkdir -p /run/kernel && tar xf /dev/vdb -C /run/kernel"

SMALL_INIT = (
    "export PATH=/usr/sbin:/usr/bin; mount -t proc proc /proc; mount -t sysfs sys /sys; "
    "mount -t devtmpfs dev /dev; mount -t tmpfs run /run; ip link set lo up; "
    f"modprobe -a virtio_console; {UNPACK}; exec python3 /run/kernel/agent.py"
)
"""What stands for systemd in the small machine: just enough for the agent."""


class MachineError(Exception):
    """The machine did not do what was asked of it."""


class Machine:
    """One virtual machine on a throw-away copy of an image."""

    def __init__(
        self, images: Path, folder: Path, *, small: bool = False, bring: Sequence[Path] = ()
    ) -> None:
        self._images, self._folder, self._small = images, folder, small
        self._disk, self._brought = folder / "disk.qcow2", folder / "brought.tar"
        self._pack(bring)
        self._copy()
        self.boot()

    # -- power ---------------------------------------------------------------------------------

    def boot(self) -> None:
        """Switch it on, and wait until its agent says hello."""
        for name in ("agent", "qmp"):
            (self._folder / name).unlink(missing_ok=True)
        self._qemu = subprocess.Popen(self._command(), stdin=subprocess.DEVNULL)
        self._agent = _connect(self._folder / "agent", self._qemu)
        self._qmp = _connect(self._folder / "qmp", self._qemu)
        self._qmp.readline()
        self._control("qmp_capabilities")
        self._hello()

    def reset(self) -> None:
        """Press the reset button."""
        self._control("system_reset")
        self._hello()

    def cut_power(self) -> None:
        """Pull the plug: what the disk was not told to keep is gone. Then switch it on again."""
        self.stop()
        self.boot()

    def stop(self) -> None:
        """Pull the plug."""
        self._qemu.kill()
        self._qemu.wait()
        self._agent.close()
        self._qmp.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- what the agent does -------------------------------------------------------------------

    def do(self, *steps: Step) -> list[Any]:
        """Carry these steps out, one after the other, and give the answer of each."""
        _tell(self._agent, steps)
        answers = self._answer()
        for step, answer in zip(steps, answers, strict=True):
            if isinstance(answer, dict):
                raise MachineError(f"{step}: {answer['wrong']}")
        return list(answers)

    def run(self, command: str, *, most: float = 120.0) -> str:
        """What a shell inside says to a command that must succeed."""
        status, said = self.do(("run", command, most))[0]
        if status != 0:
            raise MachineError(f"{command!r} ended with {status}:\n{said}")
        return str(said).strip()

    def console(self) -> str:
        """What the kernel and systemd have told on the console, for when something goes wrong."""
        return (self._folder / "console").read_text(errors="replace")[-3000:]

    # -- inside --------------------------------------------------------------------------------

    def _answer(self) -> Any:
        try:
            line = self._agent.readline()
        except TimeoutError:
            raise MachineError(f"no answer; the console says:\n{self.console()}") from None
        if not line:
            raise MachineError(f"qemu has ended; the console says:\n{self.console()}")
        return json.loads(line)

    def _hello(self) -> None:
        while self._answer() != "hello":
            pass  # an answer from before the reset

    def _control(self, command: str) -> None:
        _tell(self._qmp, {"execute": command})
        while "return" not in json.loads(self._qmp.readline()):
            pass  # an event

    def _pack(self, bring: Sequence[Path]) -> None:
        with tarfile.open(self._brought, "w") as tar:
            tar.add(agent.__file__, "agent.py")
            for path in bring:
                tar.add(path, path.name, filter=_without_caches)

    def _copy(self) -> None:
        create = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw"]
        subprocess.run([*create, "-b", self._images / "vm.img", self._disk], check=True)

    def _command(self) -> list[str]:
        qemu = shutil.which("qemu-system-x86_64") or "qemu-system-x86_64"
        told = KERNEL_LINE
        if self._small:
            told += f' init=/usr/bin/bash -- -c "{SMALL_INIT}"'
        return [
            *(qemu, "-accel", "tcg", "-cpu", "qemu64", "-smp", "1", "-m", "768"),
            *("-icount", "shift=0,sleep=off", "-display", "none", "-nodefaults", "-nic", "none"),
            *("-kernel", f"{self._images}/vmlinuz", "-initrd", f"{self._images}/initrd"),
            *("-append", told, "-device", "virtio-rng-pci", "-device", "virtio-serial"),
            *("-drive", f"file={self._disk},if=virtio,format=qcow2"),
            *("-drive", f"file={self._brought},if=virtio,format=raw,readonly=on"),
            *("-serial", f"file:{self._folder}/console"),
            *("-chardev", f"socket,id=agent,path={self._folder}/agent,server=on,wait=off"),
            *("-device", f"virtserialport,chardev=agent,name={agent.PORT_NAME}"),
            *("-qmp", f"unix:{self._folder}/qmp,server=on,wait=off"),
        ]


def _connect(path: Path, qemu: subprocess.Popen[bytes]) -> Any:
    """The other end of a socket that qemu is about to open."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(REAL_LIMIT_S)
        while qemu.poll() is None:
            try:
                line.connect(str(path))
            except OSError:
                time.sleep(0.05)  # qemu tells nobody when it has opened its sockets
            else:
                return line.makefile("rwb")  # which keeps the line open until it is closed itself
    raise MachineError(f"qemu ended with {qemu.returncode} before it opened {path.name}")


def _tell(line: Any, message: object) -> None:
    line.write(json.dumps(message).encode() + b"\n")
    line.flush()


def _without_caches(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if "__pycache__" in member.name else member
