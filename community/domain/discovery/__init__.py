"""Queries for feeds, the sidebar and the sitemap. This package changes no data."""

from community.domain.discovery.about import AboutUser, get_about
from community.domain.discovery.follow_suggestions import get_follow_suggestions
from community.domain.discovery.personal_feed import filter_personal_feed_readers
from community.domain.discovery.queries import (
    get_default_feed,
    get_feed,
    get_feed_items,
    list_pinned_posts,
)
from community.domain.discovery.schemas import (
    ActiveDiscussion,
    FeedItem,
    FollowSuggestions,
    SetupChecklist,
    Sidebar,
    SuggestedAuthor,
    SuggestedCommunity,
)
from community.domain.discovery.setup_checklist import (
    find_full_setup_checklist,
    find_setup_checklist,
)
from community.domain.discovery.sidebar import (
    get_sidebar,
    invalidate_sidebar,
    list_active_discussions,
    load_sidebar,
)
from community.domain.discovery.sitemap import (
    SitemapEntry,
    SitemapSection,
    count_sitemap_parts,
    list_sitemap_entries,
)
from community.domain.people import Feed
