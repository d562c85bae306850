"""Authentication by session cookie or personal access token. The result is an `Actor`."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, exists, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, ids
from community.core.actor import Actor
from community.domain.accounts import policies
from community.models import AccessToken, Ignore, User, UserSession


async def authenticate_session(
    session: AsyncSession, token: str, *, ip_address: str
) -> Actor | None:
    """Return the actor whose session cookie contains `token`, or None if there is no such session.

    Sessions that are revoked or expired are not found.

    This runs one query and writes nothing. To extend the session, the caller calls `touch_session`
    if `is_touch_due` returns True.

    Args:
        ip_address: IP address of the client. It is copied to the actor; `touch_session` stores it
            for the list of devices.
    """
    result = (
        await session.execute(
            select(User, _has_ignored_users_condition(), UserSession)
            .join(UserSession, col(UserSession.user_id) == col(User.id))
            .where(
                col(UserSession.token_hash) == ids.hash_token(token),
                col(UserSession.revoked_at).is_(None),
                col(UserSession.expires_at) > clock.now(),
                col(User.deleted_at).is_(None),
            )
        )
    ).one_or_none()
    if result is None:
        return None
    user, has_ignored_users, row = result
    actor = build_actor(user, ip_address=ip_address, has_ignored_users=has_ignored_users)
    return replace(actor, session_id=row.id, last_seen_at=row.last_seen_at)


async def authenticate_token(
    session: AsyncSession, secret: str, *, ip_address: str
) -> Actor | None:
    """Return the owner of a personal access token as an actor with the scopes of the token.

    Returns:
        None if the token is unknown, revoked or expired, or if its owner's account was deleted.
    """
    if not secret.startswith(policies.TOKEN_PREFIX):
        return None
    result = (
        await session.execute(
            select(User, _has_ignored_users_condition(), AccessToken)
            .join(AccessToken, col(AccessToken.user_id) == col(User.id))
            .where(
                col(AccessToken.token_hash) == ids.hash_token(secret),
                col(AccessToken.revoked_at).is_(None),
                col(User.deleted_at).is_(None),
            )
        )
    ).one_or_none()
    if result is None or is_expired(result[2].expires_at):
        return None
    user, has_ignored_users, row = result
    actor = build_actor(user, ip_address=ip_address, has_ignored_users=has_ignored_users)
    return replace(
        actor, token_id=row.id, last_seen_at=row.last_used_at, scopes=frozenset(row.scopes)
    )


def _has_ignored_users_condition() -> ColumnElement[bool]:
    return exists().where(col(Ignore.user_id) == col(User.id)).correlate(User)


def build_actor(user: User, *, ip_address: str = "", has_ignored_users: bool = False) -> Actor:
    """Convert a user row to an `Actor`, which has the fields that permission checks need.

    Args:
        has_ignored_users: Whether the user ignores any other users.
    """
    return Actor(
        user_id=user.id,
        slug=user.slug,
        name=user.name,
        avatar=user.avatar,
        is_admin=user.admin_since is not None,
        is_email_verified=user.email_verified_at is not None,
        joined_at=user.created_at,
        banned_at=user.banned_at,
        default_feed=user.default_feed,
        has_filters=has_ignored_users or bool(user.ignored_keywords),
        ip_address=ip_address,
        sections=frozenset({"*"}) if user.admin_since is not None else frozenset(),
    )


def is_touch_due(actor: Actor) -> bool:
    """Return whether the caller should now update the last-seen time with `touch_session`.

    This is the case if the last update is at least `LAST_SEEN_INTERVAL` ago. It is never the case
    for guests.
    """
    if actor.session_id is None and actor.token_id is None:
        return False
    return (
        actor.last_seen_at is None
        or actor.last_seen_at <= clock.now() - policies.LAST_SEEN_INTERVAL
    )


async def touch_session(session: AsyncSession, actor: Actor) -> None:
    """Update the actor's last-seen time. Their session then expires `SESSION_LIFETIME` from now.

    For an actor with a personal access token, update only the time of the token's last use.
    """
    now = clock.now()
    if actor.session_id is not None:
        # Update the user row before the session row. `change_password` locks the rows in the same
        # order; with the opposite order here, the two functions could deadlock.
        await session.execute(update(User).where(col(User.id) == actor.id).values(last_seen_at=now))
        await session.execute(
            update(UserSession)
            .where(col(UserSession.id) == actor.session_id, col(UserSession.revoked_at).is_(None))
            .values(
                last_seen_at=now,
                expires_at=now + policies.SESSION_LIFETIME,
                address=actor.ip_address[:45],
            )
        )
    if actor.token_id is not None:
        await session.execute(
            update(AccessToken)
            .where(col(AccessToken.id) == actor.token_id)
            .values(last_used_at=now)
        )


def is_expired(expires_at: datetime | None) -> bool:
    """Return whether `expires_at` has passed. None means that there is no expiry time."""
    return expires_at is not None and expires_at <= clock.now()
