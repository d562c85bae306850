"""Queries for the posts and drafts that an actor may see."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import and_, bindparam, or_, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import pagination
from community.core.actor import Actor
from community.core.errors import NotFound, make_unauthenticated_error
from community.core.locks import FOR_NO_KEY_UPDATE
from community.core.pagination import Page
from community.domain import communities
from community.domain.posts import policies, serializers
from community.domain.posts.schemas import DraftCard, DraftView, PostView
from community.i18n import gettext as _
from community.models import Post, PostDraft
from community.models.columns import deferred, eager

_POST_WITH_RELATIONS = (
    select(Post)
    .where(col(Post.id) == bindparam("post_id"))
    .options(eager(Post.author), eager(Post.community))
)

UNPUBLISHED_STATUSES = ("draft", "scheduled", "unpublished")


async def get_readable(session: AsyncSession, actor: Actor, post_id: int) -> Post:
    """Load a post that the actor may read. Its author and community are loaded in the same query.

    Raises:
        NotFound: There is no such post, or the actor may not read it.
    """
    post: Post | None = await session.scalar(_POST_WITH_RELATIONS, {"post_id": post_id})
    if post is None or not policies.may_read(actor, post):
        raise _post_not_found_error()
    return post


async def get_for_update(
    session: AsyncSession,
    actor: Actor,
    post_id: int,
    *,
    include_status: Literal["unpublished", "deleted"] | None = None,
) -> Post:
    """Load and lock a post that the actor may read. Its author and community are loaded too.

    Args:
        include_status: A status in which to find more posts than the actor may read. With
            "unpublished", moderators also find posts that a moderator unpublished. With "deleted",
            authors also find their own deleted posts, and administrators also find deleted posts
            that were published before.

    Raises:
        PermissionDenied: The actor is a guest.
        NotFound: There is no such post, or the actor may not see it.
    """
    if actor.is_guest:
        raise make_unauthenticated_error()
    query = _POST_WITH_RELATIONS.with_for_update(of=Post, **FOR_NO_KEY_UPDATE).execution_options(
        populate_existing=True
    )
    post: Post | None = await session.scalar(query, {"post_id": post_id})
    if post is None or not await _is_visible(session, actor, post, include_status):
        raise _post_not_found_error()
    return post


async def get_view(session: AsyncSession, actor: Actor, post_id: int) -> PostView:
    """Return a post as the actor sees it. Runs at most four queries.

    Raises:
        NotFound: There is no such post, or the actor may not read it.
    """
    post = await get_readable(session, actor, post_id)
    return await serializers.build_post_view(
        session, actor, post, can_moderate=await may_moderate(session, actor, post)
    )


async def get_draft(session: AsyncSession, actor: Actor, post_id: int) -> DraftView:
    """Return the version of a post that the actor edits.

    Authors get their unpublished changes. Administrators get the published version.

    Raises:
        NotFound: The actor may not read the post.
        PermissionDenied: The actor may read the post but not edit it.
    """
    post = await get_readable(session, actor, post_id)
    policies.ensure_may_edit(actor, post)
    is_author = actor.is_user(post.author_id)
    pending = await session.get(PostDraft, post.id) if is_author else None
    return serializers.build_draft_view(post, pending)


async def list_drafts(
    session: AsyncSession,
    actor: Actor,
    *,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[DraftCard]:
    """Return the actor's drafts, unpublished posts, and published posts with unpublished changes.

    The most recently saved posts come first.
    """
    draft_post_id = col(PostDraft.post_id)
    status = col(Post.status)
    query = (
        select(Post, PostDraft)
        .outerjoin(PostDraft, draft_post_id == col(Post.id))
        .where(col(Post.author_id) == actor.id)
        .where(
            or_(
                status.in_(UNPUBLISHED_STATUSES),
                and_(status == "published", draft_post_id.is_not(None)),
            )
        )
        .options(*map(deferred, (Post.text, Post.html, PostDraft.text)), eager(Post.community))
    )
    order = (col(Post.saved_at), col(Post.id))
    if start := pagination.decode_cursor(cursor, datetime, int):
        query = query.where(tuple_(*order) < start)
    query = query.order_by(*(column.desc() for column in order)).limit(limit + 1)
    rows = (await session.execute(query)).all()
    page, next_cursor = pagination.split_page(rows, limit, lambda row: (row[0].saved_at, row[0].id))
    return Page(
        items=[serializers.build_draft_card(post, pending) for post, pending in page],
        next_cursor=next_cursor,
    )


async def find_by_client_id(session: AsyncSession, actor: Actor, client_id: UUID) -> int | None:
    return await session.scalar(
        select(Post.id).where(col(Post.author_id) == actor.id, col(Post.client_id) == client_id)
    )


async def may_moderate(session: AsyncSession, actor: Actor, post: Post) -> bool:
    """Return whether the actor is an administrator or moderates the community of the post.

    The community of the post must already be loaded.
    """
    if actor.is_admin or post.community is None:
        return actor.is_admin
    return await communities.may_moderate(session, actor, post.community)


async def _is_visible(
    session: AsyncSession, actor: Actor, post: Post, include_status: str | None
) -> bool:
    if policies.may_read(actor, post):
        return True
    if post.status != include_status:
        return False
    if post.status == "deleted":
        was_published = post.published_at is not None
        return actor.is_user(post.author_id) or (actor.is_admin and was_published)
    return policies.is_unpublished_by_moderator(post) and await may_moderate(session, actor, post)


def _post_not_found_error() -> NotFound:
    return NotFound(_("Post not found. It may have been deleted or unpublished."))
