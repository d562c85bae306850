"""Tables for accounts: users, sessions, access tokens, former slugs and invitations."""

from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    Connection,
    Index,
    String,
    event,
    false,
    func,
    literal_column,
    text,
)
from sqlalchemy.orm import Mapper
from sqlmodel import Field, SQLModel

from community.core.text import name_skeletons
from community.core.text.slug_skeletons import build_skeleton_sql
from community.models.columns import (
    BigKey,
    UTCDateTime,
    counter,
    fk,
    json_column,
    nullable_fk,
    nullable_timestamp,
    partial_index,
    pk,
    readonly_relationship,
    timestamp,
)


class User(SQLModel, table=True):
    """A user account.

    `slug` and `email` are stored as the user typed them. They must be unique regardless of case.
    `admin_sections` contains the sections of the Admin Panel that an administrator may open.

    Attributes:
        name_skeleton: Equal for names that look alike. Written together with the name.
        is_bot: Whether the site itself writes with the account. No one can sign in with it.
        chosen_badge: The badge beside the name. It is shown while the user's plan includes badges.
        chosen_name_style: The style of the name, which is shown in the same way.
        email_undeliverable_at: When a mail server reported that the mailbox does not exist. Until
            the user confirms the email again, they get no notifications by email.
        consent_choice: The choice in the cookie banner, `all` or `necessary`. None without one.
        consent_version: The version of the text of the banner that the user saw.
        deleted_at: When the user deleted the account, or when it was merged into another one.
        purge_at: When the data of a deleted account is erased. Until then it can be restored. None
            for accounts that are not deleted, that were merged, and whose data is erased.
        content_choice: What happens to the posts and comments of a deleted account: `keep`,
            `anonymize` or `delete`.
        features: The features that the user's subscription includes now. Queries read it from the
            tables of subscriptions (`models/user_features.py`).
    """

    __tablename__ = "users"

    id: int = pk()
    slug: str = Field(max_length=30)
    name: str = Field(max_length=50)
    name_skeleton: str = Field(
        default="", max_length=name_skeletons.MAX_LENGTH, sa_column_kwargs={"server_default": ""}
    )
    email: str = Field(max_length=254)
    password_hash: str | None = None
    bio: str = Field(default="", max_length=500)
    avatar: str | None = None
    header: str | None = None
    chosen_badge: str | None = Field(default=None, max_length=20)
    chosen_name_style: str | None = Field(default=None, max_length=20)
    default_feed: str = Field(default="popular", max_length=10)
    shows_online: bool = True
    is_bot: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    ignored_keywords: list[str] = json_column()
    followers_count: int = counter()
    following_count: int = counter()
    posts_count: int = counter()
    admin_since: datetime | None = nullable_timestamp()
    admin_sections: list[str] = json_column()
    email_verified_at: datetime | None = nullable_timestamp()
    email_undeliverable_at: datetime | None = nullable_timestamp()
    banned_at: datetime | None = nullable_timestamp()
    banned_until: datetime | None = nullable_timestamp()
    ban_reason: str = Field(default="", max_length=500, sa_column_kwargs={"server_default": ""})
    consent_choice: str | None = Field(default=None, max_length=10)
    consent_version: str | None = Field(default=None, max_length=20)
    consent_at: datetime | None = nullable_timestamp()
    deleted_at: datetime | None = nullable_timestamp()
    purge_at: datetime | None = nullable_timestamp()
    content_choice: str | None = Field(default=None, max_length=10)
    last_seen_at: datetime | None = nullable_timestamp()
    created_at: datetime = timestamp()
    if TYPE_CHECKING:
        features: frozenset[str] = frozenset()

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
        partial_index("ix_users_admins", "id", where="admin_since IS NOT NULL"),
        partial_index("ix_users_banned", "id", where="banned_at IS NOT NULL"),
        partial_index("ix_users_deleted", "id", where="deleted_at IS NOT NULL"),
        partial_index("ix_users_purge", "purge_at", "id", where="purge_at IS NOT NULL"),
        partial_index("ix_users_unverified", "id", where="email_verified_at IS NULL"),
    )


@event.listens_for(User, "before_insert")
@event.listens_for(User, "before_update")
def _write_name_skeleton(_mapper: Mapper[User], _connection: Connection, user: User) -> None:
    user.name_skeleton = name_skeletons.build_name_skeleton(user.name)


