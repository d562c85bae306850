"""Routes for operators: the health of the site and its metrics."""

import os
import secrets
from typing import Literal

from fastapi import APIRouter, Depends, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from pydantic import BaseModel
from starlette.types import Scope

from community.api.http.callers import get_bearer_token
from community.api.http.responses import get_header
from community.core.errors import NotFound
from community.core.http.client_ip import is_loopback
from community.core.settings import settings
from community.i18n import gettext as _
from community.workflows import health

router = APIRouter(tags=["Operation"])

_PROXY_HEADERS = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")


class Health(BaseModel):
    """The status of the database, the data directory, Redis and background jobs.

    The database and the data directory fail if they cannot be written.
    The status `off` means that Redis is not configured.
    """

    status: Literal["ok", "failing"]
    database: Literal["ok", "failing"]
    storage: Literal["ok", "failing"]
    redis: Literal["ok", "failing", "off"]
    jobs: Literal["ok", "failing"]


@router.get("/health", responses={503: {"model": Health, "description": "A component is failing."}})
async def get_health(response: Response) -> Health:
    """Check that all components work and can be written. Returns 503 if one is failing."""
    components = await health.check_site()
    is_failing = "failing" in components.values()
    if is_failing:
        response.status_code = 503
    response.headers["Cache-Control"] = "no-store"
    return Health.model_validate({**components, "status": "failing" if is_failing else "ok"})


async def require_operator(request: Request) -> None:
    """Allow only requests from localhost and requests with the token `METRICS_TOKEN`.

    Raises:
        NotFound: The request is not allowed. Status 403 would reveal that the route exists.
    """
    if not (_is_localhost(request.scope) or _has_metrics_token(request.scope)):
        raise NotFound(_("Nothing found at this address."))


@router.get("/metrics", include_in_schema=False, dependencies=[Depends(require_operator)])
async def get_metrics() -> Response:
    """Return the combined metrics of all server processes on this machine."""
    return Response(generate_latest(_get_registry()), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _get_registry() -> CollectorRegistry:
    # With several processes, prometheus_client combines their values through this folder.
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _is_localhost(scope: Scope) -> bool:
    # Requests that a reverse proxy on this machine forwards also come from a loopback address.
    peer = scope.get("client")
    is_proxied = any(get_header(scope, name) for name in _PROXY_HEADERS)
    return peer is not None and is_loopback(peer[0]) and not is_proxied


def _has_metrics_token(scope: Scope) -> bool:
    expected, given = settings().metrics_token, get_bearer_token(scope)
    if expected is None or given is None:
        return False
    return secrets.compare_digest(expected.get_secret_value().encode(), given.encode())
