"""Who follows whom, and whom one does not want to read."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import SQLModel

from community.models.columns import made_at, ref


class Follow(SQLModel, table=True):
    """The posts of `followed` are in the Personal feed of `follower`."""

    __tablename__ = "follows"

    follower_id: int = ref("users.id", primary_key=True)
    followed_id: int = ref("users.id", primary_key=True)
    created_at: datetime = made_at()

    __table_args__ = (
        CheckConstraint("follower_id <> followed_id", name="not_oneself"),
        Index("ix_follows_followers", "followed_id", "created_at", "follower_id"),
        Index("ix_follows_following", "follower_id", "created_at", "followed_id"),
    )


class Ignore(SQLModel, table=True):
    """`user` does not want to read `ignored`."""

    __tablename__ = "ignores"

    user_id: int = ref("users.id", primary_key=True)
    ignored_id: int = ref("users.id", primary_key=True, index=True)
    created_at: datetime = made_at()

    __table_args__ = (CheckConstraint("user_id <> ignored_id", name="not_oneself"),)
