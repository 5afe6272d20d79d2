"""The sentence of the moment: what the lights say just now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from controller.games.game import Cell
from controller.play.steps import Result
from controller.table.situation import (
    Dialled,
    Ending,
    Lying,
    Phase,
    Role,
    Roll,
    Situation,
    Suited,
    Thrown,
    Unseen,
)
from controller.table.state import NOTHING, RESIGNS
from controller.tracking.seen import MANY
from controller.tracking.verdict import Kind, Repair
from controller.words.catalogue import known
from controller.words.speech import Said, joined, listed, name, say, told
from controller.words.telling import called

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
#: So many places are named one by one; more are counted.
_MOST_LISTED = 12
#: So many play, and who is meant by "the other side" is clear.
_PAIR = 2


def moment(now: Situation) -> Said:
    """What the board waits for, in every language."""
    besides = (*_at_dice(now), *_resting(now), *_missing(now), *_sensor_to_blame(now))
    return joined(_PHASES[now.phase](now), *besides)


def _at_dice(now: Situation) -> list[Said]:
    """A roll that waits for the end of the turn (T8), and a die that is looked for (T5)."""
    said = [say("die-on-floor")] if now.fallen else []
    if now.early is None:
        return said
    roll, side = now.early
    return [*said, say("early-waits", who=told_side(now, side), dice=told_roll(roll))]


def _resting(now: Situation) -> list[Said]:
    if not now.resting or now.phase is Phase.ASKED:
        return []
    cells, why = _named(now, now.resting), now.mistake.why
    if why is None:
        return [say("resting", cells=cells)]
    told = [] if now.phase is Phase.WRONG else [say("why", why=called(why))]
    return [say("take-away", cells=cells), *told]


def _missing(now: Situation) -> list[Said]:
    if now.missing is None:
        return []
    found, total = now.missing
    key = "missing-pieces" if now.solid else "missing"
    return [say(of_pieces(now.pieces, key), found=found, n=total)]


def _sensor_to_blame(now: Situation) -> list[Said]:
    """Where no turn explains the board, not only hands may be wrong: few sensors are named."""
    few = now.verdict is Kind.WRONG and 0 < len(now.doubted) <= _FEW
    return [say("maybe-sensor", cells=_named(now, now.doubted))] if few else []


def of_pieces(pieces: str, key: str) -> str:
    """The words for what this game is played with, where they are not stones."""
    own = f"{key}-{pieces}"
    return own if known(own) else key


def told_side(now: Situation, side: int) -> Said:
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
    asked = map(called, now.asks)
    return joined(say(of_pieces(now.pieces, "setup"), repairs=_repairs(now)), *asked)


def _over(now: Situation) -> Said:
    return joined(_ended(now), *([_suited(now.suited)] if now.suited else []))


def _suited(suited: Suited) -> Said:
    """How the engine's level suited who played against it, and which is offered."""
    key = "level-suits" if suited.offered == suited.level else "level-offered"
    return say(
        key,
        who=suited.player,
        won=suited.won,
        games=suited.games,
        level=suited.level,
        offered=suited.offered,
    )


def _ended(now: Situation) -> Said:
    ending = now.ending
    if ending is None or ending.result.reason == "abandoned":
        return say("abandoned")
    result = ending.result
    if result.reason == "annulled":
        return say("annulled")
    scores = ":".join(map(str, result.scores))
    if result.shared and len(result.shared) < len(result.scores):
        who = listed([told_side(now, side) for side in result.shared])
        return joined(say("shared", who=who, scores=scores), _why(now, ending))
    if result.winner is None:
        return say("drawn", scores=scores)
    won = _won(now, result)
    if goal := _cells(now, Role.GOAL):
        return joined(won, say("in-goal", cells=goal))
    return joined(won, _why(now, ending))


def _won(now: Situation, result: Result) -> Said:
    """Who won, and where wins have levels the level by its name (N10), and the stake."""
    assert result.winner is not None
    facts = {"scores": _winner_first(result), "who": told_side(now, result.winner)}
    if result.level is None or result.reason == "dropped":
        return say("won" if any(result.scores) else "won-unscored", **facts)
    won = say("won-level", **facts, what=name(f"win {result.level}", now.game))
    return joined(won, say("won-stake", cube=result.cube)) if (result.cube or 1) > 1 else won


def _winner_first(result: Result) -> str:
    """The score as it is told of two, the winner's first; among more it stays in order of seats."""
    turned = len(result.scores) == _PAIR and result.winner == 1
    return ":".join(map(str, reversed(result.scores) if turned else result.scores))


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
    return say("by-time-of", who=told_side(now, ending.late))


