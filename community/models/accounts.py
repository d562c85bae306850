"""Accounts, their sign-ins, tokens and former addresses."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, Index, func, text
from sqlmodel import Field, SQLModel

from community.models.columns import Moment, counter, json, key, made_at, maybe_at, ref


class User(SQLModel, table=True):
    """A person. Slug and e-mail are stored as typed and unique without regard to case."""

    __tablename__ = "users"

    id: int = key()
    slug: str = Field(max_length=30)
    name: str = Field(max_length=50)
    email: str = Field(max_length=254)
    password_hash: str | None = None
    bio: str = Field(default="", max_length=500)
    avatar: str | None = None
    header: str | None = None
    default_feed: str = Field(default="popular", max_length=10)
    shows_online: bool = True
    ignored_keywords: list[str] = json()
    rating: float = 0.0
    place: int | None = None
    followers_count: int = counter()
    following_count: int = counter()
    posts_count: int = counter()
    admin_since: datetime | None = maybe_at()
    email_verified_at: datetime | None = maybe_at()
    banned_at: datetime | None = maybe_at()
    deleted_at: datetime | None = maybe_at()
    last_seen_at: datetime | None = maybe_at()
    created_at: datetime = made_at()

    __table_args__ = (
        CheckConstraint("default_feed IN ('personal', 'popular', 'new')", name="default_feed"),
        CheckConstraint("followers_count >= 0 AND following_count >= 0", name="counts"),
        Index("uq_users_slug_lower", text("lower(slug)"), unique=True),
        Index("uq_users_email_lower", text("lower(email)"), unique=True),
        Index("ix_users_rating", "rating", "id"),
    )


class Session(SQLModel, table=True):
    """A sign-in on one device. The cookie has the token, the database only its digest."""

    __tablename__ = "sessions"

    id: int = key()
    user_id: int = ref("users.id", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    user_agent: str = Field(default="", max_length=400)
    address: str = Field(default="", max_length=45)
    created_at: datetime = made_at()
    last_seen_at: datetime = made_at()
    expires_at: datetime = Field(sa_type=Moment, nullable=False, index=True)
    revoked_at: datetime | None = maybe_at()


class AccessToken(SQLModel, table=True):
    """A personal access token for programs."""

    __tablename__ = "access_tokens"

    id: int = key()
    user_id: int = ref("users.id", index=True)
    name: str = Field(max_length=60)
    token_hash: str = Field(max_length=64, unique=True)
    scopes: list[str] = json()
    created_at: datetime = made_at()
    last_used_at: datetime | None = maybe_at()
    expires_at: datetime | None = maybe_at()
    revoked_at: datetime | None = maybe_at()


class FormerSlug(SQLModel, table=True):
    """An address that somebody or some community had before: it still leads to them."""

    __tablename__ = "former_slugs"

    kind: str = Field(max_length=10, primary_key=True)
    slug: str = Field(max_length=60, primary_key=True)
    target_id: int = Field(nullable=False, sa_type=BigInteger)
    created_at: datetime = made_at()

    __table_args__ = (CheckConstraint("kind IN ('user', 'community')", name="kind"),)


lower_slug = func.lower(User.slug)
lower_email = func.lower(User.email)
