"""The house as one JSON object, for the page and the terminal (see docs/architecture.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller import __version__
from controller.board.loop import BoardLoop
from controller.board.shown import beside
from controller.games.catalogue import kind_of
from controller.games.game import Cell
from controller.lights.animation import level
from controller.lights.meanings import Glow
from controller.lights.palettes import css
from controller.play.seats import level_of
from controller.table.situation import Situation
from controller.table.state import State, Status
from controller.table.thrown import roll_of
from controller.tracking.seen import MANY
from controller.words.moment import answers, moment
from controller.words.places import layout_of, turns_in_words, usual_places
from controller.words.speech import Said, decision, name, say, told
from controller.words.telling import called, refusal, retold


class Showing:
    """The view of one house, made once for each change, however many watch.

    As long as nothing has changed it is the very same object, which nobody may alter.
    """

    def __init__(self, house: BoardLoop) -> None:
        self._house = house
        self._stamp: object = None
        self._view: dict[str, Any] = {}

    def view(self) -> dict[str, Any]:
        """The newest view; clocks that run are read anew."""
        stamp = (self._house.changes, _times(self._house))
        if stamp != self._stamp:
            self._stamp, self._view = stamp, view_of(self._house)
        return self._view


def view_of(house: BoardLoop) -> dict[str, Any]:
    """Everything that somebody at the table could see, as far as it is written down."""
    table, state, now = house.table, house.told, house.situation
    may = {} if house.waiting else house.may()
    return {
        "version": __version__,
        "profile": house.profile,
        "board": name(house.profile, "board"),
        "status": state.status.value,
        "game": _game(house),
        "title": told(kind_of(_game(house)).titles),
        "options": dict(state.options if state.game else table.options),
        "game_id": house.log.current_game or None,
        "sides": _sides(house),
        "mover": state.rules.mover(state.position) if state.game else None,
        "acting": _acting(state),
        "awaits": _awaits(state),
        "ply": len(state.plies),
        "verdict": now.verdict.value,
        "cells": {cell: _cell(house, cell) for cell in _cells(house)},
        "layout": layout_of(state.rules) if state.game else None,
        "numbers": state.numbers_of if state.game else 0,
        "shown": _shown(house),
        "last_roll": _last_roll(now),
        "draw": None if house.waiting else _draw(now),
        "draws_by": "board" if table.chance else "hands",
        "contributed": None if house.waiting else _contributed(now),
        "decisions": [] if house.waiting else _decisions(now),
        "match": dict(state.match) if state.match else None,
        "sentence": _sentence(house),
        "news": house.news[-1] if house.news else None,
        "alerts": alerts(house),
        "question": None if house.waiting else _question(now, house.chosen),
        "moves": _moves(state),
        "result": _result(state),
        "suited": now.suited._asdict() if now.suited else None,
        "hints": state.hints,
        "hints_locked": state.hints_locked,
        "confirm": state.house.confirm,
        "takebacks": state.house.takebacks,
        "tournament": state.house.tournament,
        "premature": state.house.premature,
        "doubted": [] if house.waiting else list(now.doubted),
        "commands": may.get("table", []),
        "may": may,
        "turns": [] if house.waiting else list(now.turns),
        "spoken": _spoken(house),
    }


def _game(house: BoardLoop) -> str:
    state = house.told
    return str(state.rules.name if state.game else house.table.game)


def _acting(state: State) -> list[int]:
    """The sides that have to act now: the mover, who is to answer, or all in an opening roll."""
    if state.status is not Status.PLAYING:
        return []
    return list(range(len(state.rules.sides))) if state.acting is None else [state.acting]


def _awaits(state: State) -> str | None:
    """What they have to do: `answer` an offer, `roll` for who begins, or `move`."""
    if state.status is not Status.PLAYING:
        return None
    return "answer" if state.acts.answer else "roll" if state.acting is None else "move"


def _shown(house: BoardLoop) -> dict[str, Any]:
    """What lies beside the board; of dice also which are played."""
    state = house.told
    if not state.game:
        return {}
    shown = beside(state.rules, state.position, tournament=state.house.tournament)
    return shown | ({"spent": _spent(house)} if "dice" in shown else {})


def _spent(house: BoardLoop) -> list[bool]:
    """For each die that lies there whether it is played, as far as the hands have shown it."""
    return [] if house.waiting else list(house.situation.spent)


def _last_roll(now: Situation) -> dict[str, Any] | None:
    """What was rolled and is past before anybody saw it lie there, with its call."""
    if now.thrown is None:
        return None
    roll = now.thrown.roll
    return {"dice": list(roll.dice), "call": dict(roll.call), "side": now.thrown.side}


def _sentence(house: BoardLoop) -> Said:
    """What the lights say, in words; while play waits for the record, that."""
    if house.waiting:
        return say("alert-record", fault=retold(house.record_trouble or ""))
    return moment(house.situation)


def _decisions(now: Situation) -> list[dict[str, Any]]:
    """What may be said now instead of moving, and by whom."""
    return [
        {"id": word, "text": decision(word, now.words_of_game, now.game), "side": side}
        for word, side in now.words
    ]


def _contributed(now: Situation) -> list[dict[str, Any]] | None:
    """Who has added a number to the board's dice, or bound one; None: nobody may now."""
    if now.contributed is None:
        return None
    return [{"side": part.side, "shown": part.number is not None} for part in now.contributed]


def _draw(now: Situation) -> dict[str, Any] | None:
    """What chance is to bring now, and whether the board draws it or somebody enters it."""
    draw = now.draw
    if draw is None:
        return None
    told = {"choices": list(draw.choices), "count": draw.count, "side": draw.side}
    return {**told, "by": now.drawn_by}


