"""Discovery: feeds and what stands beside them. It reads everything and changes nothing."""

from community.domain.accounts import Feed
from community.domain.discovery.queries import feed, pinned
from community.domain.discovery.rail import live_discussions, top_authors
from community.domain.discovery.schemas import Discussion, TopAuthor

__all__ = [
    "Discussion",
    "Feed",
    "TopAuthor",
    "feed",
    "live_discussions",
    "pinned",
    "top_authors",
]
