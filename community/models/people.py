"""Tables for people: users and former slugs."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    Index,
    String,
    false,
    func,
    literal_column,
    text,
)
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Field, SQLModel

from community.core.db import columns
from community.core.text import skeletons
from community.core.text.skeletons import build_skeleton_sql


class User(SQLModel, table=True):
    """A user account.

    `slug` and `email` are stored as the user typed them. They must be unique regardless of case.
    `admin_sections` contains the sections of the Admin Panel that an administrator may open.

    Attributes:
        features: The features that the user's subscription includes now. Queries read it from the
            tables of subscriptions (`models/subscriptions/user_features.py`).
    """

    __tablename__ = "users"

    id: int = columns.pk()
    slug: str = Field(max_length=30)
    name: str = Field(max_length=50)
    # Equal for names that look alike. `people.set_name` writes both.
    name_skeleton: str = Field(
        max_length=skeletons.MAX_NAME_SKELETON_LENGTH, sa_column_kwargs={"server_default": ""}
    )
    email: str = Field(max_length=254)
    password_hash: str | None = None
    bio: str = Field(default="", max_length=500)
    avatar: str | None = None
    header: str | None = None
    # The badge beside the name. It is shown while the user's plan includes badges.
    chosen_badge: str | None = Field(default=None, max_length=20)
    # The style of the name, which is shown in the same way
    chosen_name_style: str | None = Field(default=None, max_length=20)
    default_feed: str = Field(default="popular", max_length=10)
    shows_online: bool = True
    # Whether the site itself writes with the account. No one can sign in with it.
    is_bot: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    ignored_keywords: list[str] = columns.json_column()
    followers_count: int = columns.counter()
    following_count: int = columns.counter()
    posts_count: int = columns.counter()
    admin_since: datetime | None = columns.nullable_timestamp()
    admin_sections: list[str] = columns.json_column()
    email_verified_at: datetime | None = columns.nullable_timestamp()
    # When a mail server reported that the mailbox does not exist. Until the user confirms the email
    # again, they get no notifications by email.
    email_undeliverable_at: datetime | None = columns.nullable_timestamp()
    banned_at: datetime | None = columns.nullable_timestamp()
    banned_until: datetime | None = columns.nullable_timestamp()
    ban_reason: str = Field(default="", max_length=500, sa_column_kwargs={"server_default": ""})
    # The choice in the cookie banner, `all` or `necessary`. None without one.
    consent_choice: str | None = Field(default=None, max_length=10)
    # The version of the text of the banner that the user saw
    consent_version: str | None = Field(default=None, max_length=20)
    consent_at: datetime | None = columns.nullable_timestamp()
    # When the user deleted the account, or when it was merged into another one
    deleted_at: datetime | None = columns.nullable_timestamp()
    # When the data of a deleted account is erased. Until then it can be restored. None for accounts
    # that are not deleted, that were merged, and whose data is erased.
    purge_at: datetime | None = columns.nullable_timestamp()
    # What happens to the posts and comments of a deleted account: `keep`, `anonymize` or `delete`
    content_choice: str | None = Field(default=None, max_length=10)
    last_seen_at: datetime | None = columns.nullable_timestamp()
    created_at: datetime = columns.timestamp()
    if TYPE_CHECKING:
        features: frozenset[str] = frozenset()
    else:

        def __init__(self, **values: Any) -> None:
            super().__init__(**values)
            # No query has read the features of a new user.
            set_committed_value(self, "features", frozenset())

    __table_args__ = (
        CheckConstraint("default_feed IN ('personal', 'popular', 'new')", name="default_feed"),
        CheckConstraint("followers_count >= 0 AND following_count >= 0", name="counts"),
        Index("uq_users_slug_lower", text("lower(slug)"), unique=True),
        Index("ix_users_slug_skeleton", text(build_skeleton_sql("slug"))),
        Index("ix_users_name_skeleton", "name_skeleton"),
        Index("uq_users_email_lower", text("lower(email)"), unique=True),
        # The table of users in the Admin Panel sorts by each of these.
        Index("ix_users_name_lower", text("lower(name)"), "id"),
        Index("ix_users_created_at", "created_at", "id"),
        Index("ix_users_last_seen_at", "last_seen_at", "id"),
        Index("ix_users_posts_count", "posts_count", "id"),
        Index("ix_users_followers_count", "followers_count", "id"),
        Index(
            "ix_users_search",
            text("lower(' ' || name || ' ' || slug || ' ' || email) gin_trgm_ops"),
            postgresql_using="gin",
        ).ddl_if(dialect="postgresql"),
        # The rows that its filters select are few among all users.
        columns.partial_index("ix_users_admins", "id", where="admin_since IS NOT NULL"),
        columns.partial_index("ix_users_banned", "id", where="banned_at IS NOT NULL"),
        columns.partial_index("ix_users_deleted", "id", where="deleted_at IS NOT NULL"),
        columns.partial_index("ix_users_purge", "purge_at", "id", where="purge_at IS NOT NULL"),
        columns.partial_index("ix_users_unverified", "id", where="email_verified_at IS NULL"),
    )


class FormerSlug(SQLModel, table=True):
    """A former slug of a user or a community. The server redirects its URL to the current URL."""

    __tablename__ = "former_slugs"

    kind: str = Field(max_length=10, primary_key=True)
    slug: str = Field(max_length=60, primary_key=True)
    target_id: int = Field(nullable=False, sa_type=BigInteger)
    created_at: datetime = columns.timestamp()

    __table_args__ = (
        CheckConstraint("kind IN ('user', 'community')", name="kind"),
        Index("ix_former_slugs_skeleton", text(build_skeleton_sql("slug"))),
    )


lower_slug = func.lower(User.slug)
# Equal for usernames that look alike. `ix_users_slug_skeleton` is an index of this expression.
slug_skeleton: ColumnElement[str] = literal_column(build_skeleton_sql("users.slug"), String)
former_slug_skeleton: ColumnElement[str] = literal_column(
    build_skeleton_sql("former_slugs.slug"), String
)
lower_email = func.lower(User.email)
lower_name = func.lower(User.name)
# The text in which the Admin Panel searches, with a space before each word. `ix_users_search` is an
# index of exactly this expression.
user_search_text: ColumnElement[str] = literal_column(
    "lower(' ' || users.name || ' ' || users.slug || ' ' || users.email)", String
)
