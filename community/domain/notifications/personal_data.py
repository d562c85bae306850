"""What the archive with the data of a user contains of their notifications."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.db.export_parts import ExportPart, ExportRow
from community.domain import communities, people
from community.i18n import noop
from community.models import Notification, NotificationSettings, NotificationSubscription, PostWatch


async def _add_slugs(session: AsyncSession, rows: list[ExportRow]) -> None:
    author_ids = [row["author_id"] for row in rows if row["author_id"]]
    community_ids = [row["community_id"] for row in rows if row["community_id"]]
    authors = await people.find_user_summaries(session, author_ids)
    summaries = await communities.find_summaries(session, community_ids)
    for row in rows:
        subject = authors.get(row["author_id"]) or summaries.get(row["community_id"])
        row["slug"] = subject.slug if subject else None


EXPORT_PARTS: Final = (
    ExportPart(
        "notification_settings",
        noop("Your notification settings"),
        user=NotificationSettings.user_id,
        key=NotificationSettings.user_id,
        fields=(NotificationSettings.email, NotificationSettings.muted_kinds),
        is_single=True,
    ),
    ExportPart(
        "notification_subscriptions",
        noop("Authors and communities whose posts you get notified about"),
        user=NotificationSubscription.user_id,
        key=NotificationSubscription.id,
        fields=(
            *(NotificationSubscription.author_id, NotificationSubscription.community_id),
            NotificationSubscription.created_at,
        ),
        complete=_add_slugs,
    ),
    ExportPart(
        "followed_discussions",
        noop("Discussions that you follow"),
        user=PostWatch.user_id,
        key=PostWatch.post_id,
        fields=(PostWatch.post_id, PostWatch.created_at),
    ),
    ExportPart(
        "notifications",
        noop("Your notifications"),
        user=Notification.recipient_id,
        key=Notification.id,
        fields=(
            *(Notification.kind, Notification.post_id, Notification.comment_id),
            *(Notification.community_id, Notification.chat_id, Notification.actors_count),
            *(Notification.created_at, Notification.seen_at, Notification.read_at),
        ),
    ),
)
