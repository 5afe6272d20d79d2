"""Who may do what in a hall: a file with keys, readable by its owner only.

    director = "..."        may do everything
    spectator = "..."       optional: without this line anybody may watch

    [tables]
    t1 = "..."              the players of table t1 may command that table

    [seats.t1]
    0 = "..."               the player at the first seat of t1 speaks for himself there

    [directors]
    Ann = "..."             one of several directors, who signs as Ann and nobody else

    [scorekeepers]
    Bob = "..."             brings results and lateness; the director confirms

The file is read again whenever it changes: a key that is changed or taken out is refused from
that moment on.
"""

from __future__ import annotations

import hmac
import json
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from controller.daemon.keys import KeyFileError
from controller.disk.files import make_folder, write_whole
from controller.games.told import Told, told_by
from controller.publish.topics import is_table_name
from controller.table.speakers import HUB, SEAT, SEATS, TABLE

DIRECTOR, PLAYER, SPECTATOR, NOBODY = "director", "player", "spectator", "nobody"
SCOREKEEPER = "scorekeeper"
#: Those of whom there may be several, by name, and their sections in the file.
PERSONS = {DIRECTOR: "directors", SCOREKEEPER: "scorekeepers"}
_HEAD = """\
# The keys of this hall. Whoever has a key may do what it is for; keep this file to yourself.
# A key that is changed or taken out is refused from that moment on.
# director: everything. [tables]: the players of that table. spectator (optional): watching.
# [seats.t1] 0 to 3: one player of table t1, who speaks for his own seat.
# [directors], [scorekeepers]: keys of their own, by name.
"""


@dataclass(frozen=True, slots=True)
class Role:
    """Who somebody is in the hall; a player belongs to a table, and may have a seat there. A
    director or scorekeeper may be a person by name."""

    kind: str
    table: str | None = None
    seat: int | None = None
    person: str | None = None

    @property
    def name(self) -> str:
        """How the record calls somebody who gives no name."""
        if self.person is not None:
            return self.person
        if self.seat is not None:
            return f"seat {self.seat} of {self.table}"
        return f"players of {self.table}" if self.table else self.kind

    @property
    def speaks_as(self) -> str:
        """As whom a table hears him (`controller.table.speakers`)."""
        if self.directs:
            return HUB
        return TABLE if self.seat is None else f"{SEAT} {self.seat}"

    @property
    def directs(self) -> bool:
        """Whether everything is allowed."""
        return self.kind == DIRECTOR

    @property
    def keeps_score(self) -> bool:
        """Whether results are brought from here."""
        return self.kind in (DIRECTOR, SCOREKEEPER)

    def may_command(self, table: str) -> bool:
        """Whether this table takes commands from here."""
        return self.directs or (self.kind == PLAYER and self.table == table)


class Keys:
    """The keys in a file; it is made, with a director's key, where there is none yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp: tuple[int, int, int] | None = None
        self._keys: dict[Role, str] = {}
        try:
            if not path.exists():
                make_folder(path.parent)
                self._write({Role(DIRECTOR): _new_key()})
            self._read()
        except OSError as trouble:
            raise KeyFileError(
                Told(
                    "keys file {path}: {reason}; choose another page.keys_file",
                    path=path,
                    reason=trouble.strerror,
                )
            ) from trouble

    @property
    def director(self) -> str:
        """The director's key, to be shown once at the start."""
        return self._keys[Role(DIRECTOR)]

    @property
    def watching_is_free(self) -> bool:
        """Whether one may watch without a key."""
        self._read_again()
        return Role(SPECTATOR) not in self._keys

    def role_of(self, given: str) -> Role | None:
        """Whose key this is; how long the answer takes tells nothing about the keys."""
        self._read_again()
        found = None
        for role, key in self._keys.items():
            if hmac.compare_digest(given.encode("utf-8", "surrogatepass"), key.encode()):
                found = role
        return found

    def renew(self, role: Role) -> str:
        """A new key for this role; the old one is refused from now on."""
        self._read_again()
        key = _new_key()
        self._write({**self._keys, role: key})
        self._read()
        return key

    def _read_again(self) -> None:
        """Read the file if it has changed; one that is broken or gone changes nothing."""
        try:
            if _stamp(self.path) != self._stamp:
                self._read()
        except (OSError, KeyFileError):
            return

    def _read(self) -> None:
        stamp = _stamp(self.path)
        text = self.path.read_text(encoding="utf-8", errors="replace")
        self._keys = _parse(self.path, text)
        self._stamp = stamp

    def _write(self, keys: Mapping[Role, str]) -> None:
        write_whole(self.path, (_HEAD + _as_toml(keys)).encode())