def _dialling(now: Situation) -> Said:
    """Which number is dialled, of which die, and which button does what."""
    assert now.dialled is not None
    return say("dial", what=_die(now, now.dialled), number=now.dialled.number)


def _die(now: Situation, dialled: Dialled) -> Said:
    if dialled.count < _DICE:
        return say("dial-token")
    if dialled.side is not None:
        return say("dial-own", who=told_side(now, dialled.side))
    return say("dial-die", at=dialled.at + 1, count=dialled.count)


# -- something is asked, offered or wrong ----------------------------------------------------------


def _asked(now: Situation) -> Said:
    assert now.question is not None
    options = listed(answers(now))
    return say(f"ask-{now.question.about}", options=say("answers", options=options))


def answers(now: Situation) -> list[Said]:
    """What may be answered to what is asked."""
    assert now.question is not None
    resigning = now.question.about == "resignation"
    return [option(each, now.answers, resigning=resigning) for each in now.question.options]


def _condonable(now: Situation) -> Said:
    who = listed([told_side(now, side) for side in now.accepting])
    wrong = _mistake(now) if now.mistake.repairs else say("unfinished")
    ways = [say("condonable", who=who)] if now.by_word else []
    ways += [say("stands-by-roll", who=who)] if now.by_roll else []
    return joined(wrong, *ways)


def _wrong(now: Situation) -> Said:
    """What is wrong, and where the pieces in hand belong once things are right again."""
    steps = _steps(now)
    return joined(_mistake(now), say("then", steps=steps)) if steps else _mistake(now)


def _mistake(now: Situation) -> Said:
    mistake, repairs = now.mistake, _repairs(now)
    if mistake.returning:
        key = "directed" if mistake.directed else "returning"
        return say(of_pieces(now.pieces, key), repairs=repairs)
    why = [say("why", why=called(mistake.why))] if mistake.why else []
    if mistake.turn is None:
        return joined(say("wrong", repairs=repairs), *why)
    return joined(say("wrong-in-turn", turn=_turn(mistake.turn), repairs=repairs), *why)


def _repairs(now: Situation) -> Said:
    """What is to be put right, cell by cell; as often as the same is missing, once."""
    alike = _alike(now)
    apart = [each for each in now.mistake.repairs if each.cell not in alike]
    said = [_repair(now, each) for each in apart]
    if alike:
        more = next(each.missing for each in now.mistake.repairs if each.cell in alike)
        said.insert(0, _each(now, alike, more))
    return listed(said)


def _alike(now: Situation) -> list[Cell]:
    """The cells that lack as much as most others do, while the board is set up."""
    if now.phase is not Phase.SETUP or now.solid or now.owned:
        return []
    lacking = Counter(each.missing for each in now.mistake.repairs if each.missing > 0)
    usual, often = lacking.most_common(1)[0] if lacking else (0, 0)
    cells = [each.cell for each in now.mistake.repairs if each.missing == usual]
    return cells if often > _FEW else []


def _each(now: Situation, cells: Sequence[Cell], more: int) -> Said:
    if len(cells) > _MOST_LISTED:
        return say("too-few-places", n=len(cells), more=more)
    return say("too-few-each", cells=_named(now, cells), more=more)


def _repair(now: Situation, repair: Repair) -> Said:
    if now.solid:
        return _piece(now, repair)
    if now.owned and now.phase is Phase.SETUP and repair.missing > 0:
        return _owned(now, repair)
    if repair.seen.hi == MANY and not repair.wanted:
        return say("empty-it", cell=_place(now, repair.cell))
    key = "too-few" if repair.missing > 0 else "too-many"
    cell = _place(now, repair.cell)
    return say(of_pieces(now.pieces, key), cell=cell, n=abs(repair.missing))


def _owned(now: Situation, repair: Repair) -> Said:
    """Whose pieces are wanted, where nobody can know it from what stands there."""
    side = name(now.seats[int(repair.wanted < 0)].title)
    return say("too-few-of", cell=_place(now, repair.cell), n=repair.missing, side=side)


def _piece(now: Situation, repair: Repair) -> Said:
    key = f"piece-missing-{abs(repair.wanted)}" if repair.wanted else "piece-astray"
    return say(key, cell=_place(now, repair.cell))


