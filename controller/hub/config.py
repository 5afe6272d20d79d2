"""The settings of a hub: a TOML file, read and checked whole before anything is opened.

Every key has a default, so a hub needs no file at all; docs/hall.md explains each of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.config import ConfigError, state_folder
from controller.hub.store import POSTGRES
from controller.publish.link import PLAIN_PORT, TLS_PORT
from controller.publish.topics import PREFIX, is_prefix
from hardware.profile.words import shape_problem


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class StoreSection(_Section):
    """Where everything is kept."""

    database: str | None = Field(
        default=None,
        min_length=1,
        description="the path of an SQLite file, or an address like postgresql://user@host/hall",
    )


class BrokerSection(_Section):
    """The MQTT broker that joins the tables."""

    host: str = Field(default="127.0.0.1", min_length=1, description="the broker's address")
    port: int | None = Field(default=None, ge=1, le=65535, description="1 to 65535")
    prefix: str = Field(default=PREFIX, description="how all topics begin, like lunka")
    user: str | None = Field(default=None, min_length=1, description="the hub's name at the broker")
    password_file: str | None = Field(
        default=None, min_length=1, description="the path of a file with the password"
    )
    tls: bool = Field(default=False, description="true or false")
    ca_file: str | None = Field(
        default=None, min_length=1, description="the path of the certificate to trust"
    )
    cert_file: str | None = Field(
        default=None, min_length=1, description="the path of the hub's own certificate"
    )
    key_file: str | None = Field(
        default=None, min_length=1, description="the path of the key of that certificate"
    )

    @property
    def right_port(self) -> int:
        """The port that was set, or the usual one."""
        return self.port or (TLS_PORT if self.tls else PLAIN_PORT)


class PageSection(_Section):
    """Where the hall's pages are served."""

    host: str = Field(default="127.0.0.1", min_length=1, description="an address of this machine")
    port: int = Field(default=8770, ge=0, le=65535, description="0 (any free one) to 65535")
    hosts: list[str] = Field(
        default_factory=list, description="a list of names under which the pages may be asked for"
    )
    keys_file: str | None = Field(
        default=None, min_length=1, description="the path of the file that holds the keys"
    )
    watchers: int = Field(default=500, ge=1, le=10_000, description="1 to 10000")


class AnalysisSection(_Section):
    """The hand-over to gnubg."""

    gnubg: str | None = Field(default=None, min_length=1, description="the path of the program")


class HubConfig(_Section):
    """Everything that can be set for a hub."""

    store: StoreSection = StoreSection()
    broker: BrokerSection = BrokerSection()
    page: PageSection = PageSection()
    analysis: AnalysisSection = AnalysisSection()

    @property
    def database(self) -> str:
        """The store's place."""
        return self.store.database or str(state_folder() / "hall.db")

    @property
    def keys_file(self) -> Path:
        """The keys' place."""
        return Path(self.page.keys_file) if self.page.keys_file else state_folder() / "hall.keys"


#: Which settings are paths: they are taken from the folder of their file, and ~ from home.
_PATHS = (
    ("store", "database"),
    ("broker", "password_file"),
    ("broker", "ca_file"),
    ("broker", "cert_file"),
    ("broker", "key_file"),
    ("page", "keys_file"),
)


def load_hub_config(path: Path) -> HubConfig:
    """The settings in this file, or one `ConfigError` that lists all its mistakes."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise ConfigError(
            [f"{path}: the settings cannot be read: {trouble.strerror}."]
        ) from trouble
    except UnicodeDecodeError:
        raise ConfigError([f"{path}: the settings cannot be read: not UTF-8 text."]) from None
    except (tomllib.TOMLDecodeError, RecursionError) as trouble:
        raise ConfigError([f"{path}: this is not TOML: {trouble}."]) from trouble
    return check_hub_config(_anchored(raw, path.parent), str(path))


def _anchored(raw: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    anchored = dict(raw)
    for section, key in _PATHS:
        table = anchored.get(section)
        found = table.get(key) if isinstance(table, dict) else None
        if isinstance(table, dict) and isinstance(found, str) and _is_path(found):
            anchored[section] = {**table, key: str(folder / Path(found).expanduser())}
    return anchored


def _is_path(found: str) -> bool:
    return bool(found) and "://" not in found


def check_hub_config(raw: Mapping[str, Any], file: str) -> HubConfig:
    """The settings in these values, if nothing at all is wrong with them."""
    problems = [f"{file}: {problem}" for problem in _problems(raw)]
    if problems:
        raise ConfigError(problems)
    return HubConfig.model_validate(raw)


def _problems(raw: Mapping[str, Any]) -> Iterator[str]:
    try:
        config = HubConfig.model_validate(raw)
    except ValidationError as trouble:
        for error in trouble.errors(include_url=False, include_context=False):
            yield shape_problem(HubConfig, raw, error)[1]
        return
    broker = config.broker
    if not is_prefix(broker.prefix):
        yield (
            f"broker.prefix = {broker.prefix!r}: allowed are small letters, digits and hyphens,"
            " in up to four parts like club/hall."
        )
    if broker.password_file and not broker.user:
        yield "broker.password_file: a password needs broker.user beside it."
    if not broker.tls and (broker.ca_file or broker.cert_file or broker.key_file):
        yield "broker.ca_file, cert_file, key_file: they are only used with broker.tls = true."
    if (broker.cert_file is None) != (broker.key_file is None):
        yield "broker.cert_file and broker.key_file belong together: give both or none."
    if config.database.partition("://")[1] and not config.database.startswith(POSTGRES):
        yield (
            f"store.database = {config.database!r}: allowed is the path of an SQLite file or an"
            " address that begins with postgresql://."
        )
