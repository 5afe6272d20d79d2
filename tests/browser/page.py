"""The page as a person uses it: look at the board, lift stones with the mouse, press buttons."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

#: Milliseconds: a busy machine may be slow; what is proven is that it comes right, not how fast.
PATIENCE = 30_000


class TablePage:
    """One table in one browser tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)

    # -- coming in ---------------------------------------------------------------------------

    def open(self, url: str, key: str | None = None) -> None:
        """Open the address that was shown at start-up; without a key only to watch."""
        self.page.goto(f"{url}/#key={key}" if key else url)
        self.page.wait_for_selector(".board [data-cell]")

    def enter_key(self, key: str) -> None:
        """Type the key into the page, as a watcher does who wants to play."""
        self.press("key")
        self.page.fill("[data-dialog=key] input[name=key]", key)
        self.page.click("[data-dialog=key] button[type=submit]")

    # -- looking -----------------------------------------------------------------------------

    def cell(self, cell: str) -> Locator:
        """The button that is this pit or store."""
        return self.page.locator(f"[data-cell='{cell}']")

    def cells(self) -> list[str]:
        """Every pit and store by name."""
        return list(self._each("cell"))

    def counts(self) -> dict[str, int | None]:
        """What the table believes lies in each place; None where it cannot tell."""
        return {cell: int(n) if n else None for cell, n in self._each("count").items()}

    def stones(self) -> dict[str, int]:
        """How many stones are drawn in each place (on the simulated board: what lies there)."""
        return {cell: int(n) for cell, n in self._each("stones").items()}

    def glows(self) -> dict[str, str]:
        """The meaning of each light that is on."""
        return {cell: meaning for cell, meaning in self._each("glow").items() if meaning}

    def wants(self) -> dict[str, int]:
        """What the repair asks for: +1 one more, -2 two fewer."""
        return {cell: int(n) for cell, n in self._each("wants").items() if n}

    def wanting(self) -> Locator:
        """The cells that a repair asks for something."""
        return self.page.locator("[data-wants]:not([data-wants=''])")

    def _each(self, name: str) -> dict[str, str]:
        found: dict[str, str] = self.page.eval_on_selector_all(
            "[data-cell]",
            "(all, name) => Object.fromEntries(all.map(e => [e.dataset.cell, e.dataset[name]]))",
            name,
        )
        return found

    def sentence(self) -> str:
        """What the table says just now."""
        return self.page.locator(".sentence").inner_text()

    def alerts(self) -> list[str]:
        """The faults shown to the operator."""
        return self.page.locator(".alerts li").all_inner_texts()

    def moves(self) -> list[str]:
        """The turns in the move list, in order."""
        return self.page.locator(".moves .move").all_inner_texts()

    def hand(self) -> int:
        """How many stones the hand holds."""
        return int(self.page.locator("[data-hand]").get_attribute("data-hand") or 0)

    def scores(self) -> list[int]:
        """The stones at home, South's first."""
        sides = [self.page.locator(f".player[data-side='{side}'] .score") for side in (0, 1)]
        return [int(side.inner_text()) for side in sides]

    def mover(self) -> int | None:
        """The side whose lamp is lit."""
        lit = self.page.locator(".player.acts")
        return int(lit.get_attribute("data-side") or 0) if lit.count() else None

    # -- hands -------------------------------------------------------------------------------

    def centre(self, cell: str) -> tuple[float, float]:
        """Where to put the mouse for this place."""
        box = self.cell(cell).locator(".bowl").bounding_box()
        assert box is not None, f"{cell} is not on the page"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def lift(self, cell: str) -> None:
        """Take all stones of a place into the empty hand."""
        self.page.mouse.click(*self.centre(cell))
        hand = self.page.locator("[data-hand]")
        expect(hand).not_to_have_attribute("data-hand", "0")
        expect(hand).to_have_attribute("aria-busy", "false")

    def lift_one(self, cell: str) -> None:
        """Take a single stone: Shift and a click."""
        self.page.keyboard.down("Shift")
        self.lift(cell)
        self.page.keyboard.up("Shift")

    def take_back(self, cell: str) -> None:
        """Take one stone back while the hand still holds others: the right button."""
        held = self.hand()
        self.page.mouse.click(*self.centre(cell), button="right")
        self._holds(held + 1)

    def drop(self, cell: str) -> None:
        """Let one stone fall."""
        held = self.hand()
        self.page.mouse.click(*self.centre(cell))
        self._holds(held - 1)

    def drop_all(self, cell: str) -> None:
        """Let every stone in the hand fall."""
        self.page.keyboard.down("Shift")
        self.page.mouse.click(*self.centre(cell))
        self.page.keyboard.up("Shift")
        self._holds(0)

    def drag(self, origin: str, target: str) -> None:
        """Press on a place, carry its stones to another and let go: one stone falls there."""
        held = self.stones()[origin]
        self.pull(origin, target)
        self._holds(held - 1)

    def pull(self, origin: str, target: str) -> None:
        """The mouse alone: press here, carry, let go there."""
        start, end = self.centre(origin), self.centre(target)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=6)
        self.page.mouse.up()

    def sow(self, origin: str, places: Sequence[str]) -> None:
        """Drag a pit's stones to the first place, then drop one on each of the others."""
        self.drag(origin, places[0])
        for place in places[1:]:
            self.drop(place)

    def carry(self, origin: str, target: str) -> None:
        """Move all stones of a place to another: a capture, or the sweep at the end."""
        self.lift(origin)
        self.drop_all(target)

    def _holds(self, count: int) -> None:
        """Wait until the hand holds so many stones and the table has confirmed it."""
        hand = self.page.locator("[data-hand]")
        expect(hand).to_have_attribute("data-hand", str(count))
        expect(hand).to_have_attribute("aria-busy", "false")

    # -- speaking ----------------------------------------------------------------------------

    def press(self, name: str) -> None:
        """Press the button of a command: new, undo, confirm, pause, resume, vouch ..."""
        self.page.click(f"[data-do={name}]")

    def question(self) -> str | None:
        """What the board asks, if it asks."""
        asked = self.page.locator(".question h2")
        return asked.inner_text() if asked.count() else None

    def answer(self, choice: str) -> None:
        """Answer the board's question."""
        self.page.click(f".question [data-choice='{choice}']")

    def declare(self, turn: str) -> None:
        """Say which turn was played."""
        self.press("declare")
        self.page.click(f"[data-dialog=declare] [data-turn='{turn}']")

    def new_game(
        self, players: Sequence[str] = (), stones: int | None = None, begin: str = "south"
    ) -> None:
        """Fill in the dialog and begin."""
        self.press("new")
        dialog = self.page.locator("[data-dialog=new]:has(form)")
        for side, name in enumerate(players):
            dialog.locator(f"[name=player{side}]").fill(name)
        if stones is not None and stones in range(3, 7):
            dialog.locator(f"[name=stones][value='{stones}']").check(force=True)
        elif stones is not None:
            dialog.locator(".other input").first.fill(str(stones))
        dialog.locator(f"[name=begin][value={begin}]").check(force=True)
        dialog.locator("button[type=submit]").click()
        expect(dialog).to_have_count(0)

    def speak(self, language: str) -> None:
        """Switch the page to `en` or `ru`."""
        self.page.click(f"[data-language={language}]")
        self.page.wait_for_selector(f"html[lang={language}]")

    def hints(self, level: str) -> None:
        """Choose how much the lights say: off, legal or full."""
        # A click, not a check: the switch shows the table's word, which may be a moment away.
        self.page.locator(f"[name=hints][value={level}]").click(force=True)

    # -- breaking ----------------------------------------------------------------------------

    def break_sensor(self, cell: str, fault: str) -> None:
        """Break a sensor on the simulated board: dead, stuck or chatter; or spill a stone."""
        if not self.page.locator(".sensors[open]").count():
            self.page.click(".sensors summary")
        self.page.select_option(".sensors [name=cell]", cell)
        self.page.click(f".sensors [data-fault={fault}]")

    def mend(self, cell: str) -> None:
        """Mend it again."""
        self.page.click(f".sensors [data-mend={cell}]")
