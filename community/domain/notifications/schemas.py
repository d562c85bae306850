"""Read models of the inbox."""

from community.core.views import Timestamp, View
from community.domain.accounts.schemas import Person


class NotificationTarget(View):
    """What a notification is about and leads to.

    Of what its reader cannot see any more `title` is empty, and `url` is the list itself.
    """

    type: str
    id: int
    title: str
    url: str


class NotificationView(View):
    """One row of the list behind the bell."""

    id: int
    kind: str
    actors: list[Person] = []
    actors_count: int = 0
    target: NotificationTarget
    text: str
    seen_at: Timestamp | None = None
    read_at: Timestamp | None = None
    created_at: Timestamp
    bumped_at: Timestamp


class Counts(View):
    """The numbers of an inbox: `unseen` is on the bell."""

    unread: int = 0
    unseen: int = 0


class Inbox(Counts):
    """A page of the inbox with its numbers."""

    items: list[NotificationView]
    next_cursor: str | None = None


class NotificationSwitches(View):
    """Which kinds are on, and whether copies go by e-mail."""

    email: bool = False
    types: dict[str, bool] = {}
