"""What people do beside playing: one small function a habit.

A habit takes the plan of a turn and gives it back as this person carries it out. Whatever it adds,
the pieces end where the turn leaves them, in this turn or (what is *owed*) in the next one. Where
it means nothing for the game or the turn, the plan stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from controller.games.game import Cell
from controller.games.parts import Handling
from controller.simulation.checkers import as_people_carry, moves_of, slid
from controller.simulation.making import Plan, back_plan, contents, lying, turn_plan
from hardware.simulated.hands import Act, Verb, drop, lift

#: How long people insist on a turn that is not allowed before they put it back, in seconds.
_INSIST = (1.5, 5.0)


@dataclass(slots=True)
class Sight:
    """The turn in which a habit shows, and what else it needs to know."""

    rules: Any
    position: Any
    turn: Any
    turns: Sequence[Any]
    rng: Random
    #: Cells with a piece that lies on the floor, or elsewhere for now.
    unsettled: frozenset[Cell] = frozenset()
    #: Acts that follow only in a later turn.
    owed: Plan = field(default_factory=list)
    #: The habits that showed.
    shown: list[str] = field(default_factory=list)
    before: dict[Cell, int] = field(init=False)

    def __post_init__(self) -> None:
        self.before = contents(self.rules, self.position)

    @property
    def hands(self) -> Handling[Any]:
        """How people carry out the turns of this game."""
        handling: Handling[Any] | None = self.rules.handling
        return handling or Handling()

    def after(self, turn: Any) -> dict[Cell, int]:
        """What stands where after a turn."""
        return contents(self.rules, self.rules.play(self.position, turn))

    def room(self, cell: Cell, plan: Sequence[Act]) -> list[Cell]:
        """The cells beside this one on which its piece could stand after these acts."""
        held, hands = lying(self.before, plan), self.hands
        free = [each for each in self.rules.near(cell) if each not in self.unsettled]
        if self.rules.solid:
            return [each for each in free if not held[each]]
        return hands.room(self.position, free)


Habit = Callable[[Plan, Sight], Plan]


# -- how a turn is carried out ---------------------------------------------------------------------


def carry(plan: Plan, sight: Sight) -> Plan:
    """Checkers are now and then slid, carried two at once, and a stack is straightened."""
    if not sight.hands.slides:
        return plan
    return as_people_carry(plan, sight.before, _between(sight), sight.rng)


def slide(plan: Plan, sight: Sight) -> Plan:
    """A checker is slid over the points on its way."""
    if not sight.hands.slides:
        return plan
    moves = moves_of(plan)
    chosen = sight.rng.randrange(len(moves))
    moves[chosen] = slid(moves[chosen], _between(sight))
    return [act for move in moves for act in move]


def walk(plan: Plan, sight: Sight) -> Plan:
    """A piece of Gyges is set down on every field of its way."""
    way = sight.rules.path(sight.position, sight.turn) if sight.rules.solid else ()
    if len(plan) != 2 or len(way) < 3:
        return plan
    lifted, put = plan
    held = lying(sight.before, [lifted])
    steps = [
        act
        for cell in way[1:-1]
        if not held[cell] and cell not in sight.unsettled
        for act in _visit(put, cell, (0.12, 0.35), (0.08, 0.3))
    ]
    return [lifted, *steps, put]


def two_hands(plan: Plan, sight: Sight) -> Plan:
    """Both hands at once: two pieces are lifted together, and put down together."""
    at = [
        number
        for number in range(1, len(plan))
        if plan[number].verb is plan[number - 1].verb is Verb.LIFT
        and plan[number].cell != plan[number - 1].cell
    ]
    if at:
        chosen = sight.rng.choice(at)
        return [*plan[:chosen], _soon(plan[chosen], 0.0, 0.08), *plan[chosen + 1 :]]
    moves = moves_of(plan)
    for number in range(1, len(moves)):
        first, second = moves[number - 1], moves[number]
        if len(first) == len(second) == 2 and first[1].cell != second[0].cell:
            both = [first[0], _soon(second[0], 0.0, 0.1), first[1], _soon(second[1], 0.0, 0.2)]
            moves[number - 1 : number + 1] = [both]
            return [act for move in moves for act in move]
    return plan


def bar_late(plan: Plan, _sight: Sight) -> Plan:
    """A checker that was hit is held in the hand and put on the bar when all else is done."""
    late = [act for act in plan if act.verb is Verb.DROP and act.cell.startswith("bar")]
    if not late or late[0] is plan[-1]:
        return plan
    rest = [act for act in plan if act is not late[0]]
    return [*rest, _soon(late[0], 0.4, 2.5)]


def touch(plan: Plan, sight: Sight) -> Plan:
    """A piece touches a field or two for a moment, 60 to 130 ms, and goes on."""
    for _ in range(sight.rng.choice((1, 1, 2))):
        plan = _on_the_way(plan, sight, (0.06, 0.13))
    return plan


def two_lifts(plan: Plan, sight: Sight) -> Plan:
    """In Kakuzu a second stone comes up with the one that is meant, and is put back."""
    stones = [cell for cell, count in sight.before.items() if count and cell != plan[0].cell]
    if not sight.rules.touch_move or not stones:
        return plan
    other = sight.rng.choice(
        [each for each in sight.rules.near(plan[0].cell) if each in stones] or stones
    )
    return [plan[0], _soon(lift(other), 0.0, 0.1), _soon(drop(other), 0.3, 1.5), *plan[1:]]


# -- slips that are put right at once --------------------------------------------------------------


def parts(plan: Plan, sight: Sight) -> Plan:
    """Stones are taken out in two or three handfuls."""
    many = [at for at, act in enumerate(plan) if _is_loose(act, Verb.LIFT) and act.count > 1]
    if not many:
        return plan
    at = sight.rng.choice(many)
    first = sight.rng.randint(1, plan[at].count - 1)
    second = replace(_soon(plan[at], 0.2, 0.7), count=plan[at].count - first)
    return [*plan[:at], replace(plan[at], count=first), second, *plan[at + 1 :]]


def double(plan: Plan, sight: Sight) -> Plan:
    """Two or three stones fall at once, and what is too much is taken back."""
    spare = _in_hand(plan)
    may = [at for at, act in enumerate(plan) if _is_loose(act, Verb.DROP) and spare[at] > act.count]
    if not may:
        return plan
    at = sight.rng.choice(may)
    more = sight.rng.randint(1, min(2, spare[at] - plan[at].count))
    slip = [
        replace(plan[at], count=plan[at].count + more),
        _soon(lift(plan[at].cell, more), 0.3, 1.0),
    ]
    return [*plan[:at], *slip, *plan[at + 1 :]]


def stray(plan: Plan, sight: Sight) -> Plan:
    """A piece is put down beside where it belongs, seen, and put right."""
    return _on_the_way(plan, sight, (0.3, 1.2))


def look(plan: Plan, sight: Sight) -> Plan:
    """What is to be moved is lifted, looked at and put back first."""
    if plan[0].verb is not Verb.LIFT or sight.rules.touch_move:
        return plan
    back = _soon(replace(plan[0], verb=Verb.DROP), 0.3, 1.5)
    return [plan[0], back, _soon(plan[0], 0.3, 1.0), *plan[1:]]


def late_slip(plan: Plan, sight: Sight) -> Plan:
    """The last piece is put down beside where it belongs; it is seen only in the next turn."""
    last = plan[-1]
    single = last.verb is Verb.DROP and last.pause is None and (last.solid or last.count == 1)
    wrong = sight.room(last.cell, plan) if single else []
    if not wrong or sight.owed or sight.unsettled:
        return plan
    cell = sight.rng.choice(wrong)
    sight.owed += [
        _soon(replace(last, verb=Verb.LIFT, cell=cell), 0.3, 1.0),
        _soon(last, 0.3, 0.8),
    ]
    return [*plan[:-1], replace(last, cell=cell)]


# -- what happens beside the game ------------------------------------------------------------------


def straighten(plan: Plan, sight: Sight) -> Plan:
    """A piece or a stack that is no part of the turn is taken up and put down where it stood."""
    if not (resting := _resting(plan, sight)):
        return plan
    cell = sight.rng.choice(resting)
    count, solid = abs(sight.before[cell]), bool(sight.rules.solid)
    count = count if solid else sight.rng.randint(1, count)
    taken = Act(Verb.LIFT, cell, count, solid, pause=(0.1, 0.5))
    return _inserted(plan, [taken, _soon(replace(taken, verb=Verb.DROP), 0.1, 0.3)], sight)


def shift(plan: Plan, sight: Sight) -> Plan:
    """After the turn the last piece is taken up once more and put back."""
    last = plan[-1]
    if last.verb is not Verb.DROP or sight.rules.touch_move:
        return plan
    count = last.count if last.solid else 1
    up = _soon(replace(last, verb=Verb.LIFT, count=count), 0.15, 1.0)
    return [*plan, up, _soon(replace(last, count=count), 0.15, 1.0)]


def magnet(plan: Plan, sight: Sight) -> Plan:
    """On its way a piece's magnet passes the cell beside the one that is meant."""
    at = sight.rng.randrange(len(plan))
    if not plan[at].cell:
        return plan
    where = sight.rng.choice(sight.rules.near(plan[at].cell))
    lasts = sight.rng.uniform(0.06, 0.2)
    passing = Act(Verb.PASS, where, pause=(0.1, 0.4), lasts=lasts)
    return [*plan[:at], passing, _soon(plan[at], 0.03, 0.2), *plan[at + 1 :]]


