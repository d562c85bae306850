"""Queries for the posts and drafts that an actor may see, and for what they may do there."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import sqlalchemy
from sqlalchemy import BindParameter, ColumnElement, Select, and_, bindparam, exists, or_, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import GUEST, Actor
from community.core.db import columns, pagination, statements
from community.core.db.pagination import Page
from community.core.errors import NotFound, make_unauthenticated_error
from community.core.ids import parse_id
from community.domain import communities, identity, site
from community.domain.posts import policies, schemas
from community.domain.posts.reading import serializers
from community.i18n import gettext as _
from community.models import Post, PostDraft

_POST_WITH_CONTENT = (
    select(Post)
    .where(col(Post.id) == bindparam("post_id"))
    .options(columns.eager(Post.author), columns.eager(Post.community))
)
# The text and the HTML can each have 100 KB and more.
_POST = _POST_WITH_CONTENT.options(columns.deferred(Post.text), columns.deferred(Post.html))
_ARTICLE = _POST_WITH_CONTENT.options(columns.deferred(Post.text))

UNPUBLISHED_STATUSES = ("draft", "scheduled", "on_moderation", "unpublished")


async def get_readable(session: AsyncSession, actor: Actor, post_id: int) -> Post:
    """Load a post that the actor may read with its author and community, without its text."""
    return await _get_readable(session, actor, post_id, _POST)


async def get_for_update(
    session: AsyncSession,
    actor: Actor,
    post_id: int,
    *,
    include_status: Literal["unpublished", "deleted"] | None = None,
    with_content: bool = False,
) -> Post:
    """Load and lock a post that the actor may read. Its author and community are loaded too.

    Args:
        include_status: A status in which to find more posts than the actor may read. With
            "unpublished", moderators also find posts that a moderator unpublished. With "deleted",
            authors also find their own deleted posts, and administrators also find deleted posts
            that were published before.
        with_content: Whether to load the text and the HTML.
    """
    if actor.is_guest:
        raise make_unauthenticated_error()
    query = _POST_WITH_CONTENT if with_content else _POST
    query = query.with_for_update(of=Post, **statements.FOR_NO_KEY_UPDATE)
    query = query.execution_options(populate_existing=True)
    post: Post | None = await session.scalar(query, {"post_id": post_id})
    if post is None or not await _is_visible(session, actor, post, include_status):
        raise _post_not_found_error()
    return post


def parse_post_id(text: str) -> int:
    """Return the id of a post in a part of a URL. Raise `NotFound` if it is none."""
    if (post_id := parse_id(text)) is None:
        raise _post_not_found_error()
    return post_id


async def get_article(session: AsyncSession, actor: Actor, post_id: int) -> schemas.ArticleView:
    """Return a post as its page shows it to the actor. Runs at most four queries."""
    return await build_article(session, actor, await get_with_html(session, actor, post_id))


async def get_with_html(session: AsyncSession, actor: Actor, post_id: int) -> Post:
    """Load a post like `get_readable`, but with its HTML."""
    return await _get_readable(session, actor, post_id, _ARTICLE)


async def get_with_content(session: AsyncSession, actor: Actor, post_id: int) -> Post:
    """Load a post like `get_readable`, but with its text and HTML."""
    return await _get_readable(session, actor, post_id, _POST_WITH_CONTENT)


async def get_view(session: AsyncSession, actor: Actor, post_id: int) -> schemas.PostView:
    """Return a post as the actor sees it, with its Markdown source. Otherwise as `get_article`."""
    post = await get_with_content(session, actor, post_id)
    article = await build_article(session, actor, post)
    return schemas.PostView.model_construct(**dict(article), text=post.text)


async def get_draft(session: AsyncSession, actor: Actor, post_id: int) -> schemas.DraftView:
    """Return the version that the actor edits: authors get their unpublished changes."""
    post = await get_with_content(session, actor, post_id)
    policies.ensure_may_edit(actor, post)
    return serializers.build_draft_view(post, await _find_pending(session, actor, post))


async def get_draft_html(session: AsyncSession, actor: Actor, post_id: int) -> str:
    """Return the stored HTML of the version that `get_draft` returns, with the same errors."""
    post = await get_with_content(session, actor, post_id)
    policies.ensure_may_edit(actor, post)
    pending = await _find_pending(session, actor, post)
    return post.html if pending is None else pending.html


async def list_drafts(
    session: AsyncSession,
    actor: Actor,
    *,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[schemas.DraftCard]:
    """Return the actor's drafts, unpublished posts and pending changes, last saved first."""
    draft_post_id = col(PostDraft.post_id)
    status = col(Post.status)
    query = (
        select(Post, PostDraft)
        .outerjoin(PostDraft, draft_post_id == col(Post.id))
        .where(col(Post.author_id) == actor.id, policies.drafts_are_visible_to(actor))
        .where(
            or_(
                status.in_(UNPUBLISHED_STATUSES),
                and_(policies.listed_for(actor), draft_post_id.is_not(None)),
            )
        )
        .options(
            *map(columns.deferred, (Post.text, Post.html, PostDraft.text, PostDraft.html)),
            columns.eager(Post.community),
        )
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


async def find(session: AsyncSession, post_id: int) -> Post | None:
    """Load a post without its text. Does not check permissions."""
    options = [columns.deferred(Post.text), columns.deferred(Post.html)]
    return await session.get(Post, post_id, options=options)


async def find_summaries(
    session: AsyncSession, actor: Actor, post_ids: Collection[int]
) -> dict[int, schemas.PostSummary]:
    """Return the summaries of posts by id, including posts that the actor may not read."""
    if not post_ids:
        return {}
    is_readable = policies.readable_by(actor)
    rows = await session.execute(
        sqlalchemy.select(
            col(Post.id), col(Post.author_id), col(Post.slug), col(Post.title), is_readable
        ).where(col(Post.id).in_(post_ids))
    )
    return {summary.id: summary for summary in (schemas.PostSummary(*row) for row in rows)}


async def filter_listed_ids(
    session: AsyncSession, actor: Actor, post_ids: Sequence[int]
) -> set[int]:
    """Return the ids of those posts that feeds may show to the actor."""
    query = select(Post.id).where(policies.listed_for(actor), col(Post.id).in_(post_ids))
    return set(await session.scalars(query))


async def filter_readers(
    session: AsyncSession, post_id: int, user_ids: Collection[int]
) -> set[int]:
    post = await find(session, post_id)
    if post is None:
        return set()
    actors = await identity.find_actors(session, user_ids)
    return {actor.id for actor in actors if policies.may_read(actor, post)}


def is_public(post_id: int | BindParameter[Any]) -> ColumnElement[bool]:
    """Return the SQL condition that guests, and therefore all users, may read the post."""
    return exists().where(col(Post.id) == post_id, policies.readable_by(GUEST))


async def load_texts(session: AsyncSession, post_ids: Sequence[int]) -> dict[int, str]:
    """Return the texts of posts by id. Does not check permissions."""
    rows = await session.execute(select(Post.id, Post.text).where(col(Post.id).in_(post_ids)))
    return dict(rows.all())


async def find_by_client_id(session: AsyncSession, actor: Actor, client_id: UUID) -> int | None:
    return await session.scalar(
        select(Post.id).where(col(Post.author_id) == actor.id, col(Post.client_id) == client_id)
    )


async def may_moderate(session: AsyncSession, actor: Actor, post: Post) -> bool:
    """Return whether the actor is an administrator or moderates the post's loaded community."""
    if actor.is_admin or post.community_id is None or post.community is None:
        return actor.is_admin
    return await communities.may_moderate(session, actor, post.community)


async def filter_moderators(
    session: AsyncSession, actors: Iterable[Actor], post: Post
) -> set[int | None]:
    """Return the user ids of the actors for whom `may_moderate` is true. Runs at most one query."""
    if post.community is None:
        return {actor.user_id for actor in actors if actor.is_admin}
    return await communities.filter_moderators(session, actors, post.community)


async def list_by_author(
    session: AsyncSession, actor: Actor, author_id: int, *, cursor: str | None, limit: int
) -> tuple[list[Post], str | None]:
    """Return the posts of an author that the actor may read, newest first, without their texts."""
    query = (
        select(Post)
        .where(col(Post.author_id) == author_id, policies.readable_by(actor))
        .options(*map(columns.deferred, (Post.text, Post.html)))
    )
    if key := pagination.decode_cursor(cursor, int):
        query = query.where(col(Post.id) < key[0])
    rows = await session.scalars(query.order_by(col(Post.id).desc()).limit(limit + 1))
    return pagination.split_page(rows.all(), limit, lambda post: (post.id,))


async def ensure_may_comment(session: AsyncSession, actor: Actor, post: Post) -> None:
    """Check that the actor may comment on the post.

    The caller must first check that the actor may read the post.

    Raises:
        PermissionDenied: With the code `unauthenticated`, `banned`, `commenting_restricted`,
            `email_unverified` or `account_too_new`. For `account_too_new`, `details` contains
            `available_at`, the time from which the actor may comment.
    """
    content = await site.get_content_settings(session)
    restriction = policies.find_comment_restriction(actor, post, content)
    if restriction is None:
        return
    # Most actors need no query, because no restriction applies to them.
    if actor.is_guest or not await may_moderate(session, actor, post):
        raise restriction
    remaining = policies.find_comment_restriction(actor, post, content, can_moderate=True)
    if remaining is not None:
        raise remaining


async def _get_readable(
    session: AsyncSession, actor: Actor, post_id: int, query: Select[Any]
) -> Post:
    post: Post | None = await session.scalar(query, {"post_id": post_id})
    if post is None or not policies.may_read(actor, post):
        raise _post_not_found_error()
    return post


async def build_article(session: AsyncSession, actor: Actor, post: Post) -> schemas.ArticleView:
    """Return a post as its page shows it. `get_with_html` must have loaded the post."""
    can_moderate = await may_moderate(session, actor, post)
    return await serializers.build_article_view(session, actor, post, can_moderate=can_moderate)


async def _find_pending(session: AsyncSession, actor: Actor, post: Post) -> PostDraft | None:
    return await session.get(PostDraft, post.id) if actor.owns(post.author_id) else None


async def _is_visible(
    session: AsyncSession, actor: Actor, post: Post, include_status: str | None
) -> bool:
    if policies.may_read(actor, post):
        return True
    if policies.is_held(post):
        return await may_moderate(session, actor, post)
    if post.status != include_status:
        return False
    if post.status == "deleted":
        was_published = post.published_at is not None
        return actor.owns(post.author_id) or (actor.is_admin and was_published)
    return policies.is_unpublished_by_moderator(post) and await may_moderate(session, actor, post)


def _post_not_found_error() -> NotFound:
    return NotFound(_("Post not found. It may have been deleted or unpublished."))
