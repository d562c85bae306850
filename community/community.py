"""Builds the Reflex app from its pages, middleware and event listeners, and starts its process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import reflex as rx

from community import i18n, jobs, pages
from community.admin import live_updates as admin_updates, server_pages, tables
from community.admin.sections import register_sections
from community.api.app import create_app, wrap_in_outer_middleware
from community.api.http.browser_security import restrict_websocket_origins
from community.components.layout.frame import head_elements
from community.core import data_directory, logs, redis
from community.core.db import sessions as database
from community.core.processes import memory, metrics
from community.core.settings import settings
from community.core.text import text_workers
from community.pages import live_updates as page_updates
from community.pages.design import gallery
from community.realtime import hub
from community.reflex_adapter.app import remove_connection_message, remove_scroll_restoration
from community.reflex_adapter.development.hot_reload import compile_quickly
from community.ssr.http.generated_files import GeneratedFilesMiddleware
from community.ssr.http.static_files import StaticFilesMiddleware
from community.ssr.middleware import SSRMiddleware
from community.ssr.pages import FILE_ROUTES, PAGE_ROUTES
from community.state.pages import online_status, timed_updates
from community.state.pages.confirmation import ask_for_confirmation
from community.state.runtime import live_updates, open_tabs, policy
from community.state.runtime.policy import ErrorDialogs, EventAuthorization
from community.state.runtime.toasts import report_failure, show_error
from community.styles.assets import STYLESHEETS
from community.wiring import wire


@asynccontextmanager
async def lifespan() -> AsyncIterator[None]:
    """Run background jobs and receive messages from other processes until the server stops.

    When the server stops, stop its workers and close the connections to the database and to
    Redis.
    """
    memory.limit_unused_memory()
    logs.capture_everything()
    data_directory.prepare(settings().data_dir, settings().database_file)
    memory.clear_isinstance_caches()
    memory.limit_garbage_collection()
    try:
        async with hub.connect(settings().redis_url), jobs.run_in_server():
            yield
    finally:
        text_workers.stop()
        await database.close()
        await redis.close()


i18n.activate(settings().site_language)
logs.configure()
wire()

app = rx.App(
    html_lang=i18n.active_language(),
    stylesheets=list(STYLESHEETS),
    head_components=head_elements(),
    reset_style=False,
    toaster=None,
    backend_exception_handler=report_failure,
    api_transformer=[
        create_app(tables.csv_router),
        StaticFilesMiddleware,
        partial(SSRMiddleware, routes=(*PAGE_ROUTES, *server_pages.PAGE_ROUTES)),
        partial(GeneratedFilesMiddleware, routes=FILE_ROUTES),
        wrap_in_outer_middleware,
    ],
)
remove_connection_message(app)  # `components/layout/notices.py` replaces it.
compile_quickly(app)
remove_scroll_restoration()  # `assets/ui/scroll_position.js` replaces it.
app.add_middleware(EventAuthorization())
open_tabs.connect(app)
restrict_websocket_origins(app)
app.register_lifespan_task(lifespan)
policy.connect(ErrorDialogs(show_error, ask_for_confirmation))
live_updates.start(
    [*page_updates.UPDATES, *admin_updates.UPDATES],
    {**page_updates.PAGE_PARTS, **admin_updates.PAGE_PARTS},
)
app.register_lifespan_task(online_status.run)
app.register_lifespan_task(timed_updates.run_announcement_updates)
app.register_lifespan_task(timed_updates.run_ban_updates)
app.register_lifespan_task(lambda: metrics.sample_process_metrics(open_tabs.count))
pages.register_pages(app)
register_sections(app)
if settings().environment != "production":
    gallery.register_design_pages(app)
