"""Compiles the pages that a developer looks at before all others.

A compilation of all pages takes too long to wait for it after each edit.
"""

import json
from pathlib import Path
from typing import Any, Final

import reflex as rx
from reflex.compiler import compiler
from reflex.compiler.plugins import default_page_plugins
from reflex.compiler.utils import resolve_path_of_web_dir, write_file
from reflex.utils.prerequisites import get_backend_dir
from reflex_base.components.memo import MEMOS
from reflex_base.config import get_config
from reflex_base.constants import PageNames, RouteVar
from reflex_base.plugins import CompileContext, CompilerHooks

from community.reflex_adapter.events import BaseState, Event, StateUpdate

MAX_RECENT_PAGES: Final = 2


class RecentPages(rx.Middleware):
    """Reflex middleware that stores the pages whose tabs sent the last events."""

    def __init__(self) -> None:
        self.routes: list[str] = []

    async def preprocess(
        self,
        app: rx.App,  # noqa: ARG002  # signature of Reflex
        state: BaseState,  # noqa: ARG002
        event: Event,
    ) -> StateUpdate | None:
        path = event.router_data.get(RouteVar.PATH, "")
        route = path.strip("/") or PageNames.INDEX_ROUTE
        if path and self.routes[:1] != [route]:
            others = [other for other in self.routes if other != route]
            self.routes = [route, *others][:MAX_RECENT_PAGES]
            _get_file().write_text(json.dumps(self.routes))
        return None


def compile_recent_pages(app: rx.App) -> None:
    """Write the files of the pages that `RecentPages` has stored.

    The result is the same as that of a complete compilation, which writes the components that
    Reflex has found in all pages of a Python module to one file. So this function compiles all
    pages of these modules.
    """
    routes = _read_routes()
    pages = app._unevaluated_pages.values()
    modules = {page._source_module for page in pages if page.route in routes}
    if not modules:
        return
    plugins, _ = compiler._resolve_radix_themes_plugin(app, get_config().plugins)
    hooks = CompilerHooks(plugins=default_page_plugins(style=app.style, plugins=plugins))
    context = CompileContext(
        app=app, pages=[page for page in pages if page._source_module in modules], hooks=hooks
    )
    with context:
        context.compile()
    memos = (*MEMOS.values(), *context.auto_memo_components.values())
    files, _ = compiler.compile_memo_components(memos)
    for page in context.compiled_pages.values():
        assert page.output_path is not None
        assert page.output_code is not None
        files.append((page.output_path, page.output_code))
    for path, code in files:
        write_file(resolve_path_of_web_dir(path), code)


def _read_routes() -> Any:
    try:
        return json.loads(_get_file().read_text())
    except (OSError, ValueError):
        return []


def _get_file() -> Path:
    return get_backend_dir() / "recent_pages.json"
