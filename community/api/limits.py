"""Rate limits of routes, and what an answer says about them."""

from collections.abc import Iterable
from typing import Any

from fastapi import Depends, Request
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community import throttle
from community.api.identity import Caller


def limited(group: str) -> Any:
    """Each request of the route counts in a group of `throttle`, by account or else by address."""
    if group not in throttle.PER_MINUTE:
        raise ValueError(f"there is no rate limit called {group}")

    async def count(request: Request, actor: Caller) -> None:
        await count_also(request, group, throttle.key_of(actor))

    count.group = group  # type: ignore[attr-defined]  # for the OpenAPI document
    return Depends(count)


async def count_also(request: Request, group: str, key: str) -> None:
    """Count this request once more by another key: a sign-in by the name that was typed.

    Raises:
        TooMany: the limit is used up.
    """
    allowance = await throttle.hit(group, key)
    request.scope.setdefault("state", {}).setdefault("allowances", []).append(allowance)


def limits_of(scope: Scope) -> list[tuple[str, str]]:
    """The groups and keys that a request counted in."""
    counted = scope.get("state", {}).get("allowances", [])
    return [(allowance.group, allowance.key) for allowance in counted]


async def tell_limits(scope: Scope, limits: Iterable[tuple[str, str]]) -> None:
    """Have an answer that is given again say what is left, without counting it again."""
    found = [await throttle.left(group, key) for group, key in limits]
    if found:
        scope.setdefault("state", {}).setdefault("allowances", []).extend(found)


class Allowances:
    """Tells the client what is left, and gives hits back where the failure was ours."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start" and "allowances" in state:
                await _settle(state["allowances"], message)
            await send(message)

        await self.app(scope, receive, tell)


async def _settle(allowances: list[throttle.Allowance], start: Message) -> None:
    if start["status"] >= 500:
        for allowance in allowances:
            await throttle.give_back(allowance)
        return
    headers = MutableHeaders(raw=start["headers"])
    scarcest = min(allowances, key=lambda allowance: allowance.remaining)
    headers.setdefault("X-RateLimit-Limit", str(scarcest.limit))
    headers.setdefault("X-RateLimit-Remaining", str(scarcest.remaining))