def jolt(plan: Plan, sight: Sight) -> Plan:
    """Somebody bumps against the table: every load cell swings, some reeds open for 60 ms."""
    return _inserted(plan, [Act(Verb.JOLT, "", sight.rng.randint(2, 8), pause=(0.0, 0.4))], sight)


def lean(plan: Plan, sight: Sight) -> Plan:
    """A hand leans on a cell for a while."""
    cell, grams = sight.rng.choice(sight.rules.cells), sight.rng.randint(5, 60)
    leaning = Act(Verb.LEAN, cell, grams, pause=(0.0, 0.4), lasts=sight.rng.uniform(0.5, 3.0))
    return _inserted(plan, [leaning], sight)


def spill(plan: Plan, sight: Sight) -> Plan:
    """A piece that is no part of the turn falls to the floor, and is brought later."""
    resting = [] if sight.owed or sight.unsettled else _resting(plan, sight)
    if not resting:
        return plan
    cell = sight.rng.choice(resting)
    count = abs(sight.before[cell]) if sight.rules.solid else 1
    sight.owed.append(Act(Verb.FETCH, cell, count, pause=(0.3, 4.0)))
    return _inserted(plan, [Act(Verb.SPILL, cell, count, pause=(0.0, 0.4))], sight)


# -- whole turns that do not count -----------------------------------------------------------------


