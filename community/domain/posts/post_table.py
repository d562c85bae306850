"""The table of all posts in the Admin Panel that were published at some time."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.table_filters import (
    label_filter,
    period_filter,
    reference_filter,
)
from community.core.tables import (
    Badge,
    Column,
    Person,
    Sort,
    Table,
)
from community.domain import accounts, communities
from community.domain.posts import policies
from community.domain.posts.schemas import PostRecord
from community.i18n import gettext as _
from community.i18n import noop
from community.models import Post
from community.models.columns import deferred, eager

SECTION: Final = "posts"


def _select_posts() -> Select[Any]:
    """Return the query for the posts. Drafts are private."""
    return (
        select(Post)
        .where(col(Post.published_at).is_not(None))
        .options(
            eager(Post.author),
            eager(Post.community),
            deferred(Post.text),
            deferred(Post.html),
        )
    )


def _matches_search(term: str) -> ColumnElement[bool]:
    # `lower()` of SQLite changes only ASCII letters.
    return func.lower(Post.title).contains(term.lower(), autoescape=True)


_STATUS_BADGES: Final = {
    "published": Badge(noop("Published"), "success"),
    "unpublished": Badge(noop("Unpublished")),
    "deleted": Badge(noop("Deleted"), "danger"),
}
_STATUS_LABELS: Final = {status: badge.label for status, badge in _STATUS_BADGES.items()}

POST_TABLE: Final = Table(
    code="posts",
    section=SECTION,
    select=_select_posts,
    id=col(Post.id),
    columns=(
        Column("title", noop("Title"), lambda post: post.title, width="lg"),
        Column(
            "author",
            noop("Author"),
            lambda post: Person.of(post.author),
            "person",
            "md",
        ),
        Column(
            "community",
            noop("Community"),
            lambda post: post.community.name if post.community else "",
            width="sm",
        ),
        Column("status", noop("Status"), lambda post: _STATUS_BADGES.get(post.status), "badge"),
        Column("comments", noop("Comments"), lambda post: post.comments_count, "number"),
        Column(
            "reactions",
            noop("Reactions"),
            lambda post: post.reactions_count,
            "number",
            is_default=False,
        ),
        Column("views", noop("Views"), lambda post: post.views_count, "number", is_default=False),
        Column(
            "published",
            noop("Published"),
            lambda post: post.published_at,
            "time",
            sort="published",
        ),
    ),
    sorts=(
        Sort("published", noop("Published"), col(Post.published_at), datetime, is_descending=True),
    ),
    default_sort="-published",
    filters=(
        label_filter("status", noop("Status"), _STATUS_LABELS, policies.has_status),
        period_filter("published", noop("Published"), col(Post.published_at)),
    ),
    id_filters=(
        reference_filter("author", noop("Author"), col(Post.author_id)),
        reference_filter("community", noop("Community"), col(Post.community_id)),
    ),
    search=_matches_search,
)


async def get_post_record(session: AsyncSession, actor: Actor, post_id: int) -> PostRecord:
    """Return a post of the table for its side sheet.

    Raises:
        NotFound: There is no such post, it was never published, or the actor is not an
            administrator.
        PermissionDenied: The actor may not open the section of posts.
    """
    actor.ensure_section(SECTION)
    post = await session.scalar(_select_posts().where(col(Post.id) == post_id))
    if post is None:
        raise NotFound(_("Post not found."))
    community = post.community
    return PostRecord(
        id=post.id,
        title=post.title,
        excerpt=post.intro or post.excerpt,
        status=post.status,
        author=accounts.to_user_summary(post.author),
        community=communities.to_community_summary(community) if community else None,
        tags=list(post.tags),
        comments_count=post.comments_count,
        reactions_count=post.reactions_count,
        views_count=post.views_count,
        can_publish=policies.may_publish(actor, post, can_moderate=True),
        can_restore=policies.may_restore(actor, post),
        published_at=post.published_at,
        edited_at=post.edited_at,
        url=urls.post(post.id, post.slug),
    )
