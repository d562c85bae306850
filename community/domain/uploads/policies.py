"""Who may upload pictures, and how many."""

from datetime import timedelta

from community.core.actor import Actor
from community.core.errors import NotAllowed

ALT_LIMIT = 300
# An evening of writing fits in; the interface says a day.
UNATTACHED_TERM = timedelta(hours=24)
# Far more than a post has; a folder for strangers to fill is not on offer.
MAX_UNATTACHED = 200
# So many are removed in one transaction: others wait for it, and each has up to three files.
PURGE_BATCH = 100


def ensure_may_upload(actor: Actor) -> None:
    """
    Raises:
        NotAllowed: `unauthenticated` for guests, `banned` for those who may not write.
    """
    if actor.id and actor.banned_at is not None:
        raise NotAllowed("You cannot upload pictures: your account is banned.", code="banned")
