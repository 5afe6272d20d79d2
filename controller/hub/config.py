"""The settings of a hub: a TOML file, read and checked whole before anything is opened.

Every key has a default, so a hub needs no file at all; docs/hall.md explains each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from controller.hub.quotas import MEGABYTES, RECORDS
from controller.hub.store import POSTGRES
from controller.publish.topics import PREFIX, is_prefix
from controller.settings.config import ConfigError, read_settings, state_folder, values_in
from controller.settings.encryption import Line
from controller.settings.toml_file import (
    FilePath,
    Section,
    anchored,
    shape_problems,
    sound_sections,
    unread,
    usable_path,
)


def _is_path(found: str) -> bool:
    return "://" not in found


class StoreSection(Section):
    """Where everything is kept."""

    database: (
        Annotated[
            str,
            Field(min_length=1),
            AfterValidator(lambda place: usable_path(place) if _is_path(place) else place),
        ]
        | None
    ) = Field(
        default=None,
        description="the path of an SQLite file, or an address like postgresql://user@host/hall",
    )


class BrokerSection(Section):
    """The MQTT broker that joins the tables."""

    host: str = Field(default="127.0.0.1", min_length=1, description="the broker's address")
    port: int | None = Field(
        default=None, ge=1, le=65535, description="a whole number from 1 to 65535"
    )
    prefix: str = Field(default=PREFIX, description="how all topics begin, like lunka")
    user: str | None = Field(default=None, min_length=1, description="the hub's name at the broker")
    password_file: FilePath | None = Field(
        default=None, description="the path of a file with the password"
    )
    tls: bool | None = Field(default=None, description="true or false")
    plain_password: bool = Field(
        default=False, description="true (the password may travel for everybody to read) or false"
    )
    ca_file: FilePath | None = Field(
        default=None, description="the path of the certificate to trust"
    )
    cert_file: FilePath | None = Field(
        default=None, description="the path of the hub's own certificate"
    )
    key_file: FilePath | None = Field(
        default=None, description="the path of the key of that certificate"
    )

    @property
    def password_place(self) -> Path | None:
        """The file with the password: the one that was set, or `hub.password` among our files."""
        if self.password_file:
            return Path(self.password_file)
        usual = state_folder() / "hub.password"
        return usual if usual.exists() else None

    @property
    def name(self) -> str | None:
        """The hub's name at the broker; who has a password is `hub` unless another name was set."""
        return self.user or ("hub" if self.password_place else None)

    @property
    def right_port(self) -> int:
        """The port that was set, or the usual one."""
        return self.line.right_port

    @property
    def line(self) -> Line:
        """The line to the broker."""
        secret = self.password_place is not None
        return Line("broker", self.host, self.port, self.tls, self.plain_password, secret)


class PageSection(Section):
    """Where the hall's pages are served."""

    host: str = Field(default="127.0.0.1", min_length=1, description="an address of this machine")
    port: int = Field(
        default=8770, ge=0, le=65535, description="a whole number from 0 (any free one) to 65535"
    )
    hosts: list[str] = Field(
        default_factory=list, description="a list of names under which the pages may be asked for"
    )
    keys_file: FilePath | None = Field(
        default=None, description="the path of the file that holds the keys"
    )
    cert_file: FilePath | None = Field(
        default=None, description="the path of the certificate with which the pages are served"
    )
    key_file: FilePath | None = Field(
        default=None, description="the path of the key of that certificate"
    )
    plain_keys: bool = Field(
        default=False, description="true (keys may come for everybody to read) or false"
    )
    watchers: int = Field(
        default=500, ge=1, le=10_000, description="a whole number from 1 to 10000"
    )


class AnalysisSection(Section):
    """The hand-over to gnubg."""

    gnubg: FilePath | None = Field(default=None, description="the path of the program")


