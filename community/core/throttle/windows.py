"""Sliding windows for rate limits, stored in the memory of a process or in Redis.

A hit is one counted request or WebSocket event. A window contains the times of the hits that a user
or guest made in the last minute or hour.
"""

import logging
import time
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError

from community.core.redis import get_client
from community.core.throttle.limits import Limit

log = logging.getLogger(__name__)

# Minimum time between two searches for expired keys in memory.
SWEEP_SECONDS = 60.0
# After Redis has failed, it is not used for this long, so that requests do not wait for its
# timeout.
REDIS_BACKOFF_SECONDS = 2.0

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
