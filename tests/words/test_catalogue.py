"""One catalogue a language: whole, with the same facts everywhere, and no error without a key."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.words.catalogue import ENGLISH, LANGUAGES, catalogue, known, text
from controller.words.speech import name, say
from tests.words.languages import FOLDER, ROOT, compiled, forms, languages, messages, texts, written

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
#: Errors that are told to players, operators and whoever uses the command line.
_TOLD = {
    *("CommandError", "NotWrittenError", "RecordDiskError", "PixelsFailedError"),
    *("PortUnavailableError", "BoardSilentError", "ChangesMissedError", "FirmwareMismatchError"),
    *("WrongBoardError", "WiringRefusedError", "RefusedError", "PortError", "UsageError"),
    *("InvalidError", "IllegalError", "AmbiguousError", "NotInstalledError", "SheetError"),
    *("CompetitionError", "RecordError", "RecordDamagedError", "KeyFileError", "StoreError"),
    *("StoreBusyError", "OrderError", "BrokerError", "AnalysisError", "BrokenError", "EventError"),
    *("WireError", "StuckError", "NotEnoughPinsError", "AnswersEndedError", "FaultError"),
    *("ImpossibleActError", "MessageError", "ScriptError", "UnknownCellError"),
    *("PinsUnavailableError", "PixelsUnavailableError", "UnknownProfileError", "BoardClosedError"),
}
#: So many in each room are quoted in other languages as yet. A room with more of them has forgotten
#: a key; with fewer, say so here.
_LEFT = {
    "controller/record RecordError": 4,
    "controller/disk RecordError": 1,
    "controller/record RecordDamagedError": 1,
    "controller/disk RecordDamagedError": 2,
    "controller/bringup AnswersEndedError": 1,
    "controller/bringup NotEnoughPinsError": 1,
    "controller/play BrokenError": 90,
    "controller/play InvalidError": 5,
    "controller/publish WireError": 11,
    "controller/record BrokenError": 14,
    "controller/record EventError": 6,
    "controller/simulation StuckError": 7,
    "hardware BoardClosedError": 1,
    "hardware PinsUnavailableError": 3,
    "hardware PixelsUnavailableError": 1,
    "hardware UnknownCellError": 1,
    "hardware/profile UnknownProfileError": 1,
    "hardware/serial MessageError": 5,
    "hardware/serial ScriptError": 5,
    "hardware/simulated FaultError": 6,
    "hardware/simulated ImpossibleActError": 7,
    "hardware/simulated UnknownCellError": 1,
}


def facts(sentence: str) -> set[str]:
    """The facts that stand in braces."""
    if not re.search(r"{\w", sentence):
        return set()  # an example in JSON is no fact
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field}


def test_all_that_is_written_is_read() -> None:
    """Whoever changes a sentence runs `make words`: else nobody would hear it."""
    assert [ENGLISH, *OTHERS] == sorted(languages(), key=lambda each: (each != ENGLISH, each))
    for language in LANGUAGES:
        made = (FOLDER / f"{language}.mo").read_bytes()
        assert made == compiled(written(language)), f"{language}.po has changed: run `make words`"


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there(language: str) -> None:
    """Each sentence and each form of an error is translated, and nothing that nobody says."""
    found = messages(written(language))
    assert set(found) == set(messages(written(ENGLISH))) | set(forms())
    for key, message in found.items():
        assert all(texts(message)) and not message.fuzzy, key


@pytest.mark.parametrize("language", OTHERS)
def test_the_facts_are_the_same(language: str) -> None:
    """Nothing is lost on the way into another language, in no number, and all is tidy."""
    english = messages(written(ENGLISH))
    for key, message in messages(written(language)).items():
        wanted = facts(texts(english[key])[-1] if key in english else key)
        for sentence in texts(message):
            assert facts(sentence) == wanted, key
            assert sentence == sentence.strip() and "  " not in sentence, key


def refusals() -> Iterator[str]:
    """The form of every refusal of a table that is told where it is raised."""
    for file in sources():
        if file.parent.name not in ("table", "board"):
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Told":
                form = getattr(node.args[0], "value", None)
                if isinstance(form, str) and _is_refusal(file, form):
                    yield form


def _is_refusal(file: Path, form: str) -> bool:
    """Whether people read it alone: not inside of another sentence."""
    raised = re.compile(rf'CommandError\(\s*Told\(\s*"{re.escape(form[:40])}')
    return file.name == "board_dice.py" or bool(raised.search(file.read_text("utf-8")))


def test_a_refusal_is_a_whole_sentence() -> None:
    """In Russian, too, it begins with a capital letter, a name or a quotation, and it ends."""
    found, russian = set(refusals()), messages(written("ru"))
    assert len(found) > 50
    for form in found:
        for sentence in texts(russian[form]):
            assert re.match(r"[А-ЯЁ{«]", sentence) and re.search(r"[.?!]$", sentence), sentence


def test_russian_is_russian() -> None:
    """No sentence was left untranslated."""
    for key, message in messages(written("ru")).items():
        for sentence in texts(message):
            plain = re.sub(r"{[^{}]*}", "", sentence)
            if any(letter.isalpha() for letter in plain):
                assert re.search("[а-яё]", plain.lower()), key


def test_a_language_that_lacks_a_sentence_says_the_english_one() -> None:
    """Nobody sees a key; and a sentence that has none is said as it is."""
    assert text("ru", "no such sentence") == "no such sentence"
    assert catalogue("ru").text("no such sentence") is None
    assert known("to-move") and not known("no such sentence")


def test_numbers_agree() -> None:
    """One, two or five of them: each language has its own forms."""
    said = [say("too-many", cell="a1", n=n)["ru"] for n in (1, 2, 5, 21)]
    assert said == [
        *("a1 — 1 лишний", "a1 — 2 лишних", "a1 — 5 лишних", "a1 — 21 лишний"),
    ]
    assert say("missing", found=20, n=21)["ru"] == "На доске 20 из 21 камня."
    assert say("missing", found=47, n=48)["ru"] == "На доске 47 из 48 камней."
    assert say("missing", found=47, n=48)["en"] == "47 of 48 stones are on the board."
    assert name("White")["ru"] == "Белые"


# -- no error without a key ------------------------------------------------------------------------


def unkeyed(source: str) -> Iterator[str]:
    """Errors told to people whose sentence is put together on the spot."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            told = node.args[min(1, len(node.args) - 1) if node.func.id == "RefusedError" else 0]
            if node.func.id in _TOLD and isinstance(told, ast.JoinedStr | ast.Constant):
                yield f"line {node.lineno}: {node.func.id} without Told"
            if node.func.id in ("Told", "Wording") and isinstance(told, ast.JoinedStr):
                yield f"line {node.lineno}: {node.func.id} with facts that are not given by name"


def test_the_check_finds_what_it_looks_for() -> None:
    """A sentence without a key is seen, in both ways in which one is written."""
    assert [*unkeyed('raise CommandError(f"no {thing}")')]
    assert [*unkeyed('raise CommandError("no such thing")')]
    assert [*unkeyed('raise CommandError(Told(f"no {thing}"))')]
    assert not [*unkeyed('raise CommandError(Told("no {thing}", thing=thing))')]


def sources() -> list[Path]:
    """Every program of ours."""
    return [file for room in ("controller", "hardware") for file in (ROOT / room).rglob("*.py")]


def test_no_error_is_without_a_key() -> None:
    """What is refused, and what a board complains of, can be told in every language."""
    found: Counter[str] = Counter()
    for file in sources():
        room = "/".join(file.relative_to(ROOT).parts[:-1][:2])
        found.update(f"{room} {what.split()[2]}" for what in unkeyed(file.read_text("utf-8")))
    assert dict(found) == _LEFT
