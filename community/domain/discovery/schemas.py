"""Read models for feeds and the sidebar."""

from typing import Literal, TypeAlias

from community.core.read_models import ReadModel, Timestamp
from community.domain.accounts.schemas import UserSummary
from community.domain.communities.schemas import CommunitySummary, CommunityView
from community.domain.posts.schemas import PostCard
from community.domain.site import RegistrationMode


class PostItem(ReadModel):
    """A post as an item of a feed. `id` is unique among the items of all kinds."""

    kind: Literal["post"] = "post"
    id: str
    post: PostCard


# An item of a feed. Another kind of item becomes a member of a union, which `kind` discriminates.
FeedItem: TypeAlias = PostItem


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


class SuggestedAuthor(UserSummary):
    """An author whom the reader can follow."""

    bio: str = ""


class FollowSuggestions(ReadModel):
    """Communities and authors that the reader can follow. At most a few of each."""

    communities: list[CommunityView] = []
    authors: list[SuggestedAuthor] = []


class SetupChecklist(ReadModel):
    """The first steps on a new site, each with whether it is done.

    The home page shows only the steps that a site needs before people can read something.

    Attributes:
        registration: Who can create an account.
        invite_url: The link with which people register while everyone can create an account.
    """

    is_site_named: bool
    has_community: bool
    has_post: bool
    has_members: bool
    has_logo: bool = False
    has_mail: bool = False
    has_sign_in_provider: bool = False
    registration: RegistrationMode = "open"
    invite_url: str


class Sidebar(ReadModel):
    """The content of the sidebar, which is shown next to feeds and posts."""

    top_authors: list[TopAuthor] = []
    discussions: list[ActiveDiscussion] = []
    communities: list[SuggestedCommunity] = []
