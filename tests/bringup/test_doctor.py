"""The doctor against staged faults: each is found, explained, and has its remedy."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from controller.bringup.checks import examine
from controller.bringup.doctor import Patient, examine_board, write_bundle
from controller.bringup.findings import Finding, Level, exit_code, fault, good, summary, warning
from controller.bringup.machine import Machine, this_machine
from firmware.lunka import VERSION
from firmware.lunka.protocol import PROTOCOL
from hardware.board import Board
from hardware.clock import ManualClock
from hardware.errors import FirmwareMismatchError, PinsUnavailableError
from hardware.loadcells import LoadCellBank
from hardware.pi import Pi, pi_named
from hardware.profile import Profile, parse_profile, shipped_profile
from hardware.readings import Frame
from hardware.simulated import Nature, open_simulated
from tests.cli.running import Lunka
from tests.hardware.boards import SMALL_LOAD, SMALL_REED, small

PI4, PI5 = pi_named("Raspberry Pi 4 Model B Rev 1.4"), pi_named("Raspberry Pi 5 Model B Rev 1.0")

GOOD = Machine(
    pi=PI4,
    system="Raspberry Pi OS",
    kernel="6.6 aarch64",
    groups=frozenset({"lunka", "gpio", "spi", "dialout"}),
    devices=frozenset({"gpiochip0", "spidev0.0", "mem", "vcio"}),
    libraries={
        "lgpio": "0.2.2.0",
        "gpiozero": "2.0.1",
        "rpi-gpio": "0.7.1",
        "rpi-ws281x": "5.0.0",
        "gpiod": "2.5.0",
        "adafruit-circuitpython-neopixel": "6.4.2",
        "adafruit-circuitpython-neopixel-spi": "1.0.16",
    },
    throttled=0,
    free_mb=20_000,
    clock_set=True,
    boot_config="dtparam=spi=on\ncore_freq=500\ncore_freq_min=500\n",
)
ON_SPI = parse_profile(SMALL_REED.replace("pin = 18", "pin = 10"))
ON_PWM = small("reed")


def on_port(port: str) -> Profile:
    """A board behind the Pico on this port."""
    return parse_profile(f'{SMALL_REED}[link]\nport = "{port}"\n')


ON_PICO = on_port("/dev/ttyACM0")


def _bad(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.level is not Level.GOOD]


def test_a_good_machine_is_called_good() -> None:
    """Nothing is made up where nothing is wrong."""
    for profile in (ON_SPI, ON_PICO):
        machine = replace(GOOD, devices=GOOD.devices | {"ttyACM0"})
        findings = examine(machine, profile)
        assert _bad(findings) == []
        assert exit_code(findings) == 0
        assert summary(findings) == "All is well."


@pytest.mark.parametrize(
    ("port", "device", "words"),
    [
        ("/dev/serial0", "serial0", "/dev/serial0 is there"),
        ("/dev/serial/by-id/usb-one", "serial/by-id/usb-one", "/dev/serial/by-id/usb-one is there"),
        ("socket://10.0.0.5:4000", "null", "over the network at 10.0.0.5:4000; whether it answers"),
    ],
)
def test_the_port_of_the_profile_is_looked_at(port: str, device: str, words: str) -> None:
    """That very port, by whatever name; one in the network is no missing device."""
    machine = replace(GOOD, devices=GOOD.devices | {device})
    findings = examine(machine, on_port(port))
    assert _bad(findings) == []
    assert next(each.words for each in findings if each.about == "Pico").startswith(words)


@pytest.mark.parametrize(
    ("port", "words", "remedy"),
    [
        ("ttyACM0", "the profile names ttyACM0, which is no device under /dev", "HOST:PORT"),
        ("fake://?drop=0.1", "the profile names no port, which is no device", "by-id"),
        ("fake:///dev/ttyACM0?drop=0.1", "its port is a fake:// one, which harms", "port alone"),
    ],
)
def test_a_port_that_is_none_is_told(port: str, words: str, remedy: str) -> None:
    """What cannot be looked at, or misbehaves on purpose, is said so."""
    machine = replace(GOOD, devices=GOOD.devices | {"ttyACM0"})
    found = _bad(examine(machine, on_port(port)))
    assert {each.level for each in found} == {Level.WARNING}
    assert words in found[-1].words
    assert remedy in found[-1].remedy


def _without(*names: str) -> dict[str, str]:
    return {name: version for name, version in GOOD.libraries.items() if name not in names}


FAULTS: dict[str, tuple[Machine, Profile, str, str]] = {
    "no Pi": (replace(GOOD, pi=Pi("a laptop")), ON_SPI, "hangs on the pins of a Rasp", "simulate"),
    "both libraries": (
        replace(GOOD, libraries={**GOOD.libraries, "rpi-lgpio": "0.6"}),
        ON_SPI,
        "RPi.GPIO and rpi-lgpio are both installed and own the same module",
        "pip uninstall RPi.GPIO rpi-lgpio, then install Lunka with its 'pi' extra alone",
    ),
    "RPi.GPIO on a Pi 5": (
        replace(GOOD, pi=PI5),
        ON_SPI,
        "RPi.GPIO does not work on a Raspberry Pi 5",
        "'pi5' extra",
    ),
    "the empty lgpio": (
        replace(GOOD, libraries={**GOOD.libraries, "lgpio": "0.0.0.2"}),
        ON_SPI,
        "lgpio 0.0.0.2 is installed, needed is 0.2.2.0 (0.0.0.2 is an empty module)",
        "pip install -r requirements/pi.txt; for the service: sudo systemd/install.sh --extra pi,",
    ),
    "no pixel library": (
        replace(GOOD, pi=PI5, libraries=_without("rpi-gpio", "rpi-ws281x")),
        ON_PWM,
        "adafruit-blinka-raspberry-pi5-neopixel is not installed: it drives pixels on GPIO 18",
        "sudo systemd/install.sh --extra pi5,",
    ),
    "no pixel class": (
        replace(GOOD, root=True, libraries=_without("adafruit-circuitpython-neopixel")),
        ON_PWM,
        "adafruit-circuitpython-neopixel is not installed: it drives pixels on GPIO 18",
        "sudo systemd/install.sh --extra pi,",
    ),
    "no gpiod below pixels by PWM": (
        replace(GOOD, root=True, libraries=_without("gpiod")),
        ON_PWM,
        "gpiod is not installed: it drives pixels on GPIO 18 of a Raspberry Pi 4",
        ".venv/bin/pip install -r requirements/pi.txt; for the service: "
        "sudo systemd/install.sh --extra pi,",
    ),
    "no gpiod below pixels by SPI": (
        replace(GOOD, libraries=_without("gpiod")),
        ON_SPI,
        "gpiod is not installed: it drives pixels on GPIO 10 of a Raspberry Pi 4",
        ".venv/bin/pip install -r requirements/pi.txt -r requirements/spi.txt; for the service: "
        "sudo systemd/install.sh --extra pi --extra spi,",
    ),
    "gpiod of another kind": (
        replace(GOOD, libraries={**GOOD.libraries, "gpiod": "1.5.4"}),
        ON_SPI,
        "gpiod 1.5.4 is installed, below the pixels' libraries must be 2.2.2 or a later 2.x",
        "sudo systemd/install.sh --extra pi --extra spi,",
    ),
    "not in the group": (
        replace(GOOD, groups=frozenset({"lunka"})),
        ON_SPI,
        "lunka is not in gpio and spi",
        "sudo usermod -aG gpio,spi lunka, then log in again",
    ),
    "no Pico": (
        GOOD,
        ON_PICO,
        "/dev/ttyACM0 is not there; plugged in: no serial port",
        "cable",
    ),
    "another port than the Pico's": (
        replace(GOOD, devices=GOOD.devices | {"ttyAMA0", "ttyUSB0"}),
        ON_PICO,
        "/dev/ttyACM0 is not there; plugged in: ttyUSB0",
        "see that [link] port in the profile names it",
    ),
    "another Pico than the one by name": (
        replace(GOOD, devices=GOOD.devices | {"ttyACM0", "serial/by-id/usb-two"}),
        on_port("/dev/serial/by-id/usb-one"),
        "/dev/serial/by-id/usb-one is not there; plugged in: ttyACM0",
        "ls /dev/serial/by-id/",
    ),
    "no gpiochip": (
        replace(GOOD, devices=frozenset({"spidev0.0"})),
        ON_SPI,
        "there is no /dev/gpiochip0",
        "use Raspberry Pi OS",
    ),
    "busy pin": (
        replace(GOOD, pin_users={13: "fan-control"}),
        ON_SPI,
        "GPIO 13 (column 1) is held by fan-control",
        "stop the program that holds it",
    ),
    "I2C on the confirm button": (
        replace(GOOD, pin_users={2: "the kernel"}),
        ON_SPI,
        "GPIO 2 (confirm) is held by the kernel",
        "switch I2C off",
    ),
    "sound on PWM": (
        replace(GOOD, root=True, modules=frozenset({"snd_bcm2835"})),
        ON_PWM,
        "the analogue sound output uses the PWM that the pixels on GPIO 18 need",
        "dtparam=audio=off",
    ),
    "SPI off": (
        replace(GOOD, devices=frozenset({"gpiochip0"})),
        ON_SPI,
        "off: there is no /dev/spidev0.0",
        "write dtparam=spi=on into /boot/firmware/config.txt (`lunka board boot` does)",
    ),
    "I2C switched on below two buttons": (
        replace(GOOD, boot_config=f"{GOOD.boot_config}dtparam=i2c_arm=on\n"),
        ON_SPI,
        "buttons.confirm.pin = 2 in the profile of 'Small': GPIO 2 is SDA of I2C, which the line "
        "dtparam=i2c_arm=on in /boot/firmware/config.txt switches on",
        "write dtparam=i2c_arm=off there and restart, or move this wire; free are 4, 14, 15, 17",
    ),
    "SPI on, and a wire on its pin": (
        replace(GOOD, root=True),
        parse_profile(SMALL_REED.replace("rows = [5, 6]", "rows = [5, 8]")),
        "sensors.reeds[0].rows[1] = 8 in the profile of 'Small': GPIO 8 is CE0 of SPI",
        "write dtparam=spi=off there and restart, or move this wire; free are 3, 4, 6, 14",
    ),
    "a core clock that wanders": (
        replace(GOOD, boot_config="dtparam=spi=on\n"),
        ON_SPI,
        "it wanders between 200 and 500 MHz on a Raspberry Pi 4",
        "write core_freq=500 and core_freq_min=500 into /boot/firmware/config.txt",
    ),
    "no root for PWM": (
        GOOD,
        ON_PWM,
        "can only be driven by root, and this is lunka",
        "wire the strip to GPIO 10",
    ),
    "undervoltage": (
        replace(GOOD, throttled=0x50005),
        ON_SPI,
        "at this moment the voltage is too low and it is throttled",
        "use a supply of 5.1 V and 3 A or more",
    ),
    "disk full": (replace(GOOD, free_mb=12), ON_SPI, "12 MB free", "use a larger card"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_found_and_explained(name: str) -> None:
    """What is wrong, in words, and the remedy; nothing else is blamed."""
    machine, profile, words, remedy = FAULTS[name]
    (found,) = _bad(examine(machine, profile))
    assert found.level is Level.FAULT
    assert words in found.words
    assert remedy in found.remedy
    assert exit_code([found]) == 1


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (replace(GOOD, throttled=0x50000), "since the Pi was started the voltage was too low"),
        (replace(GOOD, free_mb=300), "300 MB free"),
        (replace(GOOD, clock_set=False), "the time of day was never synchronised"),
        (replace(GOOD, boot_config=None), "/boot/firmware/config.txt cannot be read: is it held?"),
    ],
)
def test_what_will_bite_is_a_warning(machine: Machine, words: str) -> None:
    """It works, so the exit code is good; but it is said, with its remedy."""
    (found,) = _bad(examine(machine, ON_SPI))
    assert found.level is Level.WARNING
    assert words in found.words
    assert found.remedy
    assert exit_code([found]) == 0


# -- the board itself ------------------------------------------------------------------------------


def _round(profile: Profile, stage: object = None, **rest: object) -> list[Finding]:
    """Look at a simulated board on which something was staged."""
    clock = ManualClock(100.0)
    board = open_simulated(profile, clock, **rest)  # type: ignore[arg-type]
    if callable(stage):
        stage(board)
    return examine_board(Patient(profile, lambda: board, clock, clock.advance))


@pytest.mark.parametrize("sensors", ["load", "reed"])
def test_a_good_board(sensors: str) -> None:
    """Every sensor and the pixels are named, and nothing is wrong with them."""
    findings = _round(small(sensors))
    assert _bad(findings) == []
    assert [finding.about for finding in findings] == [
        *(f"sensor {cell}" for cell in ("a1", "a2", "A", "b1", "b2", "B")),
        "pixels",
    ]


@pytest.mark.parametrize(
    ("fault_kind", "words"),
    [("dead", "The load cell of b1 gives no answer"), ("stuck", "says exactly")],
)
def test_a_broken_load_cell(fault_kind: str, words: str) -> None:
    """A dead or frozen load cell is named with what it does."""
    text = SMALL_LOAD.replace("clock = 11", "clock = 11\nslow_hz = 80.0")
    (found,) = _bad(_round(parse_profile(text), lambda board: board.fail("b1", fault_kind)))
    assert (found.about, found.level) == ("sensor b1", Level.FAULT)
    assert words in found.words


def test_a_chattering_reed() -> None:
    """A reed with a cracked joint is named."""
    (found,) = _bad(_round(small("reed"), lambda board: board.fail("a2", "chatter")))
    assert found.about == "sensor a2"
    assert "chatters" in found.words


def test_a_trembling_load_cell() -> None:
    """Noise beyond a tenth of a stone is a warning that says how much."""
    findings = _bad(_round(small("load"), nature=Nature(noise_g=0.9, drift_g=0.0)))
    assert len(findings) == 6
    assert all(found.words.startswith("trembles too much: noise ") for found in findings)


def test_half_a_stone() -> None:
    """Grams between two numbers of stones are told, whatever lies there."""
    profile = parse_profile(SMALL_LOAD.replace("[cells]", "[pieces]\ngrams = 5.0\n\n[cells]"))
    other = parse_profile(SMALL_LOAD.replace("[cells]", "[pieces]\ngrams = 2.4\n\n[cells]"))
    clock = ManualClock()
    board = open_simulated(other, clock)
    board.wood.set_up({"a1": 1})
    board.profile = profile
    (found,) = _bad(examine_board(Patient(profile, lambda: board, clock, clock.advance)))
    assert found.about == "sensor a1"
    assert "between two numbers of pieces" in found.words


def test_a_pit_that_wandered() -> None:
    """What the table learned of an empty pit shows as drift, and calls for a calibration."""
    profile, clock = small("load"), ManualClock()
    memory = {"empty": {"a1": [3.1, 0], "a2": [0.1, 0]}}
    board = open_simulated(profile, clock)
    patient = Patient(profile, lambda: board, clock, clock.advance, memory)
    (found,) = _bad(examine_board(patient))
    assert found.about == "sensor a1"
    assert "drift +3.10 g" in found.words
    assert found.remedy == "run `lunka calibrate` with empty pits"


def test_pins_that_another_program_holds() -> None:
    """A board that cannot be opened is one fault with the whole reason."""

    def refuse() -> Board:
        raise PinsUnavailableError("The pins of 'Small' cannot be opened: GPIO busy.")

    (found,) = examine_board(Patient(small("reed"), refuse, ManualClock()))
    assert "GPIO busy" in found.words
    assert "systemctl stop lunka" in found.remedy


def test_another_firmware(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pico with firmware that is not for this Lunka is told in the link's own words."""
    clock = ManualClock()
    board = open_simulated(small("reed"), clock)
    words = "The Pico on /dev/ttyACM0 has firmware 0.9.0, which speaks protocol 7"

    def poll() -> list[object]:
        raise FirmwareMismatchError(words)

    monkeypatch.setattr(board, "poll", poll)
    (found,) = examine_board(Patient(small("reed"), lambda: board, clock, clock.advance))
    assert found.words == words


