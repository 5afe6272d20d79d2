"""The SGF file format (FF[4]) itself: collections of game trees, nodes, properties, escapes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from controller.games.game import InvalidError
from controller.games.told import Told

#: Far more than any match; it only keeps a mistaken file from filling the memory.
LONGEST = 5_000_000

#: The letters of the two sides, White's first.
COLOURS = "WB"

#: The properties of one node, each with its values.
Node = dict[str, list[str]]

_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<mark>[();])"
    r"|(?P<name>[A-Za-z]{1,40})"
    r"|\[(?P<value>(?:[^\]\\]|\\.)*)\]",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


def escape(text: str) -> str:
    """A text as it may stand between brackets; what cannot be seen becomes a space."""
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    return seen.replace("\\", "\\\\").replace("]", "\\]")


def unescape(text: str) -> str:
    """The text that was meant: a backslash before a line end joins the lines."""
    return _ESCAPED.sub(lambda found: found[1] if found[1].strip("\r\n") else "", text)


def first_of(node: Node, name: str) -> str:
    """The first value of a property; nothing where the node does not have it."""
    return node.get(name, [""])[0]


def read_trees(text: str) -> list[list[Node]]:
    """The main line of every game in a collection; side lines are left out."""
    if len(text) > LONGEST:
        raise InvalidError(
            Told(
                "the text has {n} characters; at most {longest} are read",
                n=len(text),
                longest=LONGEST,
            )
        )
    return _Trees(text.removeprefix("\ufeff")).read()


class _Trees:
    def __init__(self, text: str) -> None:
        self._text = text
        self._trees: list[list[Node]] = []
        #: For each open bracket: whether what stands in it belongs to the main line.
        self._open: list[bool] = []
        #: For each open bracket: whether a first variation has been met inside it.
        self._branched: list[bool] = []
        self._node: Node | None = None
        self._name = ""

    def read(self) -> list[list[Node]]:
        for kind, value, line in self._tokens():
            if kind == "mark":
                self._mark(value, line)
            elif not self._open:
                continue  # letters before and between the games mean nothing
            elif kind == "name":
                self._name = "".join(letter for letter in value if letter.isupper())
            else:
                self._value(value, line)
        if self._open:
            raise InvalidError(Told("a game in this SGF file has no end"))
        return self._trees

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        place, line = 0, 1
        while place < len(self._text):
            found = _TOKEN.match(self._text, place)
            if not found and self._open:
                raise InvalidError(
                    Told(
                        "line {line}: {text!r} is not SGF",
                        line=line,
                        text=self._text[place : place + 20],
                    )
                )
            if found and found.lastgroup and found.lastgroup != "space":
                yield found.lastgroup, found[found.lastgroup], line
            end = found.end() if found else place + 1
            line += self._text.count("\n", place, end)
            place = end

    def _mark(self, mark: str, line: int) -> None:
        self._name = ""
        if mark == "(":
            self._begin()
        elif not self._open:
            raise InvalidError(
                Told("line {line}: {mark!r} stands outside of any game", line=line, mark=mark)
            )
        elif mark == ")":
            self._open.pop()
            self._branched.pop()
            self._node = None
        else:
            self._node = {}
            if self._open[-1]:
                self._trees[-1].append(self._node)

    def _begin(self) -> None:
        if not self._open:
            self._trees.append([])
            self._open.append(True)
        else:
            self._open.append(self._open[-1] and not self._branched[-1])
            self._branched[-1] = True
        self._branched.append(False)
        self._node = None

    def _value(self, value: str, line: int) -> None:
        if self._node is None or not self._name:
            raise InvalidError(
                Told("line {line}: [{value}] belongs to no property", line=line, value=value[:40])
            )
        self._node.setdefault(self._name, []).append(unescape(value))
