"""Takes stock of a table: the only place where it is decided what is going on there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from controller.games.game import Draw
from controller.play.steps import Part, Result
from controller.table import seats
from controller.table.board_dice import may_add
from controller.table.condoning import accepting, by_roll, by_word, offered
from controller.table.doubting import doubted
from controller.table.inferred import awaited
from controller.table.situation import (
    Call,
    Dialled,
    Ending,
    Lying,
    Made,
    Mistake,
    Next,
    Offer,
    Phase,
    Place,
    Role,
    Roll,
    Situation,
    Thrown,
    Turn,
    Unseen,
    called,
)
from controller.table.situation import Seat as Sitting
from controller.table.solid import Places, entered, landings
from controller.table.state import State, Status
from controller.table.table import Table
from controller.table.tasks import path, repairs, to_do, to_put_right, unseen_way
from controller.table.thrown import last_roll
from controller.tracking.follower import Station
from controller.tracking.verdict import Kind

#: So many values are dice; a single one is a token.
_DICE = 2
#: So many of the newest turns are told of: forced passes come together with what they follow from.
_NEWEST = 4
#: While the hands are at a turn and nothing is wrong with it.
_UNDER_WAY = (Kind.IN_HAND, Kind.COMPLETE)
#: Games that count for nothing.
_VOID = ("abandoned", "annulled")
#: What would accept a raise; what else is accepted is a resignation.
_TAKE = "take"


def survey(
    table: Table, chosen: str | None = None, dialled: tuple[int, int] | None = None
) -> Situation:
    """What is going on. `chosen` is the answer that the button would give, `dialled` the number
    that it would take, and how many were taken before it."""
    state = table.state
    if state.status is Status.IDLE:
        return Situation(hints=state.hints, commands=tuple(table.commands()))
    now = _at_table(table)
    if dialled is not None:
        return _dialled(state, now, *dialled)
    if state.status is Status.PLAYING:
        return _rested_on(table, _playing(table, now, chosen))
    return _AT_REST[state.status](table, now)


def _at_table(table: Table) -> Situation:
    """Who sits there, what is played, and what may be said and done."""
    state, rules = table.state, table.state.rules
    draw = state.acts.draw if state.status is Status.PLAYING else None
    return Situation(
        status=state.status,
        verdict=table.verdict.kind,
        game=rules.name,
        pieces=rules.pieces,
        words_of_game=state.words_of_game,
        solid=rules.solid,
        owned=min(rules.contents(state.position)) < 0,
        seats=tuple(
            Sitting(title, state.player_of(side), rules.homes[side], engine=state.engine_of(side))
            for side, title in enumerate(rules.sides)
        ),
        names=rules.sayings.places(state.numbers_of),
        aloud=rules.sayings.aloud(state.numbers_of),
        holds=dict(zip(rules.cells, rules.contents(state.position), strict=True)),
        made=_made(state),
        mover=rules.mover(state.position),
        called=_called_turn(state),
        thinking=_thinking(table),
        thrown=_thrown(state),
        spent=_spent(table),
        missing=_missing(table),
        question=state.question,
        answers=_answers(state),
        mistake=Mistake(table.verdict.repairs),
        draw=draw,
        drawn_by=_drawn_by(table) if draw else "",
        words=tuple(_may_be_said(state)),
        commands=tuple(table.commands()),
        hints=state.hints,
        turns=tuple(table.turns()),
        resting=tuple(table.weighed_on),
        doubted=tuple(doubted(table)),
        contributed=_contributed(table),
        early=_early(state),
        fallen=state.fallen_at is not None and state.clock is not None,
    )


def _made(state: State) -> tuple[Made, ...]:
    """The newest turns; those let stand against the rules have no notation."""
    aloud = state.rules.sayings.aloud
    return tuple(
        Made(
            ply.number,
            ply.side,
            "" if ply.condoned else state.told_turn(ply.turn, ply.side),
            aloud(state.numbers_for(ply.side)),
        )
        for ply in state.plies[-_NEWEST:]
    )


def _answers(state: State) -> dict[str, str]:
    """The turns that the board asks about, as people read them."""
    options = state.question.options if state.question else ()
    mover = state.rules.mover(state.position)
    return {option: state.told_turn(option, mover) for option in options}


def _early(state: State) -> tuple[Roll, int] | None:
    waiting = state.line.early
    return (called(state.rules, waiting.dice), waiting.side) if waiting else None


def _contributed(table: Table) -> tuple[Part, ...] | None:
    promise = table.state.line.promise
    return promise.parts if promise and may_add(table) else None


def _drawn_by(table: Table) -> str:
    if awaited(table):
        return "inferred"
    return "board" if table.chance else "entered"


def _spent(table: Table) -> tuple[bool, ...]:
    if table.follower is None or table.verdict.kind not in _UNDER_WAY:
        return ()
    ahead = table.follower.station.ahead
    return tuple(ahead.spent) if ahead else ()


def _thrown(state: State) -> Thrown | None:
    thrown = last_roll(state)
    if thrown is None:
        return None
    decided = thrown.side is None and state.acting is not None
    return Thrown(called(state.rules, thrown.dice), thrown.side, decided)


def _may_be_said(state: State) -> Iterable[tuple[str, int]]:
    """What may be said now instead of moving, and by whom: either side may resign."""
    if state.status is not Status.PLAYING:
        return
    for saying in state.acts.words:
        own = (side for side in sorted(saying.sides) if not state.engine_of(side))
        yield from ((saying.word, side) for side in own)


def _missing(table: Table) -> tuple[int, int] | None:
    """How many pieces there are where some were missed and still are; where hands have been at work
    since, they are counted anew when they rest."""
    missing = table.state.missing
    if missing is None or not table.following:
        return None
    return missing if missing[0] == table.pieces_on_board() else None


def _called_up(now: Situation, calls: Mapping[int, Call]) -> tuple[Sitting, ...]:
    """The seats, these sides called."""
    return tuple(replace(seat, call=calls.get(side)) for side, seat in enumerate(now.seats))


def _everybody(now: Situation, call: Call) -> tuple[Sitting, ...]:
    return _called_up(now, dict.fromkeys(range(len(now.seats)), call))


# -- no turn is awaited ----------------------------------------------------------------------------


def _setting_up(table: Table, now: Situation) -> Situation:
    asks = tuple(table.state.rules.sayings.begins(table.state.position))
    return replace(now, phase=Phase.SETUP, places=repairs(table.verdict), asks=asks)


def _paused(_: Table, now: Situation) -> Situation:
    return replace(now, phase=Phase.PAUSED, seats=_everybody(now, Call.RESTS))


def _over(table: Table, now: Situation) -> Situation:
    state, result = table.state, table.state.result
    if result is None or result.reason in _VOID:
        return replace(now, phase=Phase.OVER, ending=Ending(result) if result else None)
    return replace(
        now,
        phase=Phase.OVER,
        ending=Ending(result, state.flag_loses_match, _late(state, result)),
        places={} if result.winner is None else entered(state),
        seats=_winners(now, result),
    )


def _winners(now: Situation, result: Result) -> tuple[Sitting, ...]:
    if result.shared and len(result.shared) < len(now.seats):
        return _called_up(now, dict.fromkeys(result.shared, Call.WON))
    if result.winner is None:
        return _everybody(now, Call.DREW)
    return _called_up(now, {result.winner: Call.WON})


def _late(state: State, result: Result) -> int | None:
    """Whose time was up."""
    if result.reason != "time" or state.clock is None:
        return None
    return state.clock.left.index(min(state.clock.left))


_AT_REST: dict[Status, Callable[[Table, Situation], Situation]] = {
    Status.SETUP: _setting_up,
    Status.PAUSED: _paused,
    Status.OVER: _over,
}


def _dialled(state: State, now: Situation, number: int, at: int) -> Situation:
    """The number itself, and for the mover that the button takes it."""
    rules, draw, mover = state.rules, now.draw, now.mover
    assert draw is not None and mover is not None
    shown = dict.fromkeys(rules.figure(state.position, number), Place(Role.NUMBER))
    own = at if draw.side is None else None
    dialled = Dialled(number, at, draw.count, own)
    seats = _called_up(now, {mover: Call.PRESS})
    return replace(now, phase=Phase.DIALLING, places=shown, dialled=dialled, seats=seats)


# -- in play ---------------------------------------------------------------------------------------


def _playing(table: Table, now: Situation, chosen: str | None) -> Situation:
    assert table.follower is not None
    station, verdict = table.follower.station, table.verdict
    if table.state.question:
        return _asked(table, now, chosen)
    if offered(table) is not None:
        return _condonable(table, now)
    if verdict.kind is Kind.WRONG:
        return _wrong(table, now)
    if verdict.kind is Kind.UNTOUCHED:
        back = station is table.follower.before
        return (_put_back if back else _untouched)(table, now, station)
    return _in_hand(table, now, station)


def _rested_on(table: Table, now: Situation) -> Situation:
    """What lies there and is no piece, or none that may stand there, is to be taken away; what is
    asked comes first."""
    if not now.resting or now.phase is Phase.ASKED:
        return now
    mistake = replace(now.mistake, why=now.mistake.why or _refusal(table))
    places = {**now.places, **dict.fromkeys(now.resting, Place(Role.FEWER))}
    return replace(now, places=places, mistake=mistake)


def _asked(table: Table, now: Situation, chosen: str | None) -> Situation:
    """The turns asked about; where it is about no turn, everybody is asked."""
    assert table.follower is not None
    question, station = table.state.question, table.follower.station
    assert question is not None
    places: Places = {}
    for name in question.options:
        try:
            number = station.turns.index(table.turn_named(station, name))
        except ValueError:
            continue  # it is no turn: a position to go back to, or nothing
        role = Role.CHOSEN if name == chosen else Role.ASKED
        cells = station.begun_from([number]) or landings(station, [number])
        places |= dict.fromkeys(cells, Place(role))
    seats = now.seats if places else _everybody(now, Call.AGREE)
    return replace(now, phase=Phase.ASKED, chosen=chosen, places=places, seats=seats)


def _condonable(table: Table, now: Situation) -> Situation:
    """What is wrong, and who may let it stand."""
    asked, wrong = accepting(table), repairs(table.verdict)
    assert now.mover is not None
    mover = {} if wrong else {now.mover: Call.TURN}
    return replace(
        now,
        phase=Phase.CONDONABLE,
        places=wrong,
        accepting=tuple(asked),
        by_word=by_word(table),
        by_roll=by_roll(table) is not None,
        mistake=_mistake(table),
        seats=_called_up(now, mover | dict.fromkeys(asked, Call.AGREE)),
    )


def _wrong(table: Table, now: Situation) -> Situation:
    assert table.follower is not None
    station, verdict = table.follower.station, table.verdict
    places = to_put_right(station, verdict, table.state)
    turn = Turn(replaces=_replaces(table, places))
    return replace(now, phase=Phase.WRONG, places=places, mistake=_mistake(table), turn=turn)


def _mistake(table: Table) -> Mistake:
    assert table.follower is not None
    verdict = table.verdict
    towards = verdict.towards if verdict.sure else None
    turn = None if towards is None else _name(table, towards)
    returning, directed = table.follower.returning, table.state.directed
    why = None if returning or directed or not verdict.repairs else _refusal(table)
    return Mistake(verdict.repairs, turn, returning, directed, why)


def _refusal(table: Table) -> str | None:
    """The rule that speaks against what lies there."""
    assert table.follower is not None
    rules, position = table.state.rules, table.follower.station.position
    looks = map(table.sensing.look, rules.cells)
    seen = {cell: (look.lo, look.hi) for cell, look in zip(rules.cells, looks, strict=True)}
    why = rules.sayings.refuses(position, seen)
    return why and table.state.renumbered(why, rules.mover(position))


def _name(table: Table, number: int) -> str:
    assert table.follower is not None
    station = table.follower.station
    written = table.name_of(station.position, station.turns[number])
    return table.state.told_turn(written, table.state.rules.mover(station.position))


# -- somebody is to act ----------------------------------------------------------------------------


def _untouched(table: Table, now: Situation, station: Station[Any, Any]) -> Situation:
    """Whose turn it is, and what may be lifted."""
    state, rules = table.state, table.state.rules
    if answer := state.acts.answer:
        side = answer.sides[0]
        offer = Offer(answer.word, side, _worth(rules.shown(state.position), answer.word))
        seats = _called_up(now, {side: Call.ANSWER})
        return replace(now, phase=Phase.OFFERED, offer=offer, seats=seats)
    shown, swapper = _shown(state, station), state.swapper
    passed, unseen = {} if shown else _passed(state), _unseen(table, station)
    calls = _calls(now, state, swapper, shown)
    if unseen is Unseen.ALL and now.mover is not None:
        calls[now.mover] = Call.PRESS
    return replace(
        now,
        phase=_to_act(table, now.draw),
        unseen=unseen,
        again=state.again,
        lot=state.lot and not state.plies,
        hurry=state.hurry,
        swapper=swapper,
        lying=_lying(state, state.position),
        follows=_follows(state),
        asks=tuple(rules.sayings.asks(state.position)),
        choice=_choice(state),
        rolls=_rolls(state),
        places=shown or _led(table, station, unseen) or _may_lift(state, station),
        seats=_called_up(now, passed | calls),
    )


def _unseen(table: Table, station: Station[Any, Any]) -> Unseen:
    """Whether hands must say what they make, since the board would show nothing of it."""
    found = len(table.unseen)
    if not found:
        return Unseen.NONE
    return Unseen.ALL if found == len(station.turns) else Unseen.SOME


def _led(table: Table, station: Station[Any, Any], unseen: Unseen) -> Places:
    """A called turn that the board will not see: from where to where at once, since no light can
    follow the hands."""
    if table.state.called is None or unseen is not Unseen.ALL:
        return {}
    moved = {
        cell: abs(held) - abs(station.contents[cell])
        for cell, held in station.traces[0].after.items()
    }
    return {
        cell: Place(Role.PUT if by > 0 else Role.LIFT, abs(by)) for cell, by in moved.items() if by
    }


def _choice(state: State) -> str | None:
    """What may be taken, in the game's own words; who has called a turn has chosen."""
    told = state.hints != "off" and state.called is None
    return state.rules.sayings.choice(state.position) if told else None