def change_mind(plan: Plan, sight: Sight) -> Plan:
    """Another turn is made first, to its end; then it is put back."""
    if sight.rules.touch_move or sight.unsettled:
        return plan
    other = sight.rng.choice(sight.turns)
    there = sight.after(other)
    same = other == sight.turn or there == sight.before
    if same or sight.rules.outcome(sight.rules.play(sight.position, other)).over:
        return plan
    made = turn_plan(sight.rules, sight.position, other, sight.rng)
    return [*made, *_put_back(sight, there, (0.4, 2.0)), *_then(plan)]


def illegal(plan: Plan, sight: Sight) -> Plan:
    """What is not allowed is tried, insisted on, and put back in any order."""
    tried = [] if sight.unsettled or sight.rules.touch_move else _against_the_rules(sight)
    if not tried:
        return plan
    return [*tried, *_put_back(sight, _signed(sight, tried), _INSIST), *_then(plan)]


def _against_the_rules(sight: Sight) -> Plan:
    """What somebody does who forgets the rules."""
    solid = bool(sight.rules.solid)
    return [
        Act(Verb.DROP if change > 0 else Verb.LIFT, cell, abs(change), solid)
        for cell, change in sight.hands.mistake(sight.position, sight.turns, sight.rng)
    ]


# -- helpers ---------------------------------------------------------------------------------------


def _soon(act: Act, least: float, most: float) -> Act:
    return replace(act, pause=(least, most), brisk=False)


