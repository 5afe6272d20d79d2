"""`lunka calibrate` on the simulated board: it finds the truth, explains itself, saves it whole."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest

from controller.bringup.asking import AnswersEndedError, Person
from controller.bringup.calibration import Calibration, Measured, Stones, explain
from hardware.clock import ManualClock
from hardware.profile import load_profile, parse_profile
from hardware.simulated import SimulatedBoard, open_simulated
from tests.cli.running import Lunka
from tests.hardware.boards import SMALL_LOAD

CELLS = ["a1", "a2", "A", "b1", "b2", "B"]
STONES = Stones(10, 5.0)
#: The chips as they truly are: every tare and scale its own, one of them wired backwards.
TRUTH = {
    cell: (8000.0 * number - 20_000, 1900.0 + 40 * number) for number, cell in enumerate(CELLS)
}
TRUTH["b1"] = (1234.0, -2000.0)


def _true_profile() -> str:
    cells = "".join(
        f"{cell} = {{data = {4 + number}, tare = {tare}, scale = {scale}}}\n"
        for number, (cell, (tare, scale)) in enumerate(TRUTH.items())
    )
    head, rest = SMALL_LOAD.split("[sensors.load.cells]\n")
    return head + "[sensors.load.cells]\n" + cells + "\n" + rest[rest.index("[pixels]") :]


class Bench:
    """A simulated board on the bench, its stones of exactly their weight, and a script."""

    def __init__(self, answers: str = "\n" * 40) -> None:
        self.clock, self.screen = ManualClock(), io.StringIO()
        profile = parse_profile(
            _true_profile().replace("[cells]", "[pieces]\nspread = 0.0\n[cells]", 1)
        )
        self.board: SimulatedBoard = open_simulated(profile, self.clock)
        self.calibration = Calibration(
            self.board,
            self.clock,
            Person(io.StringIO(answers), self.screen),
            self.clock.advance,
            self.board.wood.set_up,
        )


def test_the_truth_is_found() -> None:
    """Whatever the profile believed, tare and scale come out as the chips are."""
    bench = Bench()
    measured = bench.calibration.run(CELLS, STONES)
    for each in measured:
        tare, scale = TRUTH[each.cell]
        assert each.usable
        assert each.scale == pytest.approx(scale, rel=0.01)
        assert abs(each.tare - tare) < 0.3 * abs(scale), "within a third of a gram"


def test_words_and_lights_lead_through_it() -> None:
    """Each step says what to do and lights the pits it is about; at the end good pits are green."""
    bench = Bench()
    bench.calibration.run(["a1", "B"], STONES)
    said = bench.screen.getvalue()
    assert said.index("Take every stone out") < said.index("Put 10 stones into a1.")
    assert said.index("Take them out of a1 again.") < said.index("Put 10 stones into B.")
    assert bench.board.line is not None
    shown = bench.board.line.pixels()
    assert [place for place, (_, green, _) in enumerate(shown) if green] == [0, 1, 10, 11]
    assert all(green > red for red, green, _ in shown if green)


def test_a_backward_cell_is_explained() -> None:
    """Swapped wires give a negative scale, which works and is said."""
    bench = Bench()
    (b1,) = bench.calibration.run(["b1"], STONES)
    assert b1.usable
    assert "white and green are swapped" in str(b1)


def test_a_dead_cell_is_left_out() -> None:
    """A chip that says nothing sensible is named, and the others go on."""
    bench = Bench()
    bench.board.fail("a2", "dead")
    measured = bench.calibration.run(["a1", "a2"], STONES)
    assert [each.cell for each in measured] == ["a1"]
    assert "No sensible samples come from a2: left out" in bench.screen.getvalue()


def _measured(cell: str, loaded: float, noise: float = 60.0, again: float = 0.0) -> Measured:
    return Measured(cell, 0.0, noise, loaded, again, STONES)


def test_the_diagnostic_explains_each_trouble() -> None:
    """Span, noise, drift and a stranger among its neighbours, each in words."""
    cells = [
        _measured("a1", 100_000),
        _measured("a2", 100_000),
        _measured("A", 500),
        _measured("b1", 100_000, noise=2000),
        _measured("b2", 100_000, again=9000),
        _measured("B", 50_000),
    ]
    explain(cells, STONES)
    told = {each.cell: " ".join(each.remarks) for each in cells}
    assert told["a1"] == told["a2"] == ""
    assert "hardly moves under the stones" in told["A"]
    assert "trembles by more than 10% of a stone" in told["b1"]
    assert "did not come back to empty" in told["b2"]
    assert "weighs unlike the others" in told["B"]
    assert [each.usable for each in cells] == [True, True, False, True, True, True]


def test_a_script_that_ends_saves_nothing() -> None:
    """Whoever walks away in the middle leaves everything as it was."""
    bench = Bench("\n\n")
    with pytest.raises(AnswersEndedError, match="nothing was written"):
        bench.calibration.run(CELLS, STONES)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """The command with a clock that jumps."""
    clock = ManualClock()
    monkeypatch.setattr("hardware.clock.RealClock", lambda: clock)
    monkeypatch.setattr("controller.cli.calibrate.time.sleep", clock.advance)
    return clock


def _profile(folder: Path) -> Path:
    path = folder / "board.toml"
    path.write_text(_true_profile(), encoding="utf-8")
    return path


def test_the_command_saves_what_the_profile_can_name(
    lunka: Lunka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: ManualClock
) -> None:
    """The file beside the profile has every cell; named in the profile, it is used."""
    path = _profile(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 40))
    ran = lunka("calibrate", path, "--simulated", "--cells", "a1", "b1")
    assert (ran.code, ran.err) == (0, "")
    assert 'calibration = "calibration.toml"' in ran.out
    kept = tomllib.loads((tmp_path / "calibration.toml").read_text(encoding="utf-8"))
    assert list(kept) == CELLS
    assert kept["b1"]["scale"] < 0
    assert kept["a2"] == {"tare": TRUTH["a2"][0], "scale": TRUTH["a2"][1]}
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("clock = 11", 'clock = 11\ncalibration = "calibration.toml"'), encoding="utf-8"
    )
    bank = load_profile(path).sensors.load[0]
    assert bank.scale_of("a1") == kept["a1"]["scale"]
    assert not list(tmp_path.glob("*.new"))


def test_no_is_an_answer(
    lunka: Lunka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: ManualClock
) -> None:
    """Nothing is saved against somebody's will."""
    path = _profile(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n\nno\n"))
    assert lunka("calibrate", path, "--simulated", "--cells", "a1").code == 0
    assert not (tmp_path / "calibration.toml").exists()


def test_mistakes_of_the_command(lunka: Lunka) -> None:
    """Boards without load cells and cells that are not there are told so."""
    assert (
        "has no load cells; reeds need no calibration" in lunka("calibrate", "kalah-reed").mistake
    )
    refused = lunka("calibrate", "kalah-load", "--cells", "z9").mistake
    assert "z9" in refused
    assert "only a1, a2" in refused or "have one" in refused
