"""Functions that appoint moderators of a community, remove them, and change the owner."""

from sqlalchemy import ColumnElement, String, cast, func, select, type_coerce
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped
from sqlmodel import col

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db.columns import IdSet
from community.domain import identity
from community.domain.communities import auditing, policies, queries
from community.domain.communities.events import (
    CommunityTransferred,
    ModeratorAdded,
    ModeratorRemoved,
)
from community.domain.communities.ownership import count_owned
from community.i18n import gettext as _
from community.models import Membership


def moderated_community_ids(user_id: Mapped[int]) -> ColumnElement[frozenset[int]]:
    """Return the SQL expression for the ids of the communities that a user moderates."""
    ids = cast(col(Membership.community_id), String)
    appointed = select(func.aggregate_strings(ids, ",")).where(
        col(Membership.user_id) == user_id, col(Membership.moderator_since).is_not(None)
    )
    return type_coerce(appointed.scalar_subquery(), IdSet())


async def add_moderator(
    session: AsyncSession, actor: Actor, *, community_id: int, user_id: int
) -> bool:
    """Make a member of a community a moderator. Raise `Conflict` if the user is not a member."""
    community = await queries.get_community(session, community_id, for_update=True)
    policies.ensure_may_edit(actor, community)
    membership = await session.get(Membership, (community_id, user_id))
    if membership is None:
        raise errors.Conflict(_("Only members can become moderators."))
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

    Moderators may call this function for themselves. Raise `Conflict` if the user is the owner, who
    is always a moderator.
    """
    community = await queries.get_community(session, community_id, for_update=True)
    if not actor.is_user(user_id):
        policies.ensure_may_edit(actor, community)
    if user_id == community.owner_id:
        raise errors.Conflict(_("The owner of a community is always a moderator."))
    membership = await session.get(Membership, (community_id, user_id))
    if membership is None or membership.moderator_since is None:
        return False
    membership.moderator_since = None
    await session.flush()
    events.record(session, ModeratorRemoved(community_id, user_id, actor.id))
    return True


async def transfer(session: AsyncSession, actor: Actor, *, community_id: int, user_id: int) -> bool:
    """Make a member the owner of a community. The former owner stays a member and moderator.

    Raise `Conflict` if the user is not a member, is banned, or already owns too many communities.
    """
    community = await queries.get_community(session, community_id, for_update=True)
    policies.ensure_may_edit(actor, community)
    if user_id == community.owner_id:
        return False
    membership = await session.get(Membership, (community_id, user_id))
    users = await identity.find_actors(session, [user_id])
    if membership is None or not users:
        raise errors.Conflict(_("Only members can become the owner."))
    policies.ensure_may_own(users[0], owned_count=await count_owned(session, user_id))
    await auditing.record(
        session,
        actor,
        community,
        "community.transferred",
        before={"owner_id": community.owner_id},
        after={"owner_id": user_id},
    )
    former_owner_id, community.owner_id = community.owner_id, user_id
    membership.moderator_since = membership.moderator_since or clock.now()
    await session.flush()
    await queries.get_community(session, community_id, for_update=True)  # loads the new owner
    events.record(session, CommunityTransferred(community_id, former_owner_id, user_id, actor.id))
    return True
