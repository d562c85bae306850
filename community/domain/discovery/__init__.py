"""Discovery: feeds and what stands beside them. It reads everything and changes nothing."""

from community.domain.accounts import Feed
from community.domain.discovery.personal import readers_among
from community.domain.discovery.queries import default_feed, feed, page, pinned
from community.domain.discovery.rail import live_discussions, rail, read_rail, top_authors
from community.domain.discovery.schemas import CommunityToJoin, Discussion, Rail, TopAuthor

__all__ = [
    "CommunityToJoin",
    "Discussion",
    "Feed",
    "Rail",
    "TopAuthor",
    "default_feed",
    "feed",
    "live_discussions",
    "page",
    "pinned",
    "rail",
    "read_rail",
    "readers_among",
    "top_authors",
]
