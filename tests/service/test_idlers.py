"""Idle connections: the owner still gets in, and systemd still hears the sign of life."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.daemon.running import PATIENCE
from tests.service.ear import Ear
from tests.service.test_daemon import _service


@contextmanager
def descriptors(most: int) -> Iterator[None]:
    """This process, and what it starts meanwhile, may hold so many descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("idlers", [300, 1100])
def test_idlers_keep_nobody_out(idlers: int, tmp_path: Path) -> None:
    """Hundreds come in without a key and ask nothing: the page answers, and life is signalled."""
    with (
        Ear(tmp_path / "notify") as ear,
        descriptors(1024),
        _service(ear, tmp_path / "home", "controller", "play", "--port", "0") as process,
        descriptors(4096),
        ExitStack() as crowd,
    ):
        assert process.stdout is not None
        url, _, key = process.stdout.readline().split()[-1].partition("#key=")
        ear.wait_for("READY=1")
        place = httpx.URL(url)
        for _ in range(idlers):
            crowd.enter_context(socket.create_connection((place.host, place.port), PATIENCE))
        with httpx.Client(base_url=url, timeout=PATIENCE) as owner:
            assert owner.get("/api/view").status_code == 200
            sent = owner.post("/api/command", json={"do": "pause"}, headers={"x-lunka-key": key})
            assert sent.status_code == 200
        ear.rest()
        for _ in range(3):
            ear.wait_for("WATCHDOG=1")
