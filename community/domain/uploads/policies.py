"""Limits for image uploads, and the check whether a user may upload images."""

from datetime import timedelta

from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.i18n import gettext as _

ALT_MAX_LENGTH = 300
# The documentation of the HTTP API promises one day, so do not shorten it.
UNATTACHED_RETENTION = timedelta(hours=24)
# Unused images per user. This is far more than a post needs. Without a limit, a client could fill
# the storage.
MAX_UNATTACHED = 200
# Number of images that are deleted together. After an interruption, the job deletes the files of at
# most this many images again.
PURGE_BATCH_SIZE = 100


def ensure_may_upload(actor: Actor) -> None:
    """Raise an error unless the actor may upload images.

    Raises:
        PermissionDenied: The actor is a guest (error code `unauthenticated`) or is banned (error
            code `banned`).
    """
    if actor.id and actor.banned_at is not None:
        raise PermissionDenied(
            _("You can't upload images while your account is banned."), code="banned"
        )
