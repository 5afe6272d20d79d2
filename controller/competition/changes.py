"""The fold: what each event makes of a competition. Events are facts and are never refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from controller.competition.values import (
    Board,
    How,
    Player,
    Result,
    Round,
    Rules,
    Status,
    Tournament,
)

Data = Mapping[str, Any]


def created(data: Data) -> Tournament:
    """A competition with nobody in it yet."""
    rules = dict(data["rules"])
    rules["tables"] = tuple(rules["tables"])
    rules["tiebreaks"] = tuple(rules["tiebreaks"])
    rules["scoring"] = {key: float(points) for key, points in rules["scoring"].items()}
    return Tournament(data["competition"], Rules(**rules))


def plain_rules(rules: Rules) -> dict[str, Any]:
    """The rules as plain JSON; `created` is the inverse."""
    names = rules.__dataclass_fields__
    given = {name: getattr(rules, name) for name in names}
    given["scoring"] = {key: number(points) for key, points in rules.scoring.items()}
    return given | {"tables": list(rules.tables), "tiebreaks": list(rules.tiebreaks)}


def number(value: float) -> int | float:
    """Points as they are shown: 2 and 2.5, never 2.0."""
    return int(value) if value == int(value) else value


def _entered(it: Tournament, data: Data) -> Tournament:
    new = Player(data["player"], data["name"], data["rating"], data["since"])
    order = (*it.order, new.number) if it.rounds else it.order
    return replace(it, players={**it.players, new.number: new}, order=order)


def _player(it: Tournament, who: int, **changed: Any) -> Tournament:
    return replace(it, players={**it.players, who: replace(it.players[who], **changed)})


def _withdrew(it: Tournament, data: Data) -> Tournament:
    return _player(it, data["player"], active=False)


def _returned(it: Tournament, data: Data) -> Tournament:
    return _player(it, data["player"], active=True)


def _excused(it: Tournament, data: Data) -> Tournament:
    rounds = it.players[data["player"]].excused
    changed = rounds - {data["round"]} if data["back"] else rounds | {data["round"]}
    return _player(it, data["player"], excused=changed)


def _renamed(it: Tournament, data: Data) -> Tournament:
    return _player(it, data["player"], name=data["name"])


def _paired(it: Tournament, data: Data) -> Tournament:
    boards = tuple(_board(number, board) for number, board in enumerate(data["boards"], 1))
    order = tuple(data.get("order", it.order))
    rounds = (*it.rounds, Round(data["round"], boards))
    return replace(it, order=order, rounds=rounds)


def _board(number: int, data: Data) -> Board:
    result = _result(data["result"]) if data.get("result") else None
    return Board(
        number,
        tuple(data["players"]),
        data.get("match", ""),
        data.get("table"),
        Status.CONFIRMED if result else Status.OPEN,
        result,
    )


def _result(data: Data) -> Result:
    scores = data.get("scores", (0, 0))
    games = tuple(data.get("games", ()))
    return Result(How(data["how"]), data["winner"], (scores[0], scores[1]), games)


def plain_result(result: Result) -> dict[str, Any]:
    """The result as plain JSON; `_result` is the inverse."""
    return {
        "how": result.how.value,
        "winner": result.winner,
        "scores": list(result.scores),
        "games": list(result.games),
    }


def _at_board(it: Tournament, data: Data, **changed: Any) -> Tournament:
    rounds = list(it.rounds)
    boards = list(rounds[data["round"] - 1].boards)
    boards[data["board"] - 1] = replace(boards[data["board"] - 1], **changed)
    rounds[data["round"] - 1] = replace(rounds[data["round"] - 1], boards=tuple(boards))
    return replace(it, rounds=tuple(rounds))


def _assigned(it: Tournament, data: Data) -> Tournament:
    return _at_board(it, data, table=data["table"])


def _swapped(it: Tournament, data: Data) -> Tournament:
    for board, table in zip(data["boards"], data["tables"], strict=True):
        it = _at_board(it, {"round": data["round"], "board": board}, table=table)
    return it


def _exchanged(it: Tournament, data: Data) -> Tournament:
    for board, players in zip(data["boards"], data["players"], strict=True):
        it = _at_board(it, {"round": data["round"], "board": board}, players=tuple(players))
    return it


def _reported(it: Tournament, data: Data) -> Tournament:
    return _at_board(it, data, status=Status.REPORTED, result=_result(data["result"]))


def _confirmed(it: Tournament, data: Data) -> Tournament:
    return _at_board(it, data, status=Status.CONFIRMED)


def _corrected(it: Tournament, data: Data) -> Tournament:
    return _at_board(it, data, status=Status.CONFIRMED, result=_result(data["result"]))


def _cancelled(it: Tournament, data: Data) -> Tournament:
    if "board" in data:
        return _at_board(it, data, status=Status.CANCELLED, result=None)
    rounds = it.rounds[:-1]
    players = {
        who: replace(player, since=min(player.since, len(rounds) + 1))
        for who, player in it.players.items()
    }
    number, before = it.put_off
    pairs = frozenset(tuple(sorted(board.players)) for board in it.rounds[-1].boards)
    put_off = (len(it.rounds), pairs | before if number == len(it.rounds) else pairs)
    order = it.order if rounds else ()
    return replace(it, rounds=rounds, order=order, players=players, put_off=put_off)


def _late(it: Tournament, data: Data) -> Tournament:
    board = it.rounds[data["round"] - 1].boards[data["board"] - 1]
    other = 1 - board.seat(data["player"])
    penalty = list(board.penalty)
    penalty[other] = data["points"]
    changed: dict[str, Any] = {"penalty": tuple(penalty)}
    if data["lost"]:
        changed |= {"status": Status.REPORTED, "result": Result(How.FORFEIT, other)}
    return _at_board(it, data, **changed)


def _rested(it: Tournament, data: Data) -> Tournament:
    board = it.rounds[data["round"] - 1].boards[data["board"] - 1]
    return _at_board(it, data, breaks=board.breaks + 1)


def _closed(it: Tournament, _data: Data) -> Tournament:
    return replace(it, closed=True)


def _reopened(it: Tournament, _data: Data) -> Tournament:
    return replace(it, closed=False)


CHANGES: dict[str, Callable[[Tournament, Data], Tournament]] = {
    "competition.entered": _entered,
    "competition.withdrew": _withdrew,
    "competition.returned": _returned,
    "competition.renamed": _renamed,
    "competition.excused": _excused,
    "competition.paired": _paired,
    "competition.assigned": _assigned,
    "competition.swapped": _swapped,
    "competition.exchanged": _exchanged,
    "competition.reported": _reported,
    "competition.confirmed": _confirmed,
    "competition.corrected": _corrected,
    "competition.cancelled": _cancelled,
    "competition.late": _late,
    "competition.rested": _rested,
    "competition.closed": _closed,
    "competition.reopened": _reopened,
}
KINDS: tuple[str, ...] = ("competition.created", *CHANGES)
