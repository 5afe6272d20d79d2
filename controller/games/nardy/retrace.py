"""How a run comes to a result, found from its end.

An upward run (G4) has so many numbers that nobody can walk all its ways. But its largest numbers
come last, and they fit in fewest places: so moves are taken back one by one, from the result to
where the turn began. What cannot lead there is noticed soon, and never tried again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from controller.games.nardy.board import LEFT, ONE, OWN_MASK, numbers_left, own_after
from controller.games.nardy.careful import Move, Walk
from controller.games.nardy.patience import Patience
from controller.games.nardy.variants import BAR, HEAD, OFF, PLACES, Half

#: From where to where a checker went.
_Step = tuple[int, int]


class Retrace:
    """One result of a run, and what is known of the ways to it."""

    def __init__(self, walk: Walk, turn: int) -> None:
        self._walk, self._goal, self._begun = walk, turn & OWN_MASK, walk.start & OWN_MASK
        self._start = own_after(walk.start)
        self._numbers = _played(walk.numbers, numbers_left(turn))
        self._known_not: set[tuple[int, int]] = set()
        self._found: tuple[Move, ...] | None = None

    def moves(self, patience: Patience | None = None) -> tuple[Move, ...] | None:
        """One way to the result; None: there is none.

        `TooManyError` where patience runs out first: who asks again goes on from there.
        """
        if self._found is None:
            patience = patience or Patience(sys.maxsize)
            steps = self._taken_back(self._goal, len(self._numbers), patience)
            self._found = None if steps is None else tuple(self._forward(steps))
        return self._found

    def _forward(self, steps: Sequence[_Step | None]) -> Iterator[Move]:
        state = self._walk.start
        for (number, _), step in zip(self._numbers, steps, strict=True):
            if step is None:
                state += LEFT[number]
                continue
            moves = self._walk.moves(state, number, step[:1])
            move = next(each for each in moves if each.target == step[1])
            state = move.state
            yield move

    def _taken_back(self, state: int, made: int, patience: Patience) -> list[_Step | None] | None:
        """The steps from the beginning to this state with so many of the numbers."""
        if not made:
            return [] if state == self._begun else None
        if (state, made) not in self._known_not:
            patience.spend()
            for before, step in self._befores(state, made):
                steps = self._taken_back(before, made - 1, patience)
                if steps is not None:
                    return [*steps, step]
            self._known_not.add((state, made))
        return None

    def _befores(self, state: int, made: int) -> Iterator[tuple[int, _Step | None]]:
        """What may have stood before the last of so many numbers, and how it was played."""
        number, is_played = self._numbers[made - 1]
        held = own_after(state)
        spare = _crossings(self._start, held)
        if not self._fits(spare, held, made):
            return
        if not is_played:
            if not self._walk.moves(state, number):  # N6
                yield state, None
            return
        for origin, target in _steps(spare, held, number):
            before = state + ONE[origin] - ONE[target]
            moves = self._walk.moves(before, number, (origin,))
            if any(move.target == target for move in moves):
                yield before, (origin, target)

    def _fits(self, spare: Sequence[int], held: Half, made: int) -> bool:
        """Whether so many of the numbers may just have brought the checkers here.

        The largest of them must find room side by side. Only a checker that is borne off may go
        less far than its number says.
        """
        numbers = [number for number, is_played in self._numbers[:made] if is_played]
        borne_off, pips, gone = held[OFF] - self._start[OFF], sum(numbers), sum(spare)
        if min(spare) < 0 or gone > pips or (gone < pips and not borne_off):
            return False
        return all(
            self._room(spare, number) >= sum(each >= number for each in numbers) - borne_off
            for number in sorted(set(numbers))[-2:]
        )

    def _room(self, spare: Sequence[int], length: int) -> int:
        """How many moves of this length find room side by side where so many checkers cross."""
        free, found = list(spare), 0
        for origin in range(HEAD, length - 1, -1):
            if free[origin] and self._walk.is_open(origin - length):
                crossed = slice(origin - length + 1, origin + 1)
                if moves := min(free[crossed]):
                    found += moves
                    free[crossed] = [each - moves for each in free[crossed]]
        return found


def _played(numbers: Sequence[int], left: Sequence[int]) -> list[tuple[int, bool]]:
    """Each number, and whether it is played: of equal ones those that are left come last (N6)."""
    found = []
    for at, number in enumerate(numbers):
        found.append((number, numbers[at:].count(number) > left.count(number)))
    return found


def _crossings(start: Half, held: Half) -> list[int]:
    """For each place how many checkers have left it, or those behind it, for nearer ones."""
    found, behind = [0] * PLACES, 0
    for place in range(BAR, OFF, -1):
        behind += start[place] - held[place]
        found[place] = behind
    return found


def _steps(spare: Sequence[int], held: Half, number: int) -> Iterator[_Step]:
    """The moves by this number that may have come last: nearest first."""
    if held[OFF]:
        for origin in range(number, 0, -1):
            if all(spare[1 : origin + 1]):
                yield origin, OFF
    for target in range(1, HEAD + 1 - number):
        if held[target] and all(spare[target + 1 : target + number + 1]):
            yield target + number, target
