"""Asking a person: a question, a default, and the same question again after a wrong answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TextIO, TypeVar

T = TypeVar("T")


class AnswersEndedError(ValueError):
    """Nobody answers any more; nothing was written."""


class Person:
    """Somebody at a terminal, or a script in their place."""

    def __init__(self, answers: TextIO | None = None, screen: TextIO | None = None) -> None:
        self._in, self._out = answers or sys.stdin, screen or sys.stdout

    def tell(self, words: str = "") -> None:
        """Say something that needs no answer."""
        print(words, file=self._out, flush=True)

    def ask(self, question: str, default: str = "") -> str:
        """One line; an empty one is the default."""
        shown = f" [{default}]" if default else ""
        print(f"{question}{shown}: ", end="", file=self._out, flush=True)
        line = self._in.readline()
        if not line:
            raise AnswersEndedError(
                f"the answers ended at the question '{question}'; nothing was written"
            )
        return line.strip() or default

    def ask_for(self, question: str, default: str, read: Callable[[str], T]) -> T:
        """Ask until the answer can be read; `ValueError` tells what is wrong with one."""
        while True:
            answer = self.ask(question, default)
            try:
                return read(answer)
            except AnswersEndedError:
                raise
            except ValueError as wrong:
                self.tell(f"  {answer!r} is not possible: {wrong}")

    def choose(self, question: str, options: Sequence[str], default: str) -> str:
        """One of these words, or its beginning."""

        def read(answer: str) -> str:
            found = [option for option in options if option.startswith(answer.lower())]
            if answer.lower() in options:
                return answer.lower()
            if len(found) != 1 or not answer:
                raise ValueError(f"allowed are {', '.join(options)}")
            return found[0]

        return self.ask_for(f"{question} ({', '.join(options)})", default, read)

    def number(self, question: str, default: int, least: int, most: int) -> int:
        """A whole number in a range."""

        def read(answer: str) -> int:
            if not answer.isascii() or not answer.isdigit() or not least <= int(answer) <= most:
                raise ValueError(f"allowed is a whole number from {least} to {most}")
            return int(answer)

        return self.ask_for(question, str(default), read)

    def measure(self, question: str, default: float, above: float, most: float) -> float:
        """A number above one bound and up to another."""

        def read(answer: str) -> float:
            allowed = ValueError(f"allowed is a number above {above:g} and up to {most:g}")
            try:
                number = float(answer)
            except ValueError:
                raise allowed from None
            if not above < number <= most:
                raise allowed
            return number

        return self.ask_for(question, f"{default:g}", read)

    def agrees(self, question: str, default: bool = True) -> bool:
        """Yes or no."""
        return self.choose(question, ("yes", "no"), "yes" if default else "no") == "yes"
