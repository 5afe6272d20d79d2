"""From a click on the page to the light on it: `python -m tests.benchmarks.click`.

The real daemon with the simulated board and a real browser. Somebody lifts the stones of a pit with
the mouse; the time counts from the press until another place is lit, over page, line, board, rules
and back. Then the turn is taken to its end, so that the next one is like it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.report import line, percentile
from tests.browser.playing import lunka_play
from tests.machine.skips import program

_CLICKS = 60
#: Milliseconds from the next press until a light says that stones belong there.
_TIMED = """() => {
  window.timed = new Promise((done) => {
    let pressed = 0;
    const press = () => (pressed ||= performance.now());
    addEventListener("pointerdown", press, { capture: true, once: true });
    const lit = () => pressed && document.querySelector("[data-cell][data-glow=sow]");
    const look = (_, seen) => lit() && (seen.disconnect(), done(performance.now() - pressed));
    const all = { subtree: true, childList: true, attributes: true };
    new MutationObserver(look).observe(document.body, all);
  });
}"""
_AWAITED = "() => document.querySelector('[data-cell][data-glow=may-lift]')"


def clicks(page: Page, count: int) -> list[float]:
    """How long each took, in milliseconds."""
    times: list[float] = []
    while len(times) < count:
        page.wait_for_function(_AWAITED)
        page.evaluate(_TIMED)
        page.locator("[data-cell][data-glow=may-lift]").first.click()
        times.append(float(page.evaluate("timed")))
        _put_back(page)
    return times


def _put_back(page: Page) -> None:
    """The stones go back into the pit that they came from."""
    page.keyboard.press("Escape")
    page.wait_for_function(_AWAITED)


def main() -> None:
    """Print the half and the slowest of twenty."""
    with (
        tempfile.TemporaryDirectory() as home,
        lunka_play(Path(home), "kalah") as address,
        sync_playwright() as play,
    ):
        chromium = program("chromium")
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        times = clicks(page, _CLICKS)
        browser.close()
    line("click to light on the page, p50", percentile(times, 0.50), "ms", 155)
    line("click to light on the page, p95", percentile(times, 0.95), "ms", 273)


if __name__ == "__main__":
    main()
