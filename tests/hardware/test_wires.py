"""Choosing pins: the mock by name only, and a clear word off a Pi."""

from __future__ import annotations

import pytest

from hardware.board import open_board
from hardware.clock import ManualClock
from hardware.errors import PinsUnavailableError, ProfileError
from hardware.profile import parse_profile
from hardware.wires import pin_factory
from tests.hardware.boards import SMALL_REED


def test_the_mock_comes_by_name() -> None:
    """Asked for by name, the mock is a Raspberry Pi 4."""
    assert pin_factory("mock").board_info.model == "4B"


def test_the_environment_may_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    """gpiozero's own setting is respected where nothing else was asked."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert pin_factory().board_info.model == "4B"


def test_unknown_pins_are_named() -> None:
    """A wrong name is answered by the right ones."""
    with pytest.raises(
        PinsUnavailableError, match=r"no pins called 'mokc'. Allowed are auto, lgpio"
    ):
        pin_factory("mokc")


@pytest.mark.parametrize("name", ["auto", "rpigpio"])
def test_off_a_pi_the_error_says_what_to_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a Pi, real pins fail with the way out, and never turn into a mock."""
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("hardware.wires._open", _no_pi)
    with pytest.raises(
        PinsUnavailableError, match=r"rpigpio: no Pi here.* use the simulated board"
    ):
        pin_factory(name)


def _no_pi(name: str) -> object:
    raise OSError("no Pi here")


def test_a_real_board_opens_on_any_pins() -> None:
    """A board without lights opens on bare mock pins, reads every cell and gives the pins back."""
    text = SMALL_REED[: SMALL_REED.index("[pixels]")] + "[buttons]\nconfirm = 2\n"
    clock = ManualClock()
    for _ in range(2):
        with open_board(parse_profile(text), clock, pins="mock") as board:
            board.poll()
            clock.advance(0.02)
            assert {news.value for news in board.poll() if hasattr(news, "value")} == {0.0}


def test_the_profile_may_choose() -> None:
    """What the profile names is opened; a word it does not know is told with those it does."""
    text = SMALL_REED[: SMALL_REED.index("[pixels]")]
    chosen = parse_profile(text.replace('kind = "kalah"', 'kind = "kalah"\npins = "mock"'))
    with open_board(chosen, ManualClock()) as board:
        assert board.pins is not None
        assert board.pins.board_info.model == "4B"
    with pytest.raises(ProfileError, match=r"board.pins = 'moc': allowed is 'auto', 'lgpio'"):
        parse_profile(text.replace('kind = "kalah"', 'kind = "kalah"\npins = "moc"'))


def test_pins_in_use_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second program on the same pins is told so, and the first goes on undisturbed."""
    text = SMALL_REED[: SMALL_REED.index("[pixels]")]
    factory = pin_factory("mock")
    monkeypatch.setattr(factory, "close", lambda: None)
    monkeypatch.setattr("hardware.board.pin_factory", lambda name: factory)
    clock = ManualClock()
    first = open_board(parse_profile(text), clock)
    with pytest.raises(PinsUnavailableError, match=r"'Small' cannot be opened: .* second Lunka"):
        open_board(parse_profile(text), clock)
    first.poll()
    clock.advance(0.02)
    assert len(first.poll()) == 6
    first.close()
