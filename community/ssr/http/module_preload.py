"""Creates `modulepreload` tags for the scripts that a route needs.

With the tags, the browser loads all scripts in parallel. Without the tags, the browser finds an
imported script only after it has loaded the importing script.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from community.reflex_adapter.build_output import read_manifest

Route: TypeAlias = tuple[re.Pattern[str], str]

# The paths of the root layout and the catch-all route in the manifest. They match no single page.
PATHLESS_ROUTES = {"", "*"}
_PARAMETER = re.compile(r":\w+")


def preload_tags(build_dir: Path, path: str) -> str:
    """Return tags for the scripts that the page at `path` needs.

    The result omits scripts that all pages need. It is empty if no route matches `path`.
    """
    path = path.strip("/")
    return next((tags for pattern, tags in _load_routes(build_dir) if pattern.fullmatch(path)), "")


@cache
def _load_routes(build_dir: Path) -> list[Route]:
    if (manifest := read_manifest(build_dir)) is None:
        return []
    shared_scripts = _get_script_urls(manifest["entry"]) | _get_script_urls(
        manifest["routes"]["root"]
    )
    routes = [
        route for route in manifest["routes"].values() if route.get("path") not in PATHLESS_ROUTES
    ]
    routes.sort(key=lambda route: route.get("path", "").count(":"))
    return [
        (_compile_path_pattern(route.get("path", "")), _build_tags_for_route(route, shared_scripts))
        for route in routes
    ]


def _get_script_urls(manifest_entry: dict[str, Any]) -> set[str]:
    return {manifest_entry["module"], *manifest_entry["imports"]}


def _compile_path_pattern(path: str) -> re.Pattern[str]:
    return re.compile(_PARAMETER.sub("[^/]+", path))


def _build_tags_for_route(route: dict[str, Any], shared_scripts: set[str]) -> str:
    return "".join(
        f'<link rel="modulepreload" fetchpriority="low" href="{script}">'
        for script in (route["module"], *route["imports"])
        if script not in shared_scripts
    )
