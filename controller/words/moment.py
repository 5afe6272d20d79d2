"""The sentence of the moment: what the lights say just now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from controller.games.game import Cell
from controller.table.situation import (
    Dialled,
    Ending,
    Lying,
    Phase,
    Role,
    Roll,
    Situation,
    Thrown,
)
from controller.table.state import NOTHING, RESIGNS
from controller.tracking.seen import EMPTY, MANY
from controller.tracking.verdict import Kind, Repair
from controller.words.catalogue import known
from controller.words.speech import Said, joined, listed, name, say, told

#: How an answer ends that says whether a number was found.
_SIGNS = {"+": "was-hit", "-": "was-miss"}

_STEPS = {
    Role.LIFT: "step-lift",
    Role.SOW: "step-sow",
    Role.CAPTURE: "step-capture",
    Role.SWEEP: "step-sweep",
    Role.PUT: "step-put-there",
}
#: The same where pieces are whole.
_SOLID_STEPS = {Role.LIFT: "step-take", Role.PUT: "step-put", Role.GOAL: "step-put"}
#: What is carried from pits to a store.
_CARRIED = (Role.CAPTURE, Role.SWEEP)
#: So many values are dice; a single one is a token.
_DICE = 2
#: So many sensors may fail at once; more that contradict the game are a board that lies otherwise.
_FEW = 3
#: So many play, and who is meant by "the other side" is clear.
_PAIR = 2


def moment(now: Situation) -> Said:
    """What the board waits for, in every language."""
    return joined(_PHASES[now.phase](now), *_resting(now), *_missing(now), *_sensor_to_blame(now))


def _resting(now: Situation) -> list[Said]:
    if not now.resting or now.phase is Phase.ASKED:
        return []
    return [say("resting", cells=", ".join(now.resting))]


def _missing(now: Situation) -> list[Said]:
    if now.missing is None:
        return []
    found, total = now.missing
    key = "missing-pieces" if now.solid else "missing"
    return [say(of_pieces(now.pieces, key), found=found, n=total)]


def _sensor_to_blame(now: Situation) -> list[Said]:
    """Where no turn explains the board, not only hands may be wrong: few sensors are named."""
    few = now.verdict is Kind.WRONG and 0 < len(now.doubted) <= _FEW
    return [say("maybe-sensor", cells=", ".join(now.doubted))] if few else []


def of_pieces(pieces: str, key: str) -> str:
    """The words for what this game is played with, where they are not stones."""
    own = f"{key}-{pieces}"
    return own if known(own) else key


def _who(now: Situation, side: int) -> Said:
    """The player with the side in brackets, or the side alone where nobody gave a name."""
    seat = now.seats[side]
    title = name(seat.title)
    return title if seat.player == seat.title else say("who", player=seat.player, side=title)


def told_roll(roll: Roll) -> Said:
    """A roll with its call, where the game has one (N12)."""
    numbers = "-".join(map(str, roll.dice))
    return say("called", dice=numbers, call=roll.call) if roll.call else name(numbers)


def told_rolls(rolls: Sequence[Roll]) -> Said:
    """The rolls that explain a turn; one alone is called."""
    if len(rolls) == 1:
        return told_roll(rolls[0])
    return name(", ".join("-".join(map(str, roll.dice)) for roll in rolls))


# -- no turn is awaited ----------------------------------------------------------------------------


def _setting_up(now: Situation) -> Said:
    if not now.mistake.repairs:
        return say("setup-waiting")
    return say(of_pieces(now.pieces, "setup"), repairs=_repairs(now))


def _over(now: Situation) -> Said:
    ending = now.ending
    if ending is None or ending.result.reason == "abandoned":
        return say("abandoned")
    result = ending.result
    if result.reason == "annulled":
        return say("annulled")
    scores = ":".join(map(str, result.scores))
    if result.shared and len(result.shared) < len(result.scores):
        who = listed([_who(now, side) for side in result.shared])
        return joined(say("shared", who=who, scores=scores), _why(now, ending))
    if result.winner is None:
        return say("drawn", scores=scores)
    won = say("won", scores=scores, who=_who(now, result.winner))
    if goal := _cells(now, Role.GOAL):
        return joined(won, say("in-goal", cells=goal))
    return joined(won, _why(now, ending))


def _why(now: Situation, ending: Ending) -> Said:
    """What ended the game, if not its last turn; among more than two it is said whose doing."""
    reason = ending.result.reason
    if reason == "time" and ending.match_lost:
        return say("by-time-match")
    if reason == "played":
        return {}
    if len(now.seats) == _PAIR or reason not in ("time", "resigned"):
        return say(f"by-{reason}")
    if ending.late is None:
        return say("by-resigned-one")
    return say("by-time-of", who=_who(now, ending.late))


def _dialling(now: Situation) -> Said:
    """Which number is dialled, of which die, and which button does what."""
    assert now.dialled is not None
    return say("dial", what=_die(now, now.dialled), number=now.dialled.number)


def _die(now: Situation, dialled: Dialled) -> Said:
    if dialled.count < _DICE:
        return say("dial-token")
    if dialled.side is not None:
        return say("dial-own", who=_who(now, dialled.side))
    return say("dial-die", at=dialled.at + 1, count=dialled.count)


# -- something is asked, offered or wrong ----------------------------------------------------------


def _asked(now: Situation) -> Said:
    assert now.question is not None
    options = listed([option(each) for each in now.question.options])
    return say(f"ask-{now.question.about}", options=options)


def _condonable(now: Situation) -> Said:
    who = listed([_who(now, side) for side in now.accepting])
    wrong = _mistake(now) if now.mistake.repairs else say("unfinished")
    return joined(wrong, say("condonable", who=who))


def _wrong(now: Situation) -> Said:
    """What is wrong, and where the pieces in hand belong once things are right again."""
    steps = _steps(now)
    return joined(_mistake(now), say("then", steps=steps)) if steps else _mistake(now)


def _mistake(now: Situation) -> Said:
    mistake, repairs = now.mistake, _repairs(now)
    if mistake.returning:
        key = "directed" if mistake.directed else "returning"
        return say(of_pieces(now.pieces, key), repairs=repairs)
    if mistake.turn is None:
        return say("wrong", repairs=repairs)
    return say("wrong-in-turn", turn=mistake.turn, repairs=repairs)


def _repairs(now: Situation) -> Said:
    return listed([_repair(now, each) for each in now.mistake.repairs])


def _repair(now: Situation, repair: Repair) -> Said:
    if now.solid:
        return _piece(repair)
    if now.owned and now.phase is Phase.SETUP and repair.missing > 0:
        return _owned(now, repair)
    if repair.seen.hi == MANY and not repair.wanted:
        return say("empty-it", cell=repair.cell)
    if repair.seen == EMPTY and repair.missing == abs(repair.wanted):
        return say("too-few", cell=repair.cell, n=repair.missing)
    key = "too-few" if repair.missing > 0 else "too-many"
    return say(of_pieces(now.pieces, key), cell=repair.cell, n=abs(repair.missing))


def _owned(now: Situation, repair: Repair) -> Said:
    """Whose pieces are wanted, where nobody can know it from what stands there."""
    side = name(now.seats[int(repair.wanted < 0)].title)
    return say("too-few-of", cell=repair.cell, n=repair.missing, side=side)


def _piece(repair: Repair) -> Said:
    if repair.wanted:
        return say("piece-missing", cell=repair.cell, n=abs(repair.wanted))
    return say("piece-astray", cell=repair.cell)


def _offered(now: Situation) -> Said:
    offer = now.offer
    assert offer is not None
    who = _who(now, offer.side)
    if own := now.own_words.get(f"asked {offer.word}"):
        return told(own, who=who)
    if offer.word == "take":
        return say("offered", who=who, cube=offer.worth)
    return say("resigning", who=who, what=name(f"lose {offer.worth}", now.game))


# -- somebody is to act ----------------------------------------------------------------------------


def _to_roll(now: Situation) -> Said:
    """Who rolls, and first the roll that was over before anybody saw it lie there."""
    assert now.draw is not None
    return joined(*_past(now), _rolls_now(now, now.draw.side), *_may_double(now))


def _rolls_now(now: Situation, side: int | None) -> Said:
    return say("to-roll-both") if side is None else say("to-roll", who=_who(now, side))


def _to_play(now: Situation) -> Said:
    """Who rolls and plays where nobody says what was rolled; and what the last play told."""
    assert now.draw is not None
    side = now.draw.side
    to_play = say("to-play-both") if side is None else say("to-play", who=_who(now, side))
    said = [*_past(now), to_play, *_may_double(now)]
    if now.rolls and not now.thrown:
        key = "rolls-one" if len(now.rolls) == 1 else "rolls-many"
        said.append(say(key, rolls=told_rolls(now.rolls)))
    return joined(*said)


def _may_double(now: Situation) -> list[Said]:
    raises = any(word == "double" for word, _ in now.words)
    return [say("may-double")] if raises else []


def _to_move(now: Situation) -> Said:
    assert now.mover is not None
    key = "again" if now.again else "to-move"
    said = [*_past(now), say(key, who=_who(now, now.mover)), *_lying(now.lying)]
    if now.hurry:
        said.append(say("hurry"))
    if cells := _cells(now, Role.LIFT):
        said.append(say("may-move" if now.solid else "may-lift", cells=cells))
    if cells := _cells(now, Role.PUT):
        size = max(now.of(Role.PUT).values())
        said.append(say("may-place-sized" if size else "may-place", cells=cells, n=size))
    if now.swapper is not None:
        said.append(say("may-swap"))
    return joined(*said)


def _past(now: Situation) -> list[Said]:
    return [_thrown(now, now.thrown)] if now.thrown else []


def _thrown(now: Situation, thrown: Thrown) -> Said:
    dice = told_roll(thrown.roll)
    if thrown.side is None:
        return say("opening-won" if thrown.decided else "opening-equal", dice=dice)
    return say("could-not-move", dice=dice, who=_who(now, thrown.side))


def _lying(lying: Lying) -> list[Said]:
    """What lies open and matters now: the number looked for, the dice as the game calls them."""
    said = [say("token", token=lying.token)] if lying.token else []
    if lying.passed:
        return [*said, say("passed-over", dice="-".join(map(str, lying.passed)))]
    if roll := lying.roll:
        said.append(say("rolled", dice="-".join(map(str, roll.dice)), call=roll.call))
    return said


# -- a turn in hand --------------------------------------------------------------------------------


def _complete(now: Situation) -> Said:
    made = say("confirm" if now.turn.by_button else "settling", turn=now.turn.name)
    return joined(made, *_may_go_on(now), *_next(now))


def _next(now: Situation) -> list[Said]:
    """Who acts next, where the turn in hand can become no other any more."""
    then = now.turn.next
    if then is None:
        return []
    if then.rolls:
        return [_rolls_now(now, then.side)]
    assert then.side is not None
    said = [say("again" if then.again else "to-move", who=_who(now, then.side))]
    if cells := _cells(now, Role.LIFT):
        said.append(say("may-lift", cells=cells))
    return said


def _in_hand(now: Situation) -> Said:
    turn = now.turn
    if said := _may_go_on(now):
        return joined(*([say("in-hand-turn", turn=turn.name)] if turn.name else []), *said)
    if turn.name is None:
        return _open_turn(now)
    steps = _steps(now)
    return say("in-hand", turn=turn.name, steps=steps) if steps else say("in-hand-open")


def _open_turn(now: Situation) -> Said:
    """A turn of which it is not yet known what it becomes."""
    if cells := _cells(now, Role.LIFT):
        return say(of_pieces(now.pieces, "goes-on"), cells=cells)
    cells = _cells(now, Role.PUT, Role.GOAL)
    key = "piece-in-hand" if now.solid else "in-hand-there"
    return say(of_pieces(now.pieces, key), cells=cells) if cells else say("in-hand-open")


def _may_go_on(now: Situation) -> list[Said]:
    """What is told of a turn that is carried out piece by piece: where those in hand may go, or
    what may be taken; and what becomes of one that was hit."""
    turn, said = now.turn, []
    if not turn.stepwise:
        return []
    lift, put = now.of(Role.LIFT), now.of(Role.PUT)
    if cells := _listed(_but(put, turn.hit)):
        said.append(say("in-hand-there-checkers", cells=cells))
    if cells := _listed(_but(lift, turn.hit)):
        said.append(say(of_pieces(now.pieces, "goes-on"), cells=cells))
        if turn.left:
            said.append(say("numbers-left", numbers=", ".join(map(str, turn.left))))
    if turn.hit & put.keys():
        said.append(say("hit-to-bar"))
    if cells := _listed(_but(lift, lift.keys() - turn.hit)):
        said.append(say("hit-lies", cells=cells))
    return said


def _but(places: Mapping[Cell, int], left_out: Collection[Cell]) -> dict[Cell, int]:
    return {cell: count for cell, count in places.items() if cell not in left_out}


def _steps(now: Situation) -> Said | None:
    """What is to be done next, in words; the homes only say whose turn it is."""
    steps = _SOLID_STEPS if now.solid else _STEPS
    for role, key in steps.items():
        if not now.of(role):
            continue
        if role in _CARRIED:
            return _carrying(now, key, role)
        step = "step-replace" if key == "step-put" and now.turn.replaces else key
        return say(of_pieces(now.pieces, step), cells=_cells(now, role))
    return None


def _carrying(now: Situation, key: str, role: Role) -> Said:
    """What is carried where: from the pits, and from the hand, to the store."""
    lit = now.of(role)
    assert now.mover is not None
    stores = [seat.home for seat in now.seats if seat.home in lit]
    home = ", ".join(stores) or now.seats[now.mover].home
    pits = _but(lit, stores)
    if not pits:
        return say(f"{key}-hand", home=home)
    more = sum(lit[store] for store in stores) > sum(pits.values())
    return say(f"{key}-more" if more else key, cells=_listed(pits), home=home)


def _cells(now: Situation, *roles: Role) -> str:
    """The cells that are for one of these, in words."""
    return _listed(now.of(*roles))


def _listed(places: Mapping[Cell, int]) -> str:
    """Cells, sorted, with how many where it is several."""
    return ", ".join(
        f"{cell} ×{count}" if count > 1 else cell
        for cell, count in sorted(places.items(), key=_in_order)
    )


def _in_order(place: tuple[Cell, int]) -> tuple[int, Cell]:
    """Points are numbers: 6 comes before 13."""
    return (int(place[0]) if place[0].isdigit() else 0, place[0])


_PHASES: dict[Phase, Callable[[Situation], Said]] = {
    Phase.IDLE: lambda _: say("idle"),
    Phase.SETUP: _setting_up,
    Phase.PAUSED: lambda _: say("paused"),
    Phase.OVER: _over,
    Phase.DIALLING: _dialling,
    Phase.ASKED: _asked,
    Phase.CONDONABLE: _condonable,
    Phase.WRONG: _wrong,
    Phase.OFFERED: _offered,
    Phase.TO_ROLL: _to_roll,
    Phase.TO_PLAY: _to_play,
    Phase.TO_MOVE: _to_move,
    Phase.IN_HAND: _in_hand,
    Phase.COMPLETE: _complete,
}


def option(choice: str) -> Said:
    """An answer that the board takes, in words."""
    if choice == NOTHING:
        return say("nothing")
    if choice.startswith("ply:"):
        number = choice.removeprefix("ply:")
        return say("ply-0") if number == "0" else say("ply", n=number)
    if choice.startswith(RESIGNS):
        return say("agree", side=name(choice.removeprefix(RESIGNS)))
    if choice[-1:] in _SIGNS:
        return say(_SIGNS[choice[-1]], cell=choice[:-1])
    return name(choice)
