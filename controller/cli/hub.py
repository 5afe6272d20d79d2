"""`lunka hub`: the hub of a hall; whether its store is whole; a table's record from it."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from typing import TYPE_CHECKING, Any

from controller.cli.errors import UsageError
from controller.cli.journal import is_journalled
from controller.cli.parser import place, whole
from controller.games.told import Told
from controller.hub.config import HubConfig, check_hub_config, load_hub_config
from controller.hub.store import RecordLine, Store, open_store

if TYPE_CHECKING:
    from controller.hub.service import HubPlace


def add_to(commands: Any) -> None:
    """Add the commands to the command line."""
    hub = commands.add_parser("hub", help="join tables to a hall: record, wall, director's desk")
    _with_settings(hub)
    hub.add_argument("--host", metavar="ADDRESS", help="the address to listen at (loopback)")
    hub.add_argument("--port", type=whole(0, 65535), metavar="N", help="8770; 0: any")
    hub.add_argument("--broker", metavar="HOST[:PORT]", help="the MQTT broker (127.0.0.1:1883)")
    hub.set_defaults(run=_run)
    more = hub.add_subparsers(metavar="ACTION")
    verify = more.add_parser("verify", help="prove that everything in the store is intact")
    _with_settings(verify)
    verify.set_defaults(run=_verify)
    key = more.add_parser("key", help="the key by which tables know this hub's orders")
    _with_settings(key)
    key.set_defaults(run=_key)
    record = more.add_parser("record", help="write a table's record to a file of its own")
    _with_settings(record)
    record.add_argument("table", metavar="TABLE")
    record.add_argument("--name", metavar="RECORD", help="which one, where the table has several")
    record.add_argument("--output", type=place, required=True, metavar="FILE", help="a new file")
    record.set_defaults(run=_record)


def _with_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=place, default=argparse.SUPPRESS, metavar="FILE", help="the hub's settings"
    )
    parser.add_argument(
        "--database",
        default=argparse.SUPPRESS,
        metavar="FILE",
        help="the store: an SQLite file, or postgresql://...",
    )


def _config(chosen: argparse.Namespace) -> HubConfig:
    """The settings of the file, and over them what the command line says."""
    file = getattr(chosen, "config", None)
    config = load_hub_config(file) if file else HubConfig()
    raw = config.model_dump(exclude_unset=True)
    if getattr(chosen, "database", None):
        raw.setdefault("store", {})["database"] = chosen.database
    for key in ("host", "port"):
        if getattr(chosen, key, None) is not None:
            raw.setdefault("page", {})[key] = getattr(chosen, key)
    if getattr(chosen, "broker", None):
        raw["broker"] = raw.get("broker", {}) | _broker(chosen.broker)
    return check_hub_config(raw, "command line")


def _broker(word: str) -> dict[str, Any]:
    host, colon, port = word.rpartition(":")
    if not colon:
        return {"host": word}
    if not (port.isascii() and port.isdigit() and len(port) < 6 and host):
        raise UsageError(Told("--broker {word!r} is not of the form HOST or HOST:PORT", word=word))
    return {"host": host, "port": int(port)}


def _run(chosen: argparse.Namespace) -> int:
    from controller.hub.service import serve

    logging.basicConfig(level=logging.WARNING, format="lunka hub: %(message)s")
    asyncio.run(serve(_config(chosen), _announce))
    return 0


def _announce(place: HubPlace) -> None:
    key = f"#key={place.key}"
    print(f"The hall is open. Watch it at {place.address}")
    if is_journalled():
        print(f"The keys are in {place.keys_file}: none is printed here.", flush=True)
        return
    print(f"The director's desk: {place.address}director{key}")
    if place.outside:
        print(f"From other machines: {place.outside} and {place.outside}director{key}")
    print(f"Who has the key directs; all keys are in {place.keys_file}. Ctrl-C ends.", flush=True)


def _store(chosen: argparse.Namespace) -> Store:
    return open_store(_config(chosen).database, writes=False)


def _verify(chosen: argparse.Namespace) -> int:
    from controller.hub.verify import verify_store
    from controller.record.signing import SigningKey, fingerprint

    if (key := _config(chosen).signing_key).is_file():
        print(f"this hub signs with the key {fingerprint(SigningKey(key).public)}")
    store, broken = _store(chosen), 0
    try:
        for finding in verify_store(store):
            print(finding, file=sys.stdout if finding.ok else sys.stderr, flush=True)
            broken += not finding.ok
    finally:
        store.close()
    return 1 if broken else 0


def _key(chosen: argparse.Namespace) -> int:
    from controller.record.signing import SigningKey, fingerprint

    public = SigningKey(_config(chosen).signing_key).public
    print(f'hub_key = "{fingerprint(public)}"   # under [hall] in the settings of each table')
    print(f"in full: {public}")
    return 0


def _record(chosen: argparse.Namespace) -> int:
    from controller.hub.rebuild import rebuild

    if chosen.output.exists():
        raise UsageError(Told("{output} is there already; name a new file", output=chosen.output))
    store = _store(chosen)
    try:
        line = _chosen_line(store, chosen)
        head = rebuild(store, line, chosen.output)
    finally:
        store.close()
    print(f"{chosen.output}: {head.seq} events of table {line.table}; head {head.hash}")
    return 0


def _chosen_line(store: Store, chosen: argparse.Namespace) -> RecordLine:
    lines = [line for line in store.records() if line.table == chosen.table]
    if not lines:
        known = ", ".join(dict.fromkeys(line.table for line in store.records())) or "none"
        raise UsageError(
            Told(
                "the hub has no record of table {table!r}; there are: {known}",
                table=chosen.table,
                known=known,
            )
        )
    names = ", ".join(line.record for line in lines)
    if chosen.name is None and len(lines) > 1:
        raise UsageError(
            Told(
                "table {table} has several records: {names}; choose with --name",
                table=chosen.table,
                names=names,
            )
        )
    found = [line for line in lines if chosen.name in (None, line.record)]
    if not found:
        raise UsageError(
            Told(
                "table {table} has no record {name!r}; there are: {names}",
                table=chosen.table,
                name=chosen.name,
                names=names,
            )
        )
    return found[0]
