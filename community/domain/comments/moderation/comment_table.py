"""The comments in the Admin Panel: the table, one with everything about it, and numbers."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, exists, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func

from community.core.actor import Actor
from community.core.db import columns, days
from community.core.errors import NotFound
from community.domain import posts, tables
from community.domain.comments.moderation import transition_policies
from community.domain.comments.moderation.actions import list_moderations
from community.domain.comments.schemas import CommentRecord, CommentView
from community.domain.comments.threads.queries import get_readable, get_view, list_revisions
from community.domain.comments.threads.serializers import Viewer, load_view
from community.domain.tables import Sort, Table
from community.models import Comment, Post
from community.models.comments import comment_search_text

SECTION: Final = "comments"
# More waiting comments are counted as this number, so that counting stays fast.
MAX_WAITING: Final = 1_000
# As in the table of users, shorter terms are found only at the beginning of a word.
MIN_SUBSTRING_LENGTH: Final = 3
# What every administrator may read, without their own drafts.
_ADMINISTRATOR: Final = Actor(is_admin=True)

# The statuses of comments in the table, in the order of the filter.
STATUSES: Final = ("on_moderation", "published", "deleted")


async def get_comment_record(session: AsyncSession, actor: Actor, comment_id: int) -> CommentRecord:
    """Return a comment in its context, with its earlier texts and the changes of its status."""
    actor.ensure_section(SECTION)
    comment = await get_readable(session, actor, comment_id)
    post = comment.post
    view = await load_view(session, await Viewer.load(session, actor, post), comment)
    return CommentRecord(
        comment=view,
        parent=await _find_view(session, actor, comment.parent_id),
        post_title=post.title,
        community=post.community.name if post.community else "",
        author_id=comment.author_id,
        revisions=(await list_revisions(session, actor, comment_id=comment_id)).items,
        moderations=(await list_moderations(session, actor, comment_id=comment_id)).items,
    )


async def count_of_author(session: AsyncSession, actor: Actor, *, user_id: int) -> int:
    """Return how many comments of a user the table has, at most `MAX_WAITING`."""
    actor.ensure_section(SECTION)
    rows = (
        select(col(Comment.id))
        .where(col(Comment.author_id) == user_id, transition_policies.is_not_deleted_by_author())
        .limit(MAX_WAITING)
        .subquery()
    )
    return await session.scalar(select(func.count()).select_from(rows)) or 0


async def count_waiting(session: AsyncSession) -> int:
    """Return how many comments wait for approval, at most `MAX_WAITING`."""
    waiting = (
        select(col(Comment.id))
        .where(transition_policies.has_status("on_moderation"))
        .limit(MAX_WAITING)
        .subquery()
    )
    return await session.scalar(select(func.count()).select_from(waiting)) or 0


async def find_status(session: AsyncSession, comment_id: int) -> str:
    """Return the status of a comment, for the lists of administrators. Empty if there is none."""
    query = select(col(Comment.moderation_status)).where(col(Comment.id) == comment_id)
    return await session.scalar(query) or ""


async def count_posted_by_day(session: AsyncSession, since: date) -> Mapping[date, int]:
    """Return the number of comments of each day (UTC) that has any, also of deleted ones."""
    return await days.count_by_day(session, col(Comment.created_at), since)


def select_days_of_authors(session: AsyncSession, since: date) -> Select[Any]:
    return days.select_user_days(session, col(Comment.author_id), col(Comment.created_at), since)


def _select_comments() -> Select[Any]:
    is_readable = exists().where(
        col(Post.id) == col(Comment.post_id), posts.readable_by(_ADMINISTRATOR)
    )
    return (
        select(Comment)
        # No other user may read what an author deleted, and a search must not reveal it either.
        .where(is_readable, transition_policies.is_not_deleted_by_author())
        .options(
            columns.eager(Comment.author),
            columns.eager(Comment.post, Post.community),
            columns.deferred(Comment.html),
            columns.deferred(Comment.post, Post.text),
            columns.deferred(Comment.post, Post.html),
        )
    )


def _matches_search(term: str) -> ColumnElement[bool]:
    prefix = " " if len(term) < MIN_SUBSTRING_LENGTH else ""
    # `lower()` of SQLite changes only ASCII letters.
    return comment_search_text.contains(prefix + term.lower(), autoescape=True)


def _is_posted_since(start: datetime) -> ColumnElement[bool]:
    """Return a condition on the id, because the rows are ordered by id and ids follow the time."""
    first_id = (
        select(col(Comment.id))
        .where(col(Comment.created_at) >= start)
        .order_by(col(Comment.created_at), col(Comment.id))
        .limit(1)
        .scalar_subquery()
        .correlate(None)
    )
    return col(Comment.id) >= first_id


async def _find_view(
    session: AsyncSession, actor: Actor, comment_id: int | None
) -> CommentView | None:
    if comment_id is None:
        return None
    try:
        return await get_view(session, actor, comment_id)
    except NotFound:
        return None


COMMENT_TABLE: Final = Table(
    code="comments",
    section=SECTION,
    select=_select_comments,
    id=col(Comment.id),
    sorts=(
        Sort(
            "waiting",
            col(Comment.id),
            int,
            is_descending=True,
            leading=transition_policies.has_status("on_moderation"),
        ),
        Sort("created", col(Comment.id), int, is_descending=True),
    ),
    default_sort="-waiting",
    is_waiting=transition_policies.is_waiting,
    filters=(
        tables.value_filter("status", STATUSES, transition_policies.has_status),
        tables.period_filter("posted", col(Comment.created_at), build_condition=_is_posted_since),
    ),
    id_filters=(
        tables.reference_filter("author", col(Comment.author_id), **posts.AUTHOR_LOOKUP),
        tables.reference_filter("post", col(Comment.post_id)),
        tables.reference_filter("community", col(Comment.community_id), **posts.COMMUNITY_LOOKUP),
    ),
    search=_matches_search,
    has_trigram_index=True,
)
