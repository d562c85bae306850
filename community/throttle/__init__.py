"""Rate limits for HTTP requests and WebSocket events.

A hit is one counted request or event. Each hit belongs to a group such as `login`, and `PER_MINUTE`
contains the maximum number of hits per minute for each group. The server counts the hits of
signed-in users per user and the hits of guests per network. All processes share the counts in
Redis. Without Redis, each process counts only its own hits.
"""

import math
from dataclasses import dataclass

from community.core import clock, ids
from community.core.actor import Actor
from community.core.client_ip import get_client_network
from community.core.errors import TooManyRequests
from community.i18n import ngettext
from community.throttle.windows import WINDOW_SECONDS, get_window

# The maximum number of hits per minute for each group. The first six limits are part of the public
# HTTP API. The others prevent a single client from overloading the site and are far above what a
# user can do by hand.
PER_MINUTE = {
    "login": 5,
    "register": 5,
    "comments": 30,
    "media": 20,
    "private_messages": 60,
    "payment_webhooks": 120,
    "mail": 5,  # actions that send an email
    "search": 60,
    "writes": 120,  # all other changes, such as reactions, follows and settings
}


@dataclass(frozen=True, slots=True)
class LimitResult:
    """The state of the rate limit in one group for one user or guest.

    Attributes:
        key: Identifies the user or guest. See `get_actor_key`.
        hit_id: The id of the counted hit, for `refund_hit`. It is "" in a result of
            `get_current_limit`, because that function counts no hit.
        limit: The maximum number of hits per minute.
        remaining: The number of further hits that are allowed now.
        reset_at: The Unix time at which the oldest hit is a minute old and no longer counts.
    """

    group: str
    key: str
    hit_id: str
    limit: int
    remaining: int
    reset_at: float


class RateLimitExceeded(TooManyRequests):
    """Raised when a user or guest exceeds the rate limit of a group.

    `details` contains the name of the group (`group`) and the number of seconds to wait
    (`retry_after`).
    """

    def __init__(self, result: LimitResult) -> None:
        retry_after = max(1, math.ceil(result.reset_at - clock.now().timestamp()))
        super().__init__(
            ngettext(
                "Too many attempts. Try again in {n} second.",
                "Too many attempts. Try again in {n} seconds.",
                retry_after,
            ),
            details={"group": result.group, "retry_after": retry_after},
        )
        self.result = result
        self.retry_after = retry_after
        self.reset_at = math.ceil(result.reset_at)


def get_actor_key(actor: Actor) -> str:
    """Return the key under which the hits of an actor are counted.

    The key contains the user id of a signed-in user, or the IP network of a guest.
    """
    return (
        f"ip:{get_client_network(actor.ip_address)}" if actor.is_guest else f"user:{actor.user_id}"
    )


async def count_hit(group: str, key: str) -> LimitResult:
    """Count a hit in `group` for the user or guest with this key.

    Raises:
        RateLimitExceeded: The limit was already reached, so the hit is rejected and not counted.
    """
    limit = PER_MINUTE[group]
    now = clock.now().timestamp()
    hit_id = ids.new_token()[:16]
    count = await get_window().add(f"throttle:{group}:{key}", hit_id, now, limit)
    reset_at = count.oldest + WINDOW_SECONDS
    result = LimitResult(group, key, hit_id, limit, limit - count.hits, reset_at)
    if not count.is_allowed:
        raise RateLimitExceeded(result)
    return result


async def get_current_limit(group: str, key: str) -> LimitResult:
    """Return the current state of a rate limit without counting a hit."""
    now = clock.now().timestamp()
    count = await get_window().add(f"throttle:{group}:{key}", "", now, 0)
    limit = PER_MINUTE[group]
    remaining = max(0, limit - count.hits)
    return LimitResult(group, key, "", limit, remaining, count.oldest + WINDOW_SECONDS)


async def refund_hit(result: LimitResult) -> None:
    """Remove a counted hit, so that it no longer counts against the limit.

    Use this function if the server failed to handle the request, for example with status 503.
    """
    await get_window().remove(f"throttle:{result.group}:{result.key}", result.hit_id)