def _called_turn(state: State) -> str | None:
    """The turn that hands are to carry out for somebody, as people read it."""
    return None if state.called is None else state.rules.sayings.turn(state.called)


def _thinking(table: Table) -> bool:
    """Whether it is awaited that somebody without hands says something."""
    wanted = seats.wanted(table)
    return wanted is not None and wanted.what != "roll"


def _follows(state: State) -> tuple[str, ...]:
    """What follows from the last turn, until chance or hands go on."""
    last = state.plies[-1] if state.plies else None
    if last is None or last.condoned or last.rolls:
        return ()
    if last.position != state.rules.write_position(state.position):
        return ()
    return tuple(state.rules.sayings.follows(state.past[-2], last.turn, state.position))


def _put_back(table: Table, now: Situation, station: Station[Any, Any]) -> Situation:
    """Hands have put the last turn back, which the record will tell once they rest: its mover has
    the same choice again."""
    mover = table.state.rules.mover(station.position)
    return replace(
        now,
        phase=Phase.TO_MOVE,
        mover=mover,
        thrown=None,
        lying=_lying(table.state, station.position),
        places=_may_lift(table.state, station),
        seats=_called_up(now, {mover: Call.TURN}),
    )


def _worth(shown: dict[str, Any], word: str) -> int:
    """What is offered: the stake, or what a resignation is worth; 0: nothing that is counted."""
    worth: int = shown.get("offered" if word == _TAKE else "resigned", 0)
    return worth


