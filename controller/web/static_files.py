"""The page's files, read once from the package and served from memory.

They are few and small. Held by name there is no path to climb out of, no thread to wait for, and
the type of each is ours to say: with `nosniff` a machine that thinks `.js` is plain text would
otherwise show an empty page. Each is compressed once, here; a style sheet that imports others is
sent with them in it, so that a page asks once.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

from controller.games.catalogue import NotInstalledError, kind_of
from controller.web.answers import not_found
from controller.web.squeezing import takes_gzip
from controller.words.pages import PAGES, nearest, page_words

_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


_GAME = re.compile(r"games/([a-z][a-z0-9-]{0,31})/[\w./-]+", re.ASCII)
_WORDS = re.compile(rf"words/({'|'.join(PAGES)})/([A-Za-z0-9_-]{{1,35}})\.json", re.ASCII)
_INLINE = {
    "script": re.compile(rb"<script>(.*?)</script>", re.DOTALL),
    "style": re.compile(rb"<style>(.*?)</style>", re.DOTALL),
}
_IMPORT = re.compile(rb'@import "([^"]+)";')


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file as it is sent: plain, and compressed for those who take it."""

    content: bytes
    squeezed: bytes
    kind: str
    etag: str
    #: What a page may do that has all it needs in it; None: what every page may.
    policy: str | None = None

    @staticmethod
    def of(content: bytes, kind: str) -> StaticFile:
        """The file with this content."""
        digest = hashlib.sha256(content).digest()[:9]  # it is sent with each of forty files
        etag = f'"{base64.b64encode(digest).decode()}"'
        squeezed = gzip.compress(content, mtime=0)
        return StaticFile(content, squeezed, kind, etag, _policy_of(content))


class StaticFiles:
    """Every file of the page by its path below `static`."""

    def __init__(self, package: str = "controller.web") -> None:
        self._sheets = dict(_read(files(package) / "static", ""))

    async def page(self, request: Request) -> Response:
        """The page itself."""
        return self.sheet(request, "index.html")

    async def verify(self, request: Request) -> Response:
        """The page that checks an export; whole in itself, so that it can be saved and kept."""
        return self.sheet(request, "verify.html")

    async def icon(self, request: Request) -> Response:
        """What browsers ask for on pages that name no icon."""
        return self.sheet(request, "art/icon.svg")

    async def static(self, request: Request) -> Response:
        """One of the files the page asks for."""
        return self.sheet(request, request.path_params["path"])

    def sheet(self, request: Request, path: str) -> Response:
        """The file at this path."""
        sheet = self._sheets.get(path) or _of_a_game(path) or _words(path)
        if sheet is None:
            return not_found(request.url.path)
        # `no-cache` means "ask whether it is still the same": after an upgrade nothing is stale.
        headers = {"etag": sheet.etag, "cache-control": "no-cache", "content-type": sheet.kind}
        headers["vary"] = "accept-encoding"
        if sheet.policy:
            headers["content-security-policy"] = sheet.policy
        if sheet.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if takes_gzip(request.headers):
            return Response(sheet.squeezed, headers=headers | {"content-encoding": "gzip"})
        return Response(sheet.content, headers=headers)


def _policy_of(content: bytes) -> str | None:
    """A page with its script and style in it may run these very ones, and ask nobody for anything;
    None: there are none in it."""
    parts = {kind: _INLINE[kind].findall(content) for kind in _INLINE}
    if not all(parts.values()):
        return None
    allowed = "; ".join(f"{kind}-src {' '.join(map(_source, parts[kind]))}" for kind in parts)
    return (
        f"default-src 'none'; {allowed}; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


def _source(part: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(part).digest()).decode()}'"


def _of_a_game(path: str) -> StaticFile | None:
    """A file that a game brings for pages: `games/NAME/FILE`."""
    found = _GAME.fullmatch(path)
    return _sheets_of(found[1]).get(path) if found else None


@cache
def _sheets_of(game: str) -> dict[str, StaticFile]:
    try:
        page = kind_of(game).page
    except NotInstalledError:
        return {}
    return dict(_read(page, f"games/{game}/")) if page is not None else {}


def _words(path: str) -> StaticFile | None:
    """The words of a page in the language that it asks for: `words/PAGE/LANGUAGE.json`; in English,
    where nobody has translated them."""
    found = _WORDS.fullmatch(path)
    return _words_in(found[1], nearest(found[2])) if found else None


@cache
def _words_in(page: str, language: str) -> StaticFile:
    return StaticFile.of(page_words(page, language).encode(), _TYPES["json"])


def _joined(folder: Traversable, content: bytes) -> bytes:
    """A style sheet with those in it that it imports."""
    return _IMPORT.sub(lambda found: (folder / found[1].decode()).read_bytes(), content)


def _read(folder: Traversable, above: str) -> Iterator[tuple[str, StaticFile]]:
    for entry in folder.iterdir():
        path = f"{above}{entry.name}"
        if entry.is_dir():
            yield from _read(entry, f"{path}/")
        elif (kind := _TYPES.get(entry.name.rpartition(".")[2])) is not None:
            yield path, StaticFile.of(_joined(folder, entry.read_bytes()), kind)
