"""Builds the HTTP API from its routers and middleware."""

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
from community.api.body_limit import BodyLimitMiddleware
from community.api.csrf import CsrfMiddleware
from community.api.error_middleware import ErrorMiddleware
from community.api.idempotency import IdempotencyMiddleware
from community.api.rate_limits import RateLimitHeadersMiddleware
from community.api.request_context import RequestContextMiddleware
from community.api.routing import PrefixRouter
from community.api.security_headers import SecurityHeadersMiddleware

ROUTERS: tuple[APIRouter, ...] = (
    accounts.router,
    comments.router,
    communities.router,
    communities.page_router,
    devices.router,
    docs.router,
    drafts.router,
    drafts.page_router,
    feeds.router,
    follows.router,
    follows.page_router,
    health.router,
    media.router,
    metrics.router,
    notifications.router,
    notifications.page_router,
    posts.router,
    profiles.page_router,
    reactions.router,
    settings.router,
    settings.page_router,
    tokens.router,
)

# The outermost middleware comes first. `ErrorMiddleware` turns exceptions of the middleware after
# it into error responses, so only `RateLimitHeadersMiddleware` sees these responses.
MIDDLEWARE = (
    Middleware(RateLimitHeadersMiddleware),
    Middleware(ErrorMiddleware),
    Middleware(CsrfMiddleware),
    Middleware(BodyLimitMiddleware),
    Middleware(IdempotencyMiddleware),
)


def create_app(*extra_routers: APIRouter) -> FastAPI:
    """Return the FastAPI application with all routers, middleware and error handlers.

    Args:
        extra_routers: Additional routers that only tests use.
    """
    app = FastAPI(
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=list(MIDDLEWARE),
    )
    prefix_router = PrefixRouter(
        route for router in (*ROUTERS, *extra_routers) for route in router.routes
    )
    app.router.routes.append(prefix_router)
    app.state.prefix_router = prefix_router
    errors.register_error_handlers(app)
    return app


def wrap_in_outer_middleware(app: ASGIApp) -> ASGIApp:
    """Wrap `app` in the middleware that applies to API requests, pages and static files.

    This middleware assigns request ids, logs requests, adds security headers and handles errors.
    """
    return RequestContextMiddleware(SecurityHeadersMiddleware(ErrorMiddleware(app)))
