"""What programs read: robots.txt, sitemaps, Atom feeds. The same for everybody, kept like pages."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from xml.etree import ElementTree as ET

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from community.core.database import reading
from community.core.errors import NotFound
from community.core.etags import is_known
from community.documents.cache import Cache, Prepared
from community.documents.content import ANYTHING, Moved
from community.documents.zipping import Piece, entity_tag, gzipped, plain

# Programs come back on their own; asking more often than this would bring them nothing new.
KEPT_BY_READERS = "public, max-age=300"


@dataclass(frozen=True)
class File:
    """A file made from the database.

    Attributes:
        topics: the messages that make it old.
        life: seconds for which it is given out again.
    """

    body: bytes
    topics: frozenset[str] = frozenset()
    life: float = 300.0


Maker = Callable[..., Awaitable[File]]

_table: list[tuple[re.Pattern[str], str, Maker]] = []


def file(pattern: str, media_type: str, part: str = ANYTHING) -> Callable[[Maker], Maker]:
    """Give the maker the addresses that match, each `{part}` as an argument."""
    plainly = pattern.replace(".", r"\.")
    expression = re.sub(r"\{(\w+)\}", lambda name: f"(?P<{name[1]}>{part})", plainly)

    def register(maker: Maker) -> Maker:
        _table.append((re.compile(expression), media_type, maker))
        return maker

    return register


def xml(root: ET.Element) -> bytes:
    """A whole XML file."""
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


class Crawled:
    """Answers the addresses of files; all else goes on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._cache = Cache()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _find(scope["path"]) if _is_read(scope) else None
        if found is None:
            await self._app(scope, receive, send)
            return
        media_type, make = found
        kept = await self._cache.get(scope["path"], make)
        await _response(kept, media_type, dict(scope["headers"]))(scope, receive, send)


def _is_read(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}


def _find(path: str) -> tuple[str, Callable[[], Awaitable[Prepared]]] | None:
    for pattern, media_type, maker in _table:
        if (match := pattern.fullmatch(path)) is not None:
            return media_type, partial(_make, maker, match.groupdict())
    return None


async def _make(maker: Maker, parts: dict[str, str]) -> Prepared:
    try:
        async with reading() as session:
            made = await maker(session, **parts)
    except Moved as moved:
        return Prepared(moved.status, location=moved.address, life=0)
    except NotFound as refusal:
        return Prepared(404, main=Piece.of(refusal.sentence.encode()), life=5)
    return Prepared(200, main=Piece.of(made.body), topics=made.topics, life=made.life)


def _response(kept: Prepared, media_type: str, headers: dict[bytes, bytes]) -> Response:
    if kept.location:
        return Response(status_code=kept.status, headers={"Location": kept.location})
    if kept.status != 200:
        return Response(plain([kept.main]), kept.status, media_type="text/plain")
    tag = entity_tag([kept.main])
    common = {"Cache-Control": KEPT_BY_READERS, "Vary": "Accept-Encoding", "ETag": tag}
    if is_known(tag, headers.get(b"if-none-match", b"").decode("latin-1")):
        return Response(status_code=304, headers=common)
    if b"gzip" in headers.get(b"accept-encoding", b""):
        common["Content-Encoding"] = "gzip"
        return Response(gzipped([kept.main]), media_type=media_type, headers=common)
    return Response(plain([kept.main]), media_type=media_type, headers=common)
