"""Lists of what a user wrote, for the Admin Panel."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.db.pagination import DEFAULT_LIMIT, Page
from community.domain import comments, people, posts
from community.domain.moderation import policies, schemas
from community.models import Comment, Post

EXCERPT_LENGTH: Final = 140

# Takes the session, the actor, `user_id`, `cursor` and `limit`.
AuthoredQuery: TypeAlias = Callable[..., Awaitable[Page[schemas.AuthoredItem]]]


def _build_query(
    list_by_author: Callable[..., Awaitable[tuple[list[Any], str | None]]],
    to_item: Callable[[Any], schemas.AuthoredItem],
) -> AuthoredQuery:
    async def query(
        session: AsyncSession,
        actor: Actor,
        *,
        user_id: int,
        cursor: str | None = None,
        limit: int = DEFAULT_LIMIT,
    ) -> Page[schemas.AuthoredItem]:
        policies.ensure_may_moderate_users(actor)
        user = await people.get_user(session, user_id)
        rows, next_cursor = await list_by_author(
            session, actor, user.id, cursor=cursor, limit=limit
        )
        return Page(items=[to_item(row) for row in rows], next_cursor=next_cursor)

    return query


def _to_post(post: Post) -> schemas.AuthoredItem:
    return schemas.AuthoredItem(
        id=post.id,
        title=post.title,
        status=post.status,
        url=urls.post(post.id, post.slug),
        created_at=post.created_at,
    )


def _to_comment(comment: Comment) -> schemas.AuthoredItem:
    return schemas.AuthoredItem(
        id=comment.id,
        title=comment.text[:EXCERPT_LENGTH] or "…",
        status=comment.moderation_status,
        url=urls.comment(comment.post_id, comment.post.slug, comment.id),
        created_at=comment.created_at,
    )


# The posts of a user that the actor may read, newest first.
list_posts: Final = _build_query(posts.list_by_author, _to_post)
# The comments of a user that are not deleted, newest first.
list_comments: Final = _build_query(comments.list_by_author, _to_comment)
