"""What the archive with the data of a user contains of their profile and their settings."""

from typing import Final

from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import FormerSlug, User

_PROFILE: Final = ExportPart(
    "profile",
    noop("Your profile"),
    user=User.id,
    key=User.id,
    fields=(
        *(User.slug, User.name, User.bio, User.avatar, User.header),
        *(User.chosen_badge, User.chosen_name_style),
        *(User.followers_count, User.following_count, User.posts_count),
    ),
    is_single=True,
)
_SETTINGS: Final = ExportPart(
    "settings",
    noop("Your settings, with ignored words"),
    user=User.id,
    key=User.id,
    fields=(User.default_feed, User.shows_online, User.ignored_keywords),
    is_single=True,
)
_FORMER_USERNAMES: Final = ExportPart(
    "former_usernames",
    noop("Usernames that you had before"),
    user=FormerSlug.target_id,
    key=FormerSlug.slug,
    fields=(FormerSlug.slug, FormerSlug.created_at),
    conditions=(col(FormerSlug.kind) == "user",),
)

EXPORT_PARTS: Final = (
    _PROFILE,
    _SETTINGS,
    _FORMER_USERNAMES,
)