def test_the_firmware_is_named() -> None:
    """Behind a Pico the doctor tells its firmware's version."""
    profile = shipped_profile("kalah-reed-pico")
    (found,) = [each for each in _round(profile) if each.about == "firmware"]
    assert found.level is Level.GOOD
    assert found.words == f"version {'.'.join(map(str, VERSION))}, protocol {PROTOCOL}"


@pytest.mark.parametrize("version", [(0, 9, 9), (VERSION[0] + 1, 0, 0)], ids=["older", "newer"])
def test_a_firmware_of_another_version_is_told(
    version: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It speaks the same protocol, but is not what came with this Lunka: both are named."""
    monkeypatch.setattr("firmware.lunka.app.VERSION", version)
    profile = shipped_profile("kalah-reed-pico")
    (found,) = [each for each in _round(profile) if each.about == "firmware"]
    theirs, ours = (".".join(map(str, each)) for each in (version, VERSION))
    assert found.level is Level.WARNING
    assert found.words == f"the Pico has version {theirs}, and this Lunka came with version {ours}"
    assert found.remedy.startswith("flash it: mpremote connect /dev/ttyACM0 cp -r firmware/lunka")


def test_pixels_that_cannot_be_lit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strip whose driver fails is a fault; the sensors were looked at all the same."""
    clock = ManualClock()
    board = open_simulated(small("reed"), clock)

    def show(frame: Frame) -> None:
        raise OSError("no such device")

    monkeypatch.setattr(board, "show", show)
    findings = examine_board(Patient(small("reed"), lambda: board, clock, clock.advance))
    (found,) = _bad(findings)
    assert found.words == "they cannot be lit: no such device"
    assert len(findings) == 7


@pytest.mark.parametrize(("spoilt", "told"), [(0, False), (5, False), (200, True)])
def test_slow_pulses_are_told(spoilt: int, told: bool) -> None:
    """A bank that throws many samples away says why; now and then one is nothing."""
    clock, profile = ManualClock(), small("load")
    board = open_simulated(profile, clock)
    (bank,) = board.drivers
    assert isinstance(bank, LoadCellBank)
    bank.overlong = spoilt
    findings = examine_board(Patient(profile, lambda: board, clock, clock.advance))
    found = [each for each in findings if each.about == "load cells on clock GPIO 11"]
    assert bool(found) is told
    if told:
        assert found[0].words.startswith(f"200 of {200 + bank.samples} samples were thrown away")
        assert "lgpio" in (found[0].remedy or "")


def test_every_pixel_is_lit_and_then_dark() -> None:
    """Each pixel of the strip is lit once in the round, and none at its end."""
    clock = ManualClock()
    profile = small("reed")
    board = open_simulated(profile, clock)
    line = board.line
    examine_board(Patient(profile, lambda: board, clock, clock.advance))
    assert line is not None
    lit = {place // 3 for sent in line.sent for place, level in enumerate(sent.data) if level}
    assert lit == set(range(12))
    assert not any(line.sent[-1].data)


# -- the command and its bundle --------------------------------------------------------------------


def test_findings_read_well() -> None:
    """Level, subject, words, and the remedy on a line of its own."""
    assert str(good("disk", "fine")) == "   good  disk: fine"
    assert str(fault("SPI", "off", "switch it on")) == "  fault  SPI: off\n         -> switch it on"
    findings = [fault("a", "b", "c"), warning("a", "b", "c"), warning("a", "b", "c")]
    assert summary(findings) == "1 fault, 2 warnings."


def test_the_command_on_a_simulated_board(lunka: Lunka, tmp_path: Path) -> None:
    """`lunka doctor --simulated` looks at every sensor; the bundle holds no key."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "key").write_text("a-secret-key\n")
    bundle = tmp_path / "report.zip"
    ran = lunka("doctor", "--simulated", "--profile", "kalah-reed", "--bundle", bundle)
    assert (ran.code, ran.err) == (0, "")
    assert "All is well." in ran.out
    with zipfile.ZipFile(bundle) as kept:
        names = set(kept.namelist())
        whole = b"".join(kept.read(name) for name in names)
        assert json.loads(kept.read("machine.json"))["lunka"]
    assert names == {"report.txt", "machine.json", "profile.json", "settings.json"}
    assert b"a-secret-key" not in whole


def test_the_command_off_a_pi(lunka: Lunka) -> None:
    """Without a Pi a real board cannot work: the fault is said and the exit code is 1."""
    ran = lunka("doctor", "--dry", "--profile", "kalah-load")
    assert ran.code == 1
    assert "no Raspberry Pi" in ran.out


def test_this_machine_is_looked_at(tmp_path: Path) -> None:
    """Every fact is found below a root: model, system, devices, modules, power."""
    files = {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
        "proc/modules": "snd_bcm2835 1 0 - Live 0\nspidev 2 0 - Live 0\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50000\n",
        "dev/spidev0.0": "",
        "dev/ttyACM0": "",
        "dev/null": "",
        "run/systemd/timesync/synchronized": "",
        "boot/config.txt": "core_freq=500\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "dev/serial/by-id").mkdir(parents=True)
    for name, target in (("serial/by-id/usb-pico", "../../ttyACM0"), ("serial0", "ttyACM0")):
        (tmp_path / "dev" / name).symlink_to(target)
    (tmp_path / "dev/serial/by-id/usb-gone").symlink_to("../../ttyACM7")
    (tmp_path / "dev/serial1").symlink_to("ttyAMA7")
    machine = this_machine(tmp_path / "state" / "not" / "yet", tmp_path)
    assert machine.pi == PI5
    assert machine.system == "Debian GNU/Linux 12 (bookworm)"
    assert machine.devices == {"spidev0.0", "ttyACM0", "serial0", "serial/by-id/usb-pico"}
    assert machine.modules == {"snd_bcm2835", "spidev"}
    assert machine.throttled == 0x50000
    assert machine.clock_set is True
    assert machine.free_mb is not None
    assert "gpiozero" in machine.libraries
    assert (machine.boot_file, machine.boot_config) == ("/boot/config.txt", "core_freq=500\n")


def test_a_bundle_is_whole_or_not_there(tmp_path: Path) -> None:
    """A bundle that cannot be finished leaves nothing under its name."""
    target = tmp_path / "b.zip"
    with pytest.raises(TypeError):
        write_bundle(target, GOOD, [], {"broken": None})  # type: ignore[dict-item]
    assert not target.exists()
