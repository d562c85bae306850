"""Functions that authenticate a request by its session cookie or personal access token.

They return an `Actor`, which represents the user who sent the request.
"""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, ids
from community.core.actor import Actor
from community.domain.accounts import policies
from community.models import AccessToken, Ignore, User, UserSession


async def authenticate_session(
    session: AsyncSession, token: str, *, ip_address: str
) -> Actor | None:
    """Return the actor whose session cookie contains `token`.

    This function runs one query and writes nothing. If `is_last_seen_update_due` returns True for
    the actor, the caller should call `record_last_seen`, which extends the sign-in session.

    Args:
        ip_address: IP address of the client. The function copies it to the actor.

    Returns:
        None if no sign-in session has this token, if the session was revoked or has expired, or if
        the user's account was deleted.
    """
    result = (
        await session.execute(
            select(User, _build_has_ignored_users_condition(), UserSession)
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
        None if the token is unknown, revoked or expired, or if the owner's account was deleted.
    """
    if not secret.startswith(policies.TOKEN_PREFIX):
        return None
    result = (
        await session.execute(
            select(User, _build_has_ignored_users_condition(), AccessToken)
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


def _build_has_ignored_users_condition() -> ColumnElement[bool]:
    return exists().where(col(Ignore.user_id) == col(User.id)).correlate(User)


def build_actor(user: User, *, ip_address: str = "", has_ignored_users: bool = False) -> Actor:
    """Convert the database row of a user to an `Actor`, the object that permission checks use.

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


def is_last_seen_update_due(actor: Actor) -> bool:
    """Return whether the caller should now call `record_last_seen` for the actor.

    The function returns True if the last stored use is at least `LAST_SEEN_INTERVAL` ago. It always
    returns False for guests.
    """
    if actor.session_id is None and actor.token_id is None:
        return False
    return (
        actor.last_seen_at is None
        or actor.last_seen_at <= clock.now() - policies.LAST_SEEN_INTERVAL
    )


def is_expired(expires_at: datetime | None) -> bool:
    """Return whether `expires_at` has passed. Return False if `expires_at` is None."""
    return expires_at is not None and expires_at <= clock.now()