def _cells(house: BoardLoop) -> tuple[Cell, ...]:
    state = house.told
    return state.rules.cells if state.game else house.table.cells


def _sides(house: BoardLoop) -> list[dict[str, Any]]:
    state = house.told
    if not state.game:
        return []
    scores, times = state.rules.outcome(state.position).scores, _times(house)
    return [
        {
            "name": side,
            "title": name(side),
            "player": state.player_of(number),
            "seat": state.seats[number],
            "engine": level_of(state.engine_of(number) or ""),
            "score": scores[number],
            "clock": times[number][0] if times else None,
            "free": times[number][1] if times else 0.0,
            "running": bool(state.clock and state.clock.running == number),
        }
        for number, side in enumerate(state.rules.sides)
    ]


def _times(house: BoardLoop) -> tuple[tuple[float, float], ...]:
    """What each side's clock shows, and what is left of its delay; nothing without clocks."""
    clock = house.told.clock
    if clock is None:
        return ()
    now = house.clock.now() + house.table.epoch
    return tuple(
        (round(clock.shows(side, now), 1), round(clock.free(side, now), 1))
        for side in range(len(clock.left))
    )


def _cell(house: BoardLoop, cell: Cell) -> dict[str, Any]:
    table, state = house.table, house.told
    seen = table.sensing.look(cell)
    glow = house.glows.get(cell)
    wants = {repair.cell: repair.missing for repair in house.situation.mistake.repairs}.get(cell)
    return {
        "count": _count(state, cell),
        "seen": [seen.lo, None if seen.hi >= MANY else seen.hi],
        "glow": _glow(house, glow) if glow else None,
        "health": _health(house, cell),
        "wants": wants,
        "unseen": seen.tells_nothing,
    }


def _count(state: State, cell: Cell) -> int | None:
    if not state.game or cell not in state.rules.cells:
        return None
    return state.rules.contents(state.position)[state.rules.cells.index(cell)]


def _glow(house: BoardLoop, glow: Glow) -> dict[str, Any]:
    return {
        "meaning": glow.meaning.value,
        "colour": css(house.palette[glow.meaning]),
        "movement": glow.movement.value,
        "level": round(level(glow.movement, 0.0), 2),
        "count": glow.count,
    }


def _health(house: BoardLoop, cell: Cell) -> str:
    if cell in house.table.state.left_out:
        return "left out"
    return "silent" if cell in house.table.sensing.faults else "good"


def alerts(house: BoardLoop) -> list[Said]:
    """What the operator must know: dead sensors, a record that cannot be written."""
    said = []
    if house.record_trouble:
        said.append(say("alert-record", fault=retold(house.record_trouble)))
    if house.record_doubt:
        said.append(say("alert-doubt", fault=retold(house.record_doubt)))
    if house.board_trouble:
        said.append(say("alert-board", fault=retold(house.board_trouble)))
    if house.light_trouble:
        said.append(say("alert-lights", fault=retold(house.light_trouble)))
    if house.announcer.trouble:
        said.append(say("alert-words", fault=retold(house.announcer.trouble)))
    if house.lost:
        said.append(say("alert-lost", file=str(house.vault.path)))
    if house.stranger and not house.told.game:
        number, game = house.stranger
        said.append(say("alert-stranger", number=number, game=game))
    left_out, places = house.table.state.left_out, places_of(house)
    for cell in sorted(left_out):
        said.append(say("alert-left-out", cell=called(places.get(cell, cell))))
    for cell, fault in sorted(house.table.sensing.faults.items()):
        if cell not in left_out:
            place = called(places.get(cell, cell))
            said.append(say("alert-sensor", cell=place, fault=retold(fault, places)))
    if house.notice:
        said.append(refusal(house.notice))
    return said


def places_of(house: BoardLoop) -> Mapping[Cell, str]:
    """What people call the cells; without a game as the one that would be begun calls them."""
    state = house.told
    if not state.game:
        return usual_places(house.table.game)
    return state.rules.sayings.places(state.numbers_of)


def _spoken(house: BoardLoop) -> dict[str, Said]:
    """The turns that people read otherwise than the notation has them."""
    state = house.told
    if not state.game:
        return {}
    return turns_in_words(state.rules, [*(ply.turn for ply in state.plies), *house.situation.turns])


def _question(now: Situation, chosen: str | None) -> dict[str, Any] | None:
    question = now.question
    if question is None:
        return None
    asked = say(f"ask-{question.about}", options="")
    return {
        "id": question.number,
        "text": {tongue: text.strip() for tongue, text in asked.items()},
        "options": [
            {"id": each, "text": said}
            for each, said in zip(question.options, answers(now), strict=True)
        ],
        "chosen": chosen,
    }


def _moves(state: State) -> list[dict[str, Any]]:
    return [
        {
            "ply": number,
            "side": ply.side,
            "turn": ply.turn,
            "sealed": number < len(state.plies) or state.sealed,
            "seconds": ply.seconds,
            "by": ply.by,
            "condoned": ply.condoned,
            "dice": list(roll_of(state, ply)),
            "rolls": [list(roll) for roll in ply.rolls],
            "named": ply.named,
        }
        for number, ply in enumerate(state.plies, 1)
    ]


def _result(state: State) -> dict[str, Any] | None:
    result = state.result
    if state.status is not Status.OVER or result is None:
        return None
    return {
        "winner": result.winner,
        "shared": list(result.shared),
        "scores": list(result.scores),
        "reason": result.reason,
    }
