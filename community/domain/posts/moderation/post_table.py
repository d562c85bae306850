"""The posts in the Admin Panel: the table, one with everything about it, and numbers."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func

from community import urls
from community.core.actor import Actor
from community.core.db import columns, days
from community.core.errors import NotFound
from community.domain import communities, people, tables
from community.domain.posts import policies, schemas
from community.domain.posts.moderation.filter_lookups import AUTHOR_LOOKUP, COMMUNITY_LOOKUP
from community.domain.tables import Sort, Table
from community.i18n import gettext as _
from community.models import Post
from community.models.posts import post_search_text

SECTION: Final = "posts"
# More waiting posts are counted as this number, so that counting stays fast.
MAX_WAITING: Final = 1_000
# As in the table of users, shorter terms are found only at the beginning of a word.
MIN_SUBSTRING_LENGTH: Final = 3

# The statuses of posts in the table, in the order of the filter. Drafts are private.
STATUSES: Final = ("on_moderation", "published", "unpublished", "deleted")


async def count_held(session: AsyncSession) -> int:
    """Return how many posts wait for a moderator, at most `MAX_WAITING`."""
    held = (
        select(col(Post.id))
        .where(policies.has_status("on_moderation"))
        .limit(MAX_WAITING)
        .subquery()
    )
    return await session.scalar(select(func.count()).select_from(held)) or 0


async def count_of_author(session: AsyncSession, actor: Actor, *, user_id: int) -> int:
    """Return how many posts of a user the table has, at most `MAX_WAITING`.

    Raises:
        NotFound: The actor is not an administrator.
        PermissionDenied: The actor may not open the section of posts.
    """
    actor.ensure_section(SECTION)
    rows = (
        select(col(Post.id))
        .where(col(Post.author_id) == user_id, _is_in_table())
        .limit(MAX_WAITING)
        .subquery()
    )
    return await session.scalar(select(func.count()).select_from(rows)) or 0


async def get_post_record(session: AsyncSession, actor: Actor, post_id: int) -> schemas.PostRecord:
    actor.ensure_section(SECTION)
    post = await session.scalar(_select_posts().where(col(Post.id) == post_id))
    if post is None:
        raise NotFound(_("Post not found."))
    community = post.community
    is_held = policies.is_held(post)
    html = select(col(Post.html)).where(col(Post.id) == post_id)
    return schemas.PostRecord(
        id=post.id,
        title=post.title,
        excerpt=post.intro or post.excerpt,
        status=post.status,
        author=people.to_user_summary(post.author),
        community=communities.to_community_summary(community) if community else None,
        tags=list(post.tags),
        comments_count=post.comments_count,
        reactions_count=post.reactions_count,
        views_count=post.views_count,
        hold_rule=post.hold_rule if is_held else "",
        html=await session.scalar(html) or "" if is_held else "",
        version=post.version,
        can_publish=policies.may_publish(actor, post, can_moderate=True),
        can_restore=policies.may_restore(actor, post),
        published_at=post.published_at,
        edited_at=post.edited_at,
        url=urls.post(post.id, post.slug),
    )


async def find_status(session: AsyncSession, post_id: int) -> str:
    """Return the status of a post, for the lists of administrators. Empty if there is none."""
    return await session.scalar(select(col(Post.status)).where(col(Post.id) == post_id)) or ""


async def count_published_by_day(session: AsyncSession, since: date) -> Mapping[date, int]:
    """Return the numbers of published posts, including those that were unpublished later."""
    return await days.count_by_day(session, col(Post.published_at), since)


def select_days_of_authors(session: AsyncSession, since: date) -> Select[Any]:
    return days.select_user_days(session, col(Post.author_id), col(Post.published_at), since)


def _select_posts() -> Select[Any]:
    """Return the query for the posts. Drafts are private."""
    return (
        select(Post)
        .where(_is_in_table())
        .options(
            columns.eager(Post.author),
            columns.eager(Post.community),
            columns.deferred(Post.text),
            columns.deferred(Post.html),
        )
    )


def _is_in_table() -> ColumnElement[bool]:
    return or_(col(Post.published_at).is_not(None), policies.has_status("on_moderation"))


def _matches_search(term: str) -> ColumnElement[bool]:
    prefix = " " if len(term) < MIN_SUBSTRING_LENGTH else ""
    # `lower()` of SQLite changes only ASCII letters.
    return post_search_text.contains(prefix + term.lower(), autoescape=True)


POST_TABLE: Final = Table(
    code="posts",
    section=SECTION,
    select=_select_posts,
    id=col(Post.id),
    sorts=(
        # Posts that wait for their first publication have no date of it.
        Sort(
            "published",
            func.coalesce(col(Post.published_at), col(Post.created_at)),
            datetime,
            is_descending=True,
            leading=policies.has_status("on_moderation"),
        ),
    ),
    is_waiting=policies.is_held,
    default_sort="-published",
    filters=(
        tables.value_filter("status", STATUSES, policies.has_status),
        tables.period_filter("published", col(Post.published_at)),
    ),
    id_filters=(
        tables.reference_filter("author", col(Post.author_id), **AUTHOR_LOOKUP),
        tables.reference_filter("community", col(Post.community_id), **COMMUNITY_LOOKUP),
    ),
    search=_matches_search,
    has_trigram_index=True,
)
