"""`/metrics`: numbers of this process for Prometheus, for this machine or holders of the token."""

import os
import secrets
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import Scope

from community.api.identity import bearer
from community.api.negotiation import header
from community.core.addresses import is_loopback
from community.core.errors import NotFound
from community.core.settings import settings

router = APIRouter(tags=["Operation"])

_OF_PROXIES = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")


async def operator(request: Request) -> None:
    """
    Raises:
        NotFound: others need not know what is here.
    """
    if not (_is_this_machine(request.scope) or _has_token(request.scope)):
        raise NotFound("There is nothing at this address.")


@router.get("/metrics", include_in_schema=False)
async def metrics(_: Annotated[None, Depends(operator)]) -> Response:
    """Counters and gauges of this process, or of all processes of this machine together."""
    return Response(generate_latest(_registry()), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _registry() -> CollectorRegistry:
    # With several processes behind one port the client library shares its numbers in a folder.
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _is_this_machine(scope: Scope) -> bool:
    # What a reverse proxy on this machine passes on also comes from loopback.
    peer = scope.get("client")
    is_passed_on = any(header(scope, name) for name in _OF_PROXIES)
    return peer is not None and is_loopback(peer[0]) and not is_passed_on


def _has_token(scope: Scope) -> bool:
    expected, given = settings().metrics_token, bearer(scope)
    if expected is None or given is None:
        return False
    return secrets.compare_digest(expected.get_secret_value().encode(), given.encode())
