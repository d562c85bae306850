"""Read models of what is worth looking at."""

from community.core.views import Timestamp, View
from community.domain.accounts.schemas import Person
from community.domain.communities.schemas import CommunityLabel


class TopAuthor(Person):
    """Somebody whose posts are answered; `responses_count` is what their latest ones had."""

    place: int | None = None
    rating: float = 0.0
    followers_count: int = 0
    posts_count: int = 0
    responses_count: int = 0


class Discussion(View):
    """A post that people are talking about now, with what was said last and by whom."""

    post_id: int
    title: str
    comments_count: int
    author: Person
    excerpt: str
    created_at: Timestamp
    url: str


class CommunityToJoin(CommunityLabel):
    """A community beside a feed."""

    members_count: int


class Rail(View):
    """What stands beside feeds and posts."""

    top_authors: list[TopAuthor] = []
    discussions: list[Discussion] = []
    communities: list[CommunityToJoin] = []
