"""Functions with which an administrator sees the site as another user.

The view is read-only, and ends by itself. Drafts, deleted texts and security settings of the user
stay private (`Actor.owns`, `identity.ensure_session_authentication`).
"""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.clock import format_iso
from community.domain import identity, people
from community.domain.moderation import policies
from community.domain.moderation.locking import lock_managed_user, record


async def start_viewing(
    session: AsyncSession, actor: Actor, *, user_id: int, reason: str = ""
) -> datetime:
    """Let the actor see the site as a user. Return when the view ends by itself."""
    reason = policies.clean_reason(reason, is_required=False)
    user = await lock_managed_user(session, actor, user_id)
    policies.ensure_may_view_as(actor, user)
    policies.ensure_confirmed(actor)
    until = await identity.start_viewing(session, actor, user, lifetime=policies.VIEWING_LIFETIME)
    await record(
        session, actor, user, "view_started", after={"until": format_iso(until)}, reason=reason
    )
    return until


async def stop_viewing(session: AsyncSession, actor: Actor) -> bool:
    """Let an administrator see the site as themselves again. Return False if they already do."""
    if actor.viewer_id is None:
        return False
    user = await people.get_user(session, actor.id)
    for viewer in await identity.find_actors(session, [actor.viewer_id]):
        await record(session, viewer, user, "view_stopped")
    return await identity.stop_viewing(session, actor)
