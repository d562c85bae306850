"""The inbox: what people were told, and what they want to be told."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, text
from sqlmodel import Field, SQLModel

from community.models.columns import counter, json, key, made_at, maybe_at, maybe_ref, ref


class Notification(SQLModel, table=True):
    """One row of an inbox. While it is unread, further events of the same `topic` are added to it.

    `seen_at` takes it off the number on the bell, `read_at` off the unread rows.
    """

    __tablename__ = "notifications"

    id: int = key()
    recipient_id: int = ref("users.id")
    kind: str = Field(max_length=20)
    topic: str = Field(max_length=60, description="What collapses together, e.g. post_reaction:7.")
    post_id: int | None = maybe_ref("posts.id", on_delete="CASCADE", index=True)
    comment_id: int | None = maybe_ref("comments.id", on_delete="CASCADE", index=True)
    community_id: int | None = maybe_ref("communities.id", on_delete="CASCADE")
    actors_count: int = counter()
    seen_at: datetime | None = maybe_at()
    read_at: datetime | None = maybe_at()
    created_at: datetime = made_at()
    bumped_at: datetime = made_at()

    __table_args__ = (
        Index("ix_notifications_inbox", "recipient_id", "bumped_at", "id"),
        Index(
            "ix_notifications_unseen",
            "recipient_id",
            sqlite_where=text("seen_at IS NULL"),
            postgresql_where=text("seen_at IS NULL"),
        ),
        Index(
            "ix_notifications_unread",
            "recipient_id",
            sqlite_where=text("read_at IS NULL"),
            postgresql_where=text("read_at IS NULL"),
        ),
        Index(
            "uq_notifications_open",
            "recipient_id",
            "topic",
            unique=True,
            sqlite_where=text("read_at IS NULL"),
            postgresql_where=text("read_at IS NULL"),
        ),
    )


class NotificationActor(SQLModel, table=True):
    """Somebody whose doing is told in a notification."""

    __tablename__ = "notification_actors"

    notification_id: int = ref("notifications.id", primary_key=True)
    user_id: int = ref("users.id", primary_key=True, index=True)
    acted_at: datetime = made_at()

    __table_args__ = (Index("ix_notification_actors_newest", "notification_id", "acted_at"),)


class NotificationSubscription(SQLModel, table=True):
    """Somebody wants to hear of every new post of an author or of a community."""

    __tablename__ = "notification_subscriptions"

    id: int = key()
    user_id: int = ref("users.id", index=True)
    author_id: int | None = maybe_ref("users.id", on_delete="CASCADE")
    community_id: int | None = maybe_ref("communities.id", on_delete="CASCADE")
    created_at: datetime = made_at()

    __table_args__ = (
        CheckConstraint("(author_id IS NULL) <> (community_id IS NULL)", name="one_target"),
        # In this order a new post finds its readers page by page.
        Index("uq_notification_subscriptions_author", "author_id", "user_id", unique=True),
        Index("uq_notification_subscriptions_community", "community_id", "user_id", unique=True),
    )


class PostWatch(SQLModel, table=True):
    """Somebody wants to hear of every new comment under a post."""

    __tablename__ = "post_watches"

    post_id: int = ref("posts.id", primary_key=True)
    user_id: int = ref("users.id", primary_key=True, index=True)
    created_at: datetime = made_at()


class NotificationSettings(SQLModel, table=True):
    """What somebody switched; without a row everything is on but e-mail."""

    __tablename__ = "notification_settings"

    user_id: int = ref("users.id", primary_key=True)
    email: bool = False
    muted_kinds: list[str] = json()
