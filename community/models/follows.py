"""Tables that store which users follow or ignore which other users."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import SQLModel

from community.core.db.columns import fk, nullable_timestamp, timestamp


class Follow(SQLModel, table=True):
    """The user `follower_id` follows the user `followed_id`.

    The Personal feed of the follower shows the posts of the followed user.
    """

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
    """The user `user_id` ignores the user `ignored_id`.

    The site hides posts and comments by the ignored user from `user_id`, until the time `until`.
    If it is None, the user ignores the other one for good. Rows that have ended stay for a while.
    """

    __tablename__ = "ignores"

    user_id: int = fk("users.id", primary_key=True)
    ignored_id: int = fk("users.id", primary_key=True, index=True)
    created_at: datetime = timestamp()
    until: datetime | None = nullable_timestamp()

    __table_args__ = (CheckConstraint("user_id <> ignored_id", name="not_self"),)
