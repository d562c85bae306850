"""Tables for posts and their tags, revisions and unpublished changes."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    Index,
    String,
    false,
    literal_column,
    text as sql_text,
)
from sqlmodel import Field, SQLModel

from community.core.db.columns import (
    BigKey,
    UTCDateTime,
    counter,
    fk,
    json_column,
    nullable_fk,
    nullable_timestamp,
    partial_index,
    pk,
    readonly_relationship,
    timestamp,
)
from community.models.communities import Community
from community.models.people import User


def _make_published_index(name: str, *columns: str) -> Index:
    """Return an index that contains only published posts, because feeds show no other posts."""
    return partial_index(name, *columns, where="status = 'published'")


class Post(SQLModel, table=True):
    __tablename__ = "posts"

    id: int = pk()
    slug: str = Field(max_length=80)
    title: str = Field(max_length=255)
    intro: str = Field(default="", max_length=500)
    text: str = ""  # the content as Markdown
    html: str = ""  # the content as HTML; the server writes it whenever it writes `text`
    # The beginning of the text without formatting. Empty before the first publication.
    excerpt: str = Field(default="", max_length=240, sa_column_kwargs={"server_default": ""})
    cover: str | None = None
    author_id: int = fk("users.id")
    community_id: int | None = nullable_fk("communities.id")
    status: str = Field(default="draft", max_length=13)
    tags: list[str] = json_column()
    comments_enabled: bool = True
    summary: str | None = None
    reading_time: int = Field(default=1, description="Minutes.")
    views_count: int = counter()
    comments_count: int = counter()
    reactions: dict[str, int] = json_column(dict)
    reactions_count: int = counter()
    hotness: float = Field(default=0.0, nullable=False)
    # The version number. Each saved change increments it, even if the change is not published yet
    # and is stored as a `PostDraft`.
    version: int = Field(default=1, nullable=False)
    # An id that the browser generates. If the browser sends a new post twice, the server recognizes
    # the id and stores the post only once.
    client_id: UUID | None = None
    pinned_at: datetime | None = nullable_timestamp()
    published_at: datetime | None = nullable_timestamp()
    edited_at: datetime | None = nullable_timestamp()
    deleted_at: datetime | None = nullable_timestamp()
    # The user who unpublished or deleted the post
    removed_by_id: int | None = nullable_fk("users.id")
    # Whether only moderators may publish the post again. A deleted post keeps the value.
    is_unpublished_by_moderator: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    # The rule of the site that holds the post until a moderator publishes it. It keeps the value of
    # the last time.
    hold_rule: str = Field(default="", max_length=20, sa_column_kwargs={"server_default": ""})
    # When a moderator last published the post. Reports do not hold it again.
    approved_at: datetime | None = nullable_timestamp()
    # The status to which a deleted post can be restored
    status_before_deletion: str | None = Field(default=None, max_length=13)
    # Whether the post was deleted together with the account of its author. Only restoring the
    # account restores the post.
    is_hidden_with_author: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    # The clean-up that unpublished or deleted the post, until its status changes
    cleanup_id: int | None = Field(default=None, sa_type=BigKey)
    created_at: datetime = timestamp()
    saved_at: datetime = timestamp()

    author: User = readonly_relationship("Post.author_id")
    community: Community | None = readonly_relationship("Post.community_id")

    __table_args__ = (
        CheckConstraint(
            "status IN ('draft', 'scheduled', 'on_moderation', 'published', 'unpublished', "
            "'deleted')",
            name="status",
        ),
        CheckConstraint("status <> 'published' OR published_at IS NOT NULL", name="published_at"),
        CheckConstraint("comments_count >= 0 AND reactions_count >= 0", name="counts"),
        _make_published_index("ix_posts_new", "published_at", "id"),
        _make_published_index("ix_posts_popular", "hotness", "id"),
        _make_published_index("ix_posts_author", "author_id", "published_at", "id"),
        _make_published_index("ix_posts_community_new", "community_id", "published_at", "id"),
        _make_published_index("ix_posts_community_popular", "community_id", "hotness", "id"),
        Index("ix_posts_author_saved", "author_id", "status", "saved_at"),
        partial_index("ix_posts_cleanup", "cleanup_id", "id", where="cleanup_id IS NOT NULL"),
        Index("uq_posts_client", "author_id", "client_id", unique=True),
        Index("ix_posts_published_at", "published_at"),
        Index("ix_posts_table", sql_text("coalesce(published_at, created_at)"), "id"),
        partial_index("ix_posts_held", "community_id", "id", where="status = 'on_moderation'"),
        Index(
            "ix_posts_search",
            sql_text("lower(' ' || title || ' ' || text) gin_trgm_ops"),
            postgresql_using="gin",
        ).ddl_if(dialect="postgresql"),
        partial_index(
            "ix_posts_pinned", "community_id", "author_id", where="pinned_at IS NOT NULL"
        ),
    )


class PostTag(SQLModel, table=True):
    """A tag of a published post. The feed of a tag reads its posts from this table.

    The table contains a copy of the sort keys of the post. Otherwise the database would have to
    read all posts with the tag and sort them, or all posts in the order of the feed, until it has
    found enough posts with the tag.
    """

    __tablename__ = "post_tags"

    tag: str = Field(max_length=40, primary_key=True)
    post_id: int = fk("posts.id", primary_key=True, index=True)
    hotness: float = Field(nullable=False)
    published_at: datetime = Field(sa_type=UTCDateTime, nullable=False)

    __table_args__ = (
        Index("ix_post_tags_new", "tag", "published_at", "post_id"),
        Index("ix_post_tags_popular", "tag", "hotness", "post_id"),
    )


class PostRevision(SQLModel, table=True):
    """The content that a post had before an edit."""

    __tablename__ = "post_revisions"

    id: int = pk()
    post_id: int = fk("posts.id", index=True)
    editor_id: int | None = nullable_fk("users.id")
    title: str = Field(max_length=255)
    intro: str = Field(default="", max_length=500)
    text: str = ""
    created_at: datetime = timestamp()


class PostDraft(SQLModel, table=True):
    """Changes to a published post that are saved but not published yet."""

    __tablename__ = "post_drafts"

    post_id: int = fk("posts.id", primary_key=True)
    title: str = Field(max_length=255)
    intro: str = Field(default="", max_length=500)
    text: str = ""
    html: str = Field(default="", sa_column_kwargs={"server_default": ""})
    cover: str | None = None
    tags: list[str] = json_column()
    saved_at: datetime = Field(sa_type=UTCDateTime, nullable=False)


# The text in which the Admin Panel searches. `ix_posts_search` is an index of this expression.
post_search_text: ColumnElement[str] = literal_column(
    "lower(' ' || posts.title || ' ' || posts.text)", String
)
