"""Links in mails that end notifications by email."""

from urllib.parse import urlsplit

from community.core.actor import Actor
from community.domain.notifications import NotificationKind, emails


def build_path(actor: Actor, *kinds: NotificationKind) -> str:
    """Return the path of the link in a mail with notifications of these kinds, by default all."""
    parts = urlsplit(emails.build_unsubscribe_url(actor.id or 0, kinds or set(NotificationKind)))
    return f"{parts.path}?{parts.query}"
