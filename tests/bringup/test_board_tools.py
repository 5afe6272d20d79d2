"""`lunka board`: wiring tables and drawings, new profiles by questions, the service's devices."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from controller.bringup.asking import Person
from controller.bringup.drawing import wiring_svg
from controller.bringup.headers import PI, PICO
from controller.bringup.maker import (
    KINDS,
    NotEnoughPinsError,
    Plan,
    ask_for_plan,
    checked,
    propose_pins,
)
from controller.bringup.parts import bill_of_materials, parts_of
from controller.bringup.unit import drop_in
from controller.bringup.wires import pin_table, wires_of
from hardware.pi import pi_named
from hardware.profile import Profile, kalah_cells, load_profile, shipped_profile, shipped_profiles
from tests.cli.running import Lunka
from tests.hardware.boards import small

DRAWINGS = Path(__file__).parents[2] / "docs" / "drawings"
PI4, PI5 = pi_named("Raspberry Pi 4 Model B"), pi_named("Raspberry Pi 5 Model B")


# -- wiring ----------------------------------------------------------------------------------------


def test_the_headers_are_the_real_ones() -> None:
    """A few pins that everybody knows are where they belong, and every GPIO is there once."""
    assert [PI.pin(gpio).place for gpio in (2, 18, 10, 21, 0)] == [3, 12, 19, 40, 27]
    assert [PICO.pin(gpio).place for gpio in (0, 15, 16, 22, 28)] == [1, 20, 21, 29, 34]
    assert sorted(pin.gpio for pin in PI.pins if pin.gpio is not None) == list(range(28))
    assert [pin.place for pin in PI.pins if pin.name == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]


@pytest.mark.parametrize("name", shipped_profiles())
def test_every_wire_is_in_the_table_once(name: str) -> None:
    """The pin table has a line for each wire, in the order of the header."""
    profile = shipped_profile(name)
    _, head, body, *_ = pin_table(profile).replace("goes to\n", "goes to\n\n").split("\n\n")
    columns = head.split().index("GPIO") + 1
    rows = [[int(word) for word in line.split()[:columns]] for line in body.splitlines()]
    assert sorted(row[-1] for row in rows) == sorted(wire.gpio for wire in wires_of(profile))
    assert rows == sorted(rows)


def test_the_bill_counts() -> None:
    """Parts are counted from the profile."""
    bought = {item.what: item.count for item in parts_of(shipped_profile("kalah-reed"))}
    assert bought["reed switch"] == bought["diode 1N4148"] == 14
    assert bought["NeoPixel (WS2812B or SK6812)"] == 36
    assert bought["push button"] == 6
    assert "  14 x  HX711 board" in bill_of_materials(shipped_profile("kalah-load"))


@pytest.mark.parametrize("name", shipped_profiles())
def test_the_drawing_names_every_wire(name: str) -> None:
    """Well-formed, and each wire, cell and pixel can be read in it."""
    profile = shipped_profile(name)
    tree = ET.fromstring(wiring_svg(profile))
    words = [element.text or "" for element in tree.iter() if element.tag.endswith("text")]
    joined = "\n".join(words)
    for wire in wires_of(profile):
        assert wire.name in words
        assert f"GPIO {wire.gpio}" in joined
    for cell in profile.cell_names:
        assert cell in words or set(cell.split("-")) <= set(words)
    assert profile.pixels is not None
    assert {str(place) for place in range(profile.pixels.count)} <= set(words)


@pytest.mark.parametrize("name", shipped_profiles())
def test_the_drawings_in_docs_are_up_to_date(name: str) -> None:
    """docs/drawings holds what `lunka board wiring NAME --svg` writes today."""
    kept = (DRAWINGS / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == wiring_svg(shipped_profile(name)), f"make it again: lunka board wiring {name}"


def test_the_drawing_stays_on_its_cards() -> None:
    """Nothing is drawn beyond the sheet's edge, however many pixels or buttons there are."""
    for profile in (small("load"), small("reed"), *map(shipped_profile, shipped_profiles())):
        tree = ET.fromstring(wiring_svg(profile))
        width, height = float(tree.attrib["width"]), float(tree.attrib["height"])
        for element in tree.iter():
            if "x" in element.attrib and "width" in element.attrib:
                assert float(element.attrib["x"]) + float(element.attrib["width"]) <= width
                assert float(element.attrib["y"]) + float(element.attrib["height"]) <= height


