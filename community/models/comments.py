"""Tables for comments, their revisions, images and mentions."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Index
from sqlalchemy import text as sql
from sqlmodel import Field, SQLModel

from community.models.accounts import User
from community.models.columns import (
    BinaryCollationString,
    counter,
    fk,
    json_column,
    nullable_fk,
    nullable_timestamp,
    pk,
    readonly_relationship,
    timestamp,
)
from community.models.posts import Post


class Comment(SQLModel, table=True):
    """A comment on a post or a reply to another comment. The comments on a post are a tree.

    Attributes:
        path: The path of the parent comment, followed by the encoded id of this comment (see
            `ids.encode_sortable`). Sorting by path lists each comment before its replies.
        branch_id: The id of the top-level comment that this comment replies to, directly or
            indirectly. A top-level comment contains its own id.
        client_id: An id that the browser generates. If the browser sends a comment twice, the
            server recognizes the id and stores the comment only once.
        status_before_deletion: The `moderation_status` that is restored if the deletion is
            undone.
    """

    __tablename__ = "comments"

    id: int = pk()
    post_id: int = fk("posts.id")
    parent_id: int | None = nullable_fk("comments.id", on_delete="CASCADE")
    branch_id: int | None = nullable_fk("comments.id", on_delete="CASCADE", index=True)
    path: str = Field(default="", sa_type=BinaryCollationString, nullable=False)
    depth: int = Field(default=0, nullable=False)
    author_id: int = fk("users.id")
    text: str = Field(default="", nullable=False)
    html: str = ""
    moderation_status: str = Field(default="published", max_length=13)
    replies_count: int = counter()
    descendants_count: int = counter()
    reactions: dict[str, int] = json_column(dict)
    reactions_count: int = counter()
    score: float = Field(default=0.0, nullable=False)
    controversy: float = Field(default=0.0, nullable=False)
    version: int = Field(default=1, nullable=False)
    client_id: UUID | None = None
    pinned_at: datetime | None = nullable_timestamp()
    edited_at: datetime | None = nullable_timestamp()
    deleted_at: datetime | None = nullable_timestamp()
    deleted_by_id: int | None = nullable_fk("users.id")
    status_before_deletion: str | None = Field(default=None, max_length=13)
    created_at: datetime = timestamp()

    author: User = readonly_relationship("Comment.author_id")
    post: Post = readonly_relationship("Comment.post_id")

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
        Index(
            "uq_comments_pinned",
            "post_id",
            unique=True,
            sqlite_where=sql("pinned_at IS NOT NULL"),
            postgresql_where=sql("pinned_at IS NOT NULL"),
        ),
        Index("uq_comments_client", "author_id", "client_id", unique=True),
    )


class CommentRevision(SQLModel, table=True):
    """The text that a comment had before an edit."""

    __tablename__ = "comment_revisions"

    id: int = pk()
    comment_id: int = fk("comments.id", index=True)
    editor_id: int | None = nullable_fk("users.id")
    text: str
    created_at: datetime = timestamp()


class CommentMedia(SQLModel, table=True):
    """An image attached to a comment."""

    __tablename__ = "comment_media"

    comment_id: int = fk("comments.id", primary_key=True)
    position: int = Field(primary_key=True)
    upload_id: UUID = Field(foreign_key="uploads.id", ondelete="CASCADE", index=True)


class Mention(SQLModel, table=True):
    """A user whom a comment mentions as `@slug`."""

    __tablename__ = "mentions"

    comment_id: int = fk("comments.id", primary_key=True)
    user_id: int = fk("users.id", primary_key=True, index=True)
