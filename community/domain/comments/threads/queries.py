"""Queries for single comments and for pages of threads. They return only what the actor may see."""

from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db import columns, pagination
from community.core.db.pagination import Page
from community.core.errors import NotFound
from community.domain import posts
from community.domain.comments import policies, tree
from community.domain.comments.counters import lock_comments, lock_with_ancestors
from community.domain.comments.schemas import CommentRevisionView, CommentView, Thread
from community.domain.comments.threads import root_loading, tree_loading
from community.domain.comments.threads.rows import load_comment_rows
from community.domain.comments.threads.serializers import Viewer, build_views, load_view
from community.i18n import gettext as _
from community.models import Comment, CommentMedia, CommentRevision, Post

# One query that loads everything that the permission checks need.
_COMMENT_WITH_RELATIONS = (
    select(Comment)
    .where(Comment.id == bindparam("comment_id"))
    .options(
        columns.eager(Comment.author),
        columns.eager(Comment.post, Post.author),
        columns.eager(Comment.post, Post.community),
        columns.deferred(Comment.post, Post.text),
        columns.deferred(Comment.post, Post.html),
    )
)


async def get_readable(session: AsyncSession, actor: Actor, comment_id: int) -> Comment:
    """Load a comment if the actor may read its text. Its author and post are loaded too."""
    comment, post = await get_visible(session, actor, comment_id)
    await _ensure_may_read(session, actor, comment, post)
    return comment


async def get_for_update(
    session: AsyncSession, actor: Actor, comment_id: int, *, with_text: bool = False
) -> tuple[Comment, Post]:
    """Lock a comment if the actor may read its text. Return the comment and its post."""
    assert actor.id
    # Separate queries, because PostgreSQL cannot lock the nullable side of an outer join.
    locked = await lock_comments(session, col(Comment.id) == comment_id, with_text=with_text)
    if not locked:
        raise _comment_not_found_error()
    comment = locked[0]
    post = await posts.get_readable(session, actor, comment.post_id)
    await _ensure_may_read(session, actor, comment, post)
    return comment, post


async def get_with_ancestors_for_update(
    session: AsyncSession, actor: Actor, comment_id: int
) -> tuple[Comment, Post]:
    """Lock a comment that the actor can see, and all its ancestors. Return it with its post.

    Call this function before a change to the counters of the ancestors.
    """
    assert actor.id
    comment = await lock_with_ancestors(session, comment_id)
    if comment is None:
        raise _comment_not_found_error()
    post = await posts.get_readable(session, actor, comment.post_id)
    await _ensure_may_see(session, actor, comment, post)
    return comment, post


async def find_comment_in_post(
    session: AsyncSession, post_id: int, comment_id: int
) -> Comment | None:
    return await session.scalar(
        select(Comment)
        .where(Comment.id == comment_id, Comment.post_id == post_id)
        .options(columns.deferred(Comment.text), columns.deferred(Comment.html))
    )


async def has_media(session: AsyncSession, comment_id: int) -> bool:
    position = await session.scalar(
        select(CommentMedia.position).where(CommentMedia.comment_id == comment_id).limit(1)
    )
    return position is not None


async def get_view(session: AsyncSession, actor: Actor, comment_id: int) -> CommentView:
    comment = await get_readable(session, actor, comment_id)
    viewer = await Viewer.load(session, actor, comment.post)
    return await load_view(session, viewer, comment)


async def find_with_relations(session: AsyncSession, comment_id: int) -> Comment | None:
    """Return a comment with its author and its post, without any permission checks."""
    return await session.scalar(_COMMENT_WITH_RELATIONS, {"comment_id": comment_id})


async def get_thread(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    order: tree.Order = tree.Order.BEST,
    cursor: str | None = None,
    limit: int = tree.ROOTS_PER_PAGE,
) -> Thread:
    """Return a page of a thread with up to `limit` root comments and their first replies.

    The page contains up to three replies to each comment, and up to three levels of replies. The
    first page also contains the pinned comment, in addition to `limit` root comments. The number of
    queries does not depend on the number of comments.
    """
    post = await posts.get_readable(session, actor, post_id)
    return await get_thread_of_post(session, actor, post, order=order, cursor=cursor, limit=limit)


async def get_thread_of_post(
    session: AsyncSession,
    actor: Actor,
    post: Post,
    *,
    order: tree.Order = tree.Order.BEST,
    cursor: str | None = None,
    limit: int = tree.ROOTS_PER_PAGE,
) -> Thread:
    """Return the same as `get_thread`, for a post that was loaded with `posts.get_readable`."""
    viewer = await Viewer.load(session, actor, post)
    roots, next_cursor = await root_loading.load_roots(session, viewer, order, cursor, limit)
    items = await tree_loading.load_reply_trees(session, viewer, roots, order)
    return Thread(
        items=await build_views(session, viewer, items),
        next_cursor=next_cursor,
        more=tree_loading.build_reply_cursors(items, order),
        total=post.comments_count,
    )


