"""What long nardy is won with, told by hand: leave the head, hold many points, build rows before
the other side's checkers, do not pile up.

It steadies the net, which has seen too few games to know all of this for sure.
"""

from __future__ import annotations

from typing import Final

from controller.games.nardy.variants import HEAD, Half, Variant

#: What each of these is worth against the others.
_HELD: Final = 1.2
_ROW: Final = 1.0
_BEFORE: Final = 0.8
_ON_HEAD: Final = 0.9
_PILED: Final = 0.5
_HOME: Final = 0.3
_OFF: Final = 1.0


def built(variant: Variant, own: Half, foe: Half) -> float:
    """How well a side's checkers stand, in no unit in particular."""
    facing = variant.facing(foe)
    held = longest = row = before = piled = 0
    #: The nearest opposing checker behind each point, as they come along the course.
    behind = 99
    for point in range(HEAD, 0, -1):
        behind += 1
        if facing[point]:
            behind = 0
        count = own[point]
        if not count:
            row = 0
            continue
        held += 1
        row += 1
        longest = max(longest, row)
        before += behind <= 6
        if 7 <= point < HEAD and count > 3:
            piled += count - 3
    home = _HOME * sum(own[:7]) + _OFF * own[0]
    spread = _HELD * held + _ROW * longest + _BEFORE * before
    return spread - _ON_HEAD * own[HEAD] - _PILED * piled + home
