"""Builds the Reflex app from its pages, middleware and event listeners."""

import reflex as rx

from community import i18n, pages
from community.admin.sections import register_sections
from community.admin.server_pages import register_server_pages
from community.api.app import create_app, wrap_in_outer_middleware
from community.api.http.websocket_origin import restrict_websocket_origins
from community.components.layout.head import head_elements
from community.core import logs, metrics
from community.core.settings import settings
from community.lifespan import lifespan
from community.pages import design
from community.reflex_adapter.app import remove_connection_message, remove_scroll_restoration
from community.reflex_adapter.development import compile_quickly
from community.ssr.http.generated_files import GeneratedFilesMiddleware
from community.ssr.http.static_files import StaticFilesMiddleware
from community.ssr.middleware import SSRMiddleware
from community.state.pages import (  # noqa: F401  # registers the event handlers of chats
    announcement_times,
    ban_ends,
    chat,
    chat_actions,
    chats,
    online_status,
)
from community.state.runtime import live_updates, open_tabs
from community.state.runtime.event_authorization import EventAuthorization
from community.state.runtime.socket import install_event_namespace
from community.state.runtime.toasts import report_failure
from community.styles.assets import STYLESHEETS
from community.wiring import wire

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
        create_app(),
        StaticFilesMiddleware,
        SSRMiddleware,
        GeneratedFilesMiddleware,
        wrap_in_outer_middleware,
    ],
)
remove_connection_message(app)  # `components/layout/offline_banner.py` replaces it.
compile_quickly(app)
remove_scroll_restoration()  # `assets/ui/scroll_position.js` replaces it.
app.add_middleware(EventAuthorization())
install_event_namespace(app)
restrict_websocket_origins(app)
app.register_lifespan_task(lifespan)
open_tabs.connect(app)
live_updates.start()
app.register_lifespan_task(online_status.run)
app.register_lifespan_task(announcement_times.run)
app.register_lifespan_task(ban_ends.run)
app.register_lifespan_task(lambda: metrics.sample_process_metrics(open_tabs.count))
pages.register_pages(app)
register_sections(app)
register_server_pages()
if settings().environment != "production":
    design.register_design_pages(app)
