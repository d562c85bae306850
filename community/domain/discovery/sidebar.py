"""Functions that load the content of the sidebar, which is shown next to feeds and posts."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community import urls
from community.core.actor import GUEST, Actor
from community.core.cache import Cache
from community.core.db.columns import deferred
from community.core.db.sessions import engine, read_session
from community.core.text import markup
from community.domain import comments, communities, follows, people, posts, ratings, site
from community.domain.discovery.schemas import ActiveDiscussion, Sidebar, SuggestedCommunity
from community.models import Comment, Post, User

EXCERPT_LENGTH = 120
# Active discussions are the posts with the latest comments, and only this many comments are
# examined. The number is high enough that a single busy discussion does not displace all others.
RECENT_COMMENTS_LIMIT = 200
# Nearly every page contains the sidebar, so the cache saves many queries. Readers do not notice
# that the content is up to half a minute old.
CACHE_TTL_SECONDS = 30.0


async def get_sidebar(actor: Actor) -> Sidebar:
    """Return the content of the sidebar, from the cache if the actor has no ignore filters.

    The cache contains what guests may read, and expires after `CACHE_TTL_SECONDS`. For an actor who
    ignores users or keywords, the content is always loaded from the database, without ignored users
    and their comments.
    """
    if not actor.has_filters:
        return await _cache.get_or_load(engine(), _load_for_guests)
    async with read_session() as session:
        return await load_sidebar(session, actor)


async def _load_for_guests() -> Sidebar:
    async with read_session() as session:
        return await load_sidebar(session)


def invalidate_sidebar() -> None:
    """Remove the content of the sidebar from the cache of this process."""
    _cache.clear()


async def load_sidebar(session: AsyncSession, actor: Actor = GUEST) -> Sidebar:
    suggested = await communities.list_suggested(session, GUEST, limit=5)
    return Sidebar(
        top_authors_period=(await site.get_settings_section(session, site.TopUsersSettings)).period,
        top_authors=await _list_top_authors(session, actor),
        discussions=await list_active_discussions(session, actor),
        communities=[SuggestedCommunity.model_validate(community) for community in suggested],
    )


async def _list_top_authors(session: AsyncSession, actor: Actor) -> list[ratings.TopAuthor]:
    chosen = await site.get_settings_section(session, site.TopUsersSettings)
    if not chosen.enabled:
        return []
    return (await ratings.list_top_authors(session, actor, limit=chosen.size)).items


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
            author=people.to_user_summary(author),
            excerpt=markup.excerpt(comment.text, EXCERPT_LENGTH, kind="message"),
            created_at=comment.created_at,
            url=urls.comment(post.id, post.slug, comment.id),
        )
        for comment, post, author in rows
    ]


# Each database engine has its own entry, because tests use several databases in one process.
_cache: Cache[Sidebar] = Cache(ttl_seconds=CACHE_TTL_SECONDS, max_size=8)
