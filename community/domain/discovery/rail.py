"""What stands beside a feed. Nearly the same for everybody, so that it can be kept for a while."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community import urls
from community.core import markup
from community.core.actor import GUEST, Actor
from community.core.remembered import Remembered
from community.domain import accounts, communities, posts
from community.domain.discovery.ignoring import not_ignored
from community.domain.discovery.schemas import CommunityToJoin, Discussion, Rail, TopAuthor
from community.models import Comment, Post, User
from community.models.columns import leave_out

EXCERPT = 120
# So many of the latest comments are searched for posts: one quarrel fills only a part of them.
LATEST_COMMENTS = 200
# Those who published lately stand before those who were famous once.
LATEST_POSTS = 500
# Nobody misses the last half minute of it, and every page has it.
REMEMBERED_SECONDS = 30.0


async def rail(session: AsyncSession, actor: Actor) -> Rail:
    """All that stands beside feeds and posts: read every `REMEMBERED_SECONDS`, for everybody.

    For those who ignore somebody it is read each time, without them and what they said.
    """
    return await (read_rail(session, actor) if actor.filters else _remembered.get(session))


def forget_rail() -> None:
    """Let this process read it anew: something in it is not to be seen any more."""
    _remembered.forget()


async def read_rail(session: AsyncSession, actor: Actor = GUEST) -> Rail:
    """The same, read anew."""
    largest = await communities.to_join(session, GUEST, limit=5)
    return Rail(
        top_authors=await top_authors(session, actor),
        discussions=await live_discussions(session, actor),
        communities=[CommunityToJoin.model_validate(each) for each in largest],
    )


async def top_authors(
    session: AsyncSession, actor: Actor = GUEST, *, limit: int = 5
) -> list[TopAuthor]:
    """The people whose latest posts had most reactions and comments."""
    latest = (
        select(
            Post.author_id,
            (col(Post.reactions_count) + col(Post.comments_count)).label("responses"),
        )
        .where(posts.is_published)
        .order_by(col(Post.published_at).desc(), col(Post.id).desc())
        .limit(LATEST_POSTS)
        .subquery()
    )
    authors = (
        select(latest.c.author_id, func.sum(latest.c.responses).label("responses"))
        .group_by(latest.c.author_id)
        .subquery()
    )
    rows = await session.execute(
        select(User, authors.c.responses)
        .join(authors, authors.c.author_id == User.id)
        .where(
            col(User.deleted_at).is_(None),
            col(User.banned_at).is_(None),
            not_ignored(actor, col(User.id)),
        )
        .order_by(authors.c.responses.desc(), col(User.id).desc())
        .limit(limit)
    )
    return [
        TopAuthor(
            **accounts.person_of(row).model_dump(),
            place=row.place,
            rating=row.rating,
            followers_count=row.followers_count,
            posts_count=row.posts_count,
            responses_count=responses,
        )
        for row, responses in rows
    ]


async def live_discussions(
    session: AsyncSession, actor: Actor = GUEST, *, limit: int = 4
) -> list[Discussion]:
    """The posts that were commented on last, each with its last comment."""
    latest = (
        select(Comment.id, Comment.post_id)
        .where(
            col(Comment.moderation_status) == "published",
            not_ignored(actor, col(Comment.author_id)),
        )
        .order_by(col(Comment.id).desc())
        .limit(LATEST_COMMENTS)
        .subquery()
    )
    last = select(func.max(latest.c.id)).group_by(latest.c.post_id)
    rows = await session.execute(
        select(Comment, Post, User)
        .join(Post, col(Post.id) == col(Comment.post_id))
        .join(User, col(User.id) == col(Comment.author_id))
        .where(col(Comment.id).in_(last), posts.is_published)
        .options(leave_out(Post.text), leave_out(Post.html))
        .order_by(col(Comment.id).desc())
        .limit(limit)
    )
    return [
        Discussion(
            post_id=post.id,
            title=post.title,
            comments_count=post.comments_count,
            author=accounts.person_of(author),
            excerpt=markup.excerpt(comment.text, EXCERPT),
            created_at=comment.created_at,
            url=urls.comment(post.id, post.slug, comment.id),
        )
        for comment, post, author in rows
    ]


_remembered = Remembered(read_rail, seconds=REMEMBERED_SECONDS)
