"""Listeners that keep the search index up to date, in the transactions of the events."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain import comments, posts
from community.domain.search.index import remove_comment, remove_post, sync_comment, sync_post

PostChanged = posts.PostPublished | posts.PostEdited | posts.PostRestored
PostHidden = posts.PostHeld | posts.PostUnpublished | posts.PostDeleted
CommentChanged = (
    comments.CommentPosted
    | comments.CommentEdited
    | comments.CommentUnhidden
    | comments.CommentMoved
)


async def index_post(session: AsyncSession, event: PostChanged) -> None:
    await sync_post(session, event.post_id)


async def index_moved_posts(session: AsyncSession, event: posts.PostsMoved) -> None:
    for post_id in event.post_ids:
        await sync_post(session, post_id)


async def hide_post(session: AsyncSession, event: PostHidden) -> None:
    await remove_post(session, event.post_id)


async def index_comment(session: AsyncSession, event: CommentChanged) -> None:
    await sync_comment(session, event.comment_id)


async def hide_comment(session: AsyncSession, event: comments.CommentHidden) -> None:
    await remove_comment(session, event.comment_id)
