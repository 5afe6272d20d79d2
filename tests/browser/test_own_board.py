"""A game that brings its own drawing for the page: a board of a kind that Lunka does not know."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import lunka_play

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GAME = """
from importlib.resources import files
from controller.games.kalah import Kalah, KalahOptions
from controller.games.kind import Kind

class Ring(Kalah):
    name = "ring"

    def layout(self):
        return {"kind": "ring", "cells": list(self.cells)}

RING = Kind(
    Ring, KalahOptions, titles={"en": "Ring", "ru": "Ринг"}, boards={"load": "kalah-load"},
    page=files("ringgame"),
)
"""
BOARD = """
import { html } from "/static/ui.js";
export const sides = ["South", "North"];
export function Board({ layout, places }) {
  const place = (cell) => html`<span key=${cell} data-cell=${cell}>${places[cell].label}</span>`;
  return html`<div class="ring">${layout.cells.map(place)}</div>`;
}
"""


@pytest.fixture
def ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is installed in every program that a test starts."""
    package, facts = tmp_path / "ringgame", tmp_path / "ringgame-1.0.dist-info"
    package.mkdir()
    facts.mkdir()
    (package / "__init__.py").write_text(GAME, encoding="utf-8")
    (package / "board.js").write_text(BOARD, encoding="utf-8")
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: ringgame\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[lunka.games]\nring = ringgame:RING\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.usefixtures("ring")
def test_the_page_draws_a_board_that_a_package_brings(tab: Page, tmp_path: Path) -> None:
    """Its module is fetched, and draws what the table knows."""
    with lunka_play(tmp_path / "home", "ring") as address:
        tab.goto(address)
        expect(tab.locator(".ring [data-cell=a1]")).to_have_text("6")
        expect(tab.locator("h1.game")).to_have_text("Ring")
        tab.goto("about:blank")  # the page leaves before its server does
