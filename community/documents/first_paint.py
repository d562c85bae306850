"""The build's page, arranged so that the first screen waits for nothing but itself.

The rules of the stylesheet stand in the page: the text is painted without a second trip. The
scripts of the live page are announced as before, but as less urgent than the fonts.
"""

import re
from pathlib import Path

_PRELOAD = re.compile(rb'<link as="style"[^>]*>')
_STYLESHEET = re.compile(rb'<link href="(/assets/[^"]+\.css)" rel="stylesheet"')
_MODULE = b'<link rel="modulepreload"'


def arranged(page: bytes, build: Path) -> bytes:
    """The page with its rules in it, and with scripts that give way to what is seen first."""
    page = page.replace(_MODULE, _MODULE + b' fetchpriority="low"')
    if (found := _STYLESHEET.search(page)) is None:
        return page
    rules = (build / found[1].decode().lstrip("/")).read_bytes()
    # React looks for the link when it takes the page over; as one for print, nobody waits for it.
    link = found[0] + b' media="print"'
    page = page.replace(found[0], b"<style>" + rules + b"</style>" + link)
    return _PRELOAD.sub(b"", page)
