"""Functions that appoint moderators of a community and take the moderator role away."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Conflict
from community.domain.communities import policies
from community.domain.communities.events import ModeratorAdded, ModeratorRemoved
from community.domain.communities.queries import get_community
from community.i18n import gettext as _
from community.models import Membership


async def add_moderator(
    session: AsyncSession, actor: Actor, *, community_id: int, user_id: int
) -> bool:
    """Make a member of a community a moderator.

    Returns:
        True if the user became a moderator, False if the user already was a moderator.

    Raises:
        NotFound: The community does not exist.
        PermissionDenied: The actor may not edit the community (see `policies.may_edit`).
        Conflict: The user is not a member.
    """
    community = await get_community(session, community_id, for_update=True)
    policies.ensure_may_edit(actor, community)
    membership = await session.get(Membership, (community_id, user_id))
    if membership is None:
        raise Conflict(_("Only members can become moderators."))
    if membership.moderator_since is not None:
        return False
    membership.moderator_since = clock.now()
    await session.flush()
    events.record(session, ModeratorAdded(community_id, user_id, actor.id))
    return True


async def remove_moderator(
    session: AsyncSession, actor: Actor, *, community_id: int, user_id: int
) -> bool:
    """Take the moderator role away from a user. The user stays a member of the community.

    Moderators may call this function for themselves.

    Returns:
        True if the user was a moderator, otherwise False.

    Raises:
        NotFound: The community does not exist.
        PermissionDenied: The actor is another user and may not edit the community (see
            `policies.may_edit`).
        Conflict: The user is the owner, who is always a moderator.
    """
    community = await get_community(session, community_id, for_update=True)
    if not actor.is_user(user_id):
        policies.ensure_may_edit(actor, community)
    if user_id == community.owner_id:
        raise Conflict(_("The owner of a community is always a moderator."))
    membership = await session.get(Membership, (community_id, user_id))
    if membership is None or membership.moderator_since is None:
        return False
    membership.moderator_since = None
    await session.flush()
    events.record(session, ModeratorRemoved(community_id, user_id, actor.id))
    return True
