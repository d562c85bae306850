"""Putting news into inboxes: who wants to hear of it, and what it collapses with.

However many people are told at once, it takes the same number of queries.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import clock, events
from community.core.upsert import insert
from community.domain import follows
from community.domain.notifications import kinds
from community.domain.notifications.events import InboxChanged
from community.domain.notifications.kinds import Kind
from community.domain.notifications.policies import NEWS_AGAIN_AFTER
from community.models import Notification, NotificationActor, NotificationSettings, User

# Kinds for one person in the order of precedence: the first that is not switched off is told.
Audience = Mapping[int, Sequence[Kind]]


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened, for people to hear of."""

    actor_id: int
    post_id: int | None = None
    comment_id: int | None = None
    community_id: int | None = None

    def topic(self, kind: Kind) -> str:
        return kinds.topic(kind, post_id=self.post_id, comment_id=self.comment_id)


async def tell(session: AsyncSession, news: News, audience: Audience) -> None:
    """Put the news into the inbox of everybody in the audience who wants to hear it.

    Left out are the actor, people who ignore the actor or whom the actor ignores, deleted accounts,
    and kinds that are switched off. An unread row of the same topic takes the news up.
    """
    wanted = await _wanted(session, news, audience)
    if not wanted:
        return
    rows = await _put(session, news, wanted)
    with_actors = [
        row for recipient, row in rows.items() if wanted[recipient] not in kinds.WITHOUT_ACTORS
    ]
    await _add_actor(session, news.actor_id, with_actors)
    for recipient in rows:
        events.record(session, InboxChanged(recipient))


async def is_old_news(session: AsyncSession, news: News, kind: Kind, recipient_id: int) -> bool:
    """Whether that person was told the same of the same actor a short while ago."""
    found = await session.scalar(
        select(Notification.id)
        .join(NotificationActor, col(NotificationActor.notification_id) == col(Notification.id))
        .where(
            Notification.recipient_id == recipient_id,
            Notification.bumped_at > clock.now() - NEWS_AGAIN_AFTER,
            Notification.topic == news.topic(kind),
            NotificationActor.user_id == news.actor_id,
        )
        .limit(1)
    )
    return found is not None


async def _wanted(session: AsyncSession, news: News, audience: Audience) -> dict[int, Kind]:
    """Who hears of it, and as what."""
    ids = audience.keys() - {news.actor_id}
    if not ids:
        return {}
    rows = await session.execute(
        select(User.id, NotificationSettings.muted_kinds)
        .join(NotificationSettings, col(NotificationSettings.user_id) == col(User.id), isouter=True)
        .where(
            col(User.id).in_(ids),
            col(User.deleted_at).is_(None),
            follows.strangers_to(col(User.id), news.actor_id),
        )
    )
    wanted: dict[int, Kind] = {}
    for user_id, muted in rows:
        heard = [kind for kind in audience[user_id] if kind not in (muted or ())]
        if heard:
            wanted[user_id] = heard[0]
    return wanted


async def _put(session: AsyncSession, news: News, wanted: Mapping[int, Kind]) -> dict[int, int]:
    """A row for each recipient, new or the unread one of the topic; its id by the recipient."""
    moment = clock.now()
    statement = insert(session, Notification)
    statement = statement.on_conflict_do_update(
        index_elements=["recipient_id", "topic"],
        index_where=text("read_at IS NULL"),
        set_={
            "bumped_at": statement.excluded.bumped_at,
            "comment_id": statement.excluded.comment_id,
            "seen_at": statement.excluded.seen_at,
        },
    ).returning(Notification.recipient_id, Notification.id)
    values = [
        {
            "recipient_id": recipient,
            "kind": kind.value,
            "topic": news.topic(kind),
            "post_id": news.post_id,
            "comment_id": news.comment_id,
            "community_id": news.community_id,
            "actors_count": 0,
            "created_at": moment,
            "bumped_at": moment,
        }
        # Always in the same order, so that two comments at once do not wait for each other.
        for recipient, kind in sorted(wanted.items())
    ]
    return {row[0]: row[1] for row in await session.execute(statement, values)}


async def _add_actor(session: AsyncSession, actor_id: int, rows: Sequence[int]) -> None:
    """The actor is one of those whose doing these rows tell; each is counted once."""
    if not rows:
        return
    moment = clock.now()
    added = await session.scalars(
        insert(session, NotificationActor)
        .on_conflict_do_nothing()
        .returning(NotificationActor.notification_id),
        [{"notification_id": row, "user_id": actor_id, "acted_at": moment} for row in sorted(rows)],
    )
    new = set(added)
    if new:
        await session.execute(
            update(Notification)
            .where(col(Notification.id).in_(new))
            .values(actors_count=Notification.actors_count + 1)
        )
    if again := set(rows) - new:
        await session.execute(
            update(NotificationActor)
            .where(
                col(NotificationActor.notification_id).in_(again),
                col(NotificationActor.user_id) == actor_id,
            )
            .values(acted_at=moment)
        )
