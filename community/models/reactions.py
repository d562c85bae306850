"""The table of reactions. Their counts are stored in the tables of posts and comments."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db.columns import fk, nullable_fk, pk, timestamp


class Reaction(SQLModel, table=True):
    __tablename__ = "reactions"

    id: int = pk()
    user_id: int = fk("users.id")
    post_id: int | None = nullable_fk("posts.id", on_delete="CASCADE", index=True)
    comment_id: int | None = nullable_fk("comments.id", on_delete="CASCADE", index=True)
    code: str = Field(foreign_key="reaction_kinds.code", max_length=30)
    created_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint("(post_id IS NULL) <> (comment_id IS NULL)", name="one_target"),
        Index("uq_reactions_post", "user_id", "post_id", unique=True),
        Index("uq_reactions_comment", "user_id", "comment_id", unique=True),
        # Finds out whether a kind of reaction is in use.
        Index("ix_reactions_code", "code"),
    )
