"""Builds the Reflex app from its pages, middleware and event listeners."""

import reflex as rx

from community import i18n, pages
from community.api.app import create_app, wrap_in_outer_middleware
from community.api.websocket_origin import restrict_websocket_origins
from community.components.head import head_elements
from community.core import logs, metrics
from community.core.settings import settings
from community.lifespan import lifespan
from community.pages import design
from community.ssr.generated_files import GeneratedFilesMiddleware
from community.ssr.middleware import SSRMiddleware
from community.ssr.static_files import StaticFilesMiddleware
from community.state.event_authorization import EventAuthorization
from community.state.push_dispatcher import PushDispatcher
from community.state.socket import install_event_namespace
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
    api_transformer=[
        create_app(),
        StaticFilesMiddleware,
        SSRMiddleware,
        GeneratedFilesMiddleware,
        wrap_in_outer_middleware,
    ],
)
# `components/offline_banner.py` replaces Reflex's message about a lost connection.
app.app_wraps[5, "Overlay"] = lambda _: None
app.add_middleware(EventAuthorization())
install_event_namespace(app)
restrict_websocket_origins(app)
app.register_lifespan_task(lifespan)
push_dispatcher = PushDispatcher(app)
push_dispatcher.start()
app.register_lifespan_task(lambda: metrics.sample_process_metrics(push_dispatcher.count_open_tabs))
pages.register_pages(app)
if settings().environment != "production":
    design.register_design_pages(app)
