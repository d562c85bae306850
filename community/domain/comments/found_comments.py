"""Loads the comments that a search found, on different posts."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.domain.comments.schemas import CommentedPost, CommentView
from community.domain.comments.serializers import Viewer, build_view, load_related_data
from community.models import Comment, Post
from community.models.columns import deferred, eager


async def load_found(
    session: AsyncSession, actor: Actor, comment_ids: Collection[int]
) -> dict[int, tuple[CommentView, CommentedPost]]:
    """Return the views of comments and their posts, by the ids of the comments.

    The caller checks that the actor may read the posts. Runs at most six queries.
    """
    if not comment_ids:
        return {}
    query = (
        select(Comment)
        .where(col(Comment.id).in_(comment_ids))
        .options(
            eager(Comment.author),
            eager(Comment.post),
            deferred(Comment.post, Post.text),
            deferred(Comment.post, Post.html),
        )
    )
    comments = (await session.scalars(query)).all()
    related = await load_related_data(session, actor, comments)
    posts = {comment.post_id: comment.post for comment in comments}
    viewers = await Viewer.load_for_posts(session, actor, posts)
    return {
        comment.id: (
            build_view(viewers[comment.post_id], related, comment),
            CommentedPost(
                id=comment.post_id,
                title=comment.post.title,
                url=urls.post(comment.post_id, comment.post.slug),
            ),
        )
        for comment in comments
    }
