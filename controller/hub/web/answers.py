"""What the hub's endpoints share: answers that are never kept, and the competition in a path."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from controller.competition import CompetitionError
from controller.competition.values import Tournament
from controller.games.told import Told, told_by
from controller.hub.hub import Hub
from controller.hub.web.endpoint import Call
from controller.web.answers import ReadableJson, RefusedError


def fresh(content: Any) -> Response:
    """An answer that holds for this moment only."""
    return ReadableJson(content, headers={"cache-control": "no-store"})


def one_of(hub: Hub, call: Call) -> Tournament:
    """The competition that the path names."""
    try:
        return hub.desk.competition.one(call.word("competition"))
    except CompetitionError as missing:
        raise RefusedError(404, Told("{reason}.", reason=told_by(missing))) from None