class QuotaSection(Section):
    """How much one table may bring."""

    megabytes: int = Field(
        default=MEGABYTES, ge=1, le=1_000_000, description="a whole number from 1 to 1000000"
    )
    records: int = Field(
        default=RECORDS, ge=1, le=100_000, description="a whole number from 1 to 100000"
    )


class HubConfig(Section):
    """Everything that can be set for a hub."""

    store: StoreSection = Field(default=StoreSection(), description="a [store] section")
    broker: BrokerSection = Field(default=BrokerSection(), description="a [broker] section")
    page: PageSection = Field(default=PageSection(), description="a [page] section")
    analysis: AnalysisSection = Field(default=AnalysisSection(), description="a [analysis] section")
    quota: QuotaSection = Field(default=QuotaSection(), description="a [quota] section")

    @property
    def database(self) -> str:
        """The store's place."""
        return self.store.database or str(state_folder() / "hall.db")

    @property
    def keys_file(self) -> Path:
        """The keys' place."""
        return Path(self.page.keys_file) if self.page.keys_file else state_folder() / "hall.keys"

    @property
    def signing_key(self) -> Path:
        """The place of the key with which the hub signs: beside the others."""
        return self.keys_file.with_name("hall.key")


_PATHS = {
    ("store", "database"): _is_path,
    ("broker", "password_file"): _is_path,
    ("broker", "ca_file"): _is_path,
    ("broker", "cert_file"): _is_path,
    ("broker", "key_file"): _is_path,
    ("page", "keys_file"): _is_path,
    ("page", "cert_file"): _is_path,
    ("page", "key_file"): _is_path,
}


def load_hub_config(path: Path) -> HubConfig:
    """The settings in this file, or one `ConfigError` that lists all its mistakes."""
    raw = values_in(read_settings(path), str(path))
    return check_hub_config(raw, str(path), path.parent)


def check_hub_config(raw: Mapping[str, Any], file: str, folder: Path | None = None) -> HubConfig:
    """The settings in these values, if nothing at all is wrong with them."""
    raw = anchored(raw, _PATHS, folder)
    sound = sound_sections(HubConfig, raw)
    problems = list(shape_problems(HubConfig, raw))
    if "broker" in sound and not unread(sound["broker"], raw.get("broker")):
        problems += _broker_problems(sound["broker"])
    if "page" in sound and not unread(sound["page"], raw.get("page")):
        problems += _page_problems(sound["page"])
    if "store" in sound:
        problems += _store_problems(sound["store"].database or "")
    if problems:
        raise ConfigError([f"{file}: {problem}" for problem in problems])
    return HubConfig.model_validate(raw)


def _broker_problems(broker: BrokerSection) -> Iterator[str]:
    if not is_prefix(broker.prefix):
        yield (
            f"broker.prefix = {broker.prefix!r}: allowed are small letters, digits and hyphens,"
            " in up to four parts like club/hall."
        )
    yield from broker.line.problems()
    if not broker.line.encrypted and (broker.ca_file or broker.cert_file or broker.key_file):
        yield "broker.ca_file, cert_file, key_file: they are only used with broker.tls = true."
    if (broker.cert_file is None) != (broker.key_file is None):
        yield "broker.cert_file and broker.key_file belong together: give both or none."


def _page_problems(page: PageSection) -> Iterator[str]:
    if (page.cert_file is None) != (page.key_file is None):
        yield "page.cert_file and page.key_file belong together: give both or none."
    elif page.cert_file and page.key_file:
        from controller.publish.broker import BrokerError, tls_context

        try:
            tls_context(None, page.cert_file, page.key_file)
        except BrokerError as mistake:
            yield f"page.cert_file, page.key_file = {mistake}."


def _store_problems(database: str) -> Iterator[str]:
    if not _is_path(database) and not database.startswith(POSTGRES):
        yield (
            f"store.database = {database!r}: allowed is the path of an SQLite file or an"
            " address that begins with postgresql://."
        )
