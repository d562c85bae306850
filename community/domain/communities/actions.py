"""Functions that create, edit, join, leave, close and reopen communities."""

from collections.abc import Mapping
from typing import Any, Unpack
from uuid import UUID

from sqlalchemy import exists, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.text import markup, normalization
from community.core.text.safe_html import extract_link_urls, extract_plain_text
from community.core.text.skeletons import build_skeleton
from community.domain import people, site, uploads
from community.domain.communities import auditing, policies
from community.domain.communities.events import (
    CommunityClosed,
    CommunityCreated,
    CommunityEdited,
    CommunityJoined,
    CommunityLeft,
    CommunityReopened,
)
from community.domain.communities.ownership import count_owned
from community.domain.communities.queries import get_community
from community.domain.communities.schemas import CommunityChanges, PostingPolicy
from community.i18n import gettext as _
from community.models import Community, Membership
from community.models.communities import slug_skeleton

_SCREENED_LINES = ("name", "slug", "description")
_IMAGES = {
    "avatar": uploads.ImageField(
        "community_avatar", policies.AVATAR_MAX_BYTES, uploads.AVATAR_WIDTH, is_still=True
    ),
    "header": uploads.ImageField(
        "community_header", policies.HEADER_MAX_BYTES, uploads.HEADER_WIDTH
    ),
}
_NO_RULES = markup.RenderedArticle("")


async def _ensure_texts_allowed(
    session: AsyncSession,
    actor: Actor,
    values: Mapping[str, Any],
    former: Mapping[str, Any] | None = None,
) -> None:
    """Raise `Invalid` if the settings do not allow a word or link in new values of the columns."""
    texts = _list_texts(values)
    await site.ensure_texts_allowed(session, actor, texts, former=_list_texts(former or {}))


def _list_texts(values: Mapping[str, Any]) -> list[site.WrittenText]:
    texts = [
        site.WrittenText.of_line(name, values[name]) for name in _SCREENED_LINES if name in values
    ]
    if html := values.get("rules_html"):
        texts.append(site.WrittenText("rules", extract_plain_text(html), extract_link_urls(html)))
    return texts


async def render_rules(rules: str) -> markup.RenderedArticle:
    """Render the rules of a community. Call this function outside a transaction."""
    return await markup.render_article(
        normalization.normalize_markdown(rules).strip(),
        max_length=policies.RULES_MAX_LENGTH,
        form_field="rules",
    )


