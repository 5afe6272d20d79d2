"""Says things: a sentence with its facts, in each language at once."""

from __future__ import annotations

from collections.abc import Mapping

from controller.words.texts import LANGUAGES, PLURAL, TEXTS

#: One thing said in every language: {"en": ..., "ru": ...}.
Said = dict[str, str]


def say(key: str, **facts: object) -> Said:
    """The sentence of this key; facts that are themselves said are put in language by language."""
    return {
        language: TEXTS[key][language].format(
            **{name: _in(language, fact) for name, fact in facts.items()}
        )
        for language in LANGUAGES
    }


def name(word: str, game: str = "") -> Said:
    """A name (of a side, say) in every language, or itself where it needs no translation.

    What one game calls differently stands under `game: word`.
    """
    said = TEXTS.get(f"{game}: {word}") or TEXTS.get(word)
    return dict(said or dict.fromkeys(LANGUAGES, word))


def listed(parts: list[Said], separator: str = ", ") -> Said:
    """Several things said, one after another."""
    return {language: separator.join(part[language] for part in parts) for language in LANGUAGES}


def joined(*parts: Said) -> Said:
    """Sentences one behind the other."""
    return listed([part for part in parts if any(part.values())], " ")


class Word(str):
    """A fact in one language that words beside it agree with: `{who:ходит|ходят}`."""

    many = False

    def __format__(self, form: str) -> str:
        one, either, more = form.partition("|")
        if either:
            return more if self.many else one
        return super().__format__(form)


def word(language: str, text: str) -> Word:
    """This text as a fact that knows its number."""
    made = Word(text)
    made.many = text in PLURAL.get(language, ())
    return made


def _in(language: str, fact: object) -> object:
    told = fact[language] if isinstance(fact, Mapping) else fact
    return word(language, told) if isinstance(told, str) else told