async def list_replies(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    order: tree.Order = tree.Order.BEST,
    cursor: str | None = None,
    limit: int = tree.REPLIES_PER_PAGE,
) -> Thread:
    comment, post = await get_visible(session, actor, comment_id)
    viewer = await Viewer.load(session, actor, post)
    query = root_loading.select_visible_comments(viewer).where(col(Comment.parent_id) == comment.id)
    children, next_cursor = await root_loading.load_page(
        session, root_loading.sort_and_limit(query, order), order, cursor, limit
    )
    items = await tree_loading.load_reply_trees(session, viewer, children, order, max_depth=1)
    return Thread(
        items=await build_views(session, viewer, items),
        next_cursor=next_cursor,
        more=tree_loading.build_reply_cursors(items, order),
        total=comment.replies_count,
    )


async def get_branch(session: AsyncSession, actor: Actor, *, comment_id: int) -> Thread:
    """Return a comment with its ancestors and its first replies, but without its siblings."""
    viewer, ancestors, items = await _load_branch(session, actor, comment_id)
    return Thread(
        items=await build_views(session, viewer, [*ancestors, *items]),
        more=tree_loading.build_reply_cursors(items, tree.Order.BEST),
        total=viewer.post.comments_count,
    )


async def get_with_context(session: AsyncSession, actor: Actor, *, comment_id: int) -> Thread:
    """Return a comment and its ancestors, and the first replies to each of these comments.

    A comment that is not among the first replies to its parent is placed after these replies. The
    client receives the comment a second time when it loads more replies to the parent.
    """
    viewer, ancestors, branch = await _load_branch(session, actor, comment_id)
    items, more = await tree_loading.load_replies_to_ancestors(session, viewer, ancestors, branch)
    return Thread(
        items=await build_views(session, viewer, items), more=more, total=viewer.post.comments_count
    )


async def list_revisions(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    cursor: str | None = None,
    limit: int = pagination.MAX_LIMIT,
) -> Page[CommentRevisionView]:
    """Return the previous texts of a comment, newest first."""
    comment, post = await get_visible(session, actor, comment_id)
    can_moderate = await policies.may_moderate(session, actor, comment, post)
    if not policies.may_read_history(actor, comment, can_moderate=can_moderate):
        raise NotFound(_("Edit history not found."))
    query = select(CommentRevision).where(CommentRevision.comment_id == comment.id)
    start = pagination.decode_cursor(cursor, int)
    if start is not None:
        query = query.where(col(CommentRevision.id) < start[0])
    query = query.order_by(col(CommentRevision.id).desc()).limit(limit + 1)
    rows = list(await session.scalars(query))
    page, next_cursor = pagination.split_page(rows, limit, lambda row: (row.id,))
    return Page(
        items=[CommentRevisionView.model_validate(row) for row in page], next_cursor=next_cursor
    )


async def get_visible(session: AsyncSession, actor: Actor, comment_id: int) -> tuple[Comment, Post]:
    """Load a comment that the actor can see and its post. Raises `NotFound` for other comments."""
    comment = await find_with_relations(session, comment_id)
    if comment is None or not posts.may_read(actor, comment.post):
        raise _comment_not_found_error()
    await _ensure_may_see(session, actor, comment, comment.post)
    return comment, comment.post


async def _load_branch(
    session: AsyncSession, actor: Actor, comment_id: int
) -> tuple[Viewer, list[Comment], list[Comment]]:
    comment, post = await get_visible(session, actor, comment_id)
    viewer = await Viewer.load(session, actor, post)
    ancestors = await load_comment_rows(
        session,
        root_loading.select_visible_comments(viewer)
        .where(col(Comment.id).in_(tree.parse_ancestor_ids(comment.path)))
        .order_by(col(Comment.depth)),
    )
    branch = await tree_loading.load_reply_trees(
        session, viewer, [comment], tree.Order.BEST, include_pinned=True
    )
    return viewer, ancestors, branch


async def _ensure_may_read(
    session: AsyncSession, actor: Actor, comment: Comment, post: Post
) -> None:
    can_moderate = comment.moderation_status != "published" and await policies.may_moderate(
        session, actor, comment, post
    )
    if not policies.may_read(actor, comment, can_moderate=can_moderate):
        raise _comment_not_found_error()


async def _ensure_may_see(
    session: AsyncSession, actor: Actor, comment: Comment, post: Post
) -> None:
    # Most comments are visible to everyone. For them, the function runs no query.
    if policies.may_see(actor, comment, can_moderate=False):
        return
    can_moderate = await policies.may_moderate(session, actor, comment, post)
    if not policies.may_see(actor, comment, can_moderate=can_moderate):
        raise _comment_not_found_error()


def _comment_not_found_error() -> NotFound:
    return NotFound(_("Comment not found."))
