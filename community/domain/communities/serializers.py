"""Functions that convert database rows of communities to the models in `schemas.py`."""

from collections.abc import Mapping, Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.domain import people
from community.domain.communities import policies, schemas
from community.models import Community, Membership, NotificationSubscription, User


def to_community_summary(community: Community) -> schemas.CommunitySummary:
    return schemas.CommunitySummary(
        id=community.id, slug=community.slug, name=community.name, avatar=community.avatar
    )


def to_member(user: User, membership: Membership, owner_id: int) -> schemas.CommunityMember:
    is_moderator = membership.moderator_since is not None
    role: schemas.MemberRole = "moderator" if is_moderator else "member"
    return schemas.CommunityMember(
        **people.to_user_summary(user).model_dump(),
        role="owner" if user.id == owner_id else role,
        joined_at=membership.joined_at,
    )


async def build_views(
    session: AsyncSession,
    actor: Actor,
    communities: Sequence[Community],
    moderators: Mapping[int, Sequence[User]] | None = None,
) -> list[schemas.CommunityView]:
    """Convert database rows to communities as the actor sees them.

    Runs two queries, or none if the actor is a guest.

    Args:
        communities: Rows with the `owner` relationship loaded.
        moderators: Moderators by community id, if they should be shown.
    """
    ids = [community.id for community in communities]
    memberships = await _find_memberships(session, actor, ids)
    subscribed_ids = await _find_subscribed_ids(session, actor, ids)
    moderators = moderators or {}
    return [
        _build_view(
            actor,
            community,
            memberships.get(community.id),
            moderators.get(community.id, ()),
            is_subscribed=community.id in subscribed_ids,
        )
        for community in communities
    ]


def _build_view(
    actor: Actor,
    community: Community,
    membership: Membership | None,
    moderators: Sequence[User],
    *,
    is_subscribed: bool,
) -> schemas.CommunityView:
    columns = set(schemas.CommunityView.model_fields) - {"owner", "moderators"}
    return schemas.CommunityView(
        **community.model_dump(include=columns),
        owner=people.to_user_summary(community.owner),
        moderators=[people.to_user_summary(user) for user in moderators],
        is_member=membership is not None,
        is_moderator=policies.is_moderator(actor, community, membership),
        is_subscribed=is_subscribed,
        can_post=policies.may_post(actor, community, membership),
        can_edit=policies.may_edit(actor, community),
        can_reopen=community.closed_at is not None and policies.may_reopen(actor, community),
        url=urls.community(community.slug),
    )


async def _find_memberships(
    session: AsyncSession, actor: Actor, community_ids: Sequence[int]
) -> dict[int, Membership]:
    if actor.user_id is None or not community_ids:
        return {}
    rows = await session.scalars(
        select(Membership).where(
            col(Membership.user_id) == actor.user_id,
            col(Membership.community_id).in_(community_ids),
        )
    )
    return {row.community_id: row for row in rows}


async def _find_subscribed_ids(
    session: AsyncSession, actor: Actor, community_ids: Sequence[int]
) -> set[int | None]:
    if actor.user_id is None or not community_ids:
        return set()
    rows = await session.scalars(
        select(NotificationSubscription.community_id).where(
            col(NotificationSubscription.user_id) == actor.user_id,
            col(NotificationSubscription.community_id).in_(community_ids),
        )
    )
    return set(rows)
