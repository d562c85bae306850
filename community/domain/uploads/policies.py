"""Limits for image uploads, and the check whether a user may upload images."""

from datetime import timedelta

from community.core.actor import Actor, make_banned_error
from community.i18n import gettext as _
from community.media import FORMATS

IMAGE_TYPES = tuple(f"image/{name.lower()}" for name in FORMATS)
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
        raise make_banned_error(actor, _("You can't upload images while your account is banned."))
