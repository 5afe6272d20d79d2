"""`lunka calibrate` on the simulated board: it finds the truth, explains itself, saves it whole."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest

from controller.bringup.asking import AnswersEndedError, Person
from controller.bringup.calibration import Calibration, Measured, explain
from controller.bringup.known import Known, known_pieces
from hardware.clock import ManualClock
from hardware.profile import load_profile, parse_profile, shipped_profile
from hardware.simulated import SimulatedBoard, open_simulated
from tests.cli.running import Lunka
from tests.hardware.boards import SMALL_LOAD

CELLS = ["a1", "a2", "A", "b1", "b2", "B"]
STONES = Known(10, 5.0)
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


def _said(
    lunka: Lunka, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *arguments: str
) -> list[str]:
    """What `lunka calibrate` says, on a simulated board, up to the question whether to save."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n\n\n\nno\n"))
    monkeypatch.chdir(tmp_path)
    ran = lunka("calibrate", *arguments, "--simulated")
    assert (ran.code, ran.err) == (0, "")
    assert "Save the values of" in ran.out
    return ran.out.replace(" Then press Enter", "\n").splitlines()


def test_gyges_is_calibrated_with_one_piece(
    lunka: Lunka, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, quick: ManualClock
) -> None:
    """A field holds one solid piece: a triple goes from field to field, and is three storeys."""
    said = _said(lunka, monkeypatch, tmp_path, "gyges-load", "--cells", "a1", "goal2")
    whole = "\n".join(said)
    assert said[0] == "Known weight: one triple piece, 3 storeys of 20 g each."
    for line in (
        "Take every piece off the fields and goals, and hands off.",
        "Put one triple piece on a1.",
        "Take it off a1 again.",
        "Put one triple piece on goal2.",
        "Take it off goal2 again.",
    ):
        assert line in whole
    assert "counts for one triple piece, +" in whole
    for strange in ("stone", "pit", "store ", "stores", "10 "):
        assert strange not in whole


def test_nardy_is_calibrated_with_checkers(
    lunka: Lunka, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, quick: ManualClock
) -> None:
    """Ten checkers go from point to point; a bare number is told as a point's."""
    said = _said(lunka, monkeypatch, tmp_path, "nardy-load", "--cells", "1", "bar-white")
    whole = "\n".join(said)
    assert said[0] == "Known checkers: 10 of 12 g each."
    for line in (
        "Take every checker off the points, bars and trays, and hands off.",
        "Put 10 checkers on point 1.",
        "Take them off point 1 again.",
        "Put 10 checkers on bar-white.",
    ):
        assert line in whole
    assert "counts for 10 checkers, +" in whole
    for strange in ("stone", "pit", "store"):
        assert strange not in whole


def test_the_scale_of_a_triple_is_right() -> None:
    """Three storeys of 20 g are 60 g, not ten times 20: the counts a gram are the chip's."""
    clock, profile = ManualClock(), shipped_profile("gyges-load")
    board = open_simulated(profile, clock)
    person = Person(io.StringIO("\n" * 9), io.StringIO())
    calibration = Calibration(board, clock, person, clock.advance, board.wood.set_up)
    (d4,) = calibration.run(["d4"], known_pieces(profile))
    assert d4.known.weight == 60.0
    assert d4.scale == pytest.approx(profile.sensors.load[0].scale_of("d4"), rel=0.05)


def test_a_known_weight_that_fits_nowhere_is_refused(lunka: Lunka) -> None:
    """Ten pieces do not stand on one field of Gyges; a lighter piece may be asked for."""
    refused = lunka("calibrate", "gyges-load", "--simulated", "--stones", "10").mistake
    assert "--stones 10: a field of " in refused
    assert "holds one piece: allowed are 1 to 3 storeys, not 10" in refused
    gyges = shipped_profile("gyges-load")
    assert known_pieces(gyges, 1).laid("a1") == "Put one single piece on a1."
    assert known_pieces(gyges, 2).introduced == (
        "Known weight: one double piece, 2 storeys of 20 g each."
    )


@pytest.mark.parametrize(("name", "count"), [("kalah-load", 10), ("nardy-load", 10)])
def test_the_usual_number(name: str, count: int) -> None:
    """Ten where there are so many, never more than the board has, and what was asked for."""
    profile = shipped_profile(name)
    assert known_pieces(profile).count == count
    assert known_pieces(profile, 4).count == 4
    few = profile.model_copy(update={"pieces": profile.pieces.model_copy(update={"total": 6})})
    assert known_pieces(few).count == 6
    assert known_pieces(profile, 1).load in ("1 stone", "1 checker")


def test_remarks_speak_of_the_board() -> None:
    """What is wrong with a field of Gyges or a point of nardy is told in its own words."""
    told = {}
    for name in ("gyges-load", "nardy-load"):
        known = known_pieces(shipped_profile(name))
        cells = [Measured(str(n), 0.0, 60.0, 100_000, 0.0, known) for n in range(3)]
        cells += [
            Measured("dead", 0.0, 60.0, 500, 0.0, known),
            Measured("loud", 0.0, 9000.0, 200_000, 60_000, known),
        ]
        explain(cells, known)
        told[name] = " ".join(remark for each in cells for remark in each.remarks)
    gyges, nardy = told["gyges-load"], told["nardy-load"]
    assert "hardly moves under the piece: the field rests on the frame" in gyges
    assert "of a single piece: a loose wire" in gyges
    assert "a piece was left, the field rubs" in gyges
    assert "or not one triple piece." in gyges
    assert "hardly moves under the checkers: the point rests on the frame" in nardy
    assert "of a checker: a loose wire" in nardy
    assert "or not 10 checkers." in nardy