def _stamp(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size, found.st_ino


def _new_key() -> str:
    return secrets.token_urlsafe(15)


def _as_toml(keys: Mapping[Role, str]) -> str:
    plain = [
        f'{role.kind} = "{key}"'
        for role, key in keys.items()
        if role.table is None and role.person is None
    ]
    players = [(role.table, role.seat, key) for role, key in keys.items() if role.table]
    tables = sorted((table, key) for table, seat, key in players if seat is None)
    lines = [*plain, "", "[tables]", *(f'{table} = "{key}"' for table, key in tables)]
    for table in sorted({table for table, seat, _ in players if table and seat is not None}):
        seats = sorted((seat, key) for at, seat, key in players if at == table and seat is not None)
        lines += ["", f"[seats.{table}]", *(f'{seat} = "{key}"' for seat, key in seats)]
    for kind, section in PERSONS.items():
        named = {
            role.person: key for role, key in keys.items() if role.person and role.kind == kind
        }
        if named:
            own = (
                f'{json.dumps(who, ensure_ascii=False)} = "{named[who]}"' for who in sorted(named)
            )
            lines += ["", f"[{section}]", *own]
    return "\n".join(lines) + "\n"


def _parse(path: Path, text: str) -> dict[Role, str]:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        raise KeyFileError(
            Told("keys file {path}: this is not TOML: {reason}", path=path, reason=told_by(mistake))
        ) from mistake
    tables, seats = raw.pop("tables", {}), raw.pop("seats", {})
    named = {kind: raw.pop(section, {}) for kind, section in PERSONS.items()}
    roles = {Role(kind): key for kind, key in raw.items()}
    sections = all(isinstance(each, dict) for each in (tables, seats, *named.values()))
    if not sections or not set(raw) <= {DIRECTOR, SPECTATOR}:
        raise KeyFileError(
            Told(
                "keys file {path}: {raw} found; director, spectator, [tables], [seats.TABLE],"
                " [directors] and [scorekeepers] are allowed",
                path=path,
                raw=", ".join(sorted(raw)),
            )
        )
    for table in (*tables, *seats):
        if not is_table_name(table):
            raise KeyFileError(
                Told(
                    "keys file {path}: {table!r} is not the name of a table", path=path, table=table
                )
            )
    roles |= {Role(PLAYER, table): key for table, key in tables.items()}
    for table, of in seats.items():
        roles |= _seats(path, table, of)
    for kind, people in named.items():
        roles |= {Role(kind, person=who): key for who, key in people.items()}
    _check(path, roles)
    return roles


def _seats(path: Path, table: str, of: object) -> dict[Role, str]:
    if not isinstance(of, dict) or not set(of) <= {str(number) for number in SEATS}:
        raise KeyFileError(
            Told(
                "keys file {path}: [seats.{table}] holds keys for 0, 1, 2 and 3 only",
                path=path,
                table=table,
            )
        )
    return {Role(PLAYER, table, int(number)): key for number, key in of.items()}


def _check(path: Path, roles: Mapping[Role, object]) -> None:
    for role, key in roles.items():
        sound = isinstance(key, str) and len(key) >= 8 and key.isascii() and key.isprintable()
        if not sound or '"' in str(key) or "\\" in str(key):
            raise KeyFileError(
                Told(
                    "keys file {path}: the key of {name} is not at least 8 plain characters;"
                    " delete its line and make a new one",
                    path=path,
                    name=role.name,
                )
            )
    if Role(DIRECTOR) not in roles:
        raise KeyFileError(
            Told(
                "keys file {path}: the director's key is missing; delete the file to get a new one",
                path=path,
            )
        )
    if len(set(roles.values())) < len(roles):
        raise KeyFileError(
            Told("keys file {path}: two roles have the same key; give each its own", path=path)
        )
