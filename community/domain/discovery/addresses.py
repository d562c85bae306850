"""Every address that readers may find, in equal spans of ids: nothing is counted or skipped."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community import urls
from community.domain import posts
from community.models import Community, Post, User

# A sitemap may have 50,000 addresses (sitemaps.org); a part of this size is a megabyte.
SPAN = 10_000


class Kind(StrEnum):
    """What has an address of its own."""

    POSTS = "posts"
    COMMUNITIES = "communities"
    PROFILES = "profiles"


@dataclass(frozen=True, slots=True)
class Address:
    """Where something is, and when it changed if that is known."""

    path: str
    changed_at: datetime | None = None


async def count_parts(session: AsyncSession, kind: Kind) -> int:
    """How many parts the addresses of this kind have: one query, down the primary key."""
    last = await session.scalar(select(func.max(_TABLES[kind].id)))
    return -(-(last or 0) // SPAN)


async def addresses(session: AsyncSession, kind: Kind, part: int) -> list[Address]:
    """The addresses of one part, the first being 1, by age; empty where there are none."""
    number = col(_TABLES[kind].id)
    span = (number > (part - 1) * SPAN, number <= part * SPAN)
    rows = await session.execute(_QUERIES[kind].where(*span).order_by(number))
    return [_READERS[kind](row) for row in rows]


_TABLES: dict[Kind, Any] = {
    Kind.POSTS: Post,
    Kind.COMMUNITIES: Community,
    Kind.PROFILES: User,
}
_QUERIES: dict[Kind, Any] = {
    Kind.POSTS: select(Post.id, Post.slug, Post.published_at, Post.edited_at).where(
        posts.is_published
    ),
    Kind.COMMUNITIES: select(Community.slug).where(col(Community.posts_count) > 0),
    Kind.PROFILES: select(User.slug).where(
        col(User.posts_count) > 0, col(User.deleted_at).is_(None), col(User.banned_at).is_(None)
    ),
}
_READERS: dict[Kind, Any] = {
    Kind.POSTS: lambda row: Address(urls.post(row[0], row[1]), row[3] or row[2]),
    Kind.COMMUNITIES: lambda row: Address(urls.community(row[0])),
    Kind.PROFILES: lambda row: Address(urls.profile(row[0])),
}
