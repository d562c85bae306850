"""Actions and checks that the tests of moderation share."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlmodel import col, func, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import identity, moderation
from community.models import User, UserSession
from tests.domain.identity.actions import find_actor_by_session_token


async def sign_in(actor: Actor) -> tuple[str, Actor]:
    """Create a sign-in session. Return its token, and the actor of requests with this token."""
    async with unit_of_work() as session:
        user = await session.get_one(User, actor.id)
        result = await identity.sign_in(session, actor, user=user, user_agent="Firefox")
    signed_in = await find_actor_by_session_token(result.token)
    assert signed_in is not None
    return result.token, replace(signed_in, sections=actor.sections)


async def confirm(actor: Actor) -> Actor:
    """Return the actor with a sign-in session in which they have just confirmed their password."""
    _token, signed_in = await sign_in(actor)
    return replace(signed_in, confirmed_at=clock.now())


async def reload(actor: Actor) -> Actor:
    """Return the actor as the next request of the user has it."""
    async with read_session() as session:
        return identity.build_actor(await session.get_one(User, actor.id))


async def ban(
    admin: Actor, user: Actor, *, reason: str = "Spam", until: datetime | None = None
) -> bool:
    async with unit_of_work() as session:
        return await moderation.ban(session, admin, user_id=user.id, reason=reason, until=until)


async def lift(admin: Actor, user: Actor, **values: Any) -> bool:
    async with unit_of_work() as session:
        return await moderation.lift_ban(session, admin, user_id=user.id, **values)


async def count_sessions(user: Actor) -> int:
    async with read_session() as session:
        query = (
            select(func.count())
            .select_from(UserSession)
            .where(col(UserSession.user_id) == user.id, col(UserSession.revoked_at).is_(None))
        )
        return await session.scalar(query) or 0
