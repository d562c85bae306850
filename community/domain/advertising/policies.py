"""Permission checks and limits for advertisements."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from community.core.actor import AD_FREE, Actor
from community.core.errors import Conflict, PermissionDenied
from community.i18n import gettext as _, noop
from community.models import Advertisement

SECTION: Final = "advertisements"

Kind: TypeAlias = Literal["banner", "feed"]
Place: TypeAlias = Literal["header", "sidebar", "post_bottom", "feed", "comments"]
Readers: TypeAlias = Literal["all", "guests", "members"]
Device: TypeAlias = Literal["phone", "tablet", "desktop"]

PLACES: Final[tuple[Place, ...]] = get_args(Place)
DEVICES: Final[tuple[Device, ...]] = get_args(Device)
READERS: Final[tuple[Readers, ...]] = get_args(Readers)
PLACES_BY_KIND: Final[Mapping[Kind, tuple[Place, ...]]] = {
    "banner": ("header", "sidebar", "post_bottom"),
    "feed": ("feed", "comments"),
}
PLACE_LABELS: Final[Mapping[Place, str]] = {
    "header": noop("Below the header"),
    "sidebar": noop("Sidebar"),
    "post_bottom": noop("Below posts"),
    "feed": noop("In feeds"),
    "comments": noop("Between comments"),
}

NAME_MAX_LENGTH: Final = 80
TITLE_MAX_LENGTH: Final = 60
TEXT_MAX_LENGTH: Final = 140
BUTTON_MAX_LENGTH: Final = 24
ALT_MAX_LENGTH: Final = 120
LINK_MAX_LENGTH: Final = 500

MAX_WEIGHT: Final = 100
DEFAULT_WEIGHT: Final = 10
DEFAULT_EVERY_NTH: Final = 8
MIN_EVERY_NTH: Final = 3
MAX_EVERY_NTH: Final = 50
MAX_CAP_PER_DAY: Final = 100
# Fits into an INTEGER column.
MAX_BUDGET: Final = 1_000_000_000
MAX_AUDIENCE_ENTRIES: Final = 20
# The list in the Admin Panel is one page, and each process holds the running ones in memory.
MAX_ADVERTISEMENTS: Final = 500

IMAGE_MAX_BYTES: Final = 2 * 1024**2
# The width in pixels of the files that pages load. The main column has at most 680 CSS pixels.
IMAGE_WIDTHS: Final[Mapping[str, int]] = {"image": 1280, "image_small": 720}
# The width divided by the height. Others would be a thin line or fill the screen.
MIN_ASPECT_RATIO: Final = 0.5
MAX_ASPECT_RATIO: Final = 12.0


def ensure_may_manage(actor: Actor) -> None:
    actor.ensure_section(SECTION)


def ensure_may_approve(actor: Actor, advertisement: Advertisement) -> None:
    """Raise `PermissionDenied` if the actor has written what they would approve."""
    ensure_may_manage(actor)
    if actor.is_user(advertisement.changed_by_id):
        raise PermissionDenied(_("Another administrator must approve what you have changed."))


def ensure_room(count: int) -> None:
    if count >= MAX_ADVERTISEMENTS:
        raise Conflict(
            _("A site can have at most {n} advertisements. Delete one first.", n=MAX_ADVERTISEMENTS)
        )


def may_see_advertisements(actor: Actor) -> bool:
    return not actor.has_feature(AD_FREE)


def is_counted(actor: Actor) -> bool:
    """Return whether what the actor sees and clicks counts. Administrators are not counted."""
    return not actor.is_admin and not actor.is_read_only and may_see_advertisements(actor)
