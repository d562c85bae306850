"""The HTTP interface put together."""

from fastapi import APIRouter, FastAPI
from starlette.middleware import Middleware
from starlette.types import ASGIApp

from community.api import (
    accounts,
    comments,
    communities,
    devices,
    docs,
    drafts,
    errors,
    feeds,
    follows,
    health,
    media,
    metrics,
    notifications,
    posts,
    profiles,
    reactions,
    settings,
    tokens,
)
from community.api.bodies import Bodies
from community.api.edge import Edge
from community.api.faults import Faults
from community.api.idempotency import Idempotency
from community.api.limits import Allowances
from community.api.origin import SameOrigin
from community.api.routing import Interface
from community.api.safety import Safety

# Every subject that can be reached over HTTP.
SUBJECTS: tuple[APIRouter, ...] = (
    accounts.router,
    comments.router,
    communities.router,
    communities.pages,
    devices.router,
    docs.router,
    drafts.router,
    drafts.pages,
    feeds.router,
    follows.router,
    follows.pages,
    health.router,
    media.router,
    metrics.router,
    notifications.router,
    notifications.pages,
    posts.router,
    profiles.pages,
    reactions.router,
    settings.router,
    settings.pages,
    tokens.router,
)

# From the outside in, before the routes. What one of them raises is answered by `Faults`; what it
# answers passes through those above it.
LAYERS = (
    Middleware(Allowances),
    Middleware(Faults),
    Middleware(SameOrigin),
    Middleware(Bodies),
    Middleware(Idempotency),
)


def build(*more: APIRouter) -> FastAPI:
    """The application to be given to `rx.App(api_transformer=…)`: pages lie behind it.

    Args:
        more: routers beyond those of the subjects.
    """
    app = FastAPI(
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=list(LAYERS),
    )
    interface = Interface(route for router in (*SUBJECTS, *more) for route in router.routes)
    app.router.routes.append(interface)
    app.state.interface = interface
    errors.listen(app)
    return app


def around(app: ASGIApp) -> ASGIApp:
    """The outermost layers, of pages and files too: ids, logs, safe headers, answers to faults."""
    return Edge(Safety(Faults(app)))
