"""Functions that load the content of the sidebar, which is shown next to feeds and posts.

The content is cached, because it is the same for most readers.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select
from sqlmodel.sql.expression import Select

from community import urls
from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.cache import Cache
from community.core.text import markup
from community.domain import accounts, comments, communities, follows, posts, site
from community.domain.accounts.ranking import is_current_place_of
from community.domain.discovery.schemas import (
    ActiveDiscussion,
    Sidebar,
    SuggestedCommunity,
    TopAuthor,
)
from community.domain.site import TopUsersSettings
from community.models import Comment, Post, RatingPlace, User
from community.models.columns import deferred

EXCERPT_LENGTH = 120
# Active discussions are the posts with the latest comments, and only this many comments are
# examined. The number is high enough that a single busy discussion does not displace all others.
RECENT_COMMENTS_LIMIT = 200
# Top authors are selected from the authors of this many latest posts.
RECENT_POSTS_LIMIT = 500
# Nearly every page contains the sidebar, so the cache saves many queries. Readers do not notice
# that the content is up to half a minute old.
CACHE_TTL_SECONDS = 30.0


async def get_sidebar(session: AsyncSession, actor: Actor) -> Sidebar:
    """Return the content of the sidebar, from the cache if the actor has no ignore filters.

    The cache contains what guests may read, and expires after `CACHE_TTL_SECONDS`. For an actor who
    ignores users or keywords, the content is always loaded from the database, without ignored users
    and their comments.
    """
    if actor.has_filters:
        return await load_sidebar(session, actor)
    return await _cache.get_or_load(session.get_bind(), lambda: load_sidebar(session))


def invalidate_sidebar() -> None:
    """Remove the content of the sidebar from the cache of this process."""
    _cache.clear()


async def load_sidebar(session: AsyncSession, actor: Actor = GUEST) -> Sidebar:
    suggested = await communities.list_suggested(session, GUEST, limit=5)
    return Sidebar(
        top_authors=await _list_sidebar_authors(session, actor),
        discussions=await list_active_discussions(session, actor),
        communities=[SuggestedCommunity.model_validate(community) for community in suggested],
    )


async def list_top_authors(
    session: AsyncSession, actor: Actor = GUEST, *, limit: int | None = None
) -> list[TopAuthor]:
    """Return the authors whose recent posts have the most reactions and comments.

    Args:
        limit: Maximum number of authors. None for the number in the settings.
    """
    chosen = await site.get_settings_section(session, TopUsersSettings)
    query = (
        select_top_authors(actor, chosen)
        .outerjoin(RatingPlace, is_current_place_of(col(User.id)))
        .add_columns(col(RatingPlace.place), func.coalesce(RatingPlace.rating, 0.0))
        .limit(chosen.size if limit is None else limit)
    )
    rows: Any = await session.execute(query)
    return [
        TopAuthor(
            **accounts.to_user_summary(user).model_dump(),
            place=place,
            rating=rating,
            followers_count=user.followers_count,
            posts_count=user.posts_count,
            responses_count=responses,
        )
        for user, responses, place, rating in rows
    ]


async def _list_sidebar_authors(session: AsyncSession, actor: Actor) -> list[TopAuthor]:
    chosen = await site.get_settings_section(session, TopUsersSettings)
    return await list_top_authors(session, actor) if chosen.enabled else []


def select_top_authors(actor: Actor, chosen: TopUsersSettings) -> Select[User, Any]:
    """Return a query for the authors of recent posts that the actor may read, and for the number
    of responses to these posts. The authors with the most responses come first.
    """
    recent_posts = (
        select(
            Post.author_id,
            (col(Post.reactions_count) + col(Post.comments_count)).label("responses"),
        )
        .where(posts.listed_for(actor), _is_in_period(chosen))
        .order_by(col(Post.published_at).desc(), col(Post.id).desc())
        .limit(RECENT_POSTS_LIMIT)
        .subquery()
    )
    authors = (
        select(recent_posts.c.author_id, func.sum(recent_posts.c.responses).label("responses"))
        .group_by(recent_posts.c.author_id)
        .subquery()
    )
    return (
        select(User, authors.c.responses)
        .join(authors, authors.c.author_id == User.id)
        .where(
            accounts.is_listed,
            _is_not_excluded(chosen),
            follows.build_ignored_author_filter(actor, col(User.id)),
        )
        .order_by(authors.c.responses.desc(), col(User.id).desc())
    )


def _is_in_period(chosen: TopUsersSettings) -> ColumnElement[bool]:
    if chosen.period == "all":
        return true()
    return col(Post.published_at) >= clock.now() - timedelta(days=int(chosen.period))


def _is_not_excluded(chosen: TopUsersSettings) -> ColumnElement[bool]:
    if not chosen.excluded:
        return true()
    return func.lower(col(User.slug)).not_in(chosen.excluded)


async def list_active_discussions(
    session: AsyncSession, actor: Actor = GUEST, *, limit: int = 4
) -> list[ActiveDiscussion]:
    """Return the posts with the most recent comments, each with its latest comment."""
    recent_comments = (
        select(Comment.id, Comment.post_id)
        .where(
            comments.has_published_status(),
            follows.build_ignored_author_filter(actor, col(Comment.author_id)),
        )
        .order_by(col(Comment.id).desc())
        .limit(RECENT_COMMENTS_LIMIT)
        .subquery()
    )
    latest_ids = select(func.max(recent_comments.c.id)).group_by(recent_comments.c.post_id)
    rows = await session.execute(
        select(Comment, Post, User)
        .join(Post, col(Post.id) == col(Comment.post_id))
        .join(User, col(User.id) == col(Comment.author_id))
        .where(
            col(Comment.id).in_(latest_ids),
            posts.listed_for(actor),
            follows.build_ignored_author_filter(actor, col(Post.author_id)),
        )
        .options(deferred(Post.text), deferred(Post.html))
        .order_by(col(Comment.id).desc())
        .limit(limit)
    )
    return [
        ActiveDiscussion(
            post_id=post.id,
            title=post.title,
            comments_count=post.comments_count,
            author=accounts.to_user_summary(author),
            excerpt=markup.excerpt(comment.text, EXCERPT_LENGTH, kind="message"),
            created_at=comment.created_at,
            url=urls.comment(post.id, post.slug, comment.id),
        )
        for comment, post, author in rows
    ]


# Each database engine has its own entry, because tests use several databases in one process.
_cache: Cache[Sidebar] = Cache(ttl_seconds=CACHE_TTL_SECONDS, max_size=8)
