"""Opening, changing, joining and closing communities."""

from typing import Any, Unpack
from uuid import UUID

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events, markup
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.domain import uploads
from community.domain.communities import policies
from community.domain.communities.events import (
    CommunityClosed,
    CommunityCreated,
    CommunityEdited,
    CommunityJoined,
    CommunityLeft,
    CommunityReopened,
)
from community.domain.communities.policies import FORMER_SLUG_TERM
from community.domain.communities.queries import count_owned, get_community
from community.domain.communities.schemas import CommunityChanges, Posting
from community.models import Community, FormerSlug, Membership
from community.models.communities import lower_slug

# How many bytes may have been sent for each, and how many pixels wide it is shown.
_PICTURES = {"avatar": (policies.AVATAR_BYTES, 320), "header": (policies.HEADER_BYTES, 1280)}


async def create(
    session: AsyncSession,
    actor: Actor,
    *,
    slug: str,
    name: str,
    description: str = "",
    rules: str = "",
    posting: Posting = "everyone",
    avatar: UUID | None = None,
    header: UUID | None = None,
) -> Community:
    """Open a community; its owner is its first member and moderator.

    Raises:
        NotAllowed: guests and banned people.
        Invalid: with a sentence for each field.
        Conflict: the address is taken, or the actor has too many communities.
    """
    policies.ensure_may_create(actor, owned=await count_owned(session, actor.id))
    kept = policies.checked(
        {
            "slug": slug,
            "name": name,
            "description": description,
            "rules": rules,
            "posting": posting,
            "avatar": avatar,
            "header": header,
        }
    )
    await _claim_slug(session, kept["slug"], None)
    written = await _with_pictures(session, actor, kept)
    community = Community(**written, owner_id=actor.id, members_count=1)
    community.rules_html = markup.render(community.rules)
    session.add(community)
    await _flush_slug(session)
    session.add(
        Membership(community_id=community.id, user_id=actor.id, moderator_since=clock.now())
    )
    await session.flush()
    events.record(session, CommunityCreated(community.id, actor.id))
    return await get_community(session, community.id, for_change=True)


async def edit(
    session: AsyncSession, actor: Actor, *, community_id: int, **changes: Unpack[CommunityChanges]
) -> Community:
    """Change what is given. A former address leads to the new one.

    Raises:
        NotFound: there is no such community.
        NotAllowed: everybody but its owner and administrators.
        Invalid: with a sentence for each field.
        Conflict: the new address is taken.
    """
    community = await get_community(session, community_id, for_change=True)
    policies.ensure_may_edit(actor, community)
    written = await _with_pictures(session, actor, policies.checked(changes))
    if written == {name: getattr(community, name) for name in written}:
        return community
    slug = written.get("slug", community.slug)
    if slug.lower() != community.slug.lower():
        await _claim_slug(session, slug, community.id)
        await session.merge(
            FormerSlug(kind="community", slug=community.slug.lower(), target_id=community.id)
        )
    former_pictures = [getattr(community, name) for name in _PICTURES if name in written]
    for name, value in written.items():
        setattr(community, name, value)
    community.rules_html = markup.render(community.rules)
    await _flush_slug(session)
    for picture in former_pictures:
        await uploads.release(session, picture)
    events.record(session, CommunityEdited(community.id))
    return community


async def join(session: AsyncSession, actor: Actor, *, community_id: int) -> bool:
    """Become a member: the community's posts are in one's Personal feed.

    Returns:
        Whether anything changed: joining twice does nothing.
    """
    community = await get_community(session, community_id, for_change=True)
    policies.ensure_may_join(actor, community)
    if await session.get(Membership, (community.id, actor.id)) is not None:
        return False
    session.add(Membership(community_id=community.id, user_id=actor.id))
    community.members_count += 1
    await session.flush()
    events.record(session, CommunityJoined(community.id, actor.id))
    return True


async def leave(session: AsyncSession, actor: Actor, *, community_id: int) -> bool:
    """Be a member no longer; a moderator stops being one.

    Returns:
        Whether anything changed.

    Raises:
        Conflict: the owner stays until they close the community.
    """
    community = await get_community(session, community_id, for_change=True)
    standing = await session.get(Membership, (community.id, actor.id))
    if standing is None:
        return False
    if actor.is_person(community.owner_id):
        raise Conflict("You own this community: you can close it, but not leave it.")
    await session.delete(standing)
    community.members_count -= 1
    await session.flush()
    events.record(session, CommunityLeft(community.id, actor.id))
    return True


async def close(session: AsyncSession, actor: Actor, *, community_id: int) -> bool:
    """Nobody joins or publishes from now on; what was published stays readable.

    Returns:
        Whether anything changed.
    """
    community = await get_community(session, community_id, for_change=True)
    policies.ensure_may_edit(actor, community)
    if community.closed_at is not None:
        return False
    community.closed_at = clock.now()
    await session.flush()
    events.record(session, CommunityClosed(community.id))
    return True


async def reopen(session: AsyncSession, actor: Actor, *, community_id: int) -> bool:
    """Undo `close`."""
    community = await get_community(session, community_id, for_change=True)
    policies.ensure_may_edit(actor, community)
    if community.closed_at is None:
        return False
    community.closed_at = None
    await session.flush()
    events.record(session, CommunityReopened(community.id))
    return True


async def count_post(session: AsyncSession, community_id: int, by: int) -> None:
    """A post was published in the community (`by` 1) or left it (-1)."""
    await session.execute(
        update(Community)
        .where(col(Community.id) == community_id)
        .values(posts_count=Community.posts_count + by)
    )


async def _with_pictures(
    session: AsyncSession, actor: Actor, changes: CommunityChanges
) -> dict[str, Any]:
    """The changes as they are stored: addresses of pictures instead of their ids."""
    written: dict[str, Any] = dict(changes)
    for name, (limit, width) in _PICTURES.items():
        if (upload_id := written.get(name)) is None:
            continue
        [upload] = await uploads.attach(session, actor, [upload_id], field=name)
        if upload.original_size > limit:
            sentence = f"This picture is larger than {limit // 1024**2} MB. Choose a smaller one."
            raise Invalid.field(name, sentence, code="too_large")
        written[name] = uploads.url_of(upload, width)
    return written


async def _claim_slug(session: AsyncSession, slug: str, community_id: int | None) -> None:
    """Make sure that the address is free: neither in use nor lately given up by another."""
    taken = await session.scalar(select(Community.id).where(lower_slug == slug.lower()))
    former = await session.get(FormerSlug, ("community", slug.lower()))
    if taken not in {None, community_id}:
        raise _slug_is_taken()
    if former is None:
        return
    if former.target_id != community_id and former.created_at > clock.now() - FORMER_SLUG_TERM:
        raise _slug_is_taken()
    await session.delete(former)


async def _flush_slug(session: AsyncSession) -> None:
    try:
        await session.flush()
    except IntegrityError as error:  # somebody took it between our look and our write
        raise _slug_is_taken() from error


def _slug_is_taken() -> Conflict:
    sentence = "This address is taken. Choose another one."
    return Conflict(sentence, fields={"slug": [sentence]})
