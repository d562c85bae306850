"""Posts."""

from community.domain.posts.commenting import ensure_may_comment
from community.domain.posts.counters import count_comment, set_reactions
from community.domain.posts.policies import may_comment, may_read, readable_by
from community.domain.posts.queries import get_readable, get_view, may_moderate

__all__ = [
    "count_comment",
    "ensure_may_comment",
    "get_readable",
    "get_view",
    "may_comment",
    "may_moderate",
    "may_read",
    "readable_by",
    "set_reactions",
]