def test_the_wiring_command(lunka: Lunka, tmp_path: Path) -> None:
    """Table and bill on the screen, the drawing in a file."""
    target = tmp_path / "wiring.svg"
    ran = lunka("board", "wiring", "kalah-reed", "--svg", target)
    assert (ran.code, ran.err) == (0, "")
    assert "row 0: stripes of its diodes" in ran.out
    assert "diode 1N4148" in ran.out
    assert target.read_text(encoding="utf-8").startswith("<svg ")
    assert "No board profile named" in lunka("board", "wiring", "kalha").mistake
    refused = lunka("board", "wiring", "kalah-reed", "--svg", tmp_path / "no" / "w.svg")
    assert refused.code == 2
    assert "cannot be written: No such file or directory" in refused.err


# -- a new board -----------------------------------------------------------------------------------


def _answered(*answers: str) -> tuple[Plan, str]:
    screen = io.StringIO()
    script = io.StringIO("".join(f"{answer}\n" for answer in answers))
    return ask_for_plan(Person(script, screen)), screen.getvalue()


@pytest.mark.parametrize("sensors", ["load", "reed"])
@pytest.mark.parametrize("place", ["pi", "pico"])
def test_a_board_by_default_answers(sensors: str, place: str) -> None:
    """Whoever only presses Enter gets a profile that loads, on a Pi or behind a Pico."""
    plan, _ = _answered("", "", "", sensors, "", "", place, *[""] * 9)
    text, profile = checked(plan)
    assert profile.cell_names == kalah_cells(6)
    assert profile.kind == "kalah"
    assert (profile.link is not None) == (place == "pico")
    assert len(wires_of(profile)) == len({wire.gpio for wire in wires_of(profile)})
    assert "docs/profiles.md" in text


@pytest.mark.parametrize("kind", ["kalah", "nardy", "gyges", "kakuzu"])
@pytest.mark.parametrize("sensors", ["load", "reed"])
@pytest.mark.parametrize("chip", [None, "pico", "rp2350b"])
def test_pins_never_collide(kind: str, sensors: str, chip: str | None) -> None:
    """For every game and place the proposed pins are distinct, or there are honestly too few."""
    for pits in (1, 6, 9):
        for pin in (10, 18) if chip is None else (28,):
            cells = KINDS[kind].cells(pits)
            plan = Plan("x", kind, cells, sensors, chip, pixel_pin=pin)
            try:
                plan.sensor_pins, plan.button_pins = propose_pins(plan)
            except NotEnoughPinsError as few:
                assert plan.sensor_count + 5 > 20, "a usual board must fit"
                assert "a chip with more pins (rp2350b)" in str(few)
                continue
            _, profile = checked(plan)
            if pin == 10:  # the bus keeps its other pins, all or one
                assert profile.pixels is not None
                bus = {7, 8, 9, 11} if profile.pixels.spi_pins == 5 else {11}
                assert not bus & {wire.gpio for wire in wires_of(profile)}


def test_wrong_answers_are_asked_again() -> None:
    """Each wrong answer is told what is allowed, and the question comes again."""
    plan, said = _answered(
        'The "old" board', "kal", "17", "3", "magnets", "reed", "heavy", "4.5", "", "pi", "1", "2",
        "5", "800", "11", "12", "no", "4 5 4 6 7 8", "4 5 6", "12 5 6 7 8 9", "4 5 6 7 8 9",
    )  # fmt: skip
    assert "'17' is not possible: allowed is a whole number from 1 to 9" in said
    assert "'magnets' is not possible: allowed are load, reed" in said
    assert "'heavy' is not possible: allowed is a number above 0" in said
    assert "'5' is not possible: allowed is a number above 12" in said
    assert "GPIO 4 would serve two things" in said
    assert "needed are 6 GPIO numbers with spaces between" in said
    assert "GPIO 12 would serve two things" in said
    _, profile = checked(plan)
    assert profile.name == 'The "old" board'
    assert profile.sensors.reeds[0].rows == (4, 5)
    assert profile.buttons == {}


def test_a_board_without_lights() -> None:
    """No pixels, no questions about them."""
    plan, said = _answered("Dark", "", "2", "", "", "", "", "0", "0", "", "")
    assert "milliamperes" not in said
    assert checked(plan)[1].pixels is None


