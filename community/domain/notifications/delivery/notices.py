"""Delivery of notifications to the inboxes of their recipients."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any, cast
from uuid import UUID

import sqlalchemy
from sqlalchemy import Table, bindparam, literal, not_, text, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import clock, events
from community.core.db.columns import UTCDateTime
from community.core.db.statements import get_insert, insert, is_one_of, is_one_of_parameter
from community.domain import follows, identity, posts
from community.domain.notifications import kinds
from community.domain.notifications.emails import schedule_copies
from community.domain.notifications.events import InboxesChanged
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.policies import RENOTIFY_INTERVAL
from community.models import Notification, NotificationActor, NotificationSettings, User

# Kinds of notification by user id. A user gets the first kind that they have not turned off.
Recipients = Mapping[int, Sequence[NotificationKind]]

_COLLAPSED_BY_COMMENT = frozenset(
    {NotificationKind.COMMENT_REPLY, NotificationKind.MENTION, NotificationKind.COMMENT_REACTION}
)
_COLLAPSED_BY_POST = frozenset(
    {
        NotificationKind.POST_REACTION,
        NotificationKind.POST_COMMENT,
        NotificationKind.NEW_POST,
        NotificationKind.POST_UNPUBLISHED,
    }
)


@dataclass(frozen=True, slots=True)
class Notice:
    """An action to notify users of: who acted, and on which post, comment, payment or chat."""

    actor_id: int | None = None
    post_id: int | None = None
    comment_id: int | None = None
    community_id: int | None = None
    payment_id: UUID | None = None
    chat_id: int | None = None
    # The first message of the chat that a new notification is about
    first_message_id: int | None = None
    message_id: int | None = None  # the last one

    def build_collapse_key(self, kind: NotificationKind) -> str:
        return build_collapse_key(
            kind,
            post_id=self.post_id,
            comment_id=self.comment_id,
            payment_id=self.payment_id,
            chat_id=self.chat_id,
        )


def build_collapse_key(
    kind: NotificationKind,
    *,
    post_id: int | None = None,
    comment_id: int | None = None,
    payment_id: UUID | None = None,
    chat_id: int | None = None,
) -> str:
    """Return the key that combines several events into one unread notification.

    An event with the same key updates the unread notification instead of creating another one. All
    reactions to a post or comment have the same key, and so do all comments on a post and all new
    followers. So do all messages in a chat. Each reply, mention and payment has its own key.
    """
    if chat_id is not None:
        return f"{kind}:{chat_id}"
    if payment_id is not None:
        return f"{kind}:{payment_id}"
    if kind in _COLLAPSED_BY_COMMENT:
        return f"{kind}:{comment_id}"
    if kind in _COLLAPSED_BY_POST:
        return f"{kind}:{post_id}"
    return str(kind)


# Statements that run for each reply and reaction are built once, which takes longer than to run
# them.
_RECENT_NOTIFICATION = (
    select(Notification.id)
    .join(NotificationActor, col(NotificationActor.notification_id) == col(Notification.id))
    .where(
        col(Notification.recipient_id) == bindparam("recipient_id"),
        col(Notification.bumped_at) > bindparam("since"),
        col(Notification.collapse_key) == bindparam("collapse_key"),
        col(NotificationActor.user_id) == bindparam("actor_id"),
    )
    .limit(1)
)


@cache
def _get_recipients_query(*, has_post: bool, has_actor: bool) -> Any:
    """Return the query for users, their muted kinds, and whether all may read the post.

    It selects those of `ids` whom the actor does not ignore and who do not ignore the actor.
    """
    is_public = posts.is_public(bindparam("post_id")) if has_post else true()
    query = (
        select(User.id, NotificationSettings.muted_kinds, is_public)
        .join(NotificationSettings, col(NotificationSettings.user_id) == col(User.id), isouter=True)
        .where(
            is_one_of_parameter(col(User.id), "ids"),
            identity.is_active,
            not_(col(User.is_bot)),
        )
    )
    if not has_actor:
        return query
    return query.where(follows.build_no_ignore_condition(col(User.id), bindparam("actor_id")))


@cache
def _get_upsert(dialect_name: str) -> Any:
    """Return the statement that inserts or updates the notifications of one kind.

    It selects the recipients from the table of users. For many recipients, this is several times
    faster than an INSERT with a list of values for each row.

    Its parameters are the fields of `Notice`, `recipient_ids`, `kind`, `collapse_key` and `now`.
    """
    table = cast("Table", Notification.__table__)  # type: ignore[attr-defined]
    same_names = ("kind", "collapse_key", *(field.name for field in fields(Notice)))
    values: dict[str, Any] = {
        "recipient_id": col(User.id),
        **{
            name: bindparam(name, type_=table.c[name].type)
            for name in same_names
            if name != "actor_id"
        },
        "actors_count": literal(0),
        "created_at": bindparam("now", type_=UTCDateTime()),
        "bumped_at": bindparam("now", type_=UTCDateTime()),
    }
    is_recipient = is_one_of_parameter(col(User.id), "recipient_ids")
    selected = sqlalchemy.select(*values.values()).where(is_recipient).order_by(col(User.id))
    statement = get_insert(dialect_name)(table).from_select(list(values), selected)
    return statement.on_conflict_do_update(
        index_elements=["recipient_id", "collapse_key"],
        index_where=text("read_at IS NULL"),
        set_={
            "bumped_at": statement.excluded.bumped_at,
            "comment_id": statement.excluded.comment_id,
            "message_id": statement.excluded.message_id,
            "seen_at": statement.excluded.seen_at,
        },
    ).returning(table.c.recipient_id, table.c.id)


async def notify(session: AsyncSession, notice: Notice, recipients: Recipients) -> None:
    """Notify the recipients of an action.

    If an inbox already contains an unread notification with the same collapse key (see
    `build_collapse_key`), the function updates this notification. Otherwise it adds another
    notification.

    The following recipients are skipped: the actor, users who ignore the actor, users whom the
    actor ignores, deleted users, users who turned off all their kinds in `recipients`, and users
    who may not read the post.
    """
    kinds_by_user = await _choose_kind_per_recipient(session, notice, recipients)
    if not kinds_by_user:
        return
    notification_ids = await _upsert_notifications(session, notice, kinds_by_user)
    with_actors = [
        notification_id
        for recipient_id, notification_id in notification_ids.items()
        if kinds_by_user[recipient_id] not in kinds.KINDS_WITHOUT_ACTORS
    ]
    if notice.actor_id is not None:
        await _add_actor_to_notifications(session, notice.actor_id, with_actors)
    await schedule_copies(session, list(notification_ids.values()))
    events.record(session, InboxesChanged(tuple(notification_ids)))


async def was_recently_notified(
    session: AsyncSession, notice: Notice, kind: NotificationKind, recipient_id: int
) -> bool:
    parameters = {
        "recipient_id": recipient_id,
        "since": clock.now() - RENOTIFY_INTERVAL,
        "collapse_key": notice.build_collapse_key(kind),
        "actor_id": notice.actor_id,
    }
    return await session.scalar(_RECENT_NOTIFICATION, parameters) is not None


async def _choose_kind_per_recipient(
    session: AsyncSession, notice: Notice, recipients: Recipients
) -> dict[int, NotificationKind]:
    ids = recipients.keys() - {notice.actor_id}
    if not ids:
        return {}
    query = _get_recipients_query(
        has_post=notice.post_id is not None, has_actor=notice.actor_id is not None
    )
    parameters = {"ids": list(ids), "post_id": notice.post_id, "actor_id": notice.actor_id}
    rows = (await session.execute(query, parameters)).all()
    readers: Collection[int] = ids
    if notice.post_id is not None and not all(row[2] for row in rows):
        readers = await posts.filter_readers(session, notice.post_id, ids)
    selected: dict[int, NotificationKind] = {}
    for user_id, muted_kinds, _ in rows:
        enabled = [
            kind
            for kind in recipients[user_id]
            if kind not in (muted_kinds or ())
            and (user_id in readers or kind in kinds.KINDS_ABOUT_HIDDEN_POSTS)
        ]
        if enabled:
            selected[user_id] = enabled[0]
    return selected


async def _upsert_notifications(
    session: AsyncSession, notice: Notice, kinds_by_user: Mapping[int, NotificationKind]
) -> dict[int, int]:
    """Insert or update one unread notification per recipient. Return their ids by recipient."""
    notification_ids: dict[int, int] = {}
    # Sorted by kind and recipient, so that two concurrent transactions cannot deadlock.
    for kind in sorted(set(kinds_by_user.values())):
        parameters = {
            **asdict(notice),
            "recipient_ids": [user_id for user_id, other in kinds_by_user.items() if other is kind],
            "kind": kind.value,
            "collapse_key": notice.build_collapse_key(kind),
            "now": clock.now(),
        }
        rows = await session.execute(_get_upsert(session.get_bind().dialect.name), parameters)
        notification_ids.update((row[0], row[1]) for row in rows)
    return notification_ids


async def _add_actor_to_notifications(
    session: AsyncSession, actor_id: int, notification_ids: Sequence[int]
) -> None:
    if not notification_ids:
        return
    now = clock.now()
    added = await session.scalars(
        insert(session, NotificationActor)
        .on_conflict_do_nothing()
        .returning(NotificationActor.notification_id),
        [
            {"notification_id": notification_id, "user_id": actor_id, "acted_at": now}
            for notification_id in sorted(notification_ids)
        ],
    )
    new_ids = set(added)
    if new_ids:
        await session.execute(
            update(Notification)
            .where(is_one_of(col(Notification.id), new_ids))
            .values(actors_count=Notification.actors_count + 1)
        )
    if existing_ids := set(notification_ids) - new_ids:
        await session.execute(
            update(NotificationActor)
            .where(
                is_one_of(col(NotificationActor.notification_id), existing_ids),
                col(NotificationActor.user_id) == actor_id,
            )
            .values(acted_at=now)
        )
