"""The door of the hub: from the key in a request to a role, and a pause after many wrong keys."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping

from controller.hub.keys import NOBODY, SPECTATOR, Keys, Role
from controller.web.answers import RefusedError
from controller.web.guard import given_key

#: So many wrong keys from one address within the window, and it must wait until the window ends.
MOST_WRONG = 10
WINDOW = 60.0
#: Addresses that are remembered; more must be an attack, and the oldest are forgotten.
_MOST_ADDRESSES = 10_000


class Door:
    """Knows who comes in."""

    def __init__(self, keys: Keys, now: Callable[[], float]) -> None:
        self._keys = keys
        self._now = now
        self._wrong: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def role_of(self, headers: Mapping[str, str], address: str) -> Role:
        """Who sent this request; `RefusedError` for a wrong key."""
        return self.role_of_key(given_key(headers), address)

    def role_of_key(self, key: str | None, address: str) -> Role:
        """Who has this key; without one, a spectator where watching is free."""
        if not key:
            return Role(SPECTATOR if self._keys.watching_is_free else NOBODY)
        self._check_patience(address)
        role = self._keys.role_of(key)
        if role is None:
            self._note(address)
            raise unauthorised("This is not a key of this hall, or not any more.")
        return role

    def _check_patience(self, address: str) -> None:
        began, count = self._wrong.get(address, (0.0, 0))
        left = began + WINDOW - self._now()
        if count >= MOST_WRONG and left > 0:
            raise RefusedError(
                429,
                f"{count} wrong keys came from {address}; no more are looked at for"
                f" {left:.0f} seconds.",
                {"retry-after": f"{max(1, round(left))}"},
            )

    def _note(self, address: str) -> None:
        began, count = self._wrong.pop(address, (self._now(), 0))
        if began + WINDOW <= self._now():
            began, count = self._now(), 0
        self._wrong[address] = (began, count + 1)
        if len(self._wrong) > _MOST_ADDRESSES:
            self._wrong.popitem(last=False)


def unauthorised(sentence: str) -> RefusedError:
    """Somebody without the right key."""
    return RefusedError(401, sentence, {"www-authenticate": "Bearer"})


def need_watching(role: Role) -> None:
    """Refuse whoever may not even watch."""
    if role.kind == NOBODY:
        raise unauthorised("Watching needs a key in this hall; the director has it.")


def need_director(role: Role) -> None:
    """Refuse everybody but the director."""
    if not role.directs:
        if role.kind in (SPECTATOR, NOBODY):
            raise unauthorised("This needs the director's key: it was shown at the first start.")
        raise RefusedError(403, "This is the director's; a table's key is for its own table.")
