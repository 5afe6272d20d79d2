"""The whole machine: systemd is PID 1, Lunka its service, just as the installer left it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from hardware.profile import shipped_profile
from tests.kernel.machine import Machine, MachineError
from tests.kernel.table import Table
from tests.kernel.wood import Wood

INSTALLED = "kalah-reed"
"""The board that the installer was told of."""

DRIVER = "/sys/bus/platform/drivers/lunkawood"


class Service(Table):
    """A table that systemd keeps alive."""

    def come_up(self) -> None:
        """The machine has just been switched on: the wood lies there, then Lunka starts."""
        self.put_in_wood()
        self.machine.run("udevadm settle")
        self.machine.do(("ready",))
        self.wait_until_up()

    def process(self) -> str:
        """The number of the daemon's process; 0: none runs."""
        return self.machine.run("systemctl show -P MainPID lunka")

    def signal(self, name: str) -> str:
        """Send the daemon a signal; which process it was."""
        process = self.process()
        self.machine.run(f"kill -{name} {process}")
        return process

    def wait_for_another(self, process: str, most: int = 60) -> None:
        """Wait until systemd has started another process, and its page answers."""
        for _ in range(most):
            self.machine.do(("pause", 1))
            if self.process() not in {process, "0"}:
                self.wait_until_up()
                return
        raise MachineError(f"{self.journal()}\nsystemd has started no other process in {most} s")

    def journal(self) -> str:
        """The service's last words."""
        return self.machine.run("systemctl status lunka --no-pager -l -n 25 || true")

    def restarts(self) -> int:
        """How often systemd has started it again."""
        return int(self.machine.run("systemctl show -P NRestarts lunka"))

    def alerts(self) -> list[str]:
        """What the page says is wrong, in English."""
        return [alert["en"] for alert in self.view()["alerts"]]

    def wait_for_alert(self, most: float = 30.0) -> str:
        """The first thing that the page says is wrong."""
        return str(self.wait(lambda view: view["alerts"], most)["alerts"][0]["en"])

    def wait_until_well(self, most: float = 30.0) -> None:
        """Wait until the page has nothing to complain of."""
        self.wait(lambda view: not view["alerts"], most)

    def unbind(self) -> None:
        """Take the GPIO chip and the SPI bus away from the kernel."""
        self.machine.run(f"echo lunkawood > {DRIVER}/unbind")

    def bind(self) -> None:
        """Bring them back."""
        self.machine.run(f"echo lunkawood > {DRIVER}/bind && udevadm settle")

    def across(self, cut: Callable[[], None]) -> None:
        """Let the machine go down and come up again; the stones keep lying."""
        cut()
        self.come_up()


@contextmanager
def service_table(images: Path, folder: Path, board: str) -> Iterator[Service]:
    """Lunka as it was installed, with this shipped board."""
    with Machine(images, folder) as machine:
        machine.run(f"sed -i s/{INSTALLED}/{board}/ /etc/lunka/table.toml")
        table = Service(machine, Wood(shipped_profile(board), Random(1)))
        table.come_up()
        yield table
