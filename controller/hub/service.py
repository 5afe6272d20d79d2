"""A hub that runs: store, network, hall, desk and pages, until somebody stops it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from controller.daemon.listen import address_of, address_outside, bind, own_names
from controller.daemon.notify import Notifier
from controller.hub.config import HubConfig, PageSection
from controller.hub.hub import Hub
from controller.hub.keys import Keys
from controller.hub.store import open_store
from controller.hub.web import make_hub_app
from controller.web.running import run_until_stopped


@dataclass(frozen=True, slots=True)
class HubPlace:
    """Where a hub can be found, and with which key its director comes in."""

    address: str
    outside: str | None
    key: str
    keys_file: str


async def serve(config: HubConfig, announce: Callable[[HubPlace], None]) -> None:
    """Run one hub until somebody stops it."""
    with bind(config.page.host, config.page.port) as listener:
        keys = Keys(config.keys_file)
        store = open_store(config.database)
        try:
            hub = Hub(config, store)
            page = config.page
            app = make_hub_app(
                hub,
                keys,
                hosts=[*page.hosts, *own_names()],
                watchers=page.watchers,
                plain_keys=page.plain_keys,
            )
            outside = address_outside(listener)
            place = HubPlace(
                _served(page, address_of(listener)),
                _served(page, outside) if outside else None,
                keys.director,
                str(keys.path),
            )

            def ready() -> None:
                announce(place)
                Notifier.of().ready()

            await run_until_stopped(
                app,
                listener,
                ready,
                hub.run(),
                visitors=page.watchers + 256,
                certificate=_certificate(page),
            )
        finally:
            store.close()


def _certificate(page: PageSection) -> tuple[str, str] | None:
    """With what the pages are served by https, where they are."""
    return (page.cert_file, page.key_file) if page.cert_file and page.key_file else None


def _served(page: PageSection, address: str) -> str:
    """An address as a browser takes it, encrypted where it is."""
    return address.replace("http:", "https:", 1) if _certificate(page) else address
