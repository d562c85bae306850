"""Tables for users who follow or ignore other users."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import SQLModel

from community.models.columns import fk, timestamp


class Follow(SQLModel, table=True):
    """A user follows another user. The Personal feed of `follower` shows posts by `followed`."""

    __tablename__ = "follows"

    follower_id: int = fk("users.id", primary_key=True)
    followed_id: int = fk("users.id", primary_key=True)
    created_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint("follower_id <> followed_id", name="not_self"),
        Index("ix_follows_followers", "followed_id", "created_at", "follower_id"),
        Index("ix_follows_following", "follower_id", "created_at", "followed_id"),
    )


class Ignore(SQLModel, table=True):
    """A user ignores another user. Posts and comments by `ignored` are hidden from `user`."""

    __tablename__ = "ignores"

    user_id: int = fk("users.id", primary_key=True)
    ignored_id: int = fk("users.id", primary_key=True, index=True)
    created_at: datetime = timestamp()

    __table_args__ = (CheckConstraint("user_id <> ignored_id", name="not_self"),)
