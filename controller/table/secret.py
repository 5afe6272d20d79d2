"""What may lie hidden beneath a board and decides between turns that look alike.

The table keeps a secret as it keeps its chance: sealed in the record at the start, shown at the
end. Until then it only narrows what may have been played, and nothing of it is in an event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from controller.games.catalogue import AnyGame, kind_of
from controller.games.told import Told
from controller.table.commands import CommandError

if TYPE_CHECKING:
    from controller.table.table import Table


class Secret(Protocol):
    """One game's secret."""

    @property
    def seal(self) -> str:
        """What is shown at the start: it fixes the secret and tells nothing of it."""

    def narrow(self, turns: Sequence[Any]) -> Sequence[Any]:
        """Those of several turns that agree with what is hidden."""

    def reveal(self) -> dict[str, Any]:
        """All of it, as plain JSON, for everybody to check once the game is over."""

    def memory(self) -> dict[str, Any]:
        """What is kept, locked away, so that a restart changes nothing."""


def covers_again(table: Table, keep: int) -> bool:
    """Whether going back to so many turns would hide again what everybody has seen."""
    state = table.state
    if table.secret is None:
        return False
    contents = state.rules.contents
    return bool(contents(state.past[keep]) != contents(state.position))


class Hiding(Protocol):
    """Finds the secret of a new game."""

    def hide(self, rules: AnyGame, code: str | None, start: Any) -> Secret | None:
        """What lies beneath a game that begins there; `code` names it if somebody entered one."""

    def recall(self, memory: Mapping[str, Any]) -> Secret:
        """The secret that was kept over a restart."""


class NothingHidden:
    """A table with nothing beneath it."""

    def hide(self, rules: AnyGame, code: str | None, _start: Any) -> Secret | None:
        """Nothing; and no code can name anything."""
        if code is not None:
            title = kind_of(rules.name).titles["en"]
            raise CommandError(
                Told("no new game: {game} has no sheets at this table", game=Told(title))
            )
        return None

    def recall(self, memory: Mapping[str, Any]) -> Secret:
        """There is nothing to recall."""
        raise CommandError(
            Told("nothing is hidden at this table, but {kept} things are kept", kept=len(memory))
        )
