"""Reactions to posts and comments; how many of each there are stands on the target."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.models.columns import key, made_at, maybe_at, maybe_ref, ref


class ReactionKind(SQLModel, table=True):
    """A reaction that an administrator offers. Extended ones need the feature `reactions`."""

    __tablename__ = "reaction_kinds"

    code: str = Field(max_length=30, primary_key=True)
    emoji: str = Field(max_length=16)
    name: str = Field(max_length=40)
    position: int = 0
    is_extended: bool = False
    retired_at: datetime | None = maybe_at()


class Reaction(SQLModel, table=True):
    """What one person feels about one post or one comment."""

    __tablename__ = "reactions"

    id: int = key()
    user_id: int = ref("users.id")
    post_id: int | None = maybe_ref("posts.id", on_delete="CASCADE", index=True)
    comment_id: int | None = maybe_ref("comments.id", on_delete="CASCADE", index=True)
    code: str = Field(foreign_key="reaction_kinds.code", max_length=30)
    created_at: datetime = made_at()

    __table_args__ = (
        CheckConstraint("(post_id IS NULL) <> (comment_id IS NULL)", name="one_target"),
        Index("uq_reactions_post", "user_id", "post_id", unique=True),
        Index("uq_reactions_comment", "user_id", "comment_id", unique=True),
    )
