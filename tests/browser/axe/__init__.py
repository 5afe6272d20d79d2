"""axe: what keeps somebody out of a page, told by its rules."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.machine.skips import program

SCRIPT = Path(__file__).parents[3] / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
_RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.flatMap(
  ({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`))"""


def violations(page: Page) -> list[str]:
    """Every rule that the page breaks as it is now, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"{_script()};0")
    found: list[str] = page.evaluate(_RUN)
    return found


def _script() -> str:
    program("npm")
    if not SCRIPT.is_file():
        raise RuntimeError(f"axe is not installed at {SCRIPT}: run `make axe` (it needs npm).")
    return SCRIPT.read_text(encoding="utf-8")