async def create(
    session: AsyncSession,
    actor: Actor,
    *,
    slug: str,
    name: str,
    description: str = "",
    rules: markup.RenderedArticle = _NO_RULES,
    posting: PostingPolicy = "everyone",
    premoderates_comments: bool = False,
    avatar: UUID | None = None,
    header: UUID | None = None,
) -> Community:
    """Create a community. The actor becomes its owner, first member and first moderator.

    Raise `Conflict` if the slug is taken, or the actor already owns too many communities.
    """
    policies.ensure_may_create(actor, owned_count=await count_owned(session, actor.id))
    changes: CommunityChanges = {
        "slug": slug,
        "name": name,
        "description": description,
        "rules": rules,
        "posting": posting,
        "premoderates_comments": premoderates_comments,
    }
    values = _to_column_values(policies.clean_changes(changes))
    await _ensure_texts_allowed(session, actor, values)
    await _claim_slug(session, values["slug"], None)
    community = Community(**values, owner_id=actor.id, members_count=1)
    session.add(community)
    await _flush_or_raise_slug_taken(session)
    images = {"avatar": avatar, "header": header}
    urls = await uploads.set_images(session, actor, _IMAGES, object_id=community.id, changes=images)
    community.avatar, community.header = urls["avatar"], urls["header"]
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

    If the slug changes, URLs with the former slug redirect to URLs with the new slug. Raise
    `Conflict` if the new slug is taken.
    """
    community = await get_community(session, community_id, for_update=True)
    policies.ensure_may_edit(actor, community)
    values = _to_column_values(policies.clean_changes(changes))
    values |= await uploads.set_images(
        session, actor, _IMAGES, object_id=community.id, changes=values
    )
    former = {name: getattr(community, name) for name in values}
    if values == former:
        return community
    await _ensure_texts_allowed(session, actor, values, former)
    before = {name: value for name, value in former.items() if name != "rules_html"}
    slug = values.get("slug", community.slug)
    if slug.lower() != community.slug.lower():
        await _claim_slug(session, slug, community.id)
        await people.reserve_former_slug(
            session, "community", community.slug, owner_id=community.id
        )
    for name, value in values.items():
        setattr(community, name, value)
    await _flush_or_raise_slug_taken(session)
    events.record(session, CommunityEdited(community.id))
    after = {name: values[name] for name in before}
    await auditing.record(session, actor, community, "community.edited", before=before, after=after)
    return community


async def clear_removed_pictures(session: AsyncSession, event: uploads.UploadRemoved) -> None:
    """Remove the URLs of a removed image from the communities that showed it."""
    for name, field in _IMAGES.items():
        ids = [object_id for kind, object_id in event.pictures if kind == field.kind]
        for community in await session.scalars(select(Community).where(col(Community.id).in_(ids))):
            setattr(community, name, None)
            events.record(session, CommunityEdited(community.id))


async def join(session: AsyncSession, actor: Actor, *, community_id: int) -> bool:
    """Make the actor a member. Their Personal feed then includes posts from the community.

    Raise `Conflict` if the community is closed.
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

    Raise `Conflict` if the actor is the owner, who can close the community but not leave it.
    """
    community = await get_community(session, community_id, for_update=True)
    membership = await session.get(Membership, (community.id, actor.id))
    if membership is None:
        return False
    if actor.is_user(community.owner_id):
        raise errors.Conflict(_("You own this community. You can close it, but not leave it."))
    await session.delete(membership)
    community.members_count -= 1
    await session.flush()
    events.record(session, CommunityLeft(community.id, actor.id))
    return True


async def close(
    session: AsyncSession, actor: Actor, *, community_id: int, reason: str = ""
) -> bool:
    """Close a community to new members, posts and comments. Published posts stay readable.

    The slug of the community stays reserved. An administrator can also close a community that its
    owner has closed, so that the owner cannot reopen it.
    """
    community = await get_community(session, community_id, for_update=True)
    policies.ensure_may_edit(actor, community)
    by_admin = not actor.is_user(community.owner_id)
    if community.closed_at is not None and (community.closed_by_admin or not by_admin):
        return False
    community.closed_at = community.closed_at or clock.now()
    community.closed_by_admin = by_admin
    await session.flush()
    events.record(session, CommunityClosed(community.id))
    await auditing.record(session, actor, community, "community.closed", reason=reason)
    return True


async def reopen(
    session: AsyncSession, actor: Actor, *, community_id: int, reason: str = ""
) -> bool:
    community = await get_community(session, community_id, for_update=True)
    policies.ensure_may_reopen(actor, community)
    if community.closed_at is None:
        return False
    community.closed_at, community.closed_by_admin = None, False
    await session.flush()
    events.record(session, CommunityReopened(community.id))
    await auditing.record(session, actor, community, "community.reopened", reason=reason)
    return True


async def adjust_posts_count(session: AsyncSession, community_id: int, delta: int) -> None:
    await session.execute(
        update(Community)
        .where(col(Community.id) == community_id)
        .values(posts_count=Community.posts_count + delta)
    )


def _to_column_values(changes: CommunityChanges) -> dict[str, Any]:
    values: dict[str, Any] = dict(changes)
    if "rules" in changes:
        values |= {"rules": changes["rules"].text, "rules_html": changes["rules"].html}
    return values


async def _claim_slug(session: AsyncSession, slug: str, community_id: int | None) -> None:
    is_similar = exists(col(Community.id)).where(
        slug_skeleton == build_skeleton(slug), col(Community.id) != (community_id or 0)
    )
    is_taken = await session.scalar(select(is_similar))
    if is_taken or not await people.claim_former_slug(
        session, "community", slug, owner_id=community_id
    ):
        raise _make_slug_taken_error()


async def _flush_or_raise_slug_taken(session: AsyncSession) -> None:
    try:
        await session.flush()
    except IntegrityError as error:  # A concurrent transaction took the slug.
        raise _make_slug_taken_error() from error


def _make_slug_taken_error() -> errors.Conflict:
    message = _("This web address is taken. Choose another one.")
    return errors.Conflict(message, field_errors={"slug": [message]})
