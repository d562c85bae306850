"""Discovery: feeds and what stands beside them. It reads everything and changes nothing."""

from community.domain.accounts import Feed
from community.domain.discovery.addresses import Address, Kind, addresses, count_parts
from community.domain.discovery.personal import readers_among
from community.domain.discovery.queries import default_feed, feed, page, pinned, published_among
from community.domain.discovery.rail import (
    forget_rail,
    live_discussions,
    rail,
    read_rail,
    top_authors,
)
from community.domain.discovery.schemas import CommunityToJoin, Discussion, Rail, TopAuthor

__all__ = [
    "Address",
    "CommunityToJoin",
    "Discussion",
    "Feed",
    "Kind",
    "Rail",
    "TopAuthor",
    "addresses",
    "count_parts",
    "default_feed",
    "feed",
    "forget_rail",
    "live_discussions",
    "page",
    "pinned",
    "published_among",
    "rail",
    "read_rail",
    "readers_among",
    "top_authors",
]
