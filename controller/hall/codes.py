"""Codes with which tables join: what a table needs to come in, for whoever has its code alone.

A code is 20 signs that nobody mistakes for others: the first four name the table's entry, the
other sixteen (80 bits) are the secret that locks it. So the hub hands the locked entry to anybody
who asks, over any network; password and certificate inside are for who was given the code.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from controller.disk.files import write_whole
from controller.games.told import Told
from controller.hall.certificates import HallError

_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LENGTH, _NAME = 20, 4
#: Where the codes lie: beside the hub's keys.
FILE = "hall.codes"


@dataclass(frozen=True, slots=True)
class Invitation:
    """Everything that a table must know to come to a hall."""

    table: str
    broker: str
    port: int
    password: str
    #: The authority's certificate, as text.
    ca: str
    #: The hub's key, by which its orders are known; None: not told.
    hub_key: str | None = None


def new_code() -> str:
    """A code that nobody guesses, in groups of four."""
    signs = "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
    return "-".join(signs[at : at + 4] for at in range(0, _LENGTH, 4))


def tidy(code: str) -> str:
    """A code as it was meant, however it was typed; `HallError` where it is none."""
    signs = "".join(sign for sign in code.upper() if sign not in "- \t")
    if len(signs) != _LENGTH or not set(signs) <= set(_SIGNS):
        raise HallError(
            Told("{code!r} is no code of a hall: it has 20 letters and digits", code=code)
        )
    return signs


def name_of(code: str) -> str:
    """What may be said aloud of a code."""
    return tidy(code)[:_NAME]


def lock(invitation: Invitation, code: str) -> str:
    """The invitation as only the code opens it."""
    return base64.b64encode(_box(code).encrypt(json.dumps(asdict(invitation)).encode())).decode()


def unlock(locked: str, code: str) -> Invitation:
    """The invitation; `HallError` where this is not the code that locked it."""
    from nacl.exceptions import CryptoError

    try:
        told = json.loads(_box(code).decrypt(base64.b64decode(locked, validate=True)))
        return Invitation(**told)
    except (CryptoError, ValueError, TypeError):
        raise HallError(
            Told("the hub knows this code by its beginning, but its end is another: read it again")
        ) from None


def _box(code: str) -> Any:
    from nacl.secret import SecretBox

    return SecretBox(blake2b(tidy(code).encode(), digest_size=32, person=b"lunka join").digest())


class Codes:
    """The codes in a file that its owner alone can read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def known(self) -> dict[str, Invitation]:
        """Every code with its invitation; none where no hall was set up here."""
        try:
            told = json.loads(self.path.read_text(encoding="utf-8"))
            return {code: Invitation(**each) for code, each in told.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, AttributeError) as trouble:
            raise HallError(
                Told("{path} cannot be read: {reason}", path=self.path, reason=str(trouble))
            ) from None

    def write(self, codes: Mapping[str, Invitation]) -> None:
        """Keep these codes, and no others."""
        told = {code: asdict(each) for code, each in codes.items()}
        write_whole(self.path, json.dumps(told, indent=1).encode())

    def locked(self, name: str, hub_key: str | None) -> str | None:
        """The entry of the code that begins like this; None: there is none."""
        for code, invitation in self.known().items():
            if name_of(code) == name.upper():
                told = Invitation(**asdict(invitation) | {"hub_key": hub_key})
                return lock(told, code)
        return None

    def without(self, tables: Iterable[str]) -> dict[str, Invitation]:
        """The codes of all other tables."""
        gone = set(tables)
        return {code: each for code, each in self.known().items() if each.table not in gone}
