"""The sentence of the moment: what the lights say just now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from controller.dialling import Dial
from controller.games.game import Ahead, Cell
from controller.lights.meanings import Glow, Meaning
from controller.play.event import Event
from controller.play.steps import Result
from controller.table.condoning import accepting, offered
from controller.table.inferred import awaited
from controller.table.state import NOTHING, RESIGNS, State, Status
from controller.table.table import Table
from controller.table.thrown import last_roll
from controller.tracking.seen import EMPTY, MANY
from controller.tracking.verdict import Kind, Repair, Verdict
from controller.words.speech import Said, joined, listed, name, say
from controller.words.texts import TEXTS

#: How an answer ends that says whether a number was found.
_SIGNS = {"+": "was-hit", "-": "was-miss"}

_STEPS = {
    Meaning.MAY_LIFT: "step-lift",
    Meaning.SOW: "step-sow",
    Meaning.CAPTURE: "step-capture",
    Meaning.SWEEP: "step-sweep",
    Meaning.MAY_PUT: "step-put-there",
}
#: What is carried from pits to a store.
_CARRIED = (Meaning.CAPTURE, Meaning.SWEEP)
#: So many values are dice; a single one is a token.
_DICE = 2
#: So many play, and who is meant by "the other side" is clear.
_PAIR = 2
#: The same where pieces are whole.
_SOLID_STEPS = {
    Meaning.MAY_LIFT: "step-take",
    Meaning.MAY_PUT: "step-put",
    Meaning.GOAL: "step-put",
}


def moment(table: Table, glows: dict[Cell, Glow]) -> Said:
    """What the board waits for, in every language."""
    state = table.state
    if state.status is Status.IDLE:
        return say("idle")
    if state.status is Status.SETUP:
        return _with_missing(table, _setup(table))
    if state.status is Status.PAUSED:
        return say("paused")
    if state.status is Status.OVER:
        return _ended(state, glows)
    return _with_missing(table, _playing(table, glows))


def _with_missing(table: Table, sentence: Said) -> Said:
    """The sentence, and how many pieces there are where some were missed and still are."""
    state = table.state
    if state.missing is None or state.missing[0] != table.pieces_on_board():
        return sentence  # hands have been at work since: they are counted anew when they rest
    found, total = state.missing
    key = "missing-pieces" if state.rules.solid else "missing"
    return joined(sentence, say(_of_pieces(state, key), found=found, total=total))


def dialling(table: Table, dial: Dial) -> Said:
    """Which number is dialled, of which die, and which button does what."""
    state, at = table.state, len(dial.taken)
    draw = state.rules.draws(state.position)
    assert draw is not None
    if draw.count < _DICE:
        what = say("dial-token")
    elif draw.side is None:
        what = say("dial-own", who=_who(state, at))
    else:
        what = say("dial-die", at=at + 1, count=draw.count)
    return say("dial", what=what, number=dial.number or 0)


def _setup(table: Table) -> Said:
    if not table.verdict.repairs:
        return say("setup-waiting")
    return say(_of_pieces(table.state, "setup"), repairs=_repairs(table, table.verdict))


def _of_pieces(state: State, key: str) -> str:
    """The words for what this game is played with, where they are not stones."""
    own = f"{key}-{state.rules.pieces}" if state.game else key
    return own if own in TEXTS else key


def _ended(state: State, glows: dict[Cell, Glow]) -> Said:
    result = state.result
    if result is None or result.reason == "abandoned":
        return say("abandoned")
    if result.reason == "annulled":
        return say("annulled")
    scores = ":".join(map(str, result.scores))
    if result.shared and len(result.shared) < len(result.scores):
        who = listed([_who(state, side) for side in result.shared])
        return joined(say("shared", who=who, scores=scores), _why(state, result))
    if result.winner is None:
        return say("drawn", scores=scores)
    won = say("won", scores=scores, who=_who(state, result.winner))
    if goal := _cells(glows, Meaning.GOAL):
        return joined(won, say("in-goal", cells=goal))
    return joined(won, _why(state, result))


def _why(state: State, result: Result) -> Said:
    """What ended the game, if not its last turn; among more than two it is said whose doing."""
    if result.reason == "time" and state.flag_loses_match:
        return say("by-time-match")
    if len(result.scores) == _PAIR or result.reason not in ("time", "resigned"):
        return say(f"by-{result.reason}")
    if result.reason == "resigned" or state.clock is None:
        return say("by-resigned-one")
    late = state.clock.left.index(min(state.clock.left))
    return say("by-time-of", who=_who(state, late))


def _who(state: State, side: int) -> Said:
    """The player with the side in brackets, or the side alone where nobody gave a name."""
    player, title = state.player_of(side), state.rules.sides[side]
    return name(title) if player == title else say("who", player=player, side=name(title))


def _playing(table: Table, glows: dict[Cell, Glow]) -> Said:
    assert table.follower is not None
    state, verdict = table.state, table.verdict
    if state.question:
        return say(
            f"ask-{state.question.about}",
            options=listed([option(each) for each in state.question.options]),
        )
    if offered(table) is not None:
        who = listed([_who(state, side) for side in accepting(table)])
        wrong = _wrong(table, verdict) if verdict.repairs else say("unfinished")
        return joined(wrong, say("condonable", who=who))
    if verdict.kind is Kind.WRONG:
        return joined(_wrong(table, verdict), _then(table, glows))
    if verdict.kind is Kind.UNTOUCHED:
        return _to_move(table, glows)
    return _in_hand(table, verdict, glows)


def _to_move(table: Table, glows: dict[Cell, Glow]) -> Said:
    """What is awaited; and first the roll that was over before anybody saw it lie there."""
    return joined(*_past_roll(table.state), _awaited(table, glows))


def _past_roll(state: State) -> list[Said]:
    thrown = last_roll(state)
    if thrown is None or state.awaited_answer:
        return []  # an offer is answered first
    dice = _called(state, thrown.dice)
    if thrown.side is None:
        begun = state.acting is not None
        return [say("opening-won" if begun else "opening-equal", dice=dice)]
    return [say("could-not-move", dice=dice, who=_who(state, thrown.side))]


def _called(state: State, dice: Iterable[int]) -> Said:
    """A roll with its call, where the game has one (N12)."""
    roll = tuple(dice)
    call, numbers = state.rules.call_roll(roll), "-".join(map(str, roll))
    return say("called", dice=numbers, call=call) if call else name(numbers)


def _awaited(table: Table, glows: dict[Cell, Glow]) -> Said:
    state = table.state
    if awaited(table) and not state.awaited_answer:
        return _to_play(state)
    if said := _before_turn(state):
        return said
    side = state.rules.mover(state.position)
    sentence = say("again" if state.again else "to-move", who=_who(state, side))
    sentence = joined(sentence, *_shown(state))
    if cells := _cells(glows, Meaning.MAY_LIFT):
        key = "may-move" if state.rules.solid else "may-lift"
        sentence = joined(sentence, say(key, cells=cells))
    if cells := _cells(glows, Meaning.MAY_PUT):
        sentence = joined(sentence, say("may-place", cells=cells))
    if state.rules.swap_turn is not None and state.rules.swap_turn in table.turns():
        return joined(sentence, say("may-swap"))
    return sentence


def _to_play(state: State) -> Said:
    """Who rolls and plays where nobody says what was rolled; and what the last play told."""
    draw = state.rules.draws(state.position)
    assert draw is not None
    both = draw.side is None
    sentence = say("to-play-both") if both else say("to-play", who=_who(state, draw.side or 0))
    if "double" in state.rules.decisions(state.position):
        sentence = joined(sentence, say("may-double"))
    last = state.plies[-1] if state.plies else None
    if last is None or not last.rolls or last.named or last_roll(state):
        return sentence
    key = "rolls-one" if len(last.rolls) == 1 else "rolls-many"
    return joined(sentence, say(key, rolls=_rolls(state, last.rolls)))


def _rolls(state: State, rolls: Sequence[Sequence[int]]) -> Said:
    """The rolls that explain a turn; one alone is called."""
    if len(rolls) == 1:
        return _called(state, rolls[0])
    return name(", ".join("-".join(map(str, roll)) for roll in rolls))


def _before_turn(state: State) -> Said | None:
    """What is to be answered or rolled before there can be a turn."""
    rules, position = state.rules, state.position
    words = rules.decisions(position)
    if word := state.awaited_answer:
        who, shown = _who(state, rules.speaker(position, word)), rules.shown(position)
        if word == "take":
            return say("offered", who=who, cube=shown.get("offered"))
        return say("resigning", who=who, what=name(f"lose {shown['resigned']}", rules.name))
    sentence = _to_roll(state, position)
    return joined(sentence, say("may-double")) if sentence and "double" in words else sentence


def _to_roll(state: State, position: Any) -> Said | None:
    """Who rolls in this position; None: nobody does."""
    draw = state.rules.draws(position)
    if draw is None or draw.count < _DICE:
        return None
    if draw.side is None:
        return say("to-roll-both")
    return say("to-roll", who=_who(state, draw.side))


def _shown(state: State) -> list[Said]:
    """What lies open and matters now: the number looked for, and that the time runs short."""
    token = state.rules.shown(state.position).get("token")
    said = [say("token", token=token)] if token else []
    if rolled := _rolled(state):
        said.append(rolled)
    return [*said, say("hurry")] if state.hurry else said


def _rolled(state: State) -> Said | None:
    """The dice on the table, called as the game calls them."""
    shown = state.rules.shown(state.position)
    dice = "-".join(map(str, shown.get("dice", ())))
    if passed := shown.get("passed"):
        return say("passed-over", dice="-".join(map(str, passed)))
    return say("rolled", dice=dice, call=shown["call"]) if dice else None


def _turn_name(table: Table, number: int) -> str:
    assert table.follower is not None
    station = table.follower.station
    return table.name_of(station.position, station.turns[number])


def _in_hand(table: Table, verdict: Verdict, glows: dict[Cell, Glow]) -> Said:
    if verdict.kind is Kind.COMPLETE:
        key = "confirm" if table.state.house.confirm == "button" else "settling"
        made = say(key, turn=_turn_name(table, verdict.done[0]))
        return joined(made, *_may_go_on(table, glows), *_next_player(table, glows))
    assert table.follower is not None
    if table.follower.station.ahead and (said := _may_go_on(table, glows)):
        only = [*verdict.possible] if len(verdict.possible) == 1 else []
        return joined(*(say("in-hand-turn", turn=_turn_name(table, one)) for one in only), *said)
    if len(verdict.possible) != 1:
        return _open_turn(table, glows)
    steps = _steps(table, glows)
    turn = _turn_name(table, verdict.possible[0])
    return say("in-hand", turn=turn, steps=steps) if steps else say("in-hand-open")


def _next_player(table: Table, glows: dict[Cell, Glow]) -> list[Said]:
    """Who moves next, where the turn in hand can become no other any more."""
    assert table.follower is not None
    follower, rules = table.follower, table.state.rules
    if follower.known is None:
        return []
    if sentence := _to_roll(table.state, follower.known.position):
        return [sentence]
    side = rules.mover(follower.known.position)
    again = side == rules.mover(follower.station.position)
    said = [say("again" if again else "to-move", who=_who(table.state, side))]
    if cells := _cells(glows, Meaning.MAY_LIFT):
        said.append(say("may-lift", cells=cells))
    return said


def _open_turn(table: Table, glows: dict[Cell, Glow]) -> Said:
    """A turn of which it is not yet known what it becomes."""
    if cells := _cells(glows, Meaning.MAY_LIFT):
        return say(_of_pieces(table.state, "goes-on"), cells=cells)
    cells = _cells(glows, Meaning.MAY_PUT, Meaning.GOAL)
    key = "piece-in-hand" if table.state.rules.solid else "in-hand-there"
    return say(_of_pieces(table.state, key), cells=cells) if cells else say("in-hand-open")


def _may_go_on(table: Table, glows: dict[Cell, Glow]) -> list[Said]:
    """What is lit of a turn that is carried out piece by piece: where those in hand may go, or what
    may be taken; and what becomes of one that was hit."""
    assert table.follower is not None
    ahead = table.follower.station.ahead
    if ahead is None:
        return []
    own = {cell: glow for cell, glow in glows.items() if cell not in ahead.hit}
    said = []
    if cells := _cells(own, Meaning.MAY_PUT):
        said.append(say("in-hand-there-checkers", cells=cells))
    if cells := _cells(own, Meaning.MAY_LIFT):
        said += [say(_of_pieces(table.state, "goes-on"), cells=cells), *_still_to_play(ahead)]
    hit = {cell: glow for cell, glow in glows.items() if cell in ahead.hit}
    if _cells(hit, Meaning.MAY_PUT):
        said.append(say("hit-to-bar"))
    if cells := _cells(hit, Meaning.MAY_LIFT):
        said.append(say("hit-lies", cells=cells))
    return said


def _still_to_play(ahead: Ahead) -> list[Said]:
    left = ", ".join(map(str, ahead.left))
    return [say("numbers-left", numbers=left)] if left else []


def _steps(table: Table, glows: dict[Cell, Glow]) -> Said | None:
    """What is to be done next, in words; the homes only say whose turn it is."""
    steps = _STEPS if not table.state.rules.solid else _SOLID_STEPS
    for meaning, key in steps.items():
        if meaning in _CARRIED and (said := _carrying(table, key, meaning, glows)):
            return said
        if cells := _cells(glows, meaning):
            step = _replacing(table, glows) if key == "step-put" else key
            return say(_of_pieces(table.state, step), cells=cells)
    return None


def _carrying(table: Table, key: str, meaning: Meaning, glows: dict[Cell, Glow]) -> Said | None:
    """What is carried where: from the pits that are lit, and from the hand, to the store."""
    lit = {cell: glow for cell, glow in glows.items() if glow.meaning is meaning}
    if not lit:
        return None
    rules = table.state.rules
    stores = [home for home in rules.homes if home in lit]
    home = ", ".join(stores) or rules.homes[rules.mover(table.state.position)]
    pits = {cell: glow for cell, glow in lit.items() if cell not in stores}
    if not pits:
        return say(f"{key}-hand", home=home)
    wanted = sum(lit[store].count for store in stores)
    more = wanted > sum(glow.count for glow in pits.values())
    return say(f"{key}-more" if more else key, cells=_cells(pits, meaning), home=home)


def _replacing(table: Table, glows: dict[Cell, Glow]) -> str:
    """Whether the piece in hand takes another's place or comes to an empty field."""
    assert table.follower is not None
    held = table.follower.station.contents
    targets = [cell for cell, glow in glows.items() if _SOLID_STEPS.get(glow.meaning) == "step-put"]
    taken = all(held[cell] and table.sensing.look(cell).hi for cell in targets)
    return "step-replace" if taken else "step-put"


