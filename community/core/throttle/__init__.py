"""Rate limits for HTTP requests and WebSocket events.

A hit is one counted request or event. Each hit belongs to a limit such as `login`, and `LIMITS`
contains the maximum number of hits for each limit. The server counts the hits of signed-in users
per user and the hits of guests per network. All processes share the counts in Redis. Without Redis,
each process counts only its own hits.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from community.core import clock, ids
from community.core.actor import Actor
from community.core.errors import TooManyRequests
from community.core.http.client_ip import get_client_network
from community.core.throttle.limits import LIMITS, PER_MINUTE
from community.core.throttle.windows import get_window
from community.i18n import ngettext

# A wait that is longer than this is shown in minutes.
_MAX_SHOWN_SECONDS = 120


@dataclass(frozen=True, slots=True)
class LimitResult:
    """The state of one rate limit for one user or guest."""

    name: str  # the name of the limit in `LIMITS`
    key: str  # identifies the user or guest; see `get_actor_key`
    # The id of the counted hit, for `refund_hit`. It is "" in a result of `get_current_limit`,
    # because that function counts no hit.
    hit_id: str
    limit: int
    remaining: int  # the number of further hits that are allowed now
    reset_at: float  # the Unix time at which the oldest hit no longer counts

    @property
    def headers(self) -> dict[str, str]:
        """The headers of an allowed response."""
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
        }


class RateLimitExceeded(TooManyRequests):
    def __init__(self, result: LimitResult) -> None:
        retry_after = max(1, math.ceil(result.reset_at - clock.now().timestamp()))
        super().__init__(
            _make_message(retry_after),
            details={"group": LIMITS[result.name].group, "retry_after": retry_after},
        )
        self.result = result
        self.retry_after = retry_after
        self.reset_at = math.ceil(result.reset_at)

    @property
    def headers(self) -> dict[str, str]:
        return {
            "Retry-After": str(self.retry_after),
            "X-RateLimit-Limit": str(self.result.limit),
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": str(self.reset_at),
        }


def get_actor_key(actor: Actor) -> str:
    """Return the key under which the hits of a user, or of the network of a guest, are counted."""
    return get_network_key(actor) if actor.is_guest else f"user:{actor.user_id}"


def get_network_key(actor: Actor) -> str:
    """Return the key under which the hits from the network of a user or guest are counted."""
    return f"ip:{get_client_network(actor.ip_address)}"


async def count_hit(name: str, key: str) -> LimitResult:
    """Count a hit in the limit `name` for the user or guest with this key.

    Raise `RateLimitExceeded` if the limit was already reached, so the hit is rejected and not
    counted.
    """
    limit = LIMITS[name]
    now = clock.now().timestamp()
    hit_id = ids.new_token()[:16]
    count = await get_window().add(_build_window_key(name, key), hit_id, now, limit)
    reset_at = count.oldest + limit.seconds
    result = LimitResult(name, key, hit_id, limit.hits, limit.hits - count.hits, reset_at)
    if not count.is_allowed:
        raise RateLimitExceeded(result)
    return result


async def count_hits(limits: Iterable[tuple[str, str]]) -> list[LimitResult]:
    """Count one hit in each of several limits, given as pairs of name and key.

    Raises:
        RateLimitExceeded: One of the limits was already reached. No limit counts the hit.
    """
    results: list[LimitResult] = []
    try:
        for name, key in limits:
            results.append(await count_hit(name, key))
    except RateLimitExceeded:
        for result in results:
            await refund_hit(result)
        raise
    return results


async def count_hit_if_allowed(name: str, key: str) -> LimitResult | None:
    """Count a hit, or return None if the limit was already reached."""
    try:
        return await count_hit(name, key)
    except RateLimitExceeded:
        return None


async def get_current_limit(name: str, key: str) -> LimitResult:
    """Return the current state of a rate limit without counting a hit."""
    limit = LIMITS[name]
    now = clock.now().timestamp()
    count = await get_window().add(_build_window_key(name, key), "", now, limit.without_hits())
    remaining = max(0, limit.hits - count.hits)
    return LimitResult(name, key, "", limit.hits, remaining, count.oldest + limit.seconds)


async def refund_hit(result: LimitResult) -> None:
    await get_window().remove(_build_window_key(result.name, result.key), result.hit_id)


def _build_window_key(name: str, key: str) -> str:
    return f"throttle:{name}:{key}"


def _make_message(retry_after: int) -> str:
    if retry_after > _MAX_SHOWN_SECONDS:
        return ngettext(
            "Too many attempts. Try again in {n} minute.",
            "Too many attempts. Try again in {n} minutes.",
            math.ceil(retry_after / 60),
        )
    return ngettext(
        "Too many attempts. Try again in {n} second.",
        "Too many attempts. Try again in {n} seconds.",
        retry_after,
    )
