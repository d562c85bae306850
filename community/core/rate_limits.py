"""Rate limits for HTTP requests and WebSocket events.

A hit is one counted request or event. Each hit belongs to a limit such as `login`, and `LIMITS`
contains the maximum number of hits for each limit. The server counts the hits of signed-in users
per user and the hits of guests per network, in a moving window of a minute or an hour. All
processes share the counts in Redis. Without Redis, each process counts only its own hits.

A request that fails with 503 before any expensive work does not count. Work that was begun counts
even if it failed, because otherwise a client could repeat it without limit.
"""

import logging
import math
import time
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError

from community.core import clock, errors, ids
from community.core.actor import Actor
from community.core.http.client_ip import get_client_network
from community.core.redis import get_client
from community.i18n import ngettext

log = logging.getLogger(__name__)

# Minimum time between two searches for expired keys in memory.
SWEEP_SECONDS = 60.0
# After Redis has failed, it is not used for this long, so that requests do not wait for its
# timeout.
REDIS_BACKOFF_SECONDS = 2.0
# A wait that is longer than this is shown in minutes.
_MAX_SHOWN_SECONDS = 120

MINUTE, HOUR = 60.0, 3_600.0


@dataclass(frozen=True, slots=True)
class Limit:
    """A maximum number of hits in a moving window of `seconds`."""

    group: str  # the name that error responses contain; limits that belong together share it
    hits: int
    seconds: float = MINUTE

    def without_hits(self) -> "Limit":
        return replace(self, hits=0)


# The maximum number of hits per minute for each group.
PER_MINUTE = {
    # The specification of the HTTP API promises these.
    "login": 5,
    "register": 5,
    "comments": 30,
    "media": 20,
    "private_messages": 60,
    "payment_webhooks": 120,
    # These prevent a single client from overloading the site and are far above what a user can do
    # by hand.
    "invitations": 20,  # new invitations, which may send an email
    "mail": 5,  # actions that send an email
    "reports": 10,  # reports of users, posts and comments
    "search": 60,
    "suggestions": 300,  # what is suggested while a user types a name, a tag or a query
    "writes": 120,  # all other changes, such as reactions, follows and settings
    "admin_dashboard": 60,
    "logout": 30,  # separate from `writes`, so that a user who used up the others can sign out
    "admin_tables": 300,  # searches, filters and pages of the tables of the Admin Panel
    "exports": 6,  # CSV files of tables
    "online_status": 300,  # reports of which users a page shows, in all tabs together
    "read_marks": 240,  # in all tabs together; every message that a user reads moves the mark
    "typing": 120,  # in all tabs together
    "advertisements": 1_200,  # reports of what pages show, in all tabs of a network together
    "guest_writes": 300,  # all unsafe requests of guests from one network together
}

# `domain/identity/login_limits.py` explains the limits for logins.
LIMITS = {name: Limit(name, hits) for name, hits in PER_MINUTE.items()} | {
    # A page counts once more in "search" when it becomes live.
    "search_pages": Limit("search", 60),
    "known_devices": Limit("login", 20),
    "failed_logins_from_network": Limit("login", 30, HOUR),
    "failed_logins": Limit("login", 100, HOUR),
    "failed_codes": Limit("login", 20, HOUR),
    "typing_in_chat": Limit("typing", 1, 3.0),
    # Further clicks on advertisements lead to the advertiser, but are not counted.
    "advertisement_clicks": Limit("advertisements", 60),
    "clicks_of_page_view": Limit("advertisements", 1, HOUR),
    # Each stored response to a guest occupies a database row for a day.
    "guest_idempotency_keys": Limit("idempotency_keys", 60, HOUR),
}


@dataclass(frozen=True, slots=True)
class LimitResult:
    """The state of one rate limit for one user or guest."""

    name: str  # the name of the limit in `LIMITS`
    key: str  # identifies the user or guest; see `get_actor_key`
    # The id of the counted hit, for `refund_hit`. It is "" in a result of `get_current_result`,
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


class RateLimitExceeded(errors.TooManyRequests):
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


async def get_current_result(name: str, key: str) -> LimitResult:
    """Return the current state of a rate limit without counting a hit."""
    limit = LIMITS[name]
    now = clock.now().timestamp()
    count = await get_window().add(_build_window_key(name, key), "", now, limit.without_hits())
    remaining = max(0, limit.hits - count.hits)
    return LimitResult(name, key, "", limit.hits, remaining, count.oldest + limit.seconds)


async def refund_hit(result: LimitResult) -> None:
    await get_window().remove(_build_window_key(result.name, result.key), result.hit_id)


def _build_window_key(name: str, key: str) -> str:
    return f"rate_limit:{name}:{key}"


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


