"""Read models for the sidebar."""

from community.core.read_models import ReadModel, Timestamp
from community.domain.accounts.schemas import UserSummary
from community.domain.communities.schemas import CommunitySummary


class TopAuthor(UserSummary):
    """An author in the sidebar.

    `responses_count` is the total number of reactions and comments on the author's recent posts.
    """

    place: int | None = None
    rating: float = 0.0
    followers_count: int = 0
    posts_count: int = 0
    responses_count: int = 0


class ActiveDiscussion(ReadModel):
    """A post that has recent comments.

    `author`, `excerpt`, `created_at` and `url` belong to the latest comment on the post.
    """

    post_id: int
    title: str
    comments_count: int
    author: UserSummary
    excerpt: str
    created_at: Timestamp
    url: str


class SuggestedCommunity(CommunitySummary):
    """A community that the sidebar recommends to readers."""

    members_count: int


class Sidebar(ReadModel):
    """The content of the sidebar, which is shown next to feeds and posts."""

    top_authors: list[TopAuthor] = []
    discussions: list[ActiveDiscussion] = []
    communities: list[SuggestedCommunity] = []
