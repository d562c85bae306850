"""Rows of communities made into what one viewer sees of them."""

from collections.abc import Mapping, Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.domain import accounts
from community.domain.communities import policies
from community.domain.communities.schemas import CommunityLabel, CommunityView
from community.models import Community, Membership, NotificationSubscription, User


def label_of(community: Community) -> CommunityLabel:
    """A community, as shown beside a post."""
    return CommunityLabel(
        id=community.id, slug=community.slug, name=community.name, avatar=community.avatar
    )


async def views(
    session: AsyncSession,
    actor: Actor,
    communities: Sequence[Community],
    moderators: Mapping[int, Sequence[User]] | None = None,
) -> list[CommunityView]:
    """What the viewer sees of each; owners must be loaded. Two queries, none for guests."""
    ids = [each.id for each in communities]
    standings = await _standings(session, actor, ids)
    subscribed = await _subscribed(session, actor, ids)
    shown = moderators or {}
    return [
        _view(
            actor,
            each,
            standings.get(each.id),
            shown.get(each.id, ()),
            is_subscribed=each.id in subscribed,
        )
        for each in communities
    ]


def _view(
    actor: Actor,
    community: Community,
    standing: Membership | None,
    moderators: Sequence[User],
    *,
    is_subscribed: bool,
) -> CommunityView:
    plain = community.model_dump(include=set(CommunityView.model_fields) - {"owner", "moderators"})
    return CommunityView(
        **plain,
        owner=accounts.person_of(community.owner),
        moderators=[accounts.person_of(each) for each in moderators],
        is_member=standing is not None,
        is_moderator=policies.moderates(actor, community, standing),
        is_subscribed=is_subscribed,
        can_post=policies.may_post(actor, community, standing),
        can_edit=policies.may_edit(actor, community),
        url=urls.community(community.slug),
    )


async def _standings(
    session: AsyncSession, actor: Actor, ids: Sequence[int]
) -> dict[int, Membership]:
    if actor.user_id is None or not ids:
        return {}
    rows = await session.scalars(
        select(Membership).where(
            col(Membership.user_id) == actor.user_id, col(Membership.community_id).in_(ids)
        )
    )
    return {row.community_id: row for row in rows}


async def _subscribed(session: AsyncSession, actor: Actor, ids: Sequence[int]) -> set[int | None]:
    if actor.user_id is None or not ids:
        return set()
    rows = await session.scalars(
        select(NotificationSubscription.community_id).where(
            col(NotificationSubscription.user_id) == actor.user_id,
            col(NotificationSubscription.community_id).in_(ids),
        )
    )
    return set(rows)
