from typing import Literal, TypeAlias

from community.core.read_models import ReadModel, Timestamp
from community.domain.communities.schemas import CommunitySummary, CommunityView
from community.domain.people.schemas import UserSummary
from community.domain.posts.schemas import PostCard
from community.domain.ratings.schemas import TopAuthor
from community.domain.site import DEFAULT_TOP_USERS_PERIOD, RegistrationMode, TopUsersPeriod


class PostItem(ReadModel):
    """A post as an item of a feed. `id` is unique among the items of all kinds."""

    kind: Literal["post"] = "post"
    id: str
    post: PostCard


# An item of a feed. Another kind of item becomes a member of a union, which `kind` discriminates.
FeedItem: TypeAlias = PostItem


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
    """

    is_site_named: bool
    has_community: bool
    has_post: bool
    has_members: bool
    has_logo: bool = False
    has_mail: bool = False
    has_sign_in_provider: bool = False
    takes_payments: bool = False  # whether administrators have chosen a payment provider
    # Whether nothing is open on the checklist before real money, or there is no provider
    is_ready_for_payments: bool = True
    registration: RegistrationMode = "open"  # who can create an account
    invite_url: str  # the link with which people register while everyone can create an account


class Sidebar(ReadModel):
    """The content of the sidebar, which is shown next to feeds and posts.

    `top_authors_period` is the period that administrators have chosen for the top authors.
    """

    top_authors_period: TopUsersPeriod = DEFAULT_TOP_USERS_PERIOD
    top_authors: list[TopAuthor] = []
    discussions: list[ActiveDiscussion] = []
    communities: list[SuggestedCommunity] = []
