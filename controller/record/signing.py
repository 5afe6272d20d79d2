"""Ed25519: who vouches for a record, beyond what its own hashes can show.

A statement is signed as canonical JSON (`controller.record.chain.canonical`), so that anybody can
write it down again from the facts of the event that carries the signature. PyNaCl is loaded when
the first signature is made or checked, and by nobody else.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.disk.files import make_folder, write_whole
from controller.record.chain import canonical
from controller.record.errors import RecordError

#: What begins each statement, so that none can be taken for one of another kind.
GAME, ANCHOR, ORDER = "lunka game", "lunka anchor", "lunka order"

_SEED = re.compile(r"[0-9a-f]{64}")
_KEY = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[0-9a-f]{20}|[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")


class SigningError(RecordError):
    """Nothing can be signed, or no signature be checked, on this machine; the sentence says why."""


def game_statement(number: int, seq: int, seal: str) -> str:
    """What a table signs: game so-and-so ended with the event of this number and hash."""
    return canonical({"number": number, "hash": seal, "seq": seq, "what": GAME})


def anchor_statement(table: str, record: str, seq: int, seal: str, at: float) -> str:
    """What a hub signs: it had this event of this table's record by then, on its own clock."""
    facts = {"hash": seal, "record": record, "seq": seq, "table": table, "what": ANCHOR}
    return canonical(facts | {"at": float(at)})


def order_statement(table: str, facts: Mapping[str, Any]) -> str:
    """What a hub signs when it tells a table what to do: the whole order, and to which table."""
    return canonical({"order": dict(facts), "table": table, "what": ORDER})


def fingerprint(key: str) -> str:
    """A public key as people compare it: the first 80 bits of its hash, in groups of four."""
    digits = hashlib.sha256(bytes.fromhex(key)).hexdigest()[:20]
    return "-".join(digits[at : at + 4] for at in range(0, 20, 4))


def is_name(told: str) -> bool:
    """Whether a key can be called this."""
    return _NAME.fullmatch(_digits(told)) is not None


def names(told: str, key: str) -> bool:
    """Whether somebody means this key: by its fingerprint, with or without dashes, or in full."""
    return _digits(told) in (key, _digits(fingerprint(key)))


def _digits(told: str) -> str:
    return told.lower().replace("-", "").replace(" ", "")


def is_signed(key: str, signature: str, statement: str) -> bool:
    """Whether the owner of this public key signed the statement."""
    if not _KEY.fullmatch(key) or not _SIGNATURE.fullmatch(signature):
        return False
    nacl = _nacl()
    try:
        public = nacl.signing.VerifyKey(bytes.fromhex(key))
        public.verify(statement.encode(), bytes.fromhex(signature))
    except nacl.exceptions.CryptoError:
        return False
    return True


class SigningKey:
    """A private key in a file that its owner alone can read; made where there is none yet."""

    def __init__(self, path: Path) -> None:
        self._secret = _nacl().signing.SigningKey(bytes.fromhex(_seed_in(path)))

    @property
    def public(self) -> str:
        """Its public half, which everybody may know."""
        return bytes(self._secret.verify_key).hex()

    def sign(self, statement: str) -> dict[str, str]:
        """The signature, and by which key, as facts of an event."""
        signature: bytes = self._secret.sign(statement.encode()).signature
        return {"key": self.public, "signature": signature.hex()}


def key_file_of(record: Path) -> Path:
    """Where the key of a record's table lies: beside its other secrets, and in no backup."""
    return record.with_name(f"{record.name}.key")


def own_key(record: Path) -> str | None:
    """The public key of the table that writes this record; None: this is not that table, or its
    key is not ours to read. Nothing is made."""
    path = key_file_of(record)
    try:
        return SigningKey(path).public if path.is_file() else None
    except RecordError:
        return None


def _seed_in(path: Path) -> str:
    try:
        if not path.exists():
            make_folder(path.parent)
            write_whole(path, f"{secrets.token_hex(32)}\n".encode(), owned_like_folder=True)
        seed = path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError as trouble:
        raise SigningError(f"key {path}: {trouble.strerror}; nothing can be signed") from trouble
    if not _SEED.fullmatch(seed):
        raise SigningError(
            f"key {path}: it is not 64 small hexadecimal digits; put its copy back, or remove the"
            " file, and a new key is made, under which games from now on are signed"
        )
    return seed


def _nacl() -> Any:
    """PyNaCl's part for signatures, loaded when it is first needed."""
    try:
        import nacl.signing
    except ImportError as missing:
        raise SigningError(
            "PyNaCl is not installed, without which nothing is signed and no signature checked:"
            " `pip install pynacl` in Lunka's environment"
        ) from missing
    return nacl
