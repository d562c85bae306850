"""Posts, what they were before, and changes not yet published."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Index
from sqlalchemy import text as sql
from sqlmodel import Field, SQLModel

from community.models.accounts import User
from community.models.columns import (
    Moment,
    counter,
    json,
    key,
    made_at,
    maybe_at,
    maybe_ref,
    ref,
    related,
)
from community.models.communities import Community


def _published(name: str, *columns: str) -> Index:
    """An index for feeds: it has nothing but what readers can see."""
    rule = sql("status = 'published'")
    return Index(name, *columns, sqlite_where=rule, postgresql_where=rule)


class Post(SQLModel, table=True):
    """A publication on a profile or in a community. Markdown is the source, `html` is made of it on
    write.

    `withdrawn_by_id` is who unpublished or deleted it. `version` grows with each change of the
    text, also of one that is saved aside as a `PostDraft`. `client_id` is made by the browser
    that began it.
    """

    __tablename__ = "posts"

    id: int = key()
    slug: str = Field(max_length=80)
    title: str = Field(max_length=255)
    intro: str = Field(default="", max_length=500)
    text: str = ""
    html: str = ""
    cover: str | None = None
    author_id: int = ref("users.id")
    community_id: int | None = maybe_ref("communities.id")
    status: str = Field(default="draft", max_length=12)
    tags: list[str] = json()
    comments_enabled: bool = True
    summary: str | None = None
    reading_time: int = Field(default=1, description="Minutes.")
    views_count: int = counter()
    comments_count: int = counter()
    reactions: dict[str, int] = json(dict)
    reactions_count: int = counter()
    hotness: float = Field(default=0.0, nullable=False)
    version: int = Field(default=1, nullable=False)
    client_id: UUID | None = None
    pinned_at: datetime | None = maybe_at()
    published_at: datetime | None = maybe_at()
    edited_at: datetime | None = maybe_at()
    deleted_at: datetime | None = maybe_at()
    withdrawn_by_id: int | None = maybe_ref("users.id")
    created_at: datetime = made_at()
    saved_at: datetime = made_at()

    author: User = related("Post.author_id")
    community: Community | None = related("Post.community_id")

    __table_args__ = (
        CheckConstraint(
            "status IN ('draft', 'scheduled', 'published', 'unpublished', 'deleted')", name="status"
        ),
        CheckConstraint("status <> 'published' OR published_at IS NOT NULL", name="published_at"),
        CheckConstraint("comments_count >= 0 AND reactions_count >= 0", name="counts"),
        _published("ix_posts_new", "published_at", "id"),
        _published("ix_posts_popular", "hotness", "id"),
        _published("ix_posts_author", "author_id", "published_at", "id"),
        _published("ix_posts_community_new", "community_id", "published_at", "id"),
        _published("ix_posts_community_popular", "community_id", "hotness", "id"),
        Index("ix_posts_author_saved", "author_id", "status", "saved_at"),
        Index("uq_posts_client", "author_id", "client_id", unique=True),
        Index(
            "ix_posts_pinned",
            "community_id",
            "author_id",
            sqlite_where=sql("pinned_at IS NOT NULL"),
            postgresql_where=sql("pinned_at IS NOT NULL"),
        ),
    )


class PostTag(SQLModel, table=True):
    """A tag of a published post, for feeds by tag."""

    __tablename__ = "post_tags"

    tag: str = Field(max_length=40, primary_key=True)
    post_id: int = ref("posts.id", primary_key=True, index=True)


class PostRevision(SQLModel, table=True):
    """A post as it read before an edit."""

    __tablename__ = "post_revisions"

    id: int = key()
    post_id: int = ref("posts.id", index=True)
    editor_id: int | None = maybe_ref("users.id")
    title: str = Field(max_length=255)
    intro: str = Field(default="", max_length=500)
    text: str = ""
    created_at: datetime = made_at()


class PostDraft(SQLModel, table=True):
    """Changes to a post that was published already, saved but not yet shown to readers."""

    __tablename__ = "post_drafts"

    post_id: int = ref("posts.id", primary_key=True)
    title: str = Field(max_length=255)
    intro: str = Field(default="", max_length=500)
    text: str = ""
    cover: str | None = None
    tags: list[str] = json()
    saved_at: datetime = Field(sa_type=Moment, nullable=False)