# A Lua script that checks the limit and counts the hit atomically. Times are in milliseconds.
ADD_SCRIPT = """
local now, window, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local hits = redis.call('ZCARD', KEYS[1])
local allowed = hits < limit
if allowed then
  redis.call('ZADD', KEYS[1], now, ARGV[4])
  redis.call('PEXPIRE', KEYS[1], window)
  hits = hits + 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {allowed and 1 or 0, hits, oldest[2] or ARGV[1]}
"""


@dataclass(frozen=True, slots=True)
class WindowCount:
    """The result of adding a hit to a window."""

    # Whether the number of hits was below the limit. If not, the hit was not added.
    is_allowed: bool
    hits: int
    oldest: float  # the Unix time of the oldest hit, or the current time if there is none


class Window(Protocol):
    async def add(self, key: str, hit_id: str, now: float, limit: Limit) -> WindowCount: ...

    async def remove(self, key: str, hit_id: str) -> None: ...


class MemoryWindow:
    """Stores hits in memory, so each process counts only its own hits."""

    def __init__(self) -> None:
        self._hits: dict[str, _Hits] = {}
        self._swept_at = 0.0

    async def add(self, key: str, hit_id: str, now: float, limit: Limit) -> WindowCount:
        self._delete_expired_keys(now)
        hits = self._hits.setdefault(key, _Hits(limit.seconds))
        hits.delete_expired(now)
        is_allowed = len(hits.times) < limit.hits
        if is_allowed:
            hits.times[hit_id] = now
        return WindowCount(is_allowed, len(hits.times), min(hits.times.values(), default=now))

    async def remove(self, key: str, hit_id: str) -> None:
        if key in self._hits:
            self._hits[key].times.pop(hit_id, None)

    def _delete_expired_keys(self, now: float) -> None:
        """Delete keys without current hits. Do this at most once in `SWEEP_SECONDS`."""
        if abs(now - self._swept_at) < SWEEP_SECONDS:
            return
        self._swept_at = now
        for hits in self._hits.values():
            hits.delete_expired(now)
        self._hits = {key: hits for key, hits in self._hits.items() if hits.times}


@dataclass(slots=True)
class _Hits:
    """The hits of one key: the length of the window, and the time of each hit by its id."""

    seconds: float
    times: dict[str, float] = field(default_factory=dict)

    def delete_expired(self, now: float) -> None:
        for expired in [hit for hit, at in self.times.items() if at <= now - self.seconds]:
            del self.times[expired]


class RedisWindow:
    """Stores hits in Redis, so that all processes share the counts.

    While Redis is unreachable, each process counts its own hits in memory.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._add = redis.register_script(ADD_SCRIPT)
        self._fallback = MemoryWindow()
        self._retry_at = 0.0
        self._is_down = False

    async def add(self, key: str, hit_id: str, now: float, limit: Limit) -> WindowCount:
        if time.monotonic() < self._retry_at:
            return await self._fallback.add(key, hit_id, now, limit)
        milliseconds = round(now * 1000), round(limit.seconds * 1000)
        try:
            allowed, hits, oldest = await self._add([key], [*milliseconds, limit.hits, hit_id])
        except (RedisError, OSError) as error:
            self._record_redis_failure(error)
            return await self._fallback.add(key, hit_id, now, limit)
        self._record_redis_success()
        return WindowCount(bool(allowed), int(hits), float(oldest) / 1000)

    async def remove(self, key: str, hit_id: str) -> None:
        await self._fallback.remove(key, hit_id)
        if time.monotonic() < self._retry_at:
            return
        try:
            await self._redis.zrem(key, hit_id)
        except (RedisError, OSError) as error:
            self._record_redis_failure(error)

    def _record_redis_failure(self, error: Exception) -> None:
        self._retry_at = time.monotonic() + REDIS_BACKOFF_SECONDS
        if not self._is_down:
            self._is_down = True
            log.warning("Could not connect to Redis. Counting rate limits locally: %s", error)

    def _record_redis_success(self) -> None:
        if self._is_down:
            self._is_down = False
            log.warning("Redis is available again. Rate limits are shared by all processes.")


@cache
def get_window() -> Window:
    redis = get_client()
    return MemoryWindow() if redis is None else RedisWindow(redis)


class WorkRecord:
    """The record of one request or event. `has_begun` says whether it began expensive work."""

    __slots__ = ("has_begun",)

    def __init__(self) -> None:
        self.has_begun = False


_work_record: ContextVar[WorkRecord | None] = ContextVar("work_record", default=None)


def start_recording_work() -> WorkRecord:
    """Return a new record for the request or event that the current task handles."""
    record = WorkRecord()
    _work_record.set(record)
    return record


def begin_work() -> None:
    """Record that expensive work begins, such as hashing a password or processing an image."""
    record = _work_record.get()
    if record is not None:
        record.has_begun = True


def has_begun_work() -> bool:
    """Return whether the current request or event has begun expensive work."""
    record = _work_record.get()
    return record is not None and record.has_begun