def _to_act(table: Table, draw: Draw | None) -> Phase:
    if awaited(table):
        return Phase.TO_PLAY
    return Phase.TO_ROLL if draw and draw.count >= _DICE else Phase.TO_MOVE


def _calls(now: Situation, state: State, swapper: int | None, shown: Places) -> dict[int, Call]:
    """Who acts, both in an opening roll (N2), and who may exchange the seats. Beside that offer,
    which is loud enough, acting once more is only said; a hit that ended the last turn stands as
    still as whose turn it is."""
    assert now.mover is not None
    if state.acting is None:
        return dict.fromkeys(range(len(now.seats)), Call.TURN)
    again = state.again and swapper is None
    found = any(place.role is Role.HIT for place in shown.values())
    usual = Call.AGAIN if again else Call.NEXT if found else Call.TURN
    call = Call.HURRY if state.hurry else usual
    return {now.mover: call} | ({} if swapper is None else {swapper: Call.ANSWER})


def _passed(state: State) -> dict[int, Call]:
    """Who could not move, where it is plain who moves now."""
    if not state.plies or state.plies[-1].by != "pass" or state.again or state.hurry:
        return {}
    return {state.plies[-1].side: Call.PASSED}


def _lying(state: State, position: Any) -> Lying:
    shown = state.rules.shown(position)
    dice, passed = tuple(shown.get("dice", ())), tuple(shown.get("passed") or ())
    roll = Roll(dice, shown["call"]) if dice else None
    return Lying(shown.get("token"), roll, passed)


