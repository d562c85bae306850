"""Read models of communities."""

from typing import Literal, TypedDict
from uuid import UUID

from community.core.views import Timestamp, View
from community.domain.accounts.schemas import Person

Posting = Literal["everyone", "members", "moderators"]


class CommunityLabel(View):
    """A community, as shown beside a post."""

    id: int
    slug: str
    name: str
    avatar: str | None = None


class CommunityView(View):
    """A community's page. `is_…` and `can_…` are the viewer's; lists leave `moderators` empty."""

    id: int
    slug: str
    name: str
    description: str = ""
    avatar: str | None = None
    header: str | None = None
    rules: str = ""
    rules_html: str = ""
    owner: Person
    moderators: list[Person] = []
    members_count: int = 0
    posts_count: int = 0
    posting: Posting = "everyone"
    is_member: bool = False
    is_moderator: bool = False
    is_subscribed: bool = False
    can_post: bool = False
    can_edit: bool = False
    created_at: Timestamp
    closed_at: Timestamp | None = None
    url: str


class CommunityChanges(TypedDict, total=False):
    """What its owner may change in a community; what is not given stays.

    Pictures are ids of uploads; None takes one away.
    """

    slug: str
    name: str
    description: str
    rules: str
    posting: Posting
    avatar: UUID | None
    header: UUID | None