def _cells(glows: dict[Cell, Glow], *meanings: Meaning) -> str:
    """The cells that say one of these, sorted, with how many where it is several."""
    return ", ".join(
        f"{cell} ×{glow.count}" if glow.count > 1 else cell
        for cell, glow in sorted(glows.items(), key=_in_order)
        if glow.meaning in meanings
    )


def _in_order(lit: tuple[Cell, Glow]) -> tuple[int, Cell]:
    """Points are numbers: 6 comes before 13."""
    return (int(lit[0]) if lit[0].isdigit() else 0, lit[0])


def _then(table: Table, glows: dict[Cell, Glow]) -> Said:
    """Where the pieces in hand belong once things are right again."""
    steps = _steps(table, glows)
    return say("then", steps=steps) if steps else say("by-played")


def _wrong(table: Table, verdict: Verdict) -> Said:
    repairs = _repairs(table, verdict)
    if table.follower and table.follower.returning:
        key = "directed" if table.state.directed else "returning"
        return say(_of_pieces(table.state, key), repairs=repairs)
    if verdict.towards is None:
        return say("wrong", repairs=repairs)
    return say("wrong-in-turn", turn=_turn_name(table, verdict.towards), repairs=repairs)


def _repairs(table: Table, verdict: Verdict) -> Said:
    state = table.state
    if state.rules.solid:
        return listed([_piece(repair) for repair in verdict.repairs])
    owned = min(state.rules.contents(state.position)) < 0 and state.status is Status.SETUP
    return listed([_owned(state, each) if owned else _repair(each) for each in verdict.repairs])


