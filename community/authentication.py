"""Authenticate session cookies and access tokens.

Every HTTP request and WebSocket event is authenticated here. Each process caches the users that it
has authenticated. After a sign-out, a ban or a profile change, the process that made the change
sends a message, and every process removes the user from its cache (see `wiring.py`). A process that
misses the message can use outdated data for up to `CACHE_TTL_SECONDS`.
"""

import time
from dataclasses import replace
from typing import Literal

from community.core import cookies, ids
from community.core.actor import GUEST, Actor
from community.core.database import read_session
from community.core.settings import settings
from community.domain import accounts

CACHE_TTL_SECONDS = 3.0
CACHE_SIZE = 20_000

_cache: dict[str, tuple[float, Actor | None]] = {}
# The number of invalidations so far. If it changes while an actor is being loaded, the actor may be
# stale and is not cached.
_generation = [0]


def get_session_cookie_name() -> str:
    """Return the name of the session cookie.

    The name starts with `__Host-` if the site uses HTTPS. Without HTTPS, browsers reject cookies
    with this prefix.
    """
    return "__Host-session" if settings().is_https else "session"


def build_session_cookie_header(token: str) -> str:
    """Return the value of the Set-Cookie header for the session with this token.

    The server sends this header with every page, because each use of a session extends the
    session, and the cookie must not expire before the session does.
    """
    seconds = int(accounts.SESSION_LIFETIME.total_seconds())
    secure = "; Secure" if settings().is_https else ""
    return (
        f"{get_session_cookie_name()}={token}; HttpOnly; Max-Age={seconds}; Path=/; "
        f"SameSite=lax{secure}"
    )


def find_session_token(cookie_header: str) -> str | None:
    """Return the session token in a Cookie header, or None if it is missing or too long."""
    token = cookies.find(cookie_header, get_session_cookie_name())
    return token if token is not None and len(token) <= ids.TOKEN_LENGTH else None


async def authenticate_session(token: str | None, ip_address: str) -> Actor:
    """Return the user that a session token belongs to, or a guest if the token is invalid."""
    if not token:
        return _with_ip_address(GUEST, ip_address)
    return _with_ip_address(await _authenticate("cookie", token, ip_address) or GUEST, ip_address)


async def authenticate_bearer(token: str, ip_address: str) -> Actor | None:
    """Return the user that a personal access token belongs to, or None if it is invalid."""
    actor = await _authenticate("bearer", token, ip_address)
    return None if actor is None else _with_ip_address(actor, ip_address)


def invalidate_cached_user(user_id: int) -> None:
    """Remove all cache entries of a user. Other processes keep the entries in their own caches."""
    _generation[0] += 1
    for key in [
        key for key, (_, actor) in _cache.items() if actor is not None and actor.user_id == user_id
    ]:
        del _cache[key]


def clear_cache() -> None:
    _generation[0] += 1
    _cache.clear()


async def _authenticate(
    kind: Literal["cookie", "bearer"], token: str, ip_address: str
) -> Actor | None:
    key = f"{kind}:{ids.hash_token(token)}"
    cached = _cache.get(key)
    if cached is not None and cached[0] > time.monotonic():
        return cached[1]
    generation = _generation[0]
    async with read_session() as session:
        load = accounts.authenticate_session if kind == "cookie" else accounts.authenticate_token
        actor = await load(session, token, ip_address=ip_address)
    if actor is not None and accounts.is_last_seen_update_due(actor):
        accounts.record_last_seen(actor)
    if generation != _generation[0]:
        return actor
    if len(_cache) >= CACHE_SIZE:
        _cache.clear()
    _cache[key] = (time.monotonic() + CACHE_TTL_SECONDS, actor)
    return actor


def _with_ip_address(actor: Actor, ip_address: str) -> Actor:
    return actor if actor.ip_address == ip_address else replace(actor, ip_address=ip_address)
