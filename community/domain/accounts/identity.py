"""Who is asking: from the secret of a cookie or of a token to the actor of a call."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, exists, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, ids
from community.core.actor import Actor
from community.domain.accounts import policies
from community.models import AccessToken, Ignore, Session, User


async def actor_of_session(session: AsyncSession, token: str, *, address: str) -> Actor | None:
    """The person whose cookie this is, by one query; None when the sign-in has ended.

    Writes nothing: `is_seen_due` and `note_seen` keep the sign-in alive.

    Args:
        address: where the call comes from, for the actor and the list of devices.
    """
    moment = clock.now()
    found = (
        await session.execute(
            select(User, _ignores_somebody(), Session)
            .join(Session, col(Session.user_id) == col(User.id))
            .where(
                col(Session.token_hash) == ids.digest(token),
                col(Session.revoked_at).is_(None),
                col(Session.expires_at) > moment,
                col(User.deleted_at).is_(None),
            )
        )
    ).one_or_none()
    if found is None:
        return None
    user, ignores, row = found
    actor = actor_of(user, address=address, ignores=ignores)
    return replace(actor, session_id=row.id, seen_at=row.last_seen_at)


async def actor_of_token(session: AsyncSession, secret: str, *, address: str) -> Actor | None:
    """The person whose personal access token this is, with its scopes; None when it has ended."""
    if not secret.startswith(policies.TOKEN_PREFIX):
        return None
    found = (
        await session.execute(
            select(User, _ignores_somebody(), AccessToken)
            .join(AccessToken, col(AccessToken.user_id) == col(User.id))
            .where(
                col(AccessToken.token_hash) == ids.digest(secret),
                col(AccessToken.revoked_at).is_(None),
                col(User.deleted_at).is_(None),
            )
        )
    ).one_or_none()
    if found is None or is_over(found[2].expires_at):
        return None
    user, ignores, row = found
    actor = actor_of(user, address=address, ignores=ignores)
    return replace(actor, token_id=row.id, seen_at=row.last_used_at, scopes=frozenset(row.scopes))


def _ignores_somebody() -> ColumnElement[bool]:
    return exists().where(col(Ignore.user_id) == col(User.id)).correlate(User)


def actor_of(user: User, *, address: str = "", ignores: bool = False) -> Actor:
    """Somebody as an actor, with what the policies need to know of them now.

    Args:
        ignores: whether they have anybody on their ignore list.
    """
    return Actor(
        user_id=user.id,
        slug=user.slug,
        name=user.name,
        avatar=user.avatar,
        is_admin=user.admin_since is not None,
        email_verified=user.email_verified_at is not None,
        joined_at=user.created_at,
        banned_at=user.banned_at,
        feed=user.default_feed,
        filters=ignores or bool(user.ignored_keywords),
        address=address,
        sections=frozenset({"*"}) if user.admin_since is not None else frozenset(),
    )


def is_seen_due(actor: Actor) -> bool:
    """Whether it is time for `note_seen`: minutes have passed since the last note."""
    if actor.session_id is None and actor.token_id is None:
        return False
    return actor.seen_at is None or actor.seen_at <= clock.now() - policies.SEEN_EVERY


async def note_seen(session: AsyncSession, actor: Actor) -> None:
    """Write down that the actor is here; their sign-in lasts its whole term again."""
    moment = clock.now()
    if actor.session_id is not None:
        # The person before the sign-in, as where a password is changed: else two wait in a circle.
        await session.execute(
            update(User).where(col(User.id) == actor.id).values(last_seen_at=moment)
        )
        await session.execute(
            update(Session)
            .where(col(Session.id) == actor.session_id, col(Session.revoked_at).is_(None))
            .values(
                last_seen_at=moment,
                expires_at=moment + policies.SESSION_TERM,
                address=actor.address[:45],
            )
        )
    if actor.token_id is not None:
        await session.execute(
            update(AccessToken)
            .where(col(AccessToken.id) == actor.token_id)
            .values(last_used_at=moment)
        )


def is_over(until: datetime | None) -> bool:
    """Whether that moment has passed; None is never."""
    return until is not None and until <= clock.now()
