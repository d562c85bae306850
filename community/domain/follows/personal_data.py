"""What the archive with the data of a user contains of whom they follow and ignore.

It never tells who ignores the user.
"""

from typing import Final

from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.domain import identity, people
from community.i18n import noop
from community.models import Follow, Ignore, User

_PERSON = (User.slug, User.name)

EXPORT_PARTS: Final = (
    ExportPart(
        "following",
        noop("Whom you follow"),
        user=Follow.follower_id,
        key=Follow.followed_id,
        fields=(Follow.followed_id, *_PERSON, Follow.created_at),
        conditions=(col(User.id) == Follow.followed_id, people.is_listed),
    ),
    ExportPart(
        "followers",
        noop("Who follows you"),
        user=Follow.followed_id,
        key=Follow.follower_id,
        fields=(Follow.follower_id, *_PERSON, Follow.created_at),
        conditions=(col(User.id) == Follow.follower_id, people.is_listed),
    ),
    ExportPart(
        "ignored_users",
        noop("Whom you ignore"),
        user=Ignore.user_id,
        key=Ignore.ignored_id,
        fields=(Ignore.ignored_id, *_PERSON, Ignore.created_at, Ignore.until),
        conditions=(col(User.id) == Ignore.ignored_id, identity.is_active),
    ),
)
