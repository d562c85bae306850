"""The scripts of each page of the build, named in its document.

Otherwise the browser learns of them one after another, each time a trip later: from the script
that starts the live page, and from those that it starts.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

Route: TypeAlias = tuple[re.Pattern[str], str]

# What stands around every page, and what is shown where there is none.
NO_PAGE = {"", "*"}
_MANIFEST = "assets/manifest-*.js"
_PARAMETER = re.compile(r":\w+")


def announced(build: Path, path: str) -> str:
    """Tags for the scripts that the live page at this address needs beside those of all pages."""
    address = path.strip("/")
    return next((tags for pattern, tags in _routes(build) if pattern.fullmatch(address)), "")


@cache
def _routes(build: Path) -> list[Route]:
    """The addresses of the build; those with the fewest parameters are asked first."""
    if (manifest := _manifest(build)) is None:
        return []
    everywhere = _scripts(manifest["entry"]) | _scripts(manifest["routes"]["root"])
    pages = [page for page in manifest["routes"].values() if page.get("path") not in NO_PAGE]
    pages.sort(key=lambda page: page.get("path", "").count(":"))
    return [(_pattern(page.get("path", "")), _tags(page, everywhere)) for page in pages]


def _manifest(build: Path) -> dict[str, Any] | None:
    """What React Router knows of its routes: one assignment of JSON."""
    for file in build.glob(_MANIFEST):
        found: dict[str, Any] = json.loads(file.read_text().partition("=")[2].rstrip("; \n"))
        return found
    return None


def _scripts(part: dict[str, Any]) -> set[str]:
    return {part["module"], *part["imports"]}


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(_PARAMETER.sub("[^/]+", path))


def _tags(page: dict[str, Any], everywhere: set[str]) -> str:
    return "".join(
        f'<link rel="modulepreload" fetchpriority="low" href="{script}">'
        for script in (page["module"], *page["imports"])
        if script not in everywhere
    )