class UserSession(SQLModel, table=True):
    """A sign-in session on one device.

    The session cookie contains a token. The database contains only the SHA-256 hash of the token.

    Attributes:
        method: The service with which the user signed in, such as `github`, or `password`.
        confirmed_at: When the user last entered their password in this session.
        viewed_user_id: The user as whom an administrator sees the site, until `viewing_until`.
    """

    __tablename__ = "user_sessions"

    id: int = pk()
    user_id: int = fk("users.id", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    user_agent: str = Field(default="", max_length=400)
    address: str = Field(default="", max_length=45)
    method: str = Field(
        default="password", max_length=20, sa_column_kwargs={"server_default": "password"}
    )
    created_at: datetime = timestamp()
    last_seen_at: datetime = timestamp()
    expires_at: datetime = Field(sa_type=UTCDateTime, nullable=False, index=True)
    confirmed_at: datetime | None = nullable_timestamp()
    revoked_at: datetime | None = nullable_timestamp()
    # SQLite cannot add a foreign key to an existing table. Rows of users are rarely deleted, and
    # `authenticate_session` ignores an id without a user.
    viewed_user_id: int | None = Field(default=None, sa_type=BigKey)
    viewing_until: datetime | None = nullable_timestamp()


class AccessToken(SQLModel, table=True):
    __tablename__ = "access_tokens"

    id: int = pk()
    user_id: int = fk("users.id", index=True)
    name: str = Field(max_length=60)
    token_hash: str = Field(max_length=64, unique=True)
    scopes: list[str] = json_column()
    created_at: datetime = timestamp()
    last_used_at: datetime | None = nullable_timestamp()
    expires_at: datetime | None = nullable_timestamp()
    revoked_at: datetime | None = nullable_timestamp()


class PendingRegistration(SQLModel, table=True):
    """A registration whose email is not confirmed. It becomes an account, or expires.

    `slug` is empty if the user chose no username. `password_hash` is empty if the user signs in
    with a service, which the columns `identity_…` describe. They are empty otherwise.
    """

    __tablename__ = "pending_registrations"

    id: int = pk()
    name: str = Field(max_length=50)
    email: str = Field(max_length=254)
    slug: str = Field(max_length=30)
    password_hash: str
    invitation_hash: str = Field(default="", max_length=64, sa_column_kwargs={"server_default": ""})
    identity_provider: str = Field(
        default="", max_length=20, sa_column_kwargs={"server_default": ""}
    )
    identity_subject: str = Field(
        default="", max_length=255, sa_column_kwargs={"server_default": ""}
    )
    identity_email: str = Field(default="", max_length=254, sa_column_kwargs={"server_default": ""})
    identity_name: str = Field(default="", max_length=50, sa_column_kwargs={"server_default": ""})
    created_at: datetime = timestamp()
    expires_at: datetime = Field(sa_type=UTCDateTime, nullable=False, index=True)

    __table_args__ = (Index("ix_pending_registrations_email_lower", text("lower(email)")),)


class UsedLink(SQLModel, table=True):
    """The id of a link in a mail that was used. It does not work again before it expires."""

    __tablename__ = "used_links"

    id: str = Field(max_length=64, primary_key=True)
    expires_at: datetime = Field(sa_type=UTCDateTime, nullable=False, index=True)


class FormerSlug(SQLModel, table=True):
    """A former slug of a user or a community. The server redirects its URL to the current URL."""

    __tablename__ = "former_slugs"

    kind: str = Field(max_length=10, primary_key=True)
    slug: str = Field(max_length=60, primary_key=True)
    target_id: int = Field(nullable=False, sa_type=BigInteger)
    created_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint("kind IN ('user', 'community')", name="kind"),
        Index("ix_former_slugs_skeleton", text(build_skeleton_sql("slug"))),
    )


class Invitation(SQLModel, table=True):
    """An invitation to create an account while registration is by invitation.

    The link contains a token. The database contains only the SHA-256 hash of the token.

    Attributes:
        note: What administrators wrote about the invitation. Invited people do not see it.
        email: The only email address with which it can be used, or "" for any address.
        max_uses: The number of accounts that can be created with it.
        uses_count: The number of accounts that were created with it.
    """

    __tablename__ = "invitations"

    id: int = pk()
    token_hash: str = Field(max_length=64, unique=True)
    note: str = Field(default="", max_length=200)
    email: str = Field(default="", max_length=254)
    max_uses: int
    uses_count: int = counter()
    created_by_id: int | None = nullable_fk("users.id")
    created_at: datetime = timestamp()
    expires_at: datetime | None = nullable_timestamp()
    revoked_at: datetime | None = nullable_timestamp()

    created_by: User | None = readonly_relationship("Invitation.created_by_id")

    __table_args__ = (
        CheckConstraint("uses_count >= 0 AND uses_count <= max_uses", name="uses_count"),
    )


class InvitationUse(SQLModel, table=True):
    """An account that was created with an invitation."""

    __tablename__ = "invitation_uses"

    user_id: int = fk("users.id", primary_key=True)
    invitation_id: int = fk("invitations.id", index=True)
    created_at: datetime = timestamp()


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
