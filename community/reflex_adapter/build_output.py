"""The files of the front-end build: the HTML page that loads the React app, and what it loads."""

import json
import re
from pathlib import Path
from typing import Any, Final, TypeAlias

from fastapi.routing import APIRoute
from starlette.types import Message, Scope

BUILD_DIR = Path(".web/build/client")
# Reflex responds with this page if the requested path matches neither a file nor a route.
FALLBACK_FILE: Final = "__spa-fallback.html"
# The names of the files below this path contain a hash of the content.
HASHED_FILES_PREFIX: Final = "/assets/"

# The route manifest of React Router, with the keys `entry` and `routes`. An entry or a route has
# the keys `module` and `imports` with the URLs of scripts; a route also has the key `path`.
Manifest: TypeAlias = dict[str, Any]

_MANIFEST_FILES = "assets/manifest-*.js"
_PRELOAD = re.compile(rb'<link as="style"[^>]*>')
_STYLESHEET = re.compile(rb'<link href="(/assets/[^"]+\.css)" rel="stylesheet"')
_MODULE = b'<link rel="modulepreload"'
_found_builds: set[Path] = set()


def is_built() -> bool:
    """Return whether a front-end build exists. In development Vite serves the pages instead."""
    # Each page view asks, and a build does not disappear while a process serves it.
    if BUILD_DIR not in _found_builds and (BUILD_DIR / FALLBACK_FILE).exists():
        _found_builds.add(BUILD_DIR)
    return BUILD_DIR in _found_builds


def is_fallback_response(scope: Scope, response_start: Message) -> bool:
    """Return whether a response is the fallback page instead of a page that a route returned."""
    content_type = dict(response_start["headers"]).get(b"content-type", b"")
    # FastAPI stores the matched route in the scope, so a response with such a route is not the
    # fallback page.
    return content_type.startswith(b"text/html") and not isinstance(scope.get("route"), APIRoute)


def read_manifest(build_dir: Path) -> Manifest | None:
    """Return the route manifest, or None if there is no front-end build."""
    for file in build_dir.glob(_MANIFEST_FILES):
        manifest: Manifest = json.loads(file.read_text().partition("=")[2].rstrip("; \n"))
        return manifest
    return None


def inline_critical_css(page: bytes, build_dir: Path) -> bytes:
    """Return the HTML page with an inlined stylesheet and a low priority for its scripts.

    The browser can show the page sooner, because the stylesheet needs no request, and the fonts
    have a higher priority than the scripts.
    """
    page = page.replace(_MODULE, _MODULE + b' fetchpriority="low"')
    if (match := _STYLESHEET.search(page)) is None:
        return page
    css = (build_dir / match[1].decode().lstrip("/")).read_bytes()
    # Keep the link, because React expects it when it hydrates the page. With media="print" the link
    # does not delay the first paint.
    link = match[0] + b' media="print"'
    page = page.replace(match[0], b"<style>" + css + b"</style>" + link)
    return _PRELOAD.sub(b"", page)


def set_default_theme(page: bytes, theme: str) -> bytes:
    """Return the HTML page with another default theme, for `assets/ui/theme_provider.js`."""
    if theme == "system":
        return page
    return page.replace(b"<html", b'<html data-default-theme="' + theme.encode() + b'"', 1)
