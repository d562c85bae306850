"""Tables for notifications, notification subscriptions and notification settings."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db import columns


class Notification(SQLModel, table=True):
    """A notification in the inbox of a user.

    While a notification is unread, later events with the same `collapse_key` are merged into it.
    """

    __tablename__ = "notifications"

    id: int = columns.pk()
    recipient_id: int = columns.fk("users.id")
    kind: str = Field(max_length=20)
    collapse_key: str = Field(
        max_length=60, description="Groups events into one row, e.g. post_reaction:7."
    )
    post_id: int | None = columns.nullable_fk("posts.id", on_delete="CASCADE", index=True)
    comment_id: int | None = columns.nullable_fk("comments.id", on_delete="CASCADE", index=True)
    community_id: int | None = columns.nullable_fk("communities.id", on_delete="CASCADE")
    payment_id: UUID | None = None
    chat_id: int | None = columns.nullable_fk("chats.id", on_delete="CASCADE")
    # The first message of `chat_id` that the notification is about. None for an invitation to a
    # group.
    first_message_id: int | None = Field(default=None, sa_type=columns.BigKey)
    message_id: int | None = Field(default=None, sa_type=columns.BigKey)  # the last such message
    actors_count: int = columns.counter()
    # When the recipient first saw the notification in the inbox, or None. The number on the
    # notification bell counts the notifications that have no `seen_at`.
    seen_at: datetime | None = columns.nullable_timestamp()
    # When the recipient opened the notification or marked it as read, or None
    read_at: datetime | None = columns.nullable_timestamp()
    created_at: datetime = columns.timestamp()
    bumped_at: datetime = columns.timestamp()
    # When a copy is due by email. None without a copy, or after it was sent.
    email_due_at: datetime | None = columns.nullable_timestamp()

    __table_args__ = (
        Index("ix_notifications_inbox", "recipient_id", "bumped_at", "id"),
        columns.partial_index("ix_notifications_chat", "chat_id", where="chat_id IS NOT NULL"),
        columns.partial_index("ix_notifications_unseen", "recipient_id", where="seen_at IS NULL"),
        columns.partial_index("ix_notifications_unread", "recipient_id", where="read_at IS NULL"),
        columns.partial_index(
            "ix_notifications_email", "recipient_id", where="email_due_at IS NOT NULL"
        ),
        columns.partial_index(
            "uq_notifications_unread_collapse_key",
            "recipient_id",
            "collapse_key",
            where="read_at IS NULL",
            unique=True,
        ),
    )


class NotificationActor(SQLModel, table=True):
    __tablename__ = "notification_actors"

    notification_id: int = columns.fk("notifications.id", primary_key=True)
    user_id: int = columns.fk("users.id", primary_key=True, index=True)
    acted_at: datetime = columns.timestamp()

    __table_args__ = (Index("ix_notification_actors_newest", "notification_id", "acted_at"),)


class NotificationSubscription(SQLModel, table=True):
    """A user's subscription to notifications about new posts by an author or in a community."""

    __tablename__ = "notification_subscriptions"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id", index=True)
    author_id: int | None = columns.nullable_fk("users.id", on_delete="CASCADE")
    community_id: int | None = columns.nullable_fk("communities.id", on_delete="CASCADE")
    created_at: datetime = columns.timestamp()

    __table_args__ = (
        CheckConstraint("(author_id IS NULL) <> (community_id IS NULL)", name="one_target"),
        # The author or community comes first, because the job that notifies about a new post reads
        # its subscribers in batches.
        Index("uq_notification_subscriptions_author", "author_id", "user_id", unique=True),
        Index("uq_notification_subscriptions_community", "community_id", "user_id", unique=True),
    )


class PostWatch(SQLModel, table=True):
    """A user's subscription to notifications about all new comments on a post."""

    __tablename__ = "post_watches"

    post_id: int = columns.fk("posts.id", primary_key=True)
    user_id: int = columns.fk("users.id", primary_key=True, index=True)
    created_at: datetime = columns.timestamp()


class NotificationSettings(SQLModel, table=True):
    """The notification settings of a user.

    If a user has no row, email notifications are off and all other notifications are on.
    """

    __tablename__ = "notification_settings"

    user_id: int = columns.fk("users.id", primary_key=True)
    email: bool = False
    muted_kinds: list[str] = columns.json_column()
