"""Who comes in at the hub: from a key to a role, and a pause after many wrong keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from starlette.requests import HTTPConnection

from controller.games.told import Told
from controller.hub.keys import NOBODY, SCOREKEEPER, SPECTATOR, Keys, Role
from controller.settings.encryption import is_this_machine
from controller.web.answers import RefusedError
from controller.web.guard import given_key
from controller.web.wrong_keys import WrongKeys


class Caller(NamedTuple):
    """From where somebody speaks, and whether others on the way hear it."""

    address: str
    encrypted: bool

    @staticmethod
    def of(connection: HTTPConnection) -> Caller:
        """Who is at the other end of this request or websocket."""
        address = connection.client.host if connection.client else ""
        return Caller(address, connection.scope.get("scheme") in ("https", "wss"))

    @property
    def overheard(self) -> bool:
        """Whether a key that comes from there could be read by others."""
        return not self.encrypted and not is_this_machine(self.address)


class Access:
    """Knows who comes in; `plain_keys`: a key may come for everybody to read."""

    def __init__(self, keys: Keys, now: Callable[[], float], *, plain_keys: bool = False) -> None:
        self._keys, self._plain_keys = keys, plain_keys
        self._wrong = WrongKeys(now)

    def role_of(self, headers: Mapping[str, str], caller: Caller) -> Role:
        """Who sent this request; `RefusedError` for a wrong key."""
        return self.role_of_key(given_key(headers), caller)

    def role_of_key(self, key: str | None, caller: Caller) -> Role:
        """Who has this key; without one, a spectator where watching is free."""
        if not key:
            return Role(SPECTATOR if self._keys.watching_is_free else NOBODY)
        if caller.overheard and not self._plain_keys:
            raise RefusedError(
                403,
                Told(
                    "No key is taken over an open line: everybody on the way could read it. Open"
                    " this page by https (page.cert_file and page.key_file in the hub's settings),"
                    " or allow it there by name: page.plain_keys = true."
                ),
            )
        role = self._keys.role_of(key)
        if role is not None:
            return role
        address = caller.address
        if left := self._wrong.note(address):
            raise RefusedError(
                429,
                Told("Many wrong keys came from {address}: wrong ones wait now.", address=address),
                {"retry-after": f"{max(1, round(left))}"},
            )
        raise unauthorised(Told("This is not a key of this hall, or not any more."))

    def holds(self, key: str, role: Role) -> bool:
        """Whether this is still the key of that role."""
        return self._keys.role_of(key) == role


def unauthorised(sentence: str) -> RefusedError:
    """Somebody without the right key."""
    return RefusedError(401, sentence, {"www-authenticate": "Bearer"})


def need_watching(role: Role) -> None:
    """Refuse whoever may not even watch."""
    if role.kind == NOBODY:
        raise unauthorised(Told("Watching needs a key in this hall; the director has it."))


def need_scorekeeper(role: Role) -> None:
    """Refuse everybody but those who bring results."""
    if not role.keeps_score:
        need_director(role)


def need_director(role: Role) -> None:
    """Refuse everybody but the director."""
    if not role.directs:
        if role.kind in (SPECTATOR, NOBODY):
            raise unauthorised(
                Told("This needs the director's key: it was shown at the first start.")
            )
        if role.kind == SCOREKEEPER:
            raise RefusedError(403, Told("This is the director's; a scorekeeper brings results."))
        raise RefusedError(403, Told("This is the director's; a table's key is for its own table."))
