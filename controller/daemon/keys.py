"""The keys of a table: which of them may do what, in two files that their owner alone can read.

`key` holds the table's key, as it always has. Beside it `keys` holds the others:

    seat-0 = "..."          the player at the first seat, and so on to seat-3
    director = "..."        optional: may everything, also in a tournament of a table without a hub
    watch = "..."           optional: with this line nobody watches without a key

Both are read again whenever they change: a key that is changed or taken out is refused from that
moment on.
"""

from __future__ import annotations

import hmac
import secrets
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from controller.disk.files import make_folder, write_whole
from controller.games.told import Told
from controller.table.speakers import A_WATCHER, KEYS, SEATS, THE_TABLE, Speaker, read_speaker, seat

_HEAD = """\
# The keys of this table beside its own; `lunka keys` shows, makes and revokes them.
# Whoever has a key may do what it is for (docs/keys.md); keep this file to yourself.
"""


class KeyFileError(ValueError):
    """The file with the key cannot be used; the sentence says why."""


def table_key(path: Path) -> str:
    """The key in this file; made, readable by its owner only, where there is none yet."""
    try:
        if not path.exists():
            _write_key(path, new_key())
        return _read(path)
    except OSError as trouble:
        raise KeyFileError(
            Told(
                "key file {path}: {reason}; choose another page.key_file",
                path=path,
                reason=trouble.strerror,
            )
        ) from trouble


def _read(path: Path) -> str:
    key = path.read_text(encoding="utf-8", errors="replace").strip()
    if not is_key(key):
        raise KeyFileError(
            Told(
                "key file {path}: a key has at least 8 plain characters; delete it to"
                " get a new one",
                path=path,
            )
        )
    return key


def _write_key(path: Path, key: str) -> None:
    make_folder(path.parent)
    write_whole(path, f"{key}\n".encode(), owned_like_folder=True)


def new_key() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(12)


def is_key(found: object) -> bool:
    """Whether this can be a key."""
    return isinstance(found, str) and len(found) >= 8 and found.isascii() and found.isprintable()


class Keyring:
    """Keys by whose they are."""

    def __init__(self, keys: Mapping[Speaker, str]) -> None:
        self._keys = dict(keys)

    def all(self) -> dict[Speaker, str]:
        """Every key, by whose it is, in the order in which they are told."""
        return {each: self._keys[each] for each in map(read_speaker, KEYS) if each in self._keys}

    @property
    def watching_is_free(self) -> bool:
        """Whether one may watch without a key."""
        return A_WATCHER not in self.all()

    def speaker_of(self, given: str) -> Speaker | None:
        """Whose key this is; how long the answer takes tells nothing about the keys."""
        found = None
        for speaker, key in self.all().items():
            if hmac.compare_digest(given.encode("utf-8", "surrogatepass"), key.encode()):
                found = speaker
        return found


class TableKeys(Keyring):
    """The keys of one table. Where there are none yet, the table's and one for each seat are
    made; where a file is broken or gone later, what was known before stays."""

    def __init__(self, path: Path) -> None:
        super().__init__({})
        self.path, self.others = path, path.with_name(f"{path.name}s")
        self._stamps: object = None
        own = table_key(path)
        try:
            if not self.others.exists():
                self._write({seat(number): new_key() for number in SEATS})
        except OSError:  # on a full disk the table's own key still opens the door
            self._keys = {THE_TABLE: own}
            return
        try:
            self._load()
        except OSError as trouble:
            raise KeyFileError(
                Told(
                    "keys file {others}: {reason}; choose another page.key_file",
                    others=self.others,
                    reason=trouble.strerror,
                )
            ) from trouble

    def all(self) -> dict[Speaker, str]:
        """Every key, by whose it is, as the files have them at this moment."""
        self._load_again()
        return super().all()

    # -- changing ------------------------------------------------------------------------------

    def renew(self, speaker: Speaker) -> str:
        """A new key for this role; the old one is refused from now on."""
        key = new_key()
        with _told(self.path if speaker == THE_TABLE else self.others):
            if speaker == THE_TABLE:
                _write_key(self.path, key)
            else:
                self._write({**self._beside(), speaker: key})
            self._load()
        return key

    def revoke(self, speaker: Speaker) -> bool:
        """Refuse the key of this role from now on; False: it has none. The table's own key can only
        be renewed: without it nobody could begin a game."""
        kept = self._beside()
        if kept.pop(speaker, None) is None:
            return False
        with _told(self.others):
            self._write(kept)
            self._load()
        return True

    def _beside(self) -> dict[Speaker, str]:
        return {each: key for each, key in self.all().items() if each != THE_TABLE}

    # -- the files -----------------------------------------------------------------------------

    def _load_again(self) -> None:
        """Read the files if they have changed; one that is broken or gone changes nothing."""
        with suppress(OSError, KeyFileError):
            if self._stamp() != self._stamps:
                self._load()

    def _load(self) -> None:
        stamps = self._stamp()
        found = _parse(self.others, self.others.read_text(encoding="utf-8", errors="replace"))
        keys = {THE_TABLE: _read(self.path), **found}
        if len({*keys.values()}) < len(keys):
            raise KeyFileError(
                Told(
                    "keys file {others}: two roles have the same key; give each its own",
                    others=self.others,
                )
            )
        self._stamps, self._keys = stamps, keys

    def _stamp(self) -> object:
        found = (self.path.stat(), self.others.stat())
        return [(each.st_mtime_ns, each.st_size, each.st_ino) for each in found]

    def _write(self, keys: Mapping[Speaker, str]) -> None:
        lines = [f'{str(speaker).replace(" ", "-")} = "{key}"' for speaker, key in keys.items()]
        text = _HEAD + "".join(f"{line}\n" for line in lines)
        make_folder(self.others.parent)
        write_whole(self.others, text.encode(), owned_like_folder=True)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """A file that cannot be written is told in a sentence."""
    try:
        yield
    except OSError as trouble:
        raise KeyFileError(
            Told("keys file {path}: {reason}", path=path, reason=trouble.strerror)
        ) from trouble


def _parse(path: Path, text: str) -> dict[Speaker, str]:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        raise KeyFileError(
            Told("keys file {path}: this is not TOML: {reason}", path=path, reason=str(mistake))
        ) from mistake
    allowed = {name.replace(" ", "-"): read_speaker(name) for name in KEYS if name != "table"}
    if strange := [name for name in raw if name not in allowed]:
        raise KeyFileError(
            Told(
                "keys file {path}: {strange} found; {allowed} are allowed",
                path=path,
                strange=", ".join(sorted(strange)),
                allowed=", ".join(allowed),
            )
        )
    for name, key in raw.items():
        if not is_key(key) or '"' in key or "\\" in key:
            raise KeyFileError(
                Told(
                    "keys file {path}: the key of {name} is not at least 8 plain characters;"
                    " delete its line, or make a new one: lunka keys new {replace}",
                    path=path,
                    name=name,
                    replace=name.replace("-", " "),
                )
            )
    return {allowed[name]: key for name, key in raw.items()}
