"""The parts of the archive in the order of its table of contents."""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import list_export_parts
from community.domain import (
    accounts,
    advertising,
    ai,
    chat,
    comments,
    communities,
    follows,
    identity,
    moderation,
    notifications,
    people,
    posts,
    ratings,
    reactions,
    subscriptions,
    uploads,
)

PARTS: Final[tuple[ExportPart, ...]] = (
    *accounts.EXPORT_PARTS,
    *people.EXPORT_PARTS,
    *identity.EXPORT_PARTS,
    *posts.EXPORT_PARTS,
    *comments.EXPORT_PARTS,
    *list_export_parts(reactions.PERSONAL_DATA),
    *list_export_parts(follows.PERSONAL_DATA),
    *list_export_parts(chat.PERSONAL_DATA),
    *communities.EXPORT_PARTS,
    *notifications.EXPORT_PARTS,
    *ratings.EXPORT_PARTS,
    *moderation.EXPORT_PARTS,
    *subscriptions.EXPORT_PARTS,
    *advertising.EXPORT_PARTS,
    *ai.EXPORT_PARTS,
    *uploads.EXPORT_PARTS,
)
