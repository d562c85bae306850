"""Rate limits for routes, and the response headers that report them."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from community.api.http.callers import get_caller
from community.api.http.request_context import HttpMiddleware
from community.api.http.routing import SAFE_METHODS
from community.core import rate_limits
from community.core.actor import Actor


@dataclass(slots=True)
class CountedHits:
    # The results that the response headers report
    reported: list[rate_limits.LimitResult] = field(default_factory=list)
    # The hits in limits that do not apply to this caller, and that the server counts for other
    # callers
    unreported: list[rate_limits.LimitResult] = field(default_factory=list)
    # The function to call when the request was counted and is within the limits
    on_counted: Callable[[], Awaitable[None]] | None = None


def rate_limit(group: str, *, get_actor: Callable[..., Awaitable[Actor]] = get_caller) -> Any:
    """Return a FastAPI dependency that counts each request and rejects requests over the limit.

    The dependency counts the requests of each user or, for guests, of each IP network. All requests
    with unsafe methods of the guests of a network together have another limit.
    """
    if group not in rate_limits.PER_MINUTE:
        raise ValueError(f"Unknown rate limit group: {group}")

    async def count_request_of_caller(
        request: Request, actor: Annotated[Actor, Depends(get_actor)]
    ) -> None:
        await count_request(request, actor, group)
        await count_guest_write(request, actor)
        await finish_counting(request)

    return mark_as_rate_limit(count_request_of_caller, group)


def mark_as_rate_limit(dependency: Callable[..., Any], group: str) -> Any:
    """Return a FastAPI dependency that `build_openapi` recognizes as a rate limit."""
    dependency.rate_limit_group = group  # type: ignore[attr-defined]
    return Depends(dependency)


async def count_request(request: Request, actor: Actor, group: str) -> None:
    """Count a request of the caller, for example once more for each file in it.

    Most routes use `rate_limit` instead.
    """
    result = await rate_limits.count_hit(group, rate_limits.get_actor_key(actor))
    get_counted_hits(request.scope).reported.append(result)


async def count_guest_write(request: Request, actor: Actor) -> None:
    """Count the request among all requests with unsafe methods of the guests of a network."""
    if actor.is_guest and request.method not in SAFE_METHODS:
        await count_request(request, actor, "guest_writes")


async def finish_counting(request: Request) -> None:
    """Let the middleware continue that waits until the request is within its rate limits."""
    on_counted = get_counted_hits(request.scope).on_counted
    if on_counted is not None:
        await on_counted()


def get_counted_hits(scope: Scope) -> CountedHits:
    hits: CountedHits = scope.setdefault("state", {}).setdefault("rate_limits", CountedHits())
    return hits


def get_reported_limits(scope: Scope) -> list[tuple[str, str]]:
    """Return the rate limits in the response headers, as pairs of name and key."""
    return [(result.name, result.key) for result in get_counted_hits(scope).reported]


async def add_current_limits_to_response(scope: Scope, limits: Iterable[tuple[str, str]]) -> None:
    """Add the current state of the limits to the response without counting the request."""
    results = [await rate_limits.get_current_result(name, key) for name, key in limits]
    get_counted_hits(scope).reported.extend(results)


class RateLimitHeadersMiddleware(HttpMiddleware):
    """Adds `X-RateLimit-*` headers to responses.

    If a request fails with 503 before any expensive work, the middleware removes the request from
    the counts.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        hits, record = get_counted_hits(scope), rate_limits.start_recording_work()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                if message["status"] == 503 and not record.has_begun:
                    await _refund(hits)
                elif hits.reported:
                    _add_headers(hits.reported, message)
            await send(message)

        await self.app(scope, receive, send_with_headers)


async def _refund(hits: CountedHits) -> None:
    for result in (*hits.reported, *hits.unreported):
        await rate_limits.refund_hit(result)


def _add_headers(results: list[rate_limits.LimitResult], response_start: Message) -> None:
    headers = MutableHeaders(raw=response_start["headers"])
    lowest = min(results, key=lambda result: result.remaining)
    for name, value in lowest.headers.items():
        headers.setdefault(name, value)
