"""Read models of communities."""

from community.core.views import Timestamp, View
from community.domain.accounts.schemas import Person


class CommunityLabel(View):
    """A community, as shown beside a post."""

    id: int
    slug: str
    name: str
    avatar: str | None = None


class CommunityView(View):
    """A community's page. `is_member`, `is_subscribed` and `can_*` are the viewer's."""

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
    posting: str = "everyone"
    is_member: bool = False
    is_subscribed: bool = False
    can_post: bool = False
    can_edit: bool = False
    created_at: Timestamp
    url: str
