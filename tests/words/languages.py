"""Keeps the catalogues of words: `python -m tests.words.languages` (`make words`).

Adds to every language what it lacks (to be translated: it is empty) and takes out what nobody says
any more; then makes of each `.po`, which translators write, the `.mo` that Lunka reads.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import controller.words
from controller.words.catalogue import ENGLISH

FOLDER = Path(controller.words.__file__).parent / "languages"
ROOT = FOLDER.parents[2]
#: Who takes the form of a sentence as its first argument.
_MARKED = {"Told": None, "Wording": None, "english": None}
#: What is said, printed for readers; its last part is the whole catalogue.
PAGE = ROOT / "docs" / "sentences.md"
_WHOLE = "## The whole catalogue"
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def languages() -> list[str]:
    """Every language that somebody writes."""
    return sorted(file.stem for file in FOLDER.glob("*.po"))


def forms() -> dict[str, Path]:
    """The form of every error, and a file that tells it."""
    found: dict[str, Path] = {}
    for room in ("controller", "hardware"):
        for file in sorted((ROOT / room).rglob("*.py")):
            for _, message, *_ in extract_from_file("python", str(file), keywords=_MARKED):
                found.setdefault(message if isinstance(message, str) else message[0], file)
    return found


def written(language: str) -> Catalog:
    """What the translators of this language have written."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(catalog: Catalog) -> dict[str, Message]:
    """Every sentence by its key."""
    return {key(message): message for message in catalog if message.id}


def key(message: Message) -> str:
    """The key of a sentence, which is the same for all numbers."""
    return str(message.id if isinstance(message.id, str) else message.id[0])


def texts(message: Message) -> list[str]:
    """What it says, in every number."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def compiled(catalog: Catalog) -> bytes:
    """The same as Lunka reads it; the same words make the same file on any day."""
    catalog.creation_date = catalog.revision_date = _ANY_DAY
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def completed(language: str) -> Catalog:
    """The catalogue with all that is said, and nothing else."""
    catalog, english = written(language), messages(written(ENGLISH))
    wanted = dict(_wanted(english))
    have = messages(catalog)
    for name in have.keys() & english.keys() if language != ENGLISH else ():
        have[name].auto_comments = [wanted[name]] if wanted[name] != name else []
    for gone in have.keys() - wanted.keys() if language != ENGLISH else ():
        catalog.delete(have[gone].id)
    for new in wanted.keys() - have.keys() if language != ENGLISH else ():
        catalog.add(new, "", auto_comments=[wanted[new]] if wanted[new] else [])
    return catalog


def _wanted(english: dict[str, Message]) -> Iterator[tuple[str, str]]:
    """Every key, with the English sentence where the key is none."""
    for name, message in english.items():
        yield name, " ".join(message.auto_comments) or texts(message)[-1]
    yield from ((form, "") for form in forms())


def _save(language: str, catalog: Catalog) -> None:
    path = FOLDER / f"{language}.po"
    header = path.read_text("utf-8").split("\n\n")[0]
    body = io.BytesIO()
    write_po(body, catalog, omit_header=True, width=100)
    path.write_text(f"{header}\n\n{body.getvalue().decode()}", "utf-8")


def catalogue_lines() -> Iterator[str]:
    """The whole catalogue for readers: key, English, Russian."""
    english, russian = messages(written(ENGLISH)), messages(written("ru"))
    yield _WHOLE
    for name, message in russian.items():
        told = [" / ".join(dict.fromkeys(texts(english[name])))] if name in english else []
        yield from ("", f"`{name}`")
        yield from (f"- {text}" for text in (*told, " / ".join(dict.fromkeys(texts(message)))))


def print_catalogue() -> None:
    """Renew the catalogue at the end of docs/sentences.md."""
    examples = PAGE.read_text("utf-8").partition(_WHOLE)[0] if PAGE.exists() else ""
    PAGE.write_text(examples + "\n".join(catalogue_lines()) + "\n", "utf-8")


def main() -> None:
    """Bring every language up to date, and say what is to be translated."""
    for language in languages():
        catalog = completed(language)
        _save(language, catalog)
        (FOLDER / f"{language}.mo").write_bytes(compiled(written(language)))
        empty = [each for each in messages(catalog).values() if not all(texts(each))]
        print(f"{language}: {len(messages(catalog))} sentences, {len(empty)} to be translated")
    print_catalogue()


if __name__ == "__main__":
    main()