def _is_loose(act: Act, verb: Verb) -> bool:
    """An act with single pieces that no other habit has shaped."""
    return act.verb is verb and not act.solid and act.pause is None and not act.brisk


def _in_hand(plan: Sequence[Act]) -> list[int]:
    """How many pieces are in the hand before each act."""
    held, counts = 0, []
    for act in plan:
        counts.append(held)
        if act.verb in (Verb.LIFT, Verb.TAKE):
            held += act.count
        elif act.verb is Verb.DROP:
            held -= act.count
    return counts


def _between(sight: Sight) -> Callable[[Cell, Cell], Sequence[Cell]]:
    """What lies between two cells, over which a piece is slid."""
    return lambda origin, target: sight.hands.between(sight.position, origin, target)


def _visit(
    put: Act, cell: Cell, before: tuple[float, float], stays: tuple[float, float]
) -> tuple[Act, Act]:
    """The piece that is to be put down stands on another cell for a while."""
    count = put.count if put.solid else 1
    down = replace(put, cell=cell, count=count, pause=before, brisk=False)
    return down, replace(down, verb=Verb.LIFT, pause=stays)


def _on_the_way(plan: Plan, sight: Sight, stays: tuple[float, float]) -> Plan:
    """A piece stands beside its cell first, so long."""
    if sight.rules.touch_move:
        return plan
    drops = [at for at, act in enumerate(plan) if act.verb is Verb.DROP and act.pause is None]
    for at in sight.rng.sample(drops, len(drops)):
        room = sight.room(plan[at].cell, plan[:at])
        if room:
            visit = _visit(plan[at], sight.rng.choice(room), (0.15, 0.5), stays)
            return [*plan[:at], *visit, *plan[at:]]
    return plan


def _resting(plan: Plan, sight: Sight) -> list[Cell]:
    """Cells with pieces that have nothing to do with the turn."""
    if sight.rules.touch_move:
        return []
    moved = {act.cell for act in plan} | {act.cell for act in sight.owed} | sight.unsettled
    return [cell for cell, count in sight.before.items() if count and cell not in moved]


def _inserted(plan: Plan, more: Plan, sight: Sight) -> Plan:
    """The plan with something else in between, or before it."""
    at = sight.rng.randrange(len(plan))
    return [*plan[:at], *more, *plan[at:]]


def _put_back(sight: Sight, there: dict[Cell, int], pause: tuple[float, float]) -> Plan:
    first, *rest = back_plan(sight.before, there, sight.rng, solid=sight.rules.solid)
    return [replace(first, pause=pause), *rest]


def _then(plan: Plan) -> Plan:
    return [_soon(plan[0], 0.3, 2.0), *plan[1:]]


def _signed(sight: Sight, plan: Plan) -> dict[Cell, int]:
    """What lies where after these acts of the mover's."""
    sign = sight.hands.sign(sight.position)
    held = dict(sight.before)
    for act in plan:
        by = act.count if act.verb is Verb.DROP else -act.count
        held[act.cell] += by * sign
    return held


#: In the order in which they shape a plan.
IN_PLAN: dict[str, Habit] = {
    habit.__name__: habit
    for habit in (
        carry,
        slide,
        walk,
        two_hands,
        bar_late,
        touch,
        two_lifts,
        late_slip,
        parts,
        double,
        stray,
        look,
        straighten,
        magnet,
        jolt,
        lean,
        spill,
        shift,
        change_mind,
        illegal,
    )
}

HABITS = (*IN_PLAN, "impatient", "take_back")
"""All habits by name; the last two are between turns (`person.py`): to begin 0 to 150 ms after the
opponent's last stone, and to take one to three turns back and play others."""


def shaped(plan: Plan, sight: Sight, rates: Mapping[str, float]) -> Plan:
    """The plan as somebody with these habits carries it out."""
    for name, habit in IN_PLAN.items():
        rate = rates.get(name, 0.0)
        if plan and (rate >= 1 or (rate > 0 and sight.rng.random() < rate)):
            other = habit(plan, sight)
            sight.shown += [name] if other is not plan else []
            plan = other
    return plan
