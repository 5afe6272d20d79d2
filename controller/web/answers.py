"""Every answer that is a sentence: JSON for programs, a small page for people."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import HTMLResponse, JSONResponse, Response

from controller.words.telling import refusal

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} - Lunka</title>
<link rel="icon" href="/static/art/icon.svg">
<link rel="stylesheet" href="/static/css/notice.css">
{head}
</head>
<body>
<main class="notice">
<img src="/static/art/icon.svg" alt="" width="56" height="56">
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


class ReadableJson(JSONResponse):
    """JSON that can always be sent: half a letter, as a foreign text may have it, becomes a `?`."""

    def render(self, content: Any) -> bytes:
        """The content as it is sent."""
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "replace")


class RefusedError(Exception):
    """A request that is answered by a status and a sentence."""

    def __init__(
        self,
        status: int,
        sentence: str,
        headers: Mapping[str, str] | None = None,
        said: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.headers = headers
        #: The same in every language, where a person is to read it.
        self.said = refusal(sentence) if said is None and hasattr(sentence, "form") else said


def say(
    status: int,
    sentence: str,
    headers: Mapping[str, str] | None = None,
    said: Mapping[str, str] | None = None,
) -> JSONResponse:
    """A sentence for a program; with `said`, for people of every language too."""
    more = {"said": said} if said else {}
    return ReadableJson({"error": sentence, **more}, status, headers)


def notice(status: int, title: str, body: str, head: str = "") -> HTMLResponse:
    """A small page for a person; `body` and `head` are markup already."""
    return HTMLResponse(_PAGE.format(title=html.escape(title), body=body, head=head), status)


def not_found(path: str, place: str = "table", way_back: str = "To the board") -> Response:
    """Nothing lives at this path."""
    sentence = f"There is nothing at {path} on this {place}."
    if path.startswith("/api/"):
        return say(404, sentence)
    link = f'<p><a href="/">{html.escape(way_back)}</a></p>'
    return notice(404, "Nothing here", f"<p>{html.escape(sentence)}</p>{link}")


def mistakes(errors: Sequence[str]) -> Response:
    """The page of a table whose settings cannot be used: every mistake, each on its own line."""
    listed = "".join(f"<li>{html.escape(error)}</li>" for error in errors)
    count = "One mistake" if len(errors) == 1 else f"{len(errors)} mistakes"
    body = (
        f"<p>{count} in the settings. Nothing on the board has been energised.</p>"
        f'<ul class="mistakes">{listed}</ul>'
        "<p>Mend them and start Lunka again; this page looks by itself every five seconds.</p>"
    )
    refresh = '<meta http-equiv="refresh" content="5">'
    return notice(503, "This table cannot start yet", body, refresh)
