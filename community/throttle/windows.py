"""Moving windows: the moments of the hits of the last minute, by key, in memory or in Redis."""

import logging
import time
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError

from community.core.redis import connection

log = logging.getLogger(__name__)

WINDOW_SECONDS = 60.0
# After a failure Redis is left alone for this long, so that nobody waits for it at every request.
REST_SECONDS = 2.0

# One step for everybody: look, decide, count. Times are in milliseconds.
ADD = """
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
class Count:
    """Whether a hit was allowed, how many there are now, and when the oldest was."""

    is_allowed: bool
    hits: int
    oldest: float


class Window(Protocol):
    async def add(self, key: str, mark: str, moment: float, limit: int) -> Count: ...

    async def remove(self, key: str, mark: str) -> None: ...


class MemoryWindow:
    """The hits of this process."""

    def __init__(self) -> None:
        self._hits: dict[str, dict[str, float]] = {}
        self._swept_at = 0.0

    async def add(self, key: str, mark: str, moment: float, limit: int) -> Count:
        self._sweep(moment)
        marks = self._hits.setdefault(key, {})
        for old in [each for each, at in marks.items() if at <= moment - WINDOW_SECONDS]:
            del marks[old]
        is_allowed = len(marks) < limit
        if is_allowed:
            marks[mark] = moment
        return Count(is_allowed, len(marks), min(marks.values(), default=moment))

    async def remove(self, key: str, mark: str) -> None:
        self._hits.get(key, {}).pop(mark, None)

    def _sweep(self, moment: float) -> None:
        """Once a window, forget the keys that nobody has hit since the last time."""
        if abs(moment - self._swept_at) < WINDOW_SECONDS:
            return
        self._swept_at = moment
        oldest = moment - WINDOW_SECONDS
        self._hits = {
            key: marks
            for key, marks in self._hits.items()
            if any(at > oldest for at in marks.values())
        }


class RedisWindow:
    """The hits of all processes; while Redis is away this one counts alone, and says so once."""

    def __init__(self, redis: "Redis") -> None:
        self._redis = redis
        self._add = redis.register_script(ADD)
        self._meanwhile = MemoryWindow()
        self._rests_until = 0.0
        self._is_away = False

    async def add(self, key: str, mark: str, moment: float, limit: int) -> Count:
        if time.monotonic() < self._rests_until:
            return await self._meanwhile.add(key, mark, moment, limit)
        milliseconds = round(moment * 1000), round(WINDOW_SECONDS * 1000)
        try:
            allowed, hits, oldest = await self._add([key], [*milliseconds, limit, mark])
        except (RedisError, OSError) as error:
            self._lost(error)
            return await self._meanwhile.add(key, mark, moment, limit)
        self._found()
        return Count(bool(allowed), int(hits), float(oldest) / 1000)

    async def remove(self, key: str, mark: str) -> None:
        await self._meanwhile.remove(key, mark)
        if time.monotonic() < self._rests_until:
            return
        try:
            await self._redis.zrem(key, mark)
        except (RedisError, OSError) as error:
            self._lost(error)

    def _lost(self, error: Exception) -> None:
        self._rests_until = time.monotonic() + REST_SECONDS
        if not self._is_away:
            self._is_away = True
            log.warning("rate limits are counted by each process alone, Redis is away: %s", error)

    def _found(self) -> None:
        if self._is_away:
            self._is_away = False
            log.warning("Redis is back: rate limits are counted together again")


@cache
def window() -> Window:
    """Where this process counts."""
    redis = connection()
    return MemoryWindow() if redis is None else RedisWindow(redis)
