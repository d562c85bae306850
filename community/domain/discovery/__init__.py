"""Queries for feeds, the sidebar and the sitemap. This package changes no data."""

from community.domain.accounts import Feed
from community.domain.discovery.personal_feed import filter_personal_feed_readers
from community.domain.discovery.queries import (
    filter_published_ids,
    find_pinned_post,
    get_default_feed,
    get_feed,
    get_feed_with_pinned,
)
from community.domain.discovery.schemas import (
    ActiveDiscussion,
    Sidebar,
    SuggestedCommunity,
    TopAuthor,
)
from community.domain.discovery.sidebar import (
    get_sidebar,
    invalidate_sidebar,
    list_active_discussions,
    list_top_authors,
    load_sidebar,
)
from community.domain.discovery.sitemap import (
    SitemapEntry,
    SitemapSection,
    count_sitemap_parts,
    list_sitemap_entries,
)

__all__ = [
    "ActiveDiscussion",
    "Feed",
    "Sidebar",
    "SitemapEntry",
    "SitemapSection",
    "SuggestedCommunity",
    "TopAuthor",
    "count_sitemap_parts",
    "filter_personal_feed_readers",
    "filter_published_ids",
    "find_pinned_post",
    "get_default_feed",
    "get_feed",
    "get_feed_with_pinned",
    "get_sidebar",
    "invalidate_sidebar",
    "list_active_discussions",
    "list_sitemap_entries",
    "list_top_authors",
    "load_sidebar",
]
