from typing import Literal

from community.core.read_models import ReadModel, Timestamp
from community.domain.people.schemas import UserSummary
from community.domain.site.schemas import ReactionChoice

EmailProblem = Literal["", "no_mail_server", "unverified", "undeliverable"]


class NotificationTarget(ReadModel):
    """The post, comment, user, chat, payment or subscription that a notification is about.

    Payments and subscriptions have the `id` 0, because the ids of payments are not numbers, and
    users have only one subscription.
    If the recipient can no longer see the target, `title` is empty and `url` leads to the inbox.
    """

    type: str
    id: int
    title: str
    url: str


class NotificationView(ReadModel):
    """A notification in the inbox.

    `quote` is the beginning of the comment or the message that the notification is about.
    `reaction` is the reaction of the first of the `actors`.
    """

    id: int
    kind: str
    actors: list[UserSummary] = []
    actors_count: int = 0
    target: NotificationTarget
    text: str
    quote: str = ""
    reaction: ReactionChoice | None = None
    seen_at: Timestamp | None = None
    read_at: Timestamp | None = None
    created_at: Timestamp
    bumped_at: Timestamp


class InboxCounts(ReadModel):
    """The numbers of unread and unseen notifications in an inbox. The badge shows `unseen`."""

    unread: int = 0
    unseen: int = 0


class Inbox(InboxCounts):
    """A page of notifications, and the counts of the whole inbox."""

    items: list[NotificationView]
    next_cursor: str | None = None


class NotificationPreferences(ReadModel):
    """A user's notification preferences.

    The keys of `types` are the names of all kinds of notification. Each value tells whether this
    kind is on. `email` tells whether the site also sends notifications by email. `email_problem`
    tells why the site cannot do so at present.
    """

    email: bool = False
    email_problem: EmailProblem = ""
    types: dict[str, bool] = {}
