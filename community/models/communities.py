"""Tables for communities and their members."""

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    Index,
    String,
    false,
    func,
    literal_column,
    text,
)
from sqlmodel import Field, SQLModel

from community.core.db import columns
from community.core.text.skeletons import build_skeleton_sql
from community.models.people import User


class Community(SQLModel, table=True):
    """A group with a topic, rules and moderators, in which users publish posts."""

    __tablename__ = "communities"

    id: int = columns.pk()
    slug: str = Field(max_length=30)
    name: str = Field(max_length=60)
    description: str = Field(default="", max_length=500)
    rules: str = Field(default="", max_length=10_000)
    rules_html: str = ""
    avatar: str | None = None
    header: str | None = None
    owner_id: int = columns.fk("users.id", on_delete="RESTRICT", index=True)
    # Who may publish posts: `everyone`, `members` or `moderators`
    posting: str = Field(default="everyone", max_length=10)
    # Whether comments on its posts wait until a moderator publishes them
    premoderates_comments: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    members_count: int = columns.counter()
    posts_count: int = columns.counter()
    created_at: datetime = columns.timestamp()
    # Since when the community accepts no new posts, comments and members. None if it is open.
    closed_at: datetime | None = columns.nullable_timestamp()
    # Whether an administrator who is not the owner closed the community
    closed_by_admin: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )

    owner: User = columns.readonly_relationship("Community.owner_id")

    __table_args__ = (
        CheckConstraint("posting IN ('everyone', 'members', 'moderators')", name="posting"),
        Index("uq_communities_slug_lower", text("lower(slug)"), unique=True),
        Index("ix_communities_slug_skeleton", text(build_skeleton_sql("slug"))),
        Index("ix_communities_members", "members_count", "id"),
    )


class Membership(SQLModel, table=True):
    """The membership of a user in a community.

    The Personal feed of the user shows the posts of the community.
    """

    __tablename__ = "memberships"

    community_id: int = columns.fk("communities.id", primary_key=True)
    user_id: int = columns.fk("users.id", primary_key=True, index=True)
    joined_at: datetime = columns.timestamp()
    # When the user became a moderator. None if the user is no moderator.
    moderator_since: datetime | None = columns.nullable_timestamp()


lower_slug = func.lower(Community.slug)
# Equal for slugs that look alike. `ix_communities_slug_skeleton` is an index of this expression.
slug_skeleton: ColumnElement[str] = literal_column(build_skeleton_sql("communities.slug"), String)
