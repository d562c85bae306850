"""The copies of notifications by email.

A new notification of a user who turned copies on is due a minute later. Then a job sends all
waiting notifications of the user as one email. Notifications that were read or retracted meanwhile
are not sent. Later events that an unread notification collects cause no other email.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import clock
from community.core.actor import Actor
from community.core.db import statements
from community.domain import follows, identity, mail
from community.domain.jobs import outbox
from community.domain.notifications import kinds, policies, queries, schemas
from community.domain.notifications.emails import unsubscribing
from community.domain.notifications.emails.messages import build_message
from community.domain.notifications.preferences import find_email_problem
from community.models import Notification, NotificationSettings, User

JOB = "email_notifications"
MAIL_KIND = "notification"

# Built once, because building it takes as long as running it.
_COPIES = (
    update(Notification)
    .where(
        statements.is_one_of_parameter(col(Notification.id), "ids"),
        # An event that was merged into an unread notification keeps its time of creation.
        col(Notification.created_at) == col(Notification.bumped_at),
        col(Notification.recipient_id).in_(
            select(NotificationSettings.user_id).where(col(NotificationSettings.email).is_(True))
        ),
        col(Notification.kind).not_in(kinds.KINDS_WITHOUT_COPIES),
    )
    .values(email_due_at=bindparam("due_at"))
    .returning(col(Notification.recipient_id))
    .execution_options(synchronize_session=False)
)


async def schedule_copies(session: AsyncSession, notification_ids: Sequence[int]) -> None:
    """Schedule the copies of those notifications that are new and whose recipients want copies."""
    due_at = clock.now() + policies.EMAIL_DELAY
    recipient_ids = await session.scalars(
        _COPIES, {"ids": list(notification_ids), "due_at": due_at}
    )
    if ids := sorted(set(recipient_ids)):
        outbox.enqueue(session, JOB, due_at=due_at, recipient_ids=ids)


async def send_due_copies(
    session: AsyncSession, *, recipient_ids: Sequence[int], after: int = 0
) -> int | None:
    """Send the copies of a batch of users, with one email for each user."""
    remaining = [user_id for user_id in recipient_ids if user_id > after]
    batch = remaining[: policies.EMAIL_BATCH_SIZE]
    for user_id in batch:
        await _send_copies(session, user_id)
    return batch[-1] if len(remaining) > len(batch) else None


async def _send_copies(session: AsyncSession, user_id: int) -> None:
    # The lock makes sure that concurrent jobs do not send the same notification twice.
    user = await session.get(User, user_id, with_for_update=statements.FOR_NO_KEY_UPDATE)
    rows = await _list_waiting(session, user_id)
    if user is None or all(row.email_due_at > clock.now() for row in rows if row.email_due_at):
        return
    unread = [row for row in rows if row.read_at is None]
    if unread and await _is_limit_reached(session, user):
        _postpone(session, user_id, unread)
        return
    for row in rows:
        row.email_due_at = None
    await session.flush()
    views = await _list_sendable(session, user, unread)
    if views:
        await _enqueue_mail(session, user, views)


async def _list_waiting(session: AsyncSession, user_id: int) -> Sequence[Notification]:
    rows = await session.scalars(
        select(Notification)
        .where(Notification.recipient_id == user_id, col(Notification.email_due_at).is_not(None))
        .order_by(col(Notification.id))
        .with_for_update(**statements.FOR_NO_KEY_UPDATE)
    )
    return rows.all()


async def _is_limit_reached(session: AsyncSession, user: User) -> bool:
    since = clock.now() - policies.EMAIL_DIGEST_DELAY
    sent = await mail.count_recent(session, MAIL_KIND, user.email, since=since)
    return sent >= policies.MAX_EMAILS_PER_HOUR


def _postpone(session: AsyncSession, user_id: int, rows: Sequence[Notification]) -> None:
    now = clock.now()
    digest_times = [
        row.email_due_at
        for row in rows
        if row.email_due_at and row.email_due_at > now + policies.EMAIL_DELAY
    ]
    due_at = min(digest_times, default=now + policies.EMAIL_DIGEST_DELAY)
    for row in rows:
        row.email_due_at = due_at
    if not digest_times:
        outbox.enqueue(session, JOB, due_at=due_at, recipient_ids=[user_id])


async def _list_sendable(
    session: AsyncSession, user: User, rows: Sequence[Notification]
) -> list[schemas.NotificationView]:
    """Return the notifications that the user still wants and may see, most important first."""
    settings = await session.get(NotificationSettings, user.id)
    if settings is None or not settings.email or not await _may_get_email(session, user):
        return []
    wanted = [row for row in rows if row.kind not in settings.muted_kinds]
    actor = replace(identity.build_actor(user), has_ignored_users=True)
    views = await queries.build_views(session, actor, wanted)
    views = await _remove_ignored(session, actor, [view for view in views if _is_current(view)])
    return sorted(
        views, key=lambda view: kinds.KINDS_BY_IMPORTANCE.index(kinds.NotificationKind(view.kind))
    )


async def _may_get_email(session: AsyncSession, user: User) -> bool:
    if user.deleted_at is not None or identity.is_banned(user):
        return False
    return not await find_email_problem(session, user)


def _is_current(view: schemas.NotificationView) -> bool:
    """Return whether the target and the person who acted still exist for the recipient."""
    if view.kind in kinds.KINDS_ABOUT_HIDDEN_POSTS:
        return True
    return bool(view.actors and view.target.title)


async def _remove_ignored(
    session: AsyncSession, actor: Actor, views: Sequence[schemas.NotificationView]
) -> list[schemas.NotificationView]:
    actor_ids = {user.id for view in views for user in view.actors}
    ignored = await follows.find_ignored_between(session, actor.id or 0, actor_ids)
    return [
        view
        for view in views
        if not view.actors or any(user.id not in ignored for user in view.actors)
    ]


async def _enqueue_mail(
    session: AsyncSession, user: User, views: Sequence[schemas.NotificationView]
) -> None:
    brand = await mail.get_brand(session)
    url = unsubscribing.build_url(user.id, {kinds.NotificationKind(view.kind) for view in views})
    await mail.enqueue(
        session,
        kind=MAIL_KIND,
        recipient=user.email,
        message=build_message(views, site_name=brand.site_name, unsubscribe_url=url),
        # The quotes can come from communities that administrators may not read.
        is_private=True,
    )
