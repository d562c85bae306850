"""Named rate limits, counted alike for HTTP requests and for events of the socket.

A group allows so many hits in any minute that one looks at (a moving window), for each account,
else for each address. Every process counts in the same Redis; without one, each counts alone.
"""

import math
from dataclasses import dataclass

from community.core import clock, ids
from community.core.actor import Actor
from community.core.addresses import visitor
from community.core.errors import TooMany
from community.throttle.windows import WINDOW_SECONDS, window

# Hits a minute. The first six are promised by the interface; the others keep one client from
# taking the site from everybody, far above what a person can do by hand.
PER_MINUTE = {
    "login": 5,
    "register": 5,
    "comments": 30,
    "media": 20,
    "private_messages": 60,
    "payment_webhooks": 120,
    "mail": 5,  # whatever makes us send a letter to somebody
    "search": 60,
    "writes": 120,  # reactions, follows, settings: every other change
}


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left in a group.

    Attributes:
        mark: which hit this is, so that it can be given back.
        limit: hits a minute.
        remaining: hits that are still allowed now.
        reset_at: when the oldest hit leaves the window, in seconds since 1970.
    """

    group: str
    key: str
    mark: str
    limit: int
    remaining: int
    reset_at: float


class Exhausted(TooMany):
    """The limit of a group is used up. `details` has `group` and `retry_after` in seconds."""

    def __init__(self, allowance: Allowance) -> None:
        wait = max(1, math.ceil(allowance.reset_at - clock.now().timestamp()))
        seconds = "1 second" if wait == 1 else f"{wait} seconds"
        super().__init__(
            f"That was too often in a short time. Try again in {seconds}.",
            details={"group": allowance.group, "retry_after": wait},
        )
        self.allowance = allowance
        self.retry_after = wait
        self.resets_at = math.ceil(allowance.reset_at)


def key_of(actor: Actor) -> str:
    """What somebody is counted by: their account, else where they come from."""
    return f"visitor:{visitor(actor.address)}" if actor.is_guest else f"user:{actor.user_id}"


async def hit(group: str, key: str) -> Allowance:
    """Count one hit of `key` in `group`.

    Raises:
        TooMany: the hit is one too many; it does not count.
    """
    limit = PER_MINUTE[group]
    moment = clock.now().timestamp()
    mark = ids.new_token()[:16]
    count = await window().add(f"throttle:{group}:{key}", mark, moment, limit)
    reset_at = count.oldest + WINDOW_SECONDS
    allowance = Allowance(group, key, mark, limit, limit - count.hits, reset_at)
    if not count.is_allowed:
        raise Exhausted(allowance)
    return allowance


async def left(group: str, key: str) -> Allowance:
    """What `key` has left in `group` now; nothing is counted."""
    moment = clock.now().timestamp()
    count = await window().add(f"throttle:{group}:{key}", "", moment, 0)
    limit = PER_MINUTE[group]
    remaining = max(0, limit - count.hits)
    return Allowance(group, key, "", limit, remaining, count.oldest + WINDOW_SECONDS)


async def give_back(allowance: Allowance) -> None:
    """Take a hit back that was not the fault of whoever made it."""
    await window().remove(f"throttle:{allowance.group}:{allowance.key}", allowance.mark)