def _offered(now: Situation) -> Said:
    offer = now.offer
    assert offer is not None
    who = told_side(now, offer.side)
    if own := now.words_of_game[offer.word].asked:
        return told(own, who=who)
    if offer.word == "take":
        return say("offered", who=who, cube=offer.worth)
    return say("resigning", who=who, what=name(f"lose {offer.worth}", now.game))


# -- somebody is to act ----------------------------------------------------------------------------


def _to_roll(now: Situation) -> Said:
    """Who rolls, and first the roll that was over before anybody saw it lie there."""
    assert now.draw is not None
    asked = map(called, now.asks)
    rolls = _rolls_now(now, now.draw.side)
    if now.thinking and now.draw.side is not None:  # whether to say something first
        rolls = say("thinking", who=told_side(now, now.draw.side))
    return joined(*_past(now), rolls, *asked, *_may_double(now))


def _rolls_now(now: Situation, side: int | None) -> Said:
    if side is None:
        return say("to-roll-both")
    entered = now.seats[side].engine and now.drawn_by == "entered"
    return say("roll-for" if entered else "to-roll", who=told_side(now, side))


def _to_play(now: Situation) -> Said:
    """Who rolls and plays where nobody says what was rolled; and what the last play told."""
    assert now.draw is not None
    side = now.draw.side
    to_play = say("to-play-both") if side is None else say("to-play", who=told_side(now, side))
    said = [*_past(now), to_play, *_may_double(now), *_unseen(now)]
    if now.rolls and not now.thrown:
        key = "rolls-one" if len(now.rolls) == 1 else "rolls-many"
        said.append(say(key, rolls=told_rolls(now.rolls)))
    return joined(*said)


def _may_double(now: Situation) -> list[Said]:
    raises = any(word == "double" for word, _ in now.words)
    return [say("may-double")] if raises else []


def _to_move(now: Situation) -> Said:
    assert now.mover is not None
    if now.called is not None:
        return joined(*_past(now), *_lying(now.lying), _called_for(now, now.mover, now.called))
    if now.thinking:
        return joined(
            *_past(now), *_lying(now.lying), say("thinking", who=told_side(now, now.mover))
        )
    key = "again" if now.again else "to-move"
    said = [*_past(now), say(key, who=told_side(now, now.mover)), *_lying(now.lying)]
    said += map(called, now.asks)
    if now.draw is not None:
        said.append(say("to-draw" if now.drawn_by == "board" else "to-draw-entered"))
    if now.hurry:
        said.append(say("hurry"))
    if now.choice:
        said.append(called(now.choice))
    elif cells := _cells(now, Role.LIFT):
        said.append(say("may-move" if now.solid else "may-lift", cells=cells))
    if cells := _listed(now, dict.fromkeys(now.of(Role.PUT), 1)):
        size = max(now.of(Role.PUT).values())
        said.append(say(f"may-place-{size}" if size else "may-place", cells=cells))
    if now.swapper is not None:
        said.append(say("may-swap"))
    return joined(*said, *_unseen(now))


def _unseen(now: Situation) -> list[Said]:
    """That the board will not see what is played, or perhaps, and what to do then."""
    return [] if now.unseen is Unseen.NONE else [say(f"unseen-{now.unseen}")]


def _called_for(now: Situation, side: int, turn: str) -> Said:
    """What hands are to carry out for somebody who has none here, and how it begins."""
    facts = {"who": told_side(now, side), "turn": called(turn)}
    if now.unseen is not Unseen.NONE:
        return joined(say("called-carry", **facts), say("unseen-called"))
    steps = _steps(now)
    return say("called-turn", **facts, steps=steps) if steps else say("called-carry", **facts)


def _past(now: Situation) -> list[Said]:
    said = [_thrown(now, now.thrown)] if now.thrown else []
    if now.lot and now.mover is not None:
        said.append(say("by-lot", who=told_side(now, now.mover)))
    return [*said, *map(called, now.follows)]


def _thrown(now: Situation, thrown: Thrown) -> Said:
    dice = told_roll(thrown.roll)
    if thrown.side is None:
        if not thrown.decided or now.mover is None:
            return say("opening-equal", dice=dice)
        return say("opening-won", dice=dice, who=told_side(now, now.mover))
    return say("could-not-move", dice=dice, who=told_side(now, thrown.side))


def _lying(lying: Lying) -> list[Said]:
    """What lies open and matters now: the number looked for, the dice as the game calls them."""
    said = [say("token", token=lying.token)] if lying.token else []
    if lying.passed:
        return [*said, say("passed-over", dice=", ".join(map(str, lying.passed)))]
    if roll := lying.roll:
        said.append(say("rolled", dice="-".join(map(str, roll.dice)), call=roll.call))
    return said


