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

    def player(self, name: str, side: str) -> str:
        """Who plays a side; where nobody gave a name, that is the side in this language."""
        return text(self.language, side) if name == side else name

    def tag(self, name: str) -> str:
        """The name of a tag of the record; one that has no words is told as the record has it."""
        own = f"{_OF_REPORTS}tag-{name}"
        found = text(self.language, own)
        return name if found == own else found

    def span(self, seconds: float) -> str:
        """A time span: seconds, or minutes where there are many."""
        if seconds < 100:
            return self("seconds", value=f"{seconds:.1f}".removesuffix(".0"))
        return self("minutes", value=f"{seconds / 60:.0f}")
