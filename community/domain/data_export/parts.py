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
    *list_export_parts(accounts.PERSONAL_DATA),
    *list_export_parts(people.PERSONAL_DATA),
    *list_export_parts(identity.PERSONAL_DATA),
    *list_export_parts(posts.PERSONAL_DATA),
    *list_export_parts(comments.PERSONAL_DATA),
    *list_export_parts(reactions.PERSONAL_DATA),
    *list_export_parts(follows.PERSONAL_DATA),
    *list_export_parts(chat.PERSONAL_DATA),
    *list_export_parts(communities.PERSONAL_DATA),
    *notifications.EXPORT_PARTS,
    *list_export_parts(ratings.PERSONAL_DATA),
    *moderation.EXPORT_PARTS,
    *subscriptions.EXPORT_PARTS,
    *list_export_parts(advertising.PERSONAL_DATA),
    *list_export_parts(ai.PERSONAL_DATA),
    *list_export_parts(uploads.PERSONAL_DATA),
)
