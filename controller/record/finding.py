"""What a verification in the background found, as its process and the table tell each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Nothing, where `what` is empty."""

    #: The file or its chain cannot be trusted: nothing may be added.
    damaged: bool = False
    #: What is wrong, in words; with `damaged` False a game that is not by the rules, or what kept
    #: the record from being read.
    what: str = ""
