"""Inserts server-rendered content into the HTML page that loads the React app.

The front-end build creates this HTML page as `__spa-fallback.html`. The server adds tags to the
head and inserts the content at the start of the body. The content is in a custom element, because
React ignores custom elements. The React app removes the element after it has loaded its own data
(`assets/ui/hydration.js`).
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from community.ssr.critical_css import inline_critical_css
from community.ssr.gzip import Chunk

BUILD_DIR = Path(".web/build/client")
FALLBACK_FILE = "__spa-fallback.html"
# The name of a custom element, so that React does not hydrate it as one of its own elements.
ELEMENT_NAME = "ssr-page"

# `img-src` allows images from other sites, because posts can contain them. `style-src` allows
# inline styles, because React sets them.
_POLICY = (
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
    """The HTML page from the front-end build in three parts.

    The server adds tags after `head` and server-rendered content after `head_to_body`.
    """

    head: Chunk
    head_to_body: Chunk
    body: Chunk
    content_security_policy: str

    def wrap(self, head: Chunk, content: Iterable[Chunk]) -> tuple[Chunk, ...]:
        """Return the complete page with these tags in the head and this content in the body."""
        return (self.head, head, self.head_to_body, *content, self.body)


@cache
def load_shell() -> Shell:
    """Read the HTML page from the current front-end build.

    Raises:
        FileNotFoundError: There is no front-end build.
    """
    page = inline_critical_css(_TITLE.sub(b"", (BUILD_DIR / FALLBACK_FILE).read_bytes()), BUILD_DIR)
    head, rest = page.split(b"</head>", 1)
    body_start = rest.index(b">", rest.index(b"<body")) + 1
    return Shell(
        Chunk.compress(head),
        Chunk.compress(b"</head>" + rest[:body_start] + f"<{ELEMENT_NAME}>".encode()),
        Chunk.compress(f"</{ELEMENT_NAME}>".encode() + rest[body_start:]),
        _build_content_security_policy(page),
    )


def is_built() -> bool:
    """Return whether a front-end build exists. In development Vite serves the pages instead."""
    return (BUILD_DIR / FALLBACK_FILE).exists()


def _build_content_security_policy(page: bytes) -> str:
    """Return a policy that allows scripts from this site and the inline scripts in `page`."""
    scripts = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in _INLINE_SCRIPT.findall(page)
    )
    return "; ".join((*_POLICY, f"script-src 'self' {scripts}"))
