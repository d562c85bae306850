"""Read models of lists of people."""

from community.core.views import Timestamp, View
from community.domain.accounts.schemas import Person


class Relation(View):
    """How the viewer stands to somebody."""

    user_id: int
    is_following: bool = False
    is_ignored: bool = False
    followers_count: int = 0


class ListedPerson(Person):
    """Somebody in a list of followers or followed. `since` is when the one began to follow (or
    ignore) the other, `is_following` whether the viewer follows them.
    """

    bio: str = ""
    followers_count: int = 0
    is_following: bool = False
    since: Timestamp
