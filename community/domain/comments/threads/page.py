"""Queries for the comments on the page of a post. URL parameters select these comments."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.core.errors import Invalid, NotFound
from community.domain import posts
from community.domain.comments import schemas, tree
from community.domain.comments.threads import queries, serializers
from community.domain.comments.threads.root_loading import select_visible_comments
from community.domain.comments.threads.rows import load_comment_rows
from community.models import Comment, Post


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """The comments on the page of a post: a page of the thread, or a single comment.

    A single comment is shown with its ancestors and replies.
    """

    thread: schemas.Thread
    order: tree.Order
    # The id of the single comment, or None if this is a page of the thread
    focus_id: int | None = None
    # True if the URL names a single comment that the actor cannot see, or that belongs to another
    # post. The first page of the thread is then shown instead.
    is_focus_missing: bool = False
    is_continuation: bool = False  # True if this is the second page of the thread or a later page


async def get_thread_page(
    session: AsyncSession,
    actor: Actor,
    post: Post,
    *,
    order: str = "",
    comment: str = "",
    after: str = "",
) -> ThreadPage:
    """Return the comments that the URL parameters select.

    Invalid values are ignored, for example the id of a comment on another post.

    Args:
        comment: The id of a comment. If given, only this comment, its ancestors and its replies are
            returned.
        after: The cursor of a page of the thread. An empty value selects the first page.
    """
    if comment and (branch := await _find_branch(session, actor, post.id, comment)) is not None:
        return ThreadPage(branch, tree.Order.BEST, focus_id=int(comment))
    sort_order = next((known for known in tree.Order if known == order), tree.Order.BEST)
    try:
        thread = await queries.get_thread_of_post(
            session, actor, post, order=sort_order, cursor=after or None
        )
    except Invalid:
        after = ""
        thread = await queries.get_thread_of_post(session, actor, post, order=sort_order)
    return ThreadPage(
        thread, sort_order, is_focus_missing=bool(comment), is_continuation=bool(after)
    )


async def reload(
    session: AsyncSession, actor: Actor, *, post_id: int, comment_ids: Sequence[int]
) -> schemas.Thread:
    """Return the current versions of those comments that the actor can still see."""
    post = await posts.get_readable(session, actor, post_id)
    viewer = await serializers.Viewer.load(session, actor, post)
    rows = await load_comment_rows(
        session,
        select_visible_comments(viewer).where(
            col(Comment.post_id) == post.id, col(Comment.id).in_(comment_ids)
        ),
    )
    return schemas.Thread(
        items=await serializers.build_views(session, viewer, rows), total=post.comments_count
    )


async def _find_branch(
    session: AsyncSession, actor: Actor, post_id: int, comment: str
) -> schemas.Thread | None:
    if not comment.isascii() or not comment.isdigit() or len(comment) > 18:
        return None
    try:
        await queries.get_readable(session, actor, int(comment))
        branch = await queries.get_branch(session, actor, comment_id=int(comment))
    except NotFound:
        return None
    return branch if branch.items[0].post_id == post_id else None
