"""Comments: a tree under each post."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Index
from sqlalchemy import text as sql
from sqlmodel import Field, SQLModel

from community.models.accounts import User
from community.models.columns import (
    Bytewise,
    counter,
    json,
    key,
    made_at,
    maybe_at,
    maybe_ref,
    ref,
    related,
)
from community.models.posts import Post


class Comment(SQLModel, table=True):
    """One message. `path` is the path of the parent and the sortable id: ordering by it walks the
    tree.

    `branch_id` is the root of the branch; of a root comment, itself. `deleted_from` is the status
    that a deletion replaced.
    """

    __tablename__ = "comments"

    id: int = key()
    post_id: int = ref("posts.id")
    parent_id: int | None = maybe_ref("comments.id", on_delete="CASCADE")
    branch_id: int | None = maybe_ref("comments.id", on_delete="CASCADE", index=True)
    path: str = Field(default="", sa_type=Bytewise, nullable=False)
    depth: int = Field(default=0, nullable=False)
    author_id: int = ref("users.id")
    text: str = Field(default="", nullable=False)
    html: str = ""
    moderation_status: str = Field(default="published", max_length=13)
    replies_count: int = counter()
    descendants_count: int = counter()
    reactions: dict[str, int] = json(dict)
    reactions_count: int = counter()
    score: float = Field(default=0.0, nullable=False)
    controversy: float = Field(default=0.0, nullable=False)
    version: int = Field(default=1, nullable=False)
    client_id: UUID | None = None
    pinned_at: datetime | None = maybe_at()
    edited_at: datetime | None = maybe_at()
    deleted_at: datetime | None = maybe_at()
    deleted_by_id: int | None = maybe_ref("users.id")
    deleted_from: str | None = Field(default=None, max_length=13)
    created_at: datetime = made_at()

    author: User = related("Comment.author_id")
    post: Post = related("Comment.post_id")

    __table_args__ = (
        CheckConstraint(
            "moderation_status IN ('published', 'on_moderation', 'deleted')",
            name="moderation_status",
        ),
        CheckConstraint("replies_count >= 0 AND descendants_count >= 0", name="counts"),
        CheckConstraint("(parent_id IS NULL) = (depth = 0)", name="depth"),
        Index("ix_comments_walk", "post_id", "path"),
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
    """A comment as it read before an edit."""

    __tablename__ = "comment_revisions"

    id: int = key()
    comment_id: int = ref("comments.id", index=True)
    editor_id: int | None = maybe_ref("users.id")
    text: str
    created_at: datetime = made_at()


class CommentMedia(SQLModel, table=True):
    """An image attached to a comment."""

    __tablename__ = "comment_media"

    comment_id: int = ref("comments.id", primary_key=True)
    position: int = Field(primary_key=True)
    upload_id: UUID = Field(foreign_key="uploads.id", ondelete="CASCADE", index=True)


class Mention(SQLModel, table=True):
    """Somebody is named in a comment with @username."""

    __tablename__ = "mentions"

    comment_id: int = ref("comments.id", primary_key=True)
    user_id: int = ref("users.id", primary_key=True, index=True)
