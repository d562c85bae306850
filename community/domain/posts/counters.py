"""Numbers on a post that must equal their rows, changed with them in one transaction."""

from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.locks import HELD
from community.domain import communities
from community.domain.posts.hotness import hotness
from community.models import Post, User


async def count_comment(session: AsyncSession, post_id: int, by: int) -> None:
    """A comment was published under the post (`by` 1) or left it (-1)."""
    comments, reactions, published_at = await _locked(session, post_id)
    values: dict[str, Any] = {"comments_count": comments + by}
    if published_at is not None:
        values["hotness"] = hotness(published_at, reactions=reactions, comments=comments + by)
    # A row that this session holds already is brought in line with it.
    await session.execute(update(Post).where(col(Post.id) == post_id).values(**values))


async def set_reactions(session: AsyncSession, post: Post, counts: dict[str, int]) -> None:
    """Keep how many people chose each reaction, by code."""
    comments, _, published_at = await _locked(session, post.id)
    post.reactions = dict(counts)
    post.reactions_count = sum(counts.values())
    if published_at is not None:
        post.hotness = hotness(published_at, reactions=post.reactions_count, comments=comments)
    await session.flush()


async def count_published(session: AsyncSession, post: Post, by: int) -> None:
    """The post became readable (`by` 1) or ceased to be (-1): its author and community count it."""
    await session.execute(
        update(User)
        .where(col(User.id) == post.author_id)
        .values(posts_count=User.posts_count + by)
        .execution_options(synchronize_session=False)
    )
    if post.community_id is not None:
        await communities.count_post(session, post.community_id, by)


def rescore(post: Post) -> None:
    """Bring the rank of a published post in line with its numbers."""
    if post.published_at is not None:
        post.hotness = hotness(
            post.published_at, reactions=post.reactions_count, comments=post.comments_count
        )


async def _locked(session: AsyncSession, post_id: int) -> tuple[int, int, datetime | None]:
    """The numbers as they stand, held until the end of the transaction; not the long text."""
    found = await session.execute(
        select(Post.comments_count, Post.reactions_count, Post.published_at)
        .where(col(Post.id) == post_id)
        .with_for_update(**HELD)
    )
    comments, reactions, published_at = found.one()
    return comments, reactions, published_at
