"""The copies of notifications by email, and how users end them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community import urls
from community.core import clock, errors, signed_tokens
from community.core.actor import Actor
from community.core.db import statements
from community.domain import follows, identity, mail
from community.domain.jobs import outbox
from community.domain.mail import Button, Entry, Message, Note, Part, Quote
from community.domain.notifications import kinds, policies, queries, schemas
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.preferences import find_email_problem, update_preferences
from community.i18n import gettext as _, ngettext
from community.models import Notification, NotificationSettings, User

_AUDIENCE = "unsubscribe"
LINK_LIFETIME = timedelta(days=5 * 365)
_JOB = "email_notifications"
_MAIL_KIND = "notification"


def build_message(
    views: Sequence[schemas.NotificationView], *, site_name: str, unsubscribe_url: str
) -> Message:
    """Return the email about the notifications, of which there is at least one."""
    subject = (
        views[0].text
        if len(views) == 1
        else ngettext(
            "{n} new notification on {site}",
            "{n} new notifications on {site}",
            len(views),
            site=site_name,
        )
    )
    return Message(
        subject=subject,
        preheader=_build_preheader(views),
        parts=_build_single(views[0]) if len(views) == 1 else _build_list(views),
        reason=_("You get this email because you turned on notifications by email."),
        unsubscribe_url=unsubscribe_url,
    )


def _build_preheader(views: Sequence[schemas.NotificationView]) -> str:
    if len(views) == 1:
        return views[0].quote or views[0].target.title
    return views[0].text


def _build_single(view: schemas.NotificationView) -> list[Part]:
    parts: list[Part] = []
    if context := _get_context(view):
        parts.append(Note(context))
    if view.quote:
        parts.append(Quote(view.quote))
    parts.append(Button(_get_label(view.target), urls.absolute(view.target.url)))
    return parts


def _build_list(views: Sequence[schemas.NotificationView]) -> list[Part]:
    shown = views[: policies.MAX_NOTIFICATIONS_PER_EMAIL]
    parts: list[Part] = [
        Entry(
            text=view.text,
            url=urls.absolute(view.target.url),
            context=_get_context(view),
            quote=view.quote,
        )
        for view in shown
    ]
    if hidden := len(views) - len(shown):
        parts.append(Note(ngettext("And {n} other.", "And {n} others.", hidden)))
    parts.append(Button(_("View all notifications"), urls.absolute(urls.NOTIFICATIONS)))
    return parts


def _get_context(view: schemas.NotificationView) -> str:
    if view.target.type == "user":
        return ""
    if view.target.type == "chat":
        return _list_senders(view)
    return view.target.title


def _list_senders(view: schemas.NotificationView) -> str:
    if view.actors_count < 2:
        return ""
    names = ", ".join(user.name for user in view.actors)
    if others := view.actors_count - len(view.actors):
        return ngettext(
            "From {names} and {n} other", "From {names} and {n} others", others, names=names
        )
    return _("From {names}", names=names)


def _get_label(target: schemas.NotificationTarget) -> str:
    if target.url == urls.NOTIFICATIONS:
        return _("View notifications")
    labels = {
        "comment": _("View comment"),
        "post": _("View post"),
        "user": _("View profile"),
        "chat": _("View conversation"),
    }
    return labels[target.type]


@dataclass(frozen=True, slots=True)
class Unsubscription:
    """What a link turns off.

    Attributes:
        scope: A kind of notification, or "" for all emails about notifications.
        kind: The only kind in the email, which the page also offers to turn off, or "".
    """

    user_id: int
    scope: str  # a kind of notification, or "" for all emails about notifications
    kind: str  # the only kind in the email, which the page also offers to turn off, or ""


def build_unsubscribe_url(user_id: int, kinds: Collection[NotificationKind]) -> str:
    """Return the link for an email that contains notifications of the given kinds."""
    kind = next(iter(kinds)).value if len(kinds) == 1 else ""
    return urls.mail_link(urls.UNSUBSCRIBE, build_unsubscribe_token(user_id, kind=kind))


async def unsubscribe(session: AsyncSession, *, token: str) -> bool:
    """Turn off what the link is for. A repeated call changes nothing.

    Returns:
        Whether all emails about notifications are off. Otherwise one kind of notification is.

    Raises:
        Invalid: The token is not valid, or the account no longer exists.
    """
    link = read_unsubscribe_token(token)
    user = None if link is None else await session.get(User, link.user_id)
    if link is None or user is None:
        raise _make_invalid_error()
    actor = identity.build_actor(user)
    if link.scope:
        await update_preferences(session, actor, types={link.scope: False})
        return False
    await update_preferences(session, actor, email=False)
    return True


def build_unsubscribe_token(user_id: int, *, scope: str = "", kind: str = "") -> str:
    expires_at = clock.now() + LINK_LIFETIME
    return signed_tokens.build_token(
        _AUDIENCE, expires_at=expires_at, sub=str(user_id), scope=scope, kind=kind
    )


def read_unsubscribe_token(token: str | None) -> Unsubscription | None:
    """Return what a link turns off, or None if the token is not valid."""
    claims = signed_tokens.read_token(_AUDIENCE, token)
    if claims is None:
        return None
    return Unsubscription(int(claims["sub"]), claims["scope"], claims["kind"])


def _make_invalid_error() -> errors.Invalid:
    message = _("This link doesn't work. You can turn off emails in your settings.")
    return errors.Invalid.for_field("token", message)


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
        outbox.enqueue(session, _JOB, due_at=due_at, recipient_ids=ids)


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
    sent = await mail.count_recent(session, _MAIL_KIND, user.email, since=since)
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
        outbox.enqueue(session, _JOB, due_at=due_at, recipient_ids=[user_id])


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
    url = build_unsubscribe_url(user.id, {kinds.NotificationKind(view.kind) for view in views})
    await mail.enqueue(
        session,
        kind=_MAIL_KIND,
        recipient=user.email,
        message=build_message(views, site_name=brand.site_name, unsubscribe_url=url),
        # The quotes can come from communities that administrators may not read.
        is_private=True,
    )
