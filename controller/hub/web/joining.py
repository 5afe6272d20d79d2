"""The endpoints by which tables join: a code's locked entry, and the codes for the director."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.datastructures import URL
from starlette.responses import Response

from controller.games.told import Told, told_by
from controller.hall.certificates import HallError
from controller.hall.codes import FILE, Codes
from controller.hub.web.answers import fresh
from controller.hub.web.endpoint import ANYBODY, DIRECTOR, Call, Endpoint
from controller.hub.web.shapes import listing
from controller.record.signing import SigningError, SigningKey, fingerprint
from controller.web.answers import RefusedError
from controller.web.qr import squares

#: How a code begins; the rest of it is never sent.
_CODE = {"type": "string", "minLength": 4, "maxLength": 4, "required": True}


class JoinEndpoints:
    """What a table that has a code asks, and what the director gives it."""

    def __init__(self, keys_file: Path) -> None:
        self._codes = Codes(keys_file.with_name(FILE))
        self._signing = keys_file.with_name("hall.key")

    def endpoints(self) -> list[Endpoint]:
        """Where each endpoint is."""
        return [
            Endpoint(
                "GET",
                "/api/join",
                self.join,
                "What a table needs to come in, locked by its code",
                ANYBODY,
                query={"code": _CODE},
                refuses=(404,),
            ),
            Endpoint(
                "GET",
                "/api/codes",
                self.codes,
                "The codes by which tables join",
                DIRECTOR,
                gives=listing("codes"),
            ),
        ]

    async def join(self, call: Call) -> Response:
        """The entry of the code that begins like this."""
        locked = await asyncio.to_thread(self._locked, call.request.query_params.get("code", ""))
        if locked is None:
            raise RefusedError(404, Told("No code of this hall begins like that."))
        return fresh({"locked": locked})

    def _locked(self, name: str) -> str | None:
        try:
            return self._codes.locked(name, self._hub_key())
        except HallError as trouble:
            raise RefusedError(503, told_by(trouble)) from None

    def _hub_key(self) -> str | None:
        try:
            return fingerprint(SigningKey(self._signing).public)
        except SigningError:
            return None

    async def codes(self, call: Call) -> Response:
        """Every table with its code, and the link for `lunka hall join` as squares for a camera."""
        try:
            known = await asyncio.to_thread(self._codes.known)
        except HallError as trouble:
            raise RefusedError(503, told_by(trouble)) from None
        hub = call.request.url
        told = [
            {"table": each.table, "code": code, "url": _link(hub, each.broker, code)}
            for code, each in known.items()
        ]
        drawn = await asyncio.to_thread(lambda: [squares(each["url"]) for each in told])
        return fresh(
            {"codes": [each | {"rows": rows} for each, rows in zip(told, drawn, strict=True)]}
        )


def _link(hub: URL, host: str, code: str) -> str:
    """Where tables find the hub: on the machine that they are invited to, not under the name by
    which the director's own browser happens to ask for it (localhost)."""
    named = f"[{host}]" if ":" in host else host
    port = hub.port or {"https": 443}.get(hub.scheme, 80)
    return f"{hub.scheme}://{named}:{port}/#join={code}"
