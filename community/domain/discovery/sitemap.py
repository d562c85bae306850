"""Functions that list the URLs for the sitemap.

The sitemap is split into parts. Each part covers a fixed range of ids, so that no query needs COUNT
or OFFSET, which are slow for large tables.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community import urls
from community.core.actor import GUEST
from community.domain import people, posts
from community.models import Community, Post, User

# sitemaps.org allows up to 50,000 URLs per file, and as many files. One with 1,000 URLs takes the
# event loop 10 to 20 ms, and has 100 KB.
IDS_PER_PART = 1_000


class SitemapSection(StrEnum):
    POSTS = "posts"
    COMMUNITIES = "communities"
    PROFILES = "profiles"


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """A URL in the sitemap. `modified_at` is None if the time of the last change is unknown."""

    path: str
    modified_at: datetime | None = None


async def count_sitemap_parts(session: AsyncSession, section: SitemapSection) -> int:
    """Return the number of parts that a section needs. Each part covers `IDS_PER_PART` ids."""
    max_id = await session.scalar(select(func.max(_TABLES[section].id)))
    return -(-(max_id or 0) // IDS_PER_PART)


async def list_sitemap_entries(
    session: AsyncSession, section: SitemapSection, part: int
) -> list[SitemapEntry]:
    """Return the entries in one part of a section, the first of which is 1, ordered by id."""
    row_id = col(_TABLES[section].id)
    is_in_part = (row_id > (part - 1) * IDS_PER_PART, row_id <= part * IDS_PER_PART)
    rows = await session.execute(_select_listed(section).where(*is_in_part).order_by(row_id))
    return [_BUILDERS[section](row) for row in rows]


def _select_listed(section: SitemapSection) -> Any:
    """Return the query for the pages of a section that guests may read and that have content."""
    if section is SitemapSection.COMMUNITIES:
        return select(Community.slug).where(col(Community.posts_count) > 0)
    if section is SitemapSection.PROFILES:
        return select(User.slug).where(col(User.posts_count) > 0, people.is_listed)
    return select(Post.id, Post.slug, Post.published_at, Post.edited_at).where(
        posts.readable_by(GUEST)
    )


_TABLES: dict[SitemapSection, Any] = {
    SitemapSection.POSTS: Post,
    SitemapSection.COMMUNITIES: Community,
    SitemapSection.PROFILES: User,
}
_BUILDERS: dict[SitemapSection, Any] = {
    SitemapSection.POSTS: lambda row: SitemapEntry(urls.post(row[0], row[1]), row[3] or row[2]),
    SitemapSection.COMMUNITIES: lambda row: SitemapEntry(urls.community(row[0])),
    SitemapSection.PROFILES: lambda row: SitemapEntry(urls.profile(row[0])),
}
