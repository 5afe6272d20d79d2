"""The terminal that boards are drawn in."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class Terminal(Console):
    """Plain text only, as given; whoever stops reading it ends the command quietly."""

    def __init__(self) -> None:
        super().__init__(highlight=False)

    def on_broken_pipe(self) -> NoReturn:
        """Leave it to `main`, as with every other command."""
        raise BrokenPipeError
