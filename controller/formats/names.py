"""The names of the forms in which a game can be taken home, without what writes them."""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """How a file of this form ends, and what kind of file it is."""

    ending: str
    mime: str


FORMS = {
    "text": Form("txt", "text/plain"),
    "json": Form("json", "application/json"),
    "mat": Form("mat", "text/plain"),
    "sgf": Form("sgf", "application/x-go-sgf"),
    "snowie": Form("snowie.txt", "text/plain"),
    "html": Form("html", "text/html"),
}
