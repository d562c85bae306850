"""Appointing and dismissing the moderators of a community."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Conflict
from community.domain.communities import policies
from community.domain.communities.events import ModeratorAppointed, ModeratorDismissed
from community.domain.communities.queries import get_community
from community.models import Membership


async def appoint(session: AsyncSession, actor: Actor, *, community_id: int, user_id: int) -> bool:
    """Let a member moderate.

    Returns:
        Whether anything changed.

    Raises:
        NotAllowed: everybody but the owner and administrators.
        Conflict: that person is not a member.
    """
    community = await get_community(session, community_id, for_change=True)
    policies.ensure_may_edit(actor, community)
    standing = await session.get(Membership, (community_id, user_id))
    if standing is None:
        raise Conflict("Only a member of the community can become its moderator.")
    if standing.moderator_since is not None:
        return False
    standing.moderator_since = clock.now()
    await session.flush()
    events.record(session, ModeratorAppointed(community_id, user_id, actor.id))
    return True


async def dismiss(session: AsyncSession, actor: Actor, *, community_id: int, user_id: int) -> bool:
    """Make a moderator a plain member again; they may also step back themselves.

    Returns:
        Whether anything changed.

    Raises:
        NotAllowed: everybody but the owner, administrators and that moderator.
        Conflict: the owner always moderates.
    """
    community = await get_community(session, community_id, for_change=True)
    if not actor.is_person(user_id):
        policies.ensure_may_edit(actor, community)
    if user_id == community.owner_id:
        raise Conflict("The owner of a community always moderates it.")
    standing = await session.get(Membership, (community_id, user_id))
    if standing is None or standing.moderator_since is None:
        return False
    standing.moderator_since = None
    await session.flush()
    events.record(session, ModeratorDismissed(community_id, user_id, actor.id))
    return True
