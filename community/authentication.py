"""Authenticate session cookies and access tokens.

Every HTTP request and WebSocket event is authenticated here. Each process caches the users that it
has authenticated. After a sign-out, a ban or a profile change, the process that made the change
sends a message, and every process removes the user from its cache (see `wiring/`). A
process that misses the message can use outdated data for up to `CACHE_TTL_SECONDS`.
"""

from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Literal

from community.core import ids
from community.core.actor import GUEST, Actor
from community.core.cache import Cache
from community.core.db.sessions import read_session
from community.core.http import cookies
from community.core.settings import settings
from community.domain import communities, follows, identity, subscriptions
from community.realtime.presence import get_presence

CACHE_TTL_SECONDS = 3.0
CACHE_SIZE = 20_000

# The fields of an actor that subjects other than accounts know. All of them are read in one query.
OTHER_FIELDS: identity.ActorFields = {
    "has_ignored_users": follows.has_ignored_users,
    "moderated_community_ids": communities.moderated_community_ids,
    "overdue_payment_id": subscriptions.overdue_payment_id,
    "must_confirm_payment": subscriptions.must_confirm_payment,
}

_cache: Cache[Actor | None] = Cache(
    ttl_seconds=CACHE_TTL_SECONDS,
    max_size=CACHE_SIZE,
    get_topics=lambda actor: () if actor is None else (actor.user_id, actor.viewer_id),
)


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
    return _build_cookie_header(get_session_cookie_name(), token, identity.SESSION_LIFETIME)


def find_session_token(cookie_header: str) -> str | None:
    """Return the session token in a Cookie header, or None if it is missing or too long."""
    token = cookies.find(cookie_header, get_session_cookie_name())
    return token if token is not None and len(token) <= ids.TOKEN_LENGTH else None


def get_device_cookie_name() -> str:
    return "__Host-device" if settings().is_https else "device"


def build_device_cookie_header(token: str) -> str:
    return _build_cookie_header(get_device_cookie_name(), token, identity.DEVICE_TOKEN_LIFETIME)


def get_pending_sign_in_cookie_name() -> str:
    return "__Host-pending_sign_in" if settings().is_https else "pending_sign_in"


def build_pending_sign_in_cookie_header(token: str) -> str:
    """Return the value of the Set-Cookie header for a sign-in that needs a code. "" deletes it."""
    lifetime = identity.two_factor.PENDING_SIGN_IN_LIFETIME if token else timedelta(0)
    return _build_cookie_header(get_pending_sign_in_cookie_name(), token, lifetime)


def find_pending_sign_in_token(cookie_header: str) -> str | None:
    return cookies.find(cookie_header, get_pending_sign_in_cookie_name())


def get_passkey_cookie_name() -> str:
    return "__Host-passkey_challenge" if settings().is_https else "passkey_challenge"


def build_passkey_cookie_header(token: str) -> str:
    """Return the value of the Set-Cookie header for the challenge that a passkey must sign."""
    lifetime = identity.passkeys.CHALLENGE_LIFETIME
    return _build_cookie_header(get_passkey_cookie_name(), token, lifetime)


def find_passkey_token(cookie_header: str) -> str | None:
    return cookies.find(cookie_header, get_passkey_cookie_name())


def find_device_token(cookie_header: str) -> str | None:
    return cookies.find(cookie_header, get_device_cookie_name())


async def authenticate_session(token: str | None, ip_address: str) -> Actor:
    """Return the user that a session token belongs to, or a guest if the token is invalid.

    Args:
        ip_address: The address of the client. Empty if the server checks the session without a
            request of the user. Then the use of the session is not recorded.
    """
    actor = await _authenticate("cookie", token, ip_address) if token else None
    return _make_guest(ip_address) if actor is None else _with_ip_address(actor, ip_address)


async def authenticate_bearer(token: str, ip_address: str) -> Actor | None:
    """Return the user that a personal access token belongs to, or None if it is invalid."""
    actor = await _authenticate("bearer", token, ip_address)
    return None if actor is None else _with_ip_address(actor, ip_address)


def invalidate_cached_user(user_id: int) -> None:
    """Remove all cache entries of a user. Other processes keep the entries in their own caches."""
    _cache.invalidate(user_id)


def clear_cache() -> None:
    _cache.clear()


async def _authenticate(
    kind: Literal["cookie", "bearer"], token: str, ip_address: str
) -> Actor | None:
    async def load() -> Actor | None:
        find = identity.authenticate_session if kind == "cookie" else identity.authenticate_token
        async with read_session() as session:
            actor = await find(session, token, other_fields=OTHER_FIELDS)
        if actor is not None and ip_address and kind == "cookie" and not actor.is_read_only:
            get_presence().record(actor.id)
        if actor is not None and ip_address and identity.is_last_seen_update_due(actor):
            identity.record_last_seen(_with_ip_address(actor, ip_address))
        # Most events of a session have the same address, and need no copy of the actor.
        return None if actor is None else _with_ip_address(actor, ip_address)

    return await _cache.get_or_load((kind, ids.hash_token(token)), load)


def _build_cookie_header(name: str, value: str, lifetime: timedelta) -> str:
    secure = "; Secure" if settings().is_https else ""
    seconds = int(lifetime.total_seconds())
    return f"{name}={value}; HttpOnly; Max-Age={seconds}; Path=/; SameSite=lax{secure}"


@lru_cache(maxsize=1_000)
def _make_guest(ip_address: str) -> Actor:
    return _with_ip_address(GUEST, ip_address)


def _with_ip_address(actor: Actor, ip_address: str) -> Actor:
    return actor if actor.ip_address == ip_address else replace(actor, ip_address=ip_address)
