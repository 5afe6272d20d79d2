"""Real dice, or a token from the bag, entered with two buttons of the board.

`roll` steps through the numbers, `confirm` takes the one that is lit; after the last the roll is
entered. Before that nothing has happened: `undo`, or any other event at the table, forgets it.
"""

from __future__ import annotations

from controller.games.game import Draw


class Dial:
    """The numbers of one roll, as far as they are dialled."""

    def __init__(self) -> None:
        self.taken: tuple[int, ...] = ()
        #: What `confirm` would take; None: nobody is dialling.
        self.number: int | None = None

    @property
    def shown(self) -> tuple[int, int] | None:
        """The number that `confirm` would take, and how many were taken before it."""
        return None if self.number is None else (self.number, len(self.taken))

    def press(self, button: str, draw: Draw) -> bool:
        """Whether this button means the dial."""
        begun = self.number is not None
        if button == "roll" or (button == "next" and begun):
            self._step(draw)
        elif button == "confirm" and self.number is not None:
            self.taken, self.number = (*self.taken, self.number), min(draw.choices)
        elif button == "undo" and begun:
            self.forget()
        else:
            return False
        return True

    def _step(self, draw: Draw) -> None:
        numbers = sorted(set(draw.choices))  # a bag may hold a token twice
        at = 0 if self.number is None else numbers.index(self.number) + 1
        self.number = numbers[at % len(numbers)]

    def whole(self, draw: Draw) -> list[int] | None:
        """The roll, once all its numbers are taken; then the dial is free again."""
        if len(self.taken) < draw.count:
            return None
        roll = list(self.taken)
        self.forget()
        return roll

    def forget(self) -> None:
        """Nothing was dialled."""
        self.taken, self.number = (), None
