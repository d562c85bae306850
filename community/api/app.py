"""Builds the HTTP API from its routers and middleware."""

from importlib import import_module
from pkgutil import walk_packages

from fastapi import APIRouter, FastAPI
from starlette.middleware import Middleware
from starlette.types import ASGIApp

from community.api import routes
from community.api.http import errors
from community.api.http.body_limit import BodyLimitMiddleware, RequestLimitsMiddleware
from community.api.http.browser_security import CsrfMiddleware, SecurityHeadersMiddleware
from community.api.http.callers import WriteOnlyTokenMiddleware
from community.api.http.idempotency import IdempotencyMiddleware
from community.api.http.rate_limits import RateLimitHeadersMiddleware
from community.api.http.request_context import RequestContextMiddleware
from community.api.http.routing import PrefixRouter
from community.reflex_adapter.socket import SocketMessageMiddleware

# All modules of routes. Each defines a router for each set of common options, such as a rate limit.
MODULES = tuple(
    import_module(module.name)
    for module in walk_packages(routes.__path__, f"{routes.__name__}.")
    if not module.ispkg
)
ROUTERS = tuple(
    value for module in MODULES for value in vars(module).values() if isinstance(value, APIRouter)
)

# The outermost middleware comes first. `ErrorMiddleware` turns exceptions of the middleware after
# it into error responses, so only the middleware before it sees these responses.
MIDDLEWARE = (
    Middleware(RateLimitHeadersMiddleware),
    Middleware(WriteOnlyTokenMiddleware),
    Middleware(errors.ErrorMiddleware),
    Middleware(CsrfMiddleware),
    Middleware(BodyLimitMiddleware),
    Middleware(IdempotencyMiddleware),
)


def create_app(*more_routers: APIRouter) -> FastAPI:
    """Return the FastAPI application with all routers, middleware and error handlers.

    Args:
        more_routers: The routers of other packages, for example those of the Admin Panel.
    """
    app = FastAPI(
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=list(MIDDLEWARE),
    )
    prefix_router = PrefixRouter(
        route for router in (*ROUTERS, *more_routers) for route in router.routes
    )
    app.router.routes.append(prefix_router)
    app.state.prefix_router = prefix_router
    errors.register_error_handlers(app)
    return app


def wrap_in_outer_middleware(app: ASGIApp) -> ASGIApp:
    """Wrap `app` in the middleware that applies to API requests, pages and static files.

    This middleware assigns request ids, logs requests, adds security headers, handles errors,
    limits URLs and headers, and checks the messages of WebSockets.
    """
    app = SocketMessageMiddleware(errors.ErrorMiddleware(RequestLimitsMiddleware(app)))
    return RequestContextMiddleware(SecurityHeadersMiddleware(app))
