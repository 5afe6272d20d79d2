"""Where one piece can go: steps, and bounces on other pieces without using a path twice (Y6-Y11).

By house rule a path may be used again, and only the way in which an empty field is crossed may not
(Y9a): the routes say what a leg uses up, and here it is all the same.

A *leg* is a walk from one piece to where the next landing is or where the move ends. A *trail* is
the series of pieces landed on, with the paths used. Crowded boards have very many trails, so the
search follows few of them:

* Nobody needs to land on the same piece twice: without the round between the two landings fewer
  paths are used, and everything that follows is still open.
* A trail is given up when it could come to nothing new even if the paths that it uses from now on
  could be used again and again.
* What a short look from the moving piece does not find is searched from its end backwards: a field
  that cannot be entered any more usually shows that within a landing or two.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from controller.games.gyges.board import FIELDS, GOALS, Routes

#: How many trails are followed from the moving piece before the rest is searched backwards: few
#: where only the targets matter, many where the way is shown and should have few bounces.
_SHORT_LOOK: Final = 100
_LONG_LOOK: Final = 3_000


class _Trail(NamedTuple):
    """A piece has landed on `field`, having used these paths and landed on these fields."""

    field: int
    used: int
    landed: int
    before: _Trail | None


#: A leg: where it ends and the paths it uses.
_Leg = tuple[int, int]
#: The legs that begin on each piece.
_Legs = dict[int, list[_Leg]]
#: For each target reached, the trail that led there and its last leg.
_Found = dict[int, tuple[_Trail, _Leg]]


def targets(
    routes: Routes, board: Sequence[int], side: int, origin: int, *, landings: bool
) -> list[int]:
    """Where the piece on `origin` can end its move: empty fields and the goal, in their order.

    With `landings` the fields of the pieces that it can land on are among them (Y12).
    """
    hops, legs = _legs(routes, board, side, origin)
    ends = legs if landings else _minus(legs, hops)
    found, unsure = _look(hops, ends, origin, _SHORT_LOOK)
    later = [target for target in unsure if _look_back(hops, ends, origin, target)]
    return sorted([*found, *later])


def walks(routes: Routes, board: Sequence[int], side: int, origin: int) -> bool:
    """Whether the piece on `origin` can end its move elsewhere without any bounce."""
    occupied = sum(1 << at for at in FIELDS if board[at] and at != origin)
    return any(
        not (inside | 1 << end) & occupied and end not in (origin, GOALS[side])
        for end, inside, _, _ in routes[origin][board[origin]]
    )


def path(
    routes: Routes, board: Sequence[int], side: int, origin: int, target: int
) -> tuple[int, ...]:
    """The fields of one way to `target`, step by step from `origin`; none if there is no way."""
    if not board[origin]:
        return ()
    hops, legs = _legs(routes, board, side, origin)
    ends = {at: [leg for leg in legs[at] if leg[0] == target] for at in legs}
    found, unsure = _look(hops, ends, origin, _LONG_LOOK)
    if found:
        return _line(routes, board, origin, [*_legs_to(*found[target])][::-1])
    if unsure and (trail := _look_back(hops, ends, origin, target)):
        return _line(routes, board, origin, _legs_from(trail, target))
    return ()


def _legs(routes: Routes, board: Sequence[int], side: int, origin: int) -> tuple[_Legs, _Legs]:
    """The legs from piece to piece (Y8), and all legs, with which a move may end or go on."""
    standing = [at for at in FIELDS if board[at]]
    occupied = sum(1 << at for at in standing if at != origin)  # Y10
    own_goal = GOALS[side]  # Y11
    legs = {
        at: [
            (end, paths)
            for end, inside, paths, _ in routes[at][board[at]]
            if not inside & occupied and end != own_goal
        ]
        for at in standing
    }
    hops = {at: [leg for leg in legs[at] if occupied >> leg[0] & 1] for at in legs}
    return hops, legs


def _minus(legs: _Legs, others: _Legs) -> _Legs:
    return {at: [leg for leg in legs[at] if leg not in others[at]] for at in legs}


def _look(hops: _Legs, ends: _Legs, origin: int, most: int) -> tuple[_Found, set[int]]:
    """What is found by following so many trails, fewest bounces first, and what is left unsure."""
    known = {at: ends[at] for at in _linked(hops, origin) if ends[at]}
    waiting = deque([_Trail(origin, 0, 1 << origin, None)])
    found = _follow(hops, known, waiting, most)
    if not waiting:
        return found, set()
    return found, {target for legs in known.values() for target, _ in legs} - found.keys()


def _look_back(hops: _Legs, ends: _Legs, origin: int, target: int) -> _Trail | None:
    """A trail from `target` back to the moving piece, if there is any."""
    back: _Legs = {at: [] for at in hops}
    for at, legs in hops.items():
        for end, paths in legs:
            back[end].append((at, paths))
    waiting = deque(
        _Trail(at, paths, 1 << at, None)
        for at, legs in ends.items()
        for end, paths in legs
        if end == target
    )
    found = _follow(back, {origin: [(target, 0)]}, waiting, None)
    return found[target][0] if found else None


def _linked(hops: _Legs, origin: int) -> list[int]:
    """The pieces one could come to if paths could be used again and again."""
    linked = [origin]
    for at in linked:
        linked += {end for end, _ in hops[at]}.difference(linked)
    return linked


def _follow(hops: _Legs, ends: _Legs, waiting: deque[_Trail], most: int | None) -> _Found:
    """Follow trails until all ends are found: `most` of them in their order, or all, deep first."""
    found: _Found = {}
    seen: set[tuple[int, int]] = set()
    while waiting and ends and most != 0:
        if most is None:
            trail = waiting.pop()
        else:
            trail = waiting.popleft()
            most -= 1
        field, used, landed, _ = trail
        new = {leg[0]: (trail, leg) for leg in ends.get(field, ()) if not leg[1] & used}
        if new:
            found.update(new)
            ends = _without(ends, found)
        if not _promising(hops, ends, trail):
            continue
        for end, paths in hops[field]:
            if not (paths & used or landed >> end & 1) and (end, used | paths) not in seen:
                seen.add((end, used | paths))
                waiting.append(_Trail(end, used | paths, landed | 1 << end, trail))
    if not ends:
        waiting.clear()
    return found


def _without(ends: _Legs, found: _Found) -> _Legs:
    """The ends that are still to be found."""
    left = {at: [leg for leg in legs if leg[0] not in found] for at, legs in ends.items()}
    return {at: legs for at, legs in left.items() if legs}


def _promising(hops: _Legs, ends: _Legs, trail: _Trail) -> bool:
    """Whether a trail could come to an end by paths it has not used, if those do not run out."""
    field, used, landed, _ = trail
    linked = [field]
    for at in linked:
        for _, paths in ends.get(at, ()):
            if not paths & used:
                return True
        for end, paths in hops[at]:
            if not (paths & used or landed >> end & 1):
                landed |= 1 << end
                linked.append(end)
    return False


def _legs_to(trail: _Trail, last: _Leg) -> Iterator[_Leg]:
    """The legs of a trail that began at the moving piece, from the last to the first."""
    yield last
    at: _Trail = trail
    while at.before:
        yield at.field, at.used ^ at.before.used
        at = at.before


def _legs_from(trail: _Trail, target: int) -> Iterator[_Leg]:
    """The legs of a trail that began at the target, from the moving piece on."""
    at: _Trail = trail
    while at.before:
        yield at.before.field, at.used ^ at.before.used
        at = at.before
    yield target, at.used


def _line(
    routes: Routes, board: Sequence[int], origin: int, legs: Iterable[_Leg]
) -> tuple[int, ...]:
    """The fields of a trail, every step of every leg."""
    fields, at = [origin], origin
    for end, paths in legs:
        ways = (way for way in routes[at][board[at]] if (way.end, way.paths) == (end, paths))
        fields += next(ways).fields[1:]
        at = end
    return tuple(fields)