def _owned(state: State, repair: Repair) -> Said:
    """Whose pieces are wanted, where nobody can know it from what stands there."""
    if repair.missing <= 0:
        return _repair(repair)
    side = name(state.rules.sides[int(repair.wanted < 0)])
    return say("too-few-of", cell=repair.cell, n=repair.missing, side=side)


def _piece(repair: Repair) -> Said:
    if repair.wanted:
        return say("piece-missing", cell=repair.cell, n=abs(repair.wanted))
    return say("piece-astray", cell=repair.cell)


def _repair(repair: Repair) -> Said:
    if repair.seen.hi == MANY and not repair.wanted:
        return say("empty-it", cell=repair.cell)
    if repair.seen == EMPTY and repair.missing == abs(repair.wanted):
        return say("too-few", cell=repair.cell, n=repair.missing)
    key = "too-few" if repair.missing > 0 else "too-many"
    return say(key, cell=repair.cell, n=abs(repair.missing))


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


def _directed(event: Event, state: State) -> Said | None:
    """What a director did, with who and why."""
    key, data = event.kind, dict(event.data)
    if key == "game.over" and data["reason"] == "annulled":
        return say("game.annulled", **data)
    if key == "turn.takeback" and data.get("by") == "director":
        return say("director.undo", **data)
    if key == "director.ruled":
        data["value"] = _ruling(data["what"], data["value"], state)
        return say(f"director.{data['what']}", **data)
    return None


