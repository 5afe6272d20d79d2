"""What the doctor says: each finding with how bad it is and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is."""

    GOOD = "good"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what was found, and the remedy where one is needed."""

    level: Level
    about: str
    words: str
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{self.level:>7}  {self.about}: {self.words}"
        return f"{line}\n         -> {self.remedy}" if self.remedy else line


def good(about: str, words: str) -> Finding:
    """It is as it should be."""
    return Finding(Level.GOOD, about, words)


def warning(about: str, words: str, remedy: str) -> Finding:
    """It works, but it will bite."""
    return Finding(Level.WARNING, about, words, remedy)


def fault(about: str, words: str, remedy: str) -> Finding:
    """It cannot work like this."""
    return Finding(Level.FAULT, about, words, remedy)


def summary(findings: Iterable[Finding]) -> str:
    """The last line: how many of each."""
    levels = [finding.level for finding in findings]
    faults, warnings = levels.count(Level.FAULT), levels.count(Level.WARNING)
    if not faults and not warnings:
        return "All is well."
    return f"{_counted(faults, 'fault')}, {_counted(warnings, 'warning')}."


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def exit_code(findings: Iterable[Finding]) -> int:
    """0 when nothing is wrong, 1 with faults; warnings alone are no failure."""
    return 1 if any(finding.level is Level.FAULT for finding in findings) else 0
