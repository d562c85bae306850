"""Tables for comments, their revisions, images and mentions."""

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

from community.core.db import columns
from community.models.people import User
from community.models.posts import Post


class Comment(SQLModel, table=True):
    """A comment on a post or a reply to another comment. The comments on a post are a tree."""

    __tablename__ = "comments"

    id: int = columns.pk()
    post_id: int = columns.fk("posts.id")
    parent_id: int | None = columns.nullable_fk("comments.id", on_delete="CASCADE")
    # The id of the top-level comment that this comment replies to, directly or indirectly. A
    # top-level comment contains its own id.
    branch_id: int | None = columns.nullable_fk("comments.id", on_delete="CASCADE", index=True)
    # The path of the parent comment, followed by the encoded id of this comment (see
    # `ids.encode_sortable`). Sorting by path lists each comment before its replies.
    path: str = Field(default="", sa_type=columns.BinaryCollationString, nullable=False)
    depth: int = Field(default=0, nullable=False)
    author_id: int = columns.fk("users.id")
    # SQLite cannot add a foreign key to an existing table. Communities are never deleted.
    # The community of the post when the comment was written. Moving the post does not change it,
    # because it determines who may moderate the comment.
    community_id: int | None = Field(default=None, sa_type=columns.BigKey)
    text: str = Field(default="", nullable=False)
    html: str = ""
    moderation_status: str = Field(default="published", max_length=13)
    replies_count: int = columns.counter()
    descendants_count: int = columns.counter()
    reactions: dict[str, int] = columns.json_column(dict)
    reactions_count: int = columns.counter()
    score: float = Field(default=0.0, nullable=False)
    controversy: float = Field(default=0.0, nullable=False)
    version: int = Field(default=1, nullable=False)
    # An id that the browser generates. If the browser sends a comment twice, the server recognizes
    # the id and stores the comment only once.
    client_id: UUID | None = None
    pinned_at: datetime | None = columns.nullable_timestamp()
    edited_at: datetime | None = columns.nullable_timestamp()
    deleted_at: datetime | None = columns.nullable_timestamp()
    deleted_by_id: int | None = columns.nullable_fk("users.id")
    # The `moderation_status` that is restored if the deletion is undone
    status_before_deletion: str | None = Field(default=None, max_length=13)
    # Whether the comment was deleted together with the account of its author. Only restoring the
    # account restores the comment.
    is_hidden_with_author: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    # Whether the comment was held for moderation when it was sent, and has not been published
    # since. No user has been notified of it.
    awaits_first_publication: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    cleanup_id: int | None = Field(default=None, sa_type=columns.BigKey)
    created_at: datetime = columns.timestamp()

    author: User = columns.readonly_relationship("Comment.author_id")
    post: Post = columns.readonly_relationship("Comment.post_id")

    __table_args__ = (
        CheckConstraint(
            "moderation_status IN ('published', 'on_moderation', 'deleted')",
            name="moderation_status",
        ),
        CheckConstraint("replies_count >= 0 AND descendants_count >= 0", name="counts"),
        CheckConstraint("(parent_id IS NULL) = (depth = 0)", name="depth"),
        Index("ix_comments_path", "post_id", "path"),
        Index("ix_comments_best", "post_id", "depth", "score", "id"),
        Index("ix_comments_controversial", "post_id", "depth", "controversy", "id"),
        Index("ix_comments_new", "post_id", "depth", "id"),
        Index("ix_comments_replies", "parent_id", "score", "id"),
        Index("ix_comments_author", "author_id", "id"),
        # The Admin Panel lists comments by status, by community, and by the time of their creation.
        columns.partial_index(
            "ix_comments_hidden",
            "moderation_status",
            "id",
            where="moderation_status <> 'published'",
        ),
        columns.partial_index(
            "ix_comments_cleanup", "cleanup_id", "id", where="cleanup_id IS NOT NULL"
        ),
        Index("ix_comments_community", "community_id", "id"),
        Index("ix_comments_created_at", "created_at", "id"),
        Index(
            "ix_comments_search",
            sql_text("lower(' ' || text) gin_trgm_ops"),
            postgresql_using="gin",
        ).ddl_if(dialect="postgresql"),
        columns.partial_index(
            "uq_comments_pinned", "post_id", where="pinned_at IS NOT NULL", unique=True
        ),
        Index("uq_comments_client", "author_id", "client_id", unique=True),
    )


class CommentRevision(SQLModel, table=True):
    """The text that a comment had before an edit."""

    __tablename__ = "comment_revisions"

    id: int = columns.pk()
    comment_id: int = columns.fk("comments.id", index=True)
    editor_id: int | None = columns.nullable_fk("users.id")
    text: str
    created_at: datetime = columns.timestamp()


class CommentModeration(SQLModel, table=True):
    """A change of the moderation status of a comment: who changed it, when and why."""

    __tablename__ = "comment_moderations"

    id: int = columns.pk()
    comment_id: int = columns.fk("comments.id", index=True)
    # None if a rule of the site held the comment, or if the account was deleted
    actor_id: int | None = columns.nullable_fk("users.id")
    # Empty for a comment that was held when it was sent
    status_before: str = Field(default="", max_length=13)
    status: str = Field(max_length=13)
    reason: str = Field(default="", max_length=500)
    # The rule that held the comment, such as `words`. Empty for a change by a user.
    rule: str = Field(default="", max_length=30)
    created_at: datetime = columns.timestamp()


class CommentMedia(SQLModel, table=True):
    __tablename__ = "comment_media"

    comment_id: int = columns.fk("comments.id", primary_key=True)
    position: int = Field(primary_key=True)
    upload_id: UUID = Field(foreign_key="uploads.id", ondelete="CASCADE", index=True)


class Mention(SQLModel, table=True):
    __tablename__ = "mentions"

    comment_id: int = columns.fk("comments.id", primary_key=True)
    user_id: int = columns.fk("users.id", primary_key=True, index=True)


# The text in which the Admin Panel searches. `ix_comments_search` is an index of this expression.
comment_search_text: ColumnElement[str] = literal_column("lower(' ' || comments.text)", String)
