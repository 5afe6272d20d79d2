"""What a browser fetches when it opens the page for the first time."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.page import TablePage
from tests.web.fake import KEY
from tests.web.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

#: Bytes, headers and all: a second on a slow phone.
MOST = 80_000


def test_the_first_load_is_small(tab: Page, served: Served) -> None:
    """The whole page, with its first view, is at most 80 kB on the wire."""
    wire: list[int] = []
    watch = tab.context.new_cdp_session(tab)
    watch.send("Network.enable")

    def loaded(event: dict[str, Any]) -> None:
        wire.append(int(event["encodedDataLength"]))

    def heard(event: dict[str, Any]) -> None:
        wire.append(len(event["response"]["payloadData"].encode()))

    watch.on("Network.loadingFinished", loaded)
    watch.on("Network.webSocketFrameReceived", heard)
    TablePage(tab).open(served.url, KEY)
    tab.wait_for_load_state("networkidle")
    assert len(wire) > 20
    assert sum(wire) <= MOST
