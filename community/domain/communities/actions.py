"""Functions that create, edit, join, leave, close and reopen communities."""

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
from community.domain.communities.policies import FORMER_SLUG_RESERVATION
from community.domain.communities.queries import count_owned, get_community
from community.domain.communities.schemas import CommunityChanges, PostingPolicy
from community.i18n import gettext as _
from community.models import Community, FormerSlug, Membership
from community.models.communities import lower_slug

# For each image field: the maximum size of the uploaded file in bytes, and the width in pixels at
# which the site displays the image.
_IMAGES = {
    "avatar": (policies.AVATAR_MAX_BYTES, 320),
    "header": (policies.HEADER_MAX_BYTES, 1280),
}


async def create(
    session: AsyncSession,
    actor: Actor,
    *,
    slug: str,
    name: str,
    description: str = "",
    rules: str = "",
    posting: PostingPolicy = "everyone",
    avatar: UUID | None = None,
    header: UUID | None = None,
) -> Community:
    """Create a community. The actor becomes its owner, first member and first moderator.

    Raises:
        PermissionDenied: The actor is a guest or is banned.
        Invalid: At least one value is invalid. `field_errors` contains an error for each invalid
            field.
        Conflict: The slug is taken, or the actor already owns too many communities.
    """
    policies.ensure_may_create(actor, owned_count=await count_owned(session, actor.id))
    changes = policies.clean_changes(
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
    await _claim_slug(session, changes["slug"], None)
    values = await _to_column_values(session, actor, changes)
    community = Community(**values, owner_id=actor.id, members_count=1)
    community.rules_html = markup.render(community.rules)
    session.add(community)
    await _flush_or_raise_slug_taken(session)
    session.add(
        Membership(community_id=community.id, user_id=actor.id, moderator_since=clock.now())
    )
    await session.flush()
    events.record(session, CommunityCreated(community.id, actor.id))
    return await get_community(session, community.id, for_update=True)


async def edit(
    session: AsyncSession, actor: Actor, *, community_id: int, **changes: Unpack[CommunityChanges]
) -> Community:
    """Change the given fields of a community.

    If the slug changes, URLs with the former slug redirect to URLs with the new slug.

    Raises:
        NotFound: The community does not exist.
        PermissionDenied: The actor may not edit the community (see `policies.may_edit`).
        Invalid: At least one value is invalid. `field_errors` contains an error for each invalid
            field.
        Conflict: The new slug is taken.
    """
    community = await get_community(session, community_id, for_update=True)
    policies.ensure_may_edit(actor, community)
    values = await _to_column_values(session, actor, policies.clean_changes(changes))
    if values == {name: getattr(community, name) for name in values}:
        return community
    slug = values.get("slug", community.slug)
    if slug.lower() != community.slug.lower():
        await _claim_slug(session, slug, community.id)
        await session.merge(
            FormerSlug(kind="community", slug=community.slug.lower(), target_id=community.id)
        )
    former_images = [getattr(community, name) for name in _IMAGES if name in values]
    for name, value in values.items():
        setattr(community, name, value)
    community.rules_html = markup.render(community.rules)
    await _flush_or_raise_slug_taken(session)
    for url in former_images:
        await uploads.detach_if_unreferenced(session, url)
    events.record(session, CommunityEdited(community.id))
    return community


async def join(session: AsyncSession, actor: Actor, *, community_id: int) -> bool:
    """Make the actor a member. Their Personal feed then includes posts from the community.

    Returns:
        True if the actor joined, False if they were already a member.

    Raises:
        NotFound: The community does not exist.
        PermissionDenied: The actor is a guest or is banned.
        Conflict: The community is closed.
    """
    community = await get_community(session, community_id, for_update=True)
    policies.ensure_may_join(actor, community)
    if await session.get(Membership, (community.id, actor.id)) is not None:
        return False
    session.add(Membership(community_id=community.id, user_id=actor.id))
    community.members_count += 1
    await session.flush()
    events.record(session, CommunityJoined(community.id, actor.id))
    return True


async def leave(session: AsyncSession, actor: Actor, *, community_id: int) -> bool:
    """End the actor's membership. A moderator who leaves is no longer a moderator.

    Returns:
        True if the actor left, False if they were not a member.

    Raises:
        NotFound: The community does not exist.
        PermissionDenied: The actor is a guest.
        Conflict: The actor is the owner. Owners can close their community but cannot leave it.
    """
    community = await get_community(session, community_id, for_update=True)
    membership = await session.get(Membership, (community.id, actor.id))
    if membership is None:
        return False
    if actor.is_user(community.owner_id):
        raise Conflict(_("You own this community. You can close it, but not leave it."))
    await session.delete(membership)
    community.members_count -= 1
    await session.flush()
    events.record(session, CommunityLeft(community.id, actor.id))
    return True


async def close(session: AsyncSession, actor: Actor, *, community_id: int) -> bool:
    """Close a community to new members and new posts. Published posts stay readable.

    Returns:
        True if the community was open, False if it was already closed.

    Raises:
        NotFound: The community does not exist.
        PermissionDenied: The actor may not edit the community (see `policies.may_edit`).
    """
    community = await get_community(session, community_id, for_update=True)
    policies.ensure_may_edit(actor, community)
    if community.closed_at is not None:
        return False
    community.closed_at = clock.now()
    await session.flush()
    events.record(session, CommunityClosed(community.id))
    return True


async def reopen(session: AsyncSession, actor: Actor, *, community_id: int) -> bool:
    """Open a closed community to new members and new posts again.

    Returns:
        True if the community was closed, False if it was already open.

    Raises:
        NotFound: The community does not exist.
        PermissionDenied: The actor may not edit the community (see `policies.may_edit`).
    """
    community = await get_community(session, community_id, for_update=True)
    policies.ensure_may_edit(actor, community)
    if community.closed_at is None:
        return False
    community.closed_at = None
    await session.flush()
    events.record(session, CommunityReopened(community.id))
    return True


async def adjust_posts_count(session: AsyncSession, community_id: int, delta: int) -> None:
    await session.execute(
        update(Community)
        .where(col(Community.id) == community_id)
        .values(posts_count=Community.posts_count + delta)
    )


async def _to_column_values(
    session: AsyncSession, actor: Actor, changes: CommunityChanges
) -> dict[str, Any]:
    """Convert validated changes to column values.

    The function also marks the uploaded images as used, and replaces their ids with image URLs.

    Raises:
        Invalid: An image is too large, does not exist, or belongs to another user.
    """
    values: dict[str, Any] = dict(changes)
    for field, (max_bytes, width) in _IMAGES.items():
        if (upload_id := values.get(field)) is None:
            continue
        [upload] = await uploads.mark_attached(session, actor, [upload_id], form_field=field)
        if upload.original_size > max_bytes:
            message = _(
                "This image is larger than {size} MB. Choose a smaller one.",
                size=max_bytes // 1024**2,
            )
            raise Invalid.for_field(field, message, code="too_large")
        values[field] = uploads.get_variant_url(upload, width)
    return values


async def _claim_slug(session: AsyncSession, slug: str, community_id: int | None) -> None:
    """Check that a community can take `slug`, and delete the redirect from this slug.

    A redirect exists if a community had the slug in the past. The redirect leads to the current
    slug of the same community.

    Args:
        community_id: The community that wants the slug, or None for a new community. A community
            can always take its own current slug and its own former slugs.

    Raises:
        Conflict: Another community has the slug, or gave it up less than `FORMER_SLUG_RESERVATION`
            ago.
    """
    current_id = await session.scalar(select(Community.id).where(lower_slug == slug.lower()))
    former = await session.get(FormerSlug, ("community", slug.lower()))
    if current_id not in {None, community_id}:
        raise _make_slug_taken_error()
    if former is None:
        return
    if (
        former.target_id != community_id
        and former.created_at > clock.now() - FORMER_SLUG_RESERVATION
    ):
        raise _make_slug_taken_error()
    await session.delete(former)


async def _flush_or_raise_slug_taken(session: AsyncSession) -> None:
    try:
        await session.flush()
    except IntegrityError as error:  # A concurrent transaction took the slug.
        raise _make_slug_taken_error() from error


def _make_slug_taken_error() -> Conflict:
    message = _("This web address is taken. Choose another one.")
    return Conflict(message, field_errors={"slug": [message]})
