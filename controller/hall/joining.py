"""A table joins a hall: it asks the hub for its entry, opens it with the code, and keeps what is in
it beside its settings."""

from __future__ import annotations

import json
import os
import pwd
import re
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from controller.disk.files import make_folder, write_whole
from controller.games.told import Told
from controller.hall.certificates import HallError
from controller.hall.codes import Invitation, name_of, unlock

HUB_PORT = 8770
PATIENCE = 20.0
_LARGEST = 100_000
_HALL = re.compile(r"^\[hall\][^\n]*\n(?:(?!\[)[^\n]*(?:\n|\Z))*", re.MULTILINE)


def read_link(word: str, hub: str | None) -> tuple[str, str]:
    """The hub's address and the code: of a link like http://hall.local:8770/#join=CODE, or said
    apart. A browser keeps what stands behind the # to itself."""
    if "#" in word:
        before, _, word = word.partition("#")
        word = word.removeprefix("join=")
        hub = hub or before
    if not hub:
        raise HallError(
            Told("which hall? Say where its hub is: --hub hall.local, or the whole link")
        )
    place = urlsplit(hub if "://" in hub else f"http://{hub}")
    try:
        port = place.port or (443 if place.scheme == "https" else HUB_PORT)
    except ValueError:
        port = 0
    if place.scheme not in ("http", "https") or not place.hostname or not port:
        raise HallError(Told("{hub!r} is no address of a hub, like hall.local:8770", hub=hub))
    host = f"[{place.hostname}]" if ":" in place.hostname else place.hostname
    return f"{place.scheme}://{host}:{port}/", word


def ask(address: str, code: str) -> Invitation:
    """What the hub at this address keeps for the code."""
    place = f"{address}api/join?code={name_of(code)}"
    try:
        with urllib.request.urlopen(place, timeout=PATIENCE) as answer:
            told = json.loads(answer.read(_LARGEST))
            locked = told["locked"]
    except urllib.error.HTTPError as refused:
        raise HallError(
            Told("the hub at {address} refuses: {reason}", address=address, reason=_said(refused))
        ) from None
    except (OSError, ValueError, KeyError, TypeError) as trouble:
        raise HallError(
            Told(
                "the hub at {address} does not answer as one: {reason}",
                address=address,
                reason=str(getattr(trouble, "reason", trouble)),
            )
        ) from None
    return unlock(locked, code)


def _said(refused: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(refused.read(_LARGEST))["error"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"status {refused.code}"


def settle(invitation: Invitation, settings: Path, *, again: bool = False) -> None:
    """Write the section [hall] of a table's settings, with its password and the authority beside
    them; a table of another hall stays there unless it is said to be meant."""
    text = settings.read_text(encoding="utf-8") if settings.exists() else ""
    if _HALL.search(text) and not again:
        raise HallError(
            Told(
                "{file} belongs to a hall already; --again puts this one in its place",
                file=settings,
            )
        )
    make_folder(settings.parent)
    files = {"hall.password": f"{invitation.password}\n", "hall-ca.crt": invitation.ca}
    for name, content in files.items():
        mode = 0o600 if name == "hall.password" else 0o644
        path = settings.parent / name
        write_whole(path, content.encode(), mode=mode, owned_like_folder=True)
        _give_to_service(path)
    kept = _HALL.sub("", text).rstrip("\n")
    whole = f"{kept}\n\n{_section(invitation)}" if kept else _section(invitation)
    mode = settings.stat().st_mode & 0o777 if settings.exists() else 0o644
    write_whole(settings, whole.encode(), mode=mode)


def _give_to_service(path: Path) -> None:
    """What root writes among the settings of a service is read by the service's own user."""
    with suppress(KeyError):
        if os.geteuid() == 0 and path.parent.stat().st_uid == 0:
            os.chown(path, pwd.getpwnam("lunka").pw_uid, -1)


def _section(told: Invitation) -> str:
    lines = [
        "[hall]",
        f"broker = {json.dumps(told.broker)}",
        f"port = {told.port}",
        f"table = {json.dumps(told.table)}",
        'password_file = "hall.password"',
        "tls = true",
        'ca_file = "hall-ca.crt"',
        *([f"hub_key = {json.dumps(told.hub_key)}"] if told.hub_key else []),
    ]
    return "\n".join([*lines, ""])
