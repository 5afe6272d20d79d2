"""Elements of SVG and HTML as text, everything from outside escaped."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is markup already; every other text is escaped where it is put."""

    __slots__ = ()


def element(name: str, /, *inside: str | None, **attributes: object) -> Markup:
    """One element; `class_` stands for class, `stroke_width` for stroke-width."""
    given = "".join(_attribute(key, value) for key, value in attributes.items())
    if not inside:
        return Markup(f"<{name}{given}/>")
    return Markup(f"<{name}{given}>{join(*inside)}</{name}>")


def join(*parts: str | None) -> Markup:
    """Parts one after another; None is nothing."""
    return Markup("".join(text(part) for part in parts if part is not None))


def text(part: str) -> Markup:
    """A part that is safe to put anywhere between elements."""
    return part if isinstance(part, Markup) else Markup(escape(_visible(part), quote=False))


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f' {name}="{escape(_visible(_word(value)), quote=True)}"'


def _word(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return str(value)


def _visible(given: str) -> str:
    """The same text without halves of characters and controls, which no page may contain."""
    return "".join(letter if _allowed(letter) else "\ufffd" for letter in given)


def _allowed(letter: str) -> bool:
    code = ord(letter)
    return letter in "\t\n" or (code >= 0x20 and not 0x7F <= code < 0xA0 and not _half(code))


def _half(code: int) -> bool:
    return 0xD800 <= code <= 0xDFFF or code & 0xFFFE == 0xFFFE
