"""Which users are on the site now, in all processes together.

A user is present while a browser tab of theirs is connected, and for up to a minute after a page or
a request. The processes share the ids in Redis. Without Redis, each process knows only its own
users. Nothing is written to the database, and every entry expires by itself, so that the users of a
process that was killed do not stay present.
"""

import logging
from collections.abc import Collection
from functools import cache

from redis.asyncio import Redis
from redis.exceptions import RedisError

from community.core import clock
from community.core.redis import get_client

log = logging.getLogger(__name__)

LIFETIME_SECONDS = 60.0
# An entry that is valid for longer than this is not renewed yet.
RENEWAL_SECONDS = 40.0
# For how long users stay present after their last tab was closed. It must be longer than the time
# between two renewals, because the user may have a tab that is connected to another process.
GRACE_SECONDS = 25.0
# A sorted set of user ids. The score is the Unix time at which the entry expires.
KEY = "presence"


class Presence:
    """The users that are present: those of this process, and since the last `sync` all others."""

    def __init__(self, redis: Redis | None) -> None:
        self._redis = redis
        self._expires_at: dict[int, float] = {}
        self._unsent: set[int] = set()
        self._in_all_processes: frozenset[int] = frozenset()
        self._is_redis_down = False

    def record(self, user_id: int) -> None:
        """Record that the user is on the site. Cheap enough to call for every request."""
        now = clock.now().timestamp()
        if self._expires_at.get(user_id, 0.0) < now + RENEWAL_SECONDS:
            self._set_expiry(user_id, now + LIFETIME_SECONDS)

    def leave(self, user_id: int) -> None:
        """Record that the user closed their last tab that was connected to this process."""
        if user_id in self._expires_at:
            self._set_expiry(user_id, clock.now().timestamp() + GRACE_SECONDS)

    async def sync(self) -> None:
        """Remove expired entries, and exchange the others with the other processes."""
        now = clock.now().timestamp()
        self._expires_at = {user: until for user, until in self._expires_at.items() if until > now}
        if self._redis is None:
            return
        try:
            self._in_all_processes = await self._exchange(self._redis, now)
        except (RedisError, OSError) as error:
            self._in_all_processes = frozenset()
            if not self._is_redis_down:
                log.warning("Could not share who is online through Redis: %s", error)
            self._is_redis_down = True
        else:
            self._is_redis_down = False

    def find_present(self, user_ids: Collection[int]) -> set[int]:
        return {user_id for user_id in user_ids if self._is_present(user_id)}

    def count(self) -> int:
        return len(self.find_present(self._in_all_processes | self._expires_at.keys()))

    def _is_present(self, user_id: int) -> bool:
        is_here = self._expires_at.get(user_id, 0.0) > clock.now().timestamp()
        return is_here or user_id in self._in_all_processes

    def _set_expiry(self, user_id: int, expires_at: float) -> None:
        self._expires_at[user_id] = expires_at
        self._unsent.add(user_id)

    async def _exchange(self, redis: Redis, now: float) -> frozenset[int]:
        """Send the entries that are new or renewed, and return the users of all processes."""
        entries = {
            user: self._expires_at[user] for user in self._unsent if user in self._expires_at
        }
        async with redis.pipeline(transaction=False) as pipeline:
            if entries:
                pipeline.zadd(KEY, {str(user): until for user, until in entries.items()})
                pipeline.expire(KEY, int(LIFETIME_SECONDS))
            pipeline.zremrangebyscore(KEY, "-inf", now)
            pipeline.zrange(KEY, 0, -1)
            *_, user_ids = await pipeline.execute()
        self._unsent -= {user for user, until in entries.items() if self._expires_at[user] == until}
        self._unsent &= self._expires_at.keys()
        return frozenset(map(int, user_ids))


@cache
def get_presence() -> Presence:
    """Return the presence of this process. Its first caller runs after the server has forked."""
    return Presence(get_client())
