"""The words of a report, in one language."""

from __future__ import annotations

from controller.words.catalogue import text

#: Under which names they stand in the catalogue.
_OF_REPORTS = "report."


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, **facts: object) -> str:
        """The words for a key, with these facts in them; an unknown key is told as it is."""
        own = f"{_OF_REPORTS}{key}"
        found = text(self.language, own)
        return key if found == own else found.format(**facts)

    def span(self, seconds: float) -> str:
        """A time span: seconds, or minutes where there are many."""
        if seconds < 100:
            return self("seconds", value=f"{seconds:.1f}".removesuffix(".0"))
        return self("minutes", value=f"{seconds / 60:.0f}")
