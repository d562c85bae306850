"""Changes the HTML page from the front-end build so that the browser can show it sooner.

The stylesheet becomes part of the HTML, which saves a request. The scripts get a lower priority
than the fonts.
"""

import re
from pathlib import Path

_PRELOAD = re.compile(rb'<link as="style"[^>]*>')
_STYLESHEET = re.compile(rb'<link href="(/assets/[^"]+\.css)" rel="stylesheet"')
_MODULE = b'<link rel="modulepreload"'


def inline_critical_css(page: bytes, build_dir: Path) -> bytes:
    """Return the HTML page with an inlined stylesheet and a low priority for its scripts."""
    page = page.replace(_MODULE, _MODULE + b' fetchpriority="low"')
    if (match := _STYLESHEET.search(page)) is None:
        return page
    css = (build_dir / match[1].decode().lstrip("/")).read_bytes()
    # Keep the link, because React expects it when it hydrates the page. With media="print" the link
    # does not delay the first paint.
    link = match[0] + b' media="print"'
    page = page.replace(match[0], b"<style>" + css + b"</style>" + link)
    return _PRELOAD.sub(b"", page)
