"""Rate limits for routes, and the response headers that report them."""

from collections.abc import Iterable
from typing import Any

from fastapi import Depends, Request
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community import throttle
from community.api.authentication import Caller


def rate_limit(group: str) -> Any:
    """Return a dependency that counts each request by account or, for guests, by IP address.

    Raises:
        ValueError: `group` is not one of `throttle.PER_MINUTE`.
    """
    if group not in throttle.PER_MINUTE:
        raise ValueError(f"Unknown rate limit group: {group}")

    async def count(request: Request, actor: Caller) -> None:
        await count_request(request, group, throttle.key_for(actor))

    count.rate_limit_group = group  # type: ignore[attr-defined]  # read by `build_openapi`
    return Depends(count)


async def count_request(request: Request, group: str, key: str) -> None:
    """Count a request for `key`, for example an account or a submitted login name.

    Most routes use `rate_limit` instead. A route can call this function to count additional keys.

    Raises:
        RateLimitExceeded: the limit of `group` is exceeded.
    """
    result = await throttle.count_hit(group, key)
    request.scope.setdefault("state", {}).setdefault("rate_limits", []).append(result)


def get_counted_limits(scope: Scope) -> list[tuple[str, str]]:
    """Return the (group, key) pairs of the rate limits that the request counted towards."""
    results = scope.get("state", {}).get("rate_limits", [])
    return [(result.group, result.key) for result in results]


async def add_current_limits_to_response(scope: Scope, limits: Iterable[tuple[str, str]]) -> None:
    """Add the current limits to a replayed response without counting the request again."""
    results = [await throttle.peek(group, key) for group, key in limits]
    if results:
        scope.setdefault("state", {}).setdefault("rate_limits", []).extend(results)


class RateLimitHeadersMiddleware:
    """Adds `X-RateLimit-*` headers. Requests that fail with a 5xx status count towards no limit."""

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


async def _refund_or_add_headers(results: list[throttle.LimitResult], start: Message) -> None:
    if start["status"] >= 500:
        for result in results:
            await throttle.refund(result)
        return
    headers = MutableHeaders(raw=start["headers"])
    lowest = min(results, key=lambda result: result.remaining)
    headers.setdefault("X-RateLimit-Limit", str(lowest.limit))
    headers.setdefault("X-RateLimit-Remaining", str(lowest.remaining))