def test_the_new_command(lunka: Lunka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It writes a profile that loads, names the next steps, and never overwrites."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("Club table 3\n" + "\n" * 20))
    ran = lunka("board", "new")
    assert ran.code == 0
    assert "The profile is in club-table-3.toml. Next: `lunka board wiring" in ran.out
    before = (tmp_path / "club-table-3.toml").read_text(encoding="utf-8")
    assert load_profile(tmp_path / "club-table-3.toml").name == "Club table 3"
    monkeypatch.setattr("sys.stdin", io.StringIO("Club table 3\n" + "\n" * 20))
    again = lunka("board", "new")
    assert again.code == 2
    assert "club-table-3.toml is there already" in again.err
    assert (tmp_path / "club-table-3.toml").read_text(encoding="utf-8") == before
    assert "is there already" in lunka("board", "new", "--output", "club-table-3.toml").mistake


def test_answers_that_end_write_nothing(
    lunka: Lunka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed terminal in the middle leaves no half profile behind."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("Half\n\n"))
    ran = lunka("board", "new")
    assert ran.code == 2
    assert "the answers ended at the question" in ran.err
    assert not list(tmp_path.glob("*.toml"))


# -- what the service may touch --------------------------------------------------------------------


def test_a_pico_needs_its_port_alone() -> None:
    """Behind a Pico only serial ports are allowed."""
    text = drop_in(shipped_profile("kalah-reed-pico"), PI4)
    assert re.findall(r"^DeviceAllow=(.*)$", text, re.MULTILINE) == ["char-ttyACM rw"]
    assert "SupplementaryGroups=dialout\n" in text
    assert "User=root" not in text


@pytest.mark.parametrize(
    ("port", "allowed"),
    [
        ("/dev/ttyACM3", ["char-ttyACM rw"]),
        ("/dev/ttyUSB0", ["char-ttyUSB rw"]),
        ("/dev/ttyAMA0", ["char-ttyAMA rw"]),
        ("/dev/ttyS0", ["char-ttyS rw"]),
        ("/dev/serial0", ["char-ttyAMA rw", "char-ttyS rw"]),
        ("/dev/serial/by-id/usb-FTDI-if00", ["char-ttyACM rw", "char-ttyUSB rw"]),
        ("/dev/lunka-board", ["char-ttyACM rw", "char-ttyUSB rw"]),
        ("fake:///dev/ttyUSB0?drop=0.1", ["char-ttyUSB rw"]),
        ("fake:///dev/serial0?unplug=30+5", ["char-ttyAMA rw", "char-ttyS rw"]),
    ],
)
def test_each_port_needs_its_own_class(port: str, allowed: list[str]) -> None:
    """What the name leads to is allowed, and no other serial port."""
    text = drop_in(_behind(port), PI4)
    assert re.findall(r"^DeviceAllow=(.*)$", text, re.MULTILINE) == allowed
    assert "SupplementaryGroups=dialout\n" in text


@pytest.mark.parametrize("port", ["socket://10.0.0.5:4000", "fake://socket://10.0.0.5:4000?drop=0"])
def test_a_pico_in_the_network_needs_no_device(port: str) -> None:
    """A port in the network is no device, and needs no group."""
    text = drop_in(_behind(port), PI4)
    assert "DeviceAllow" not in text
    assert "SupplementaryGroups" not in text
    assert "over the network: no device is allowed" in text


def _behind(port: str) -> Profile:
    profile = shipped_profile("kalah-reed-pico")
    assert profile.link is not None
    return profile.model_copy(update={"link": profile.link.model_copy(update={"port": port})})


def test_pins_need_the_chip_and_what_the_pixels_use() -> None:
    """SPI pixels add the bus, a Pi 5 its PIO; only PWM on a Pi 4 asks for root, and says why."""
    spi = shipped_profile("kalah-reed").model_copy(deep=True)
    assert spi.pixels is not None
    spi = spi.model_copy(update={"pixels": spi.pixels.model_copy(update={"pin": 10})})
    assert "DeviceAllow=char-spi rw" in drop_in(spi, PI4)
    assert "SupplementaryGroups=gpio spi\n" in drop_in(spi, PI4)
    assert spi.pixels is not None
    pwm = spi.model_copy(update={"pixels": spi.pixels.model_copy(update={"pin": 18})})
    assert "DeviceAllow=/dev/pio0 rw" in drop_in(pwm, PI5)
    assert "User=root" not in drop_in(pwm, PI5)
    assert "User=root" in drop_in(pwm, PI4)
    assert "With the strip on GPIO 10 (SPI) none of the following is needed." in drop_in(pwm, PI4)


def test_the_unit_command(lunka: Lunka, tmp_path: Path) -> None:
    """From a profile or a table's settings; a simulated board gets no device at all."""
    settings = tmp_path / "table.toml"
    settings.write_text("[board]\nsimulated = true\n", encoding="utf-8")
    simulated = lunka("board", "unit", "--config", settings)
    assert simulated.code == 0
    assert "DeviceAllow" not in simulated.out
    named = lunka("board", "unit", "kalah-reed", "--model", "Raspberry Pi 5 Model B")
    assert "DeviceAllow=char-gpiochip rw" in named.out