# -- a turn in hand --------------------------------------------------------------------------------


def _complete(now: Situation) -> Said:
    turn = _turn(now.turn.name or "")
    if now.turn.next is None and (goes_on := _may_go_on(now)):
        return joined(say("perhaps-done", turn=turn), *goes_on)
    return joined(say("confirm" if now.turn.by_button else "settling", turn=turn), *_next(now))


def _turn(name: str) -> Said:
    """A turn in a sentence; where it is more than a notation, in quotation marks."""
    return say("turn-in-words", turn=called(name)) if hasattr(name, "form") else called(name)


def _next(now: Situation) -> list[Said]:
    """Who acts next, where the turn in hand can become no other any more."""
    then = now.turn.next
    if then is None:
        return []
    if then.rolls:
        return [_rolls_now(now, then.side)]
    assert then.side is not None
    said = [say("again" if then.again else "to-move", who=told_side(now, then.side))]
    if cells := _cells(now, Role.LIFT):
        said.append(say("may-move" if now.solid else "may-lift", cells=cells))
    return said


def _in_hand(now: Situation) -> Said:
    """What comes next of a turn; and where the piece in hand would win (Y11)."""
    goal = _cells(now, Role.GOAL)
    return joined(_under_way(now), *([say("goal-wins", cells=goal)] if goal else []))


def _under_way(now: Situation) -> Said:
    turn = now.turn
    if said := _may_go_on(now):
        return joined(*([say("in-hand-turn", turn=_turn(turn.name))] if turn.name else []), *said)
    if turn.name is None:
        return _open_turn(now)
    steps = _steps(now)
    return say("in-hand", turn=_turn(turn.name), steps=steps) if steps else say("in-hand-open")


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
    tray = {seat.home for seat in now.seats}
    if cells := _listed(now, _but(put, turn.hit | tray)):
        said.append(say("in-hand-there-checkers", cells=cells))
    if tray & put.keys():
        said.append(say("may-bear-off"))
    if cells := _listed(now, _but(lift, turn.hit)):
        said.append(say(of_pieces(now.pieces, "goes-on"), cells=cells))
        if turn.left:
            said.append(say("numbers-left", numbers=", ".join(map(str, turn.left))))
    if turn.hit & put.keys():
        said.append(say("hit-to-bar"))
    if cells := _listed(now, _but(lift, lift.keys() - turn.hit)):
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
    home = _named(now, stores or [now.seats[now.mover].home])
    pits = _but(lit, stores)
    if not pits:
        return say(f"{key}-hand", home=home)
    more = sum(lit[store] for store in stores) > sum(pits.values())
    return say(f"{key}-more" if more else key, cells=_listed(now, pits), home=home)


def _cells(now: Situation, *roles: Role) -> Said | None:
    """The cells that are for one of these, in words; None: there are none."""
    return _listed(now, now.of(*roles), sown=Role.SOW in roles)


def _listed(now: Situation, places: Mapping[Cell, int], *, sown: bool = False) -> Said | None:
    """Cells in the order in which the mover comes to them, with how many where it is several;
    those that are `sown` come in the order of sowing."""
    order = {cell: at for at, cell in enumerate(now.names)}
    cells = places if sown else sorted(places, key=lambda cell: order.get(cell, len(order)))
    return listed([_several(now, cell, places[cell]) for cell in cells]) if places else None


def _several(now: Situation, cell: Cell, count: int) -> Said:
    place = _place(now, cell)
    return say("several", cell=place, count=count) if count > 1 else place


def _named(now: Situation, cells: Iterable[Cell]) -> Said:
    return listed([_place(now, cell) for cell in cells])


def _place(now: Situation, cell: Cell) -> Said:
    """What people call a cell just now."""
    return called(now.names.get(cell, cell))


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


def option(choice: str, turns: Mapping[str, str], *, resigning: bool = False) -> Said:
    """An answer that the board takes, in words; `turns` as people read them; `resigning`: it is
    asked whether somebody may resign."""
    if choice == NOTHING:
        return say("answer-no" if resigning else "nothing")
    if choice.startswith("ply:"):
        number = choice.removeprefix("ply:")
        return say("ply-0") if number == "0" else say("ply", n=number)
    if choice.startswith(RESIGNS):
        return say("agree", side=name(choice.removeprefix(RESIGNS)))
    return called(turns.get(choice, choice))
