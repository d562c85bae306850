"""Communities and who belongs to them."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, func, text
from sqlmodel import Field, SQLModel

from community.models.accounts import User
from community.models.columns import counter, key, made_at, maybe_at, ref, related


class Community(SQLModel, table=True):
    """A place with a subject, rules and moderators that people join and publish in."""

    __tablename__ = "communities"

    id: int = key()
    slug: str = Field(max_length=30)
    name: str = Field(max_length=60)
    description: str = Field(default="", max_length=500)
    rules: str = Field(default="", max_length=10_000)
    rules_html: str = ""
    avatar: str | None = None
    header: str | None = None
    owner_id: int = ref("users.id", on_delete="RESTRICT", index=True)
    posting: str = Field(default="everyone", max_length=10)
    members_count: int = counter()
    posts_count: int = counter()
    created_at: datetime = made_at()
    closed_at: datetime | None = maybe_at()

    owner: User = related("Community.owner_id")

    __table_args__ = (
        CheckConstraint("posting IN ('everyone', 'members', 'moderators')", name="posting"),
        Index("uq_communities_slug_lower", text("lower(slug)"), unique=True),
        Index("ix_communities_members", "members_count", "id"),
    )


class Membership(SQLModel, table=True):
    """Somebody belongs to a community; its posts are in their Personal feed."""

    __tablename__ = "memberships"

    community_id: int = ref("communities.id", primary_key=True)
    user_id: int = ref("users.id", primary_key=True, index=True)
    joined_at: datetime = made_at()
    moderator_since: datetime | None = maybe_at()


lower_slug = func.lower(Community.slug)
