"""Mistakes on the command line, in the language of whoever made them."""

from __future__ import annotations

import pytest

from controller.cli import main
from controller.cli.language import language_of, terminals_language

_SETTINGS = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that says nothing of a language."""
    for name in _SETTINGS:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("setting", "language"),
    [("ru_RU.UTF-8", "ru"), ("ru", "ru"), ("de_DE@euro", "en"), ("C.UTF-8", "en"), ("", "en")],
)
def test_the_terminal_says_which(
    setting: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language that nobody has translated is English."""
    monkeypatch.setenv("LANG", setting)
    assert terminals_language() == language


def test_the_first_setting_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """As everywhere in a terminal; and what the command line asks for comes before all."""
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    monkeypatch.setenv("LC_ALL", "C")
    assert terminals_language() == "en"
    assert language_of(["watch", "--language", "ru"]) == "ru"
    assert language_of(["watch", "--language=ru"]) == "ru"


def test_a_mistake_is_told_in_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same mistake in English and in Russian, in one line each."""
    said = []
    for language in ("C", "ru_RU.UTF-8"):
        monkeypatch.setenv("LANG", language)
        assert main(["rules", "kalah", "--preset", "gold"]) == 2
        said.append(capsys.readouterr().err)
    assert said == [
        "lunka: kalah has no preset 'gold'; there are: kalah-6, kalaha-4\n",
        "lunka: у игры kalah нет набора правил «gold»; есть: kalah-6, kalaha-4\n",
    ]
