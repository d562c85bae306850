"""The app: everything is joined here, and nothing is decided here."""

import reflex as rx

from community import pages
from community.api.app import around, build
from community.api.sockets import guard_sockets
from community.components.head import head
from community.core import logs, metrics
from community.core.settings import settings
from community.documents.crawled import Crawled
from community.documents.door import Documents
from community.documents.static import Static
from community.looks.sheets import STYLESHEETS
from community.pages import design
from community.process import process_life
from community.state.gate import Gate
from community.state.live import Pump
from community.state.socket import guard
from community.wiring import wire

logs.configure()
wire()

app = rx.App(
    stylesheets=list(STYLESHEETS),
    head_components=head(),
    reset_style=False,
    toaster=None,
    api_transformer=[build(), Static, Documents, Crawled, around],
)
# The frame of the pages says it in its own way when the connection is lost (components/away.py).
app.app_wraps[5, "Overlay"] = lambda _: None
app.add_middleware(Gate())
guard(app)
guard_sockets(app)
app.register_lifespan_task(process_life)
pump = Pump(app)
pump.start()
app.register_lifespan_task(lambda: metrics.watch(pump.open_tabs))
pages.add_to(app)
if settings().environment != "production":
    design.add_to(app)
