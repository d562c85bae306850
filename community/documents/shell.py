"""The page that the front-end build made, with a document put into it.

The build's `__spa-fallback.html` loads the scripts; its asset names are hashed, so it is read after
the build. Our tags go to its head, our text to the start of its body, in an element that React does
not know and skips. The live view removes that element when it has its own data
(`assets/ui/handover.js`).
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from community.documents.first_paint import arranged
from community.documents.zipping import Piece

BUILD = Path(".web/build/client")
FALLBACK = "__spa-fallback.html"
# Not a name that React could take for one of its own elements.
ELEMENT = "page-document"

# Images may come from anywhere, because texts show them; React sets styles on elements.
_RULES = (
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "connect-src 'self' ws: wss:",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
)
_INLINE_SCRIPT = re.compile(rb"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_TITLE = re.compile(rb"<title>.*?</title>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Shell:
    """The build's page, cut where something is put in."""

    head: Piece
    between: Piece
    body: Piece
    policy: str

    def around(self, head: Piece, content: Iterable[Piece]) -> tuple[Piece, ...]:
        """A whole page with these tags in its head and this text at the start of its body."""
        return (self.head, head, self.between, *content, self.body)


@cache
def shell() -> Shell:
    """The page of the build in use.

    Raises:
        FileNotFoundError: there is no build yet.
    """
    page = arranged(_TITLE.sub(b"", (BUILD / FALLBACK).read_bytes()), BUILD)
    head, rest = page.split(b"</head>", 1)
    opened = rest.index(b">", rest.index(b"<body")) + 1
    return Shell(
        Piece.of(head),
        Piece.of(b"</head>" + rest[:opened] + f"<{ELEMENT}>".encode()),
        Piece.of(f"</{ELEMENT}>".encode() + rest[opened:]),
        _policy(page),
    )


def is_built() -> bool:
    """Whether there is a build to put documents into; in development the pages come from Vite."""
    return (BUILD / FALLBACK).exists()


def _policy(page: bytes) -> str:
    """A Content-Security-Policy: only our files and the build's own inline scripts run."""
    scripts = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in _INLINE_SCRIPT.findall(page)
    )
    return "; ".join((*_RULES, f"script-src 'self' {scripts}"))
