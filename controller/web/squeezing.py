"""Answers compressed for those who take it; what is small, or changes all the time, is not."""

from __future__ import annotations

import gzip
from collections.abc import Mapping

from starlette.responses import Response

#: Less than one packet of the network gains nothing.
_LEAST = 1200
#: Fast: the board's own work waits meanwhile. Views become a fifth of their size all the same.
_LEVEL = 1


def takes_gzip(headers: Mapping[str, str]) -> bool:
    """Whether who asked can read a compressed answer."""
    given = headers.get("accept-encoding", "").lower()
    words = [word.replace(" ", "") for word in given.split(",")]
    return "gzip" in {word.partition(";")[0] for word in words if not word.endswith(";q=0")}


def squeeze(text: str) -> bytes:
    """A text as it is sent to those who take it compressed."""
    return gzip.compress(text.encode(), _LEVEL, mtime=0)


def json_answer(text: str, asked: Mapping[str, str], headers: Mapping[str, str]) -> Response:
    """A JSON text, compressed where that pays and is taken."""
    told = {**headers, "vary": "accept-encoding"}
    if len(text) < _LEAST or not takes_gzip(asked):
        return Response(text, media_type="application/json", headers=told)
    return Response(
        squeeze(text),
        media_type="application/json",
        headers=told | {"content-encoding": "gzip"},
    )
