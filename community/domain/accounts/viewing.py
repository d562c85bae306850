"""Sign-in sessions in which an administrator sees the site as another user.

`authenticate_session` then returns an actor that may only read. `moderation` checks who may do it.
"""

from datetime import datetime, timedelta

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events
from community.core.actor import Actor
from community.domain.accounts import policies
from community.domain.accounts.events import ViewingChanged
from community.models import User, UserSession


async def start_viewing(
    session: AsyncSession, actor: Actor, user: User, *, lifetime: timedelta
) -> datetime:
    """Let the session of the actor see the site as `user`. Return when it ends by itself.

    Raises:
        PermissionDenied: The actor did not sign in on the site.
    """
    policies.ensure_session_authentication(actor)
    until = clock.now() + lifetime
    await _store(session, actor, viewed_user_id=user.id, until=until)
    for user_id in (actor.id, user.id):
        events.record(session, ViewingChanged(user_id))
    return until


async def stop_viewing(session: AsyncSession, actor: Actor) -> bool:
    """Let an administrator see the site as themselves again. Return False if they already do."""
    if actor.viewer_id is None:
        return False
    await _store(session, actor, viewed_user_id=None, until=None)
    for user_id in (actor.viewer_id, actor.id):
        events.record(session, ViewingChanged(user_id))
    return True


async def _store(
    session: AsyncSession, actor: Actor, *, viewed_user_id: int | None, until: datetime | None
) -> None:
    await session.execute(
        update(UserSession)
        .where(col(UserSession.id) == actor.session_id)
        .values(viewed_user_id=viewed_user_id, viewing_until=until)
        .execution_options(synchronize_session=False)
    )
