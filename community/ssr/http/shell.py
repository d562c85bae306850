"""Inserts server-rendered content into the HTML page that loads the React app.

The front-end build creates this HTML page (`reflex_adapter/build_output.py`). The server adds tags
to the head and inserts the content at the start of the body. The content is in a custom element,
because React ignores custom elements. The React app removes the element after it has loaded its own
data (`assets/ui/hydration.js`).
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from community.core.text.markdown import PLAYER_ORIGINS
from community.reflex_adapter import build_output
from community.ssr.http.advertisements import SCRIPTS
from community.ssr.http.gzip import Chunk

# The name of a custom element, so that React does not hydrate it as one of its own elements.
ELEMENT_NAME = "ssr-page"

# `img-src` allows images from other sites, because posts can contain them. `style-src` allows
# inline styles, because React sets them. `blob:` is for files before they are uploaded. The only
# frames are the players of videos in posts.
_POLICY = (
    "default-src 'self'",
    "img-src 'self' https: data: blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
)
# Applies the default theme before the first paint. The script of Reflex in the head does not know
# it, and must not be changed, because React would not hydrate the page with another script.
_DEFAULT_THEME_SCRIPT = (
    b"<script>(({dataset,classList,style})=>{if(localStorage.getItem('theme'))return;"
    b"classList.remove('light','dark');classList.add(dataset.defaultTheme);"
    b"style.colorScheme=dataset.defaultTheme})(document.documentElement)</script>"
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

    def wrap(self, head: Iterable[Chunk], content: Iterable[Chunk]) -> tuple[Chunk, ...]:
        """Return the complete page with these tags in the head and this content in the body."""
        return (self.head, *head, self.head_to_body, *content, self.body)


@cache
def load_shell(default_theme: str = "system", origins: tuple[str, ...] = ()) -> Shell:
    """Read the HTML page from the current front-end build.

    Raise `FileNotFoundError` if there is no front-end build.
    """
    build_dir = build_output.BUILD_DIR
    page = _TITLE.sub(b"", (build_dir / build_output.FALLBACK_FILE).read_bytes())
    page = build_output.inline_critical_css(page, build_dir)
    page = build_output.set_default_theme(page, default_theme)
    head, rest = page.split(b"</head>", 1)
    body_start = rest.index(b">", rest.index(b"<body")) + 1
    theme_script = b"" if default_theme == "system" else _DEFAULT_THEME_SCRIPT
    return Shell(
        Chunk.compress(head),
        Chunk.compress(
            b"</head>" + rest[:body_start] + f"<{ELEMENT_NAME}>".encode() + theme_script
        ),
        Chunk.compress(f"</{ELEMENT_NAME}>".encode() + rest[body_start:]),
        _build_content_security_policy(page + theme_script + SCRIPTS, origins),
    )


def _build_content_security_policy(page: bytes, origins: tuple[str, ...]) -> str:
    """Return a policy that allows this site, `origins`, and the inline scripts in `page`."""
    scripts = (
        f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in _INLINE_SCRIPT.findall(page)
    )
    sources = {
        "style-src": ("'self'", "'unsafe-inline'"),
        "connect-src": ("'self'", "ws:", "wss:"),
        "frame-src": PLAYER_ORIGINS,
        "script-src": ("'self'", *scripts),
    }
    directives = (f"{name} {' '.join((*own, *origins))}" for name, own in sources.items())
    return "; ".join((*_POLICY, *directives))
