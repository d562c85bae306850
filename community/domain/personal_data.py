"""The columns with ids of users of all subjects, in the order of the contents of the archive.

A merge moves the rows in the same order: the content first, so that reactions and notifications of
a user to themselves are found afterwards. The purge erases images last, when nothing refers to
them. Subjects in upper layers add their columns in `account_deletion`.
"""

from typing import Final

from community.core.db.personal_data import PersonalData
from community.domain import (
    accounts,
    advertising,
    ai,
    audit,
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
    site,
    subscriptions,
    uploads,
)

DECLARATIONS: Final[tuple[PersonalData, ...]] = (
    *people.PERSONAL_DATA,
    *accounts.PERSONAL_DATA,
    *identity.PERSONAL_DATA,
    *posts.PERSONAL_DATA,
    *comments.PERSONAL_DATA,
    *reactions.PERSONAL_DATA,
    *follows.PERSONAL_DATA,
    *chat.PERSONAL_DATA,
    *communities.PERSONAL_DATA,
    *notifications.PERSONAL_DATA,
    *ratings.PERSONAL_DATA,
    *moderation.PERSONAL_DATA,
    *subscriptions.PERSONAL_DATA,
    *advertising.PERSONAL_DATA,
    *ai.PERSONAL_DATA,
    *site.PERSONAL_DATA,
    *audit.PERSONAL_DATA,
    *uploads.PERSONAL_DATA,
)
