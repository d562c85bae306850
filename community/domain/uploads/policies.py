"""Limits for uploads of images and videos, who may upload, and which uploads may be removed."""

from datetime import timedelta
from typing import Final

from sqlalchemy import ColumnElement, and_
from sqlmodel import col

from community.core.actor import Actor, make_banned_error
from community.gateways.media import FORMATS
from community.models import Upload

IMAGE_TYPES = tuple(f"image/{name.lower()}" for name in FORMATS)
VIDEO_TYPES = ("video/mp4", "video/webm", "video/quicktime")
ALT_MAX_LENGTH = 300
NAME_MAX_LENGTH = 255
# The documentation of the HTTP API promises one day, so do not shorten it.
UNATTACHED_RETENTION = timedelta(hours=24)
# Unused images per user. This is far more than a post needs. Without a limit, a client could fill
# the storage.
MAX_UNATTACHED = 200
# Number of images that are deleted together. After an interruption, the job deletes the files of at
# most this many images again.
PURGE_BATCH_SIZE = 100

# Widths in pixels at which the site displays avatars and cover images. Users cannot crop an image
# to a narrower part, which the site would have to enlarge.
AVATAR_WIDTH: Final = 320
HEADER_WIDTH: Final = 1280

# The section of the Admin Panel with all images.
SECTION: Final = "media"
# Someone may still be writing with an image that has been unused for less than this time. Removing
# all unused images keeps it.
BULK_REMOVAL_GRACE = timedelta(hours=1)
# The kinds of references by what they belong to.
PLACES: Final = {
    "posts": ("post", "post_draft"),
    "comments": ("comment",),
    "profiles": ("user_avatar", "user_header"),
    "communities": ("community_avatar", "community_header"),
    "site": ("reaction", "site_logo", "site_icon", "advertisement"),
}
# Objects that lose a removed picture. Others show a placeholder.
PICTURE_KINDS: Final = frozenset({*PLACES["profiles"], *PLACES["communities"]})
SITE_KINDS: Final = frozenset({"site_logo", "site_icon"})


def ensure_may_upload(actor: Actor) -> None:
    """Raise an error unless the actor may upload images and videos.

    Raise `PermissionDenied` with the code `unauthenticated` or `banned`.
    """
    if actor.id and actor.banned_at is not None:
        raise make_banned_error(actor)


def exists() -> ColumnElement[bool]:
    """Return the SQL condition that the upload is neither removed nor being deleted."""
    return and_(col(Upload.removed_at).is_(None), col(Upload.purging_since).is_(None))