def _rolls(state: State) -> tuple[Roll, ...]:
    """What the last play told of the dice, where nobody has said what they were."""
    last = state.plies[-1] if state.plies else None
    if last is None or last.named:
        return ()
    return tuple(called(state.rules, tuple(roll)) for roll in last.rolls)


def _shown(state: State, station: Station[Any, Any]) -> Places:
    """What the game shows of the position, and of the last turn."""
    display = state.rules.display(station.position)
    return {cell: Place(Role(each)) for cell, each in display.items()} | _marks(state)


def _marks(state: State) -> Places:
    """What is shown of the last turn."""
    if not state.plies or state.plies[-1].condoned or state.plies[-1].rolls:
        return {}
    marks = state.rules.marks(state.past[-2], state.plies[-1].turn)
    return {cell: Place(Role(each)) for cell, each in marks.items()}


def _may_lift(state: State, station: Station[Any, Any]) -> Places:
    if state.hints_now == "off":
        return {}
    if station.solid and not station.origins:  # then what is placed comes from beside
        place = Place(Role.PUT, _only_size(station))
        return dict.fromkeys(landings(station, range(len(station.turns))), place)
    return dict.fromkeys(station.origins, Place(Role.LIFT))


def _only_size(station: Station[Any, Any]) -> int:
    """The size of the piece that is to be placed, where there is no choice; 0: there is one."""
    sizes = {abs(held) for trace in station.traces for held in trace.after.values()}
    return sizes.pop() if len(sizes) == 1 else 0


