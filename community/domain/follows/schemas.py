from community.core.read_models import ReadModel, Timestamp
from community.domain.people.schemas import UserSummary


class Relationship(ReadModel):
    """Whether the viewer follows or ignores the user `user_id`, and the user's follower count.

    `ignored_until` is null if the viewer ignores the user for good, or not at all.
    """

    user_id: int
    is_following: bool = False
    is_ignored: bool = False
    ignored_until: Timestamp | None = None
    followers_count: int = 0


class UserListItem(UserSummary):
    """A user in a list of followers, followed users or ignored users.

    `since` is the time when the follow or ignore began. `is_following` tells whether the viewer
    follows this user.
    """

    bio: str = ""
    followers_count: int = 0
    is_following: bool = False
    since: Timestamp


class IgnoredUser(UserListItem):
    """A user on the viewer's ignore list. `ignored_until` is null if they are ignored for good."""

    ignored_until: Timestamp | None = None
