"""The endpoints to the tables: the hall, one table, commands, the dispute view."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.responses import Response

from controller.games.told import Told, told_by
from controller.hub.dispute import dispute_view
from controller.hub.hub import Hub
from controller.hub.keys import Role
from controller.hub.orders import OrderError
from controller.hub.web.answers import fresh
from controller.hub.web.endpoint import DIRECTOR, KEYS, Call, Endpoint, number_of
from controller.hub.web.shapes import RECORD, TABLE_COMMAND, listing
from controller.publish.messages import WireError
from controller.publish.topics import is_table_name
from controller.publish.wire import read_state
from controller.record.errors import RecordError
from controller.table.commands import CommandError, read_command
from controller.web.answers import RefusedError

#: What players may do from afar: what they could do with hands and buttons at their own table.
PLAYERS_MAY = (
    *(
        "confirm",
        "answer",
        "declare",
        "roll",
        "early",
        "void",
        "pass",
        "decide",
        "condone",
        "next",
        "undo",
    ),
    *("vouch", "restore", "pause", "resume", "resign"),
)
_PLIES = {"type": "integer", "minimum": 1, "maximum": 100}
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**9}


class TableEndpoints:
    """What programs, and the pages, ask of the tables."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def endpoints(self) -> list[Endpoint]:
        """Where each endpoint is."""
        one = "/api/tables/{table}"
        return [
            Endpoint(
                "GET",
                "/api/hall",
                self.hall,
                "All tables with their lights",
                gives=listing("tables"),
            ),
            Endpoint(
                "GET",
                one,
                self.table,
                "A table's view, late where a competition says so",
                refuses=(404,),
            ),
            Endpoint(
                "POST",
                f"{one}/command",
                self.command,
                "Carry a command out at a table (the director, or the key of that table)",
                who=KEYS,
                takes=TABLE_COMMAND,
                refuses=(404, 409),
            ),
            Endpoint(
                "GET",
                f"{one}/dispute",
                self.dispute,
                "The last positions of a table's game, with times",
                who=DIRECTOR,
                query={"plies": _PLIES},
                refuses=(404, 409),
            ),
            Endpoint(
                "GET",
                f"{one}/readings",
                self.readings,
                "The raw readings of one turn, asked of the table itself",
                who=DIRECTOR,
                query={
                    "record": {"type": "string", "pattern": RECORD, "required": True},
                    "game": _NUMBER | {"minimum": 1, "required": True},
                    "ply": _NUMBER | {"required": True},
                },
                gives=listing("readings"),
                refuses=(404, 409),
            ),
        ]

    async def hall(self, call: Call) -> Response:
        """Every table: its light for all, everything about its health for the director."""
        hall = self._hub.hall
        if call.role.directs:
            tables = [hall.health(table) for table in hall.tables]
        else:
            tables = [{"table": table, "light": hall.light(table)} for table in hall.tables]
        trouble = {"store": hall.store_trouble, "broker": hall.broker_trouble}
        return fresh({"role": call.role.kind, "tables": tables, "trouble": trouble})

    async def table(self, call: Call) -> Response:
        """The whole view of a table."""
        table = self._known(call)
        live = call.role.may_command(table)
        _, state = self._hub.hall.shown(table, live)
        view: Any = None
        if state is not None:
            try:
                view = read_state(state)
            except WireError as trouble:
                raise RefusedError(
                    409,
                    Told(
                        "The state of table {table} cannot be read: {trouble}.",
                        table=table,
                        trouble=trouble,
                    ),
                ) from None
        delay = 0.0 if live else self._hub.hall.delay(table)
        return fresh(
            {
                "table": table,
                "light": self._hub.hall.light(table),
                "delay": delay,
                "age": round(self._hub.hall.age(table, live), 2),
                "view": view,
            }
        )

    async def command(self, call: Call) -> Response:
        """An order to a table, in the hall's book with who and when."""
        table = self._known(call)
        command = self._allowed(call.role, table, call.body["command"])
        by = call.by() if call.role.directs else call.role.name
        command = {key: value for key, value in command.items() if key not in ("by", "who")}
        try:
            await self._hub.orders.command(table, by, command, call.role.speaks_as)
        except OrderError as refusal:
            raise RefusedError(409, Told("{reason}.", reason=told_by(refusal))) from None
        return fresh({"done": True})

    def _allowed(self, role: Role, table: str, command: dict[str, Any]) -> dict[str, Any]:
        if not role.may_command(table):
            if role.table:
                raise RefusedError(
                    403,
                    Told(
                        "This is the key of table {table}, not of {table2}.",
                        table=role.table,
                        table2=table,
                    ),
                )
            raise RefusedError(
                401,
                Told("Commands need a key: the director's, or that of the table."),
                {"www-authenticate": "Bearer"},
            )
        if not role.directs and command["do"] not in PLAYERS_MAY:
            raise RefusedError(
                403,
                Told(
                    "Players cannot do {do!r} from afar; they can: {players_may}.",
                    do=command["do"],
                    players_may=", ".join(PLAYERS_MAY),
                ),
            )
        try:
            return read_command(command)
        except CommandError as mistake:
            raise RefusedError(400, Told("{reason}.", reason=told_by(mistake))) from None

    async def dispute(self, call: Call) -> Response:
        """Positions and times from the hub's own store."""
        table = self._known(call)
        plies = number_of(call.request, "plies", 1, 100, 12)
        record = self._hub.hall.station(table).record
        if record is None:
            raise RefusedError(
                404, Told("The hub has no record of table {table} yet.", table=table)
            )
        try:
            view = await asyncio.to_thread(dispute_view, self._hub.store, table, record, plies)
        except RecordError as missing:
            raise RefusedError(409, Told("{reason}.", reason=told_by(missing))) from None
        return fresh(view)

    async def readings(self, call: Call) -> Response:
        """What the sensors said in one turn."""
        table = self._known(call)
        asked = call.request
        record = asked.query_params.get("record", "")
        if len(record) != 16 or set(record) - set("0123456789abcdef"):
            raise RefusedError(400, Told("record must be 16 hexadecimal digits."))
        game = number_of(asked, "game", 1, 10**9)
        ply = number_of(asked, "ply", 0, 10**9)
        try:
            answer = await self._hub.orders.readings(table, record, game, ply)
        except OrderError as refusal:
            raise RefusedError(409, Told("{reason}.", reason=told_by(refusal))) from None
        found = [dict(each) for each in answer.readings or ()]
        return fresh({"readings": found, "left_off": answer.left_off})

    def _known(self, call: Call) -> str:
        table = call.word("table")
        if not is_table_name(table) or not self._hub.hall.knows(table):
            raise RefusedError(
                404, Told("There is no table {table!r} in this hall.", table=table[:40])
            )
        return table