# -- a turn in hand --------------------------------------------------------------------------------


def _in_hand(table: Table, now: Situation, station: Station[Any, Any]) -> Situation:
    state, verdict = table.state, table.verdict
    assert table.follower is not None
    whole, mover = verdict.kind is Kind.COMPLETE, state.rules.mover(station.position)
    if whole and state.house.confirm == "button":
        return _to_confirm(table, now, path(station, verdict, state), mover)
    places = to_do(station, verdict, state)
    if known := table.follower.known:
        return _almost_made(table, now, places, known)
    return replace(
        now,
        phase=Phase.COMPLETE if whole else Phase.IN_HAND,
        places=places,
        turn=_turn(table, places),
        seats=_called_up(now, {mover: Call.TURN}),
    )


def _to_confirm(table: Table, now: Situation, way: Places, mover: int) -> Situation:
    """The turn is whole, and counts when its player presses the button."""
    return replace(
        now,
        phase=Phase.COMPLETE,
        places=way,
        turn=replace(_turn(table, {}), by_button=True),
        seats=_called_up(now, {mover: Call.PRESS}),
    )


def _almost_made(
    table: Table, now: Situation, places: Places, known: Station[Any, Any]
) -> Situation:
    """The turn can become no other any more: the next player is told at once."""
    assert table.follower is not None
    state = table.state
    then = _next(state, table.follower.station, known)
    lifts = known.origins if state.hints != "off" else ()
    shown = unseen_way(places, state) | dict.fromkeys(lifts, Place(Role.LIFT))
    way = any(place.role is Role.PATH for place in shown.values())
    call = Call.AGAIN if then.again else Call.NEXT if way else Call.TURN
    mover = state.rules.mover(known.position)
    return replace(
        now,
        phase=Phase.COMPLETE,
        names=state.rules.sayings.places(state.numbers_for(mover)),
        aloud=state.rules.sayings.aloud(state.numbers_for(mover)),
        places=shown,
        turn=replace(_turn(table, places), next=then),
        seats=_called_up(now, {mover: call}),
    )


def _turn(table: Table, places: Places) -> Turn:
    assert table.follower is not None
    verdict, ahead = table.verdict, table.follower.station.ahead
    only = verdict.done if verdict.kind is Kind.COMPLETE else verdict.possible
    name = _name(table, only[0]) if len(only) == 1 else None
    turn = Turn(name, replaces=_replaces(table, places))
    if ahead is None:
        return turn
    return replace(turn, stepwise=True, left=ahead.left, hit=ahead.hit)


def _replaces(table: Table, places: Places) -> bool:
    """Whether the piece in hand takes another's place: none of its fields is empty."""
    assert table.follower is not None
    held = table.follower.station.contents
    targets = [cell for cell, place in places.items() if place.role in (Role.PUT, Role.GOAL)]
    return all(held[cell] and table.sensing.look(cell).hi for cell in targets)


def _next(state: State, here: Station[Any, Any], known: Station[Any, Any]) -> Next:
    """Who acts as soon as the turn in hand can be no other."""
    draw, mover = state.rules.acts(known.position).draw, state.rules.mover(known.position)
    rolls = draw is not None and draw.count >= _DICE
    side = draw.side if draw and rolls else mover
    return Next(side, mover == state.rules.mover(here.position), rolls)