def _ruling(what: str, value: Any, state: State) -> Said:
    if what == "cube":
        owner = value[1]
        who = say("both") if owner is None else name(state.rules.sides[owner])
        return say("cube-of", n=value[0], who=who)
    if not value:
        return say("void")
    return name(value if what == "position" else "-".join(map(str, value)))


def _nobodys(event: Event, state: State) -> Said | None:
    """A roll that is both sides', or that nobody has read."""
    if event.kind == "dice.void" and not event.data["dice"]:
        return say("dice.void-unsaid")
    if event.kind == "dice.rolled" and event.data["side"] is None:
        return say("dice.rolled-both", dice=_called(state, event.data["dice"]))
    return None


def _passed(event: Event, state: State) -> Said | None:
    """Somebody could not move, with what was rolled as far as that is known (N6)."""
    data = event.data
    if event.kind != "turn.made" or data.get("by") != "pass":
        return None
    side, rolls = name(state.rules.sides[data["side"]]), data.get("rolls") or [data.get("dice")]
    if not any(rolls):
        return say("turn.passed", side=side)
    return say("turn.passed-roll", side=side, dice=_rolls(state, rolls))


def happened(event: Event, state: State) -> Said | None:
    """What just happened, in words, for events that players are told of."""
    key, data = event.kind, dict(event.data)
    if said := _directed(event, state) or _nobodys(event, state) or _passed(event, state):
        return said
    if key not in TEXTS:
        return None
    if "dice" in data:
        numbers = name("-".join(map(str, data["dice"])))
        data["dice"] = numbers if key == "dice.void" else _called(state, data["dice"])
    if key in ("turn.made", "turn.revised") and data.get("rolls"):
        data["rolls"] = _rolls(state, data["rolls"])
        key = "turn.inferred"
    if "decision" in data:
        data["decision"] = name(data["decision"], state.rules.name)
    if "accepted" in data:
        data["accepted"] = name(state.rules.sides[data["accepted"]])
    if "side" in data:
        data["side"] = name(state.rules.sides[data["side"]])
    if "level" in data:
        data["level"] = name(data["level"])
    if key == "turn.made" and data["turn"] == state.rules.swap_turn:
        key = "turn.swapped"
    elif key == "turn.takeback" and not data["to"]:
        key = "turn.takeback-0"
    return say(_of_pieces(state, key), **data)
