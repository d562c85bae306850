"""Models for the community data that queries return, and for the input of community changes."""

from typing import Literal, TypedDict
from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.core.text.markup import RenderedArticle
from community.domain.people.schemas import UserSummary

PostingPolicy = Literal["everyone", "members", "moderators"]
MemberRole = Literal["owner", "moderator", "member"]


class CommunitySummary(ReadModel):
    """The data about a community that the site shows next to the posts of the community."""

    id: int
    slug: str
    name: str
    avatar: str | None = None


class LedCommunity(CommunitySummary):
    """A community that a user owns or moderates."""

    is_owner: bool = False


class CommunityView(ReadModel):
    """A community as a certain user or guest (the viewer) sees it.

    The fields `is_…` and `can_…` depend on the viewer. In lists of communities, `moderators` is
    always empty.
    """

    id: int
    slug: str
    name: str
    description: str = ""
    avatar: str | None = None
    header: str | None = None
    rules: str = ""
    rules_html: str = ""
    owner: UserSummary
    moderators: list[UserSummary] = []
    members_count: int = 0
    posts_count: int = 0
    posting: PostingPolicy = "everyone"
    premoderates_comments: bool = False
    is_member: bool = False
    is_moderator: bool = False
    is_subscribed: bool = False
    can_post: bool = False
    can_edit: bool = False
    can_reopen: bool = False
    created_at: Timestamp
    closed_at: Timestamp | None = None
    url: str


class CommunityMember(UserSummary):
    role: MemberRole = "member"
    joined_at: Timestamp


class CommunityChanges(TypedDict, total=False):
    """Changes to a community. Omitted fields keep their values.

    `rules` is the result of `render_rules`. `avatar` and `header` are the ids of uploaded images;
    None removes the image.
    """

    slug: str
    name: str
    description: str
    rules: RenderedArticle
    posting: PostingPolicy
    premoderates_comments: bool
    avatar: UUID | None
    header: UUID | None
