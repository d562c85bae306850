"""Rate limits for routes, and the response headers that report them."""

from collections.abc import Iterable
from typing import Any

from fastapi import Depends, Request
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community import throttle
from community.api.authentication import Caller


def rate_limit(group: str) -> Any:
    """Return a FastAPI dependency that counts each request and rejects requests over the limit.

    The dependency counts the requests of each user or, for guests, of each IP network.

    Raises:
        ValueError: `group` is not a key of `throttle.PER_MINUTE`.
    """
    if group not in throttle.PER_MINUTE:
        raise ValueError(f"Unknown rate limit group: {group}")

    async def count_request_of_caller(request: Request, actor: Caller) -> None:
        await count_request(request, group, throttle.get_actor_key(actor))

    # `build_openapi` reads this attribute.
    count_request_of_caller.rate_limit_group = group  # type: ignore[attr-defined]
    return Depends(count_request_of_caller)


async def count_request(request: Request, group: str, key: str) -> None:
    """Count a request under a key, for example an account or a submitted username.

    Most routes use `rate_limit` instead, which counts the request under the key of the caller.

    Raises:
        RateLimitExceeded: The limit of `group` is exceeded.
    """
    result = await throttle.count_hit(group, key)
    request.scope.setdefault("state", {}).setdefault("rate_limits", []).append(result)


def get_counted_limits(scope: Scope) -> list[tuple[str, str]]:
    """Return the rate limits in which the request was counted, as pairs of group and key."""
    results = scope.get("state", {}).get("rate_limits", [])
    return [(result.group, result.key) for result in results]


async def add_current_limits_to_response(scope: Scope, limits: Iterable[tuple[str, str]]) -> None:
    """Add the current state of the limits to the response without counting the request."""
    results = [await throttle.get_current_limit(group, key) for group, key in limits]
    if results:
        scope.setdefault("state", {}).setdefault("rate_limits", []).extend(results)


class RateLimitHeadersMiddleware:
    """Adds `X-RateLimit-*` headers to responses.

    If a request fails with a 5xx status, the middleware removes the request from the counts.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start" and "rate_limits" in state:
                await _refund_or_add_headers(state["rate_limits"], message)
            await send(message)

        await self.app(scope, receive, send_with_headers)


async def _refund_or_add_headers(
    results: list[throttle.LimitResult], response_start: Message
) -> None:
    if response_start["status"] >= 500:
        for result in results:
            await throttle.refund_hit(result)
        return
    headers = MutableHeaders(raw=response_start["headers"])
    lowest = min(results, key=lambda result: result.remaining)
    headers.setdefault("X-RateLimit-Limit", str(lowest.limit))
    headers.setdefault("X-RateLimit-Remaining", str(lowest.remaining))
