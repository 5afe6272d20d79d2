"""The terminal that boards are drawn in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from rich.console import Console
from rich.segment import Segment

from controller.cli.guard import our_own, visible


class Terminal(Console):
    """Plain text only, as given; whoever stops reading it ends the command quietly."""

    def __init__(self) -> None:
        super().__init__(highlight=False, file=our_own())

    def render(self, *given: Any, **more: Any) -> Iterable[Segment]:
        """As any console does; letters that a terminal obeys are ours alone."""
        for text, style, control in super().render(*given, **more):
            yield Segment(text if control else visible(text), style, control)

    def on_broken_pipe(self) -> NoReturn:
        """Leave it to `main`, as with every other command."""
        raise BrokenPipeError
