"""`lunka doctor` at the door of a hall: reached, let in, and only where the table belongs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.bringup.findings import Finding, Level
from controller.cli import main
from controller.publish.messages import Ack
from controller.publish.probe import examine_hall
from controller.publish.topics import ACK
from controller.publish.wire import write_ack
from controller.settings.config import HallSection
from tests.hall.broker import Broker, Tls, free_port
from tests.publish.hub import hub_at


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker with the shipped ACL."""
    with Broker(tmp_path) as started:
        yield started


def hall(broker: Broker, **more: object) -> HallSection:
    """The settings of table t1 at this broker."""
    facts = {
        "broker": "127.0.0.1",
        "port": broker.port,
        "table": "t1",
        "password_file": str(broker.password_file("t1")),
    }
    return HallSection.model_validate(facts | more)


def told(findings: list[Finding]) -> list[tuple[Level, str]]:
    """Every finding in short."""
    return [(finding.level, finding.words) for finding in findings]


def speak(broker: Broker, ack: Ack) -> None:
    """A hub says how far it has the record."""

    async def work() -> None:
        async with hub_at(broker) as hub:
            await hub.say(ACK, write_ack(ack), retain=True)

    asyncio.run(work())


def test_all_is_well(broker: Broker) -> None:
    """Reached, accepted, its own topics alone, and a hub that has something."""
    speak(broker, Ack("0123456789abcdef", 214))
    assert told(examine_hall(hall(broker))) == [
        (Level.GOOD, f"127.0.0.1:{broker.port} lets t1 in"),
        (Level.GOOD, "the hub has 214 events of record 0123456789abcdef"),
        (Level.GOOD, "t1 may write to its own topics, and only there"),
    ]


def test_a_hub_that_refuses(broker: Broker) -> None:
    """The hub's reason is the finding."""
    speak(broker, Ack("0123456789abcdef", 3, "event 4 has another hash"))
    refused = "the hub refuses this table's events: event 4 has another hash"
    assert (Level.FAULT, refused) in told(examine_hall(hall(broker)))


def test_no_hub_yet(broker: Broker) -> None:
    """A broker without a hub is worth a warning."""
    (warned,) = (each for each in examine_hall(hall(broker)) if each.level is Level.WARNING)
    assert warned.remedy.startswith("start the hub: lunka hub")


def test_nobody_listens(broker: Broker) -> None:
    """Where nothing answers at all, there is one finding."""
    port = free_port()
    (finding,) = examine_hall(hall(broker, port=port))
    assert finding.level is Level.FAULT
    assert finding.words.startswith(f"127.0.0.1:{port} is not reached: ")


def test_a_wrong_password(broker: Broker) -> None:
    """The remedy names the command that makes the password known; no password is shown."""
    wrong = broker.password_file("t2")
    (finding,) = examine_hall(hall(broker, password_file=str(wrong)))
    assert finding.words == f"127.0.0.1:{broker.port} does not let t1 in: Not authorized"
    assert "mosquitto_passwd /etc/mosquitto/lunka.passwords t1" in finding.remedy
    assert broker.password("t2") not in str(finding)


def test_an_acl_that_does_not_fit(broker: Broker) -> None:
    """Another prefix than the broker's ACL knows is found."""
    words = [finding.words for finding in examine_hall(hall(broker, prefix="club"))]
    assert "the broker does not let t1 write to club/t1/answers: Not authorized" in words


def test_an_acl_that_is_missing(tmp_path: Path) -> None:
    """A broker that lets every table speak for every other is a warning."""
    with Broker(tmp_path, acl=None) as broker:
        findings = examine_hall(hall(broker))
    assert "t1 may write to other tables' topics too: lunka/doctor-probe/answers" in [
        finding.words for finding in findings if finding.level is Level.WARNING
    ]


def test_tls_on_one_side_only(tmp_path: Path) -> None:
    """A plain table at an encrypted door gets no answer, and is told what to look at."""
    with Broker(tmp_path, tls=Tls(tmp_path)) as broker:
        findings = examine_hall(hall(broker))
    assert findings[-1].level is Level.FAULT


def test_the_command_tells_it(
    broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`lunka doctor --config` looks at board and hall; a fault there is its exit code."""
    file = tmp_path / "table.toml"
    settings = hall(broker, password_file=str(broker.password_file("t2")))
    lines = [f"{key} = {value!r}" for key, value in settings.model_dump(exclude_unset=True).items()]
    file.write_text("\n".join(["[hall]", *lines, ""]), encoding="utf-8")
    assert main(["doctor", "--config", str(file)]) == 1
    assert "fault  hall: " in capsys.readouterr().out


def test_a_table_alone_is_not_asked() -> None:
    """Without a hall there is nothing to say about one."""
    assert examine_hall(HallSection()) == []
