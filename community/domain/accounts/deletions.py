"""Deleting one's account, restoring it within `RESTORE_PERIOD`, and erasing its data afterwards."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, String, case, cast, delete, func, literal
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community import urls
from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Conflict
from community.domain import identity
from community.domain.accounts.administration import administrators
from community.domain.accounts.events import AccountDeleted, AccountRestored
from community.domain.accounts.mails import build_account_deleted, build_account_restored
from community.domain.accounts.schemas import AccountDeletion, ContentChoice, DeletionTerms
from community.domain.identity import LinkPurpose, OpenedLink, mail_links
from community.i18n import gettext as _
from community.models import EmailChange, Invitation, PendingRegistration, User
from community.models.people import lower_email

# How long a deleted account can be restored.
RESTORE_PERIOD = timedelta(days=30)

# No user can choose such a username and such an email.
_ERASED_SLUG = literal("~") + cast(col(User.id), String)
_ERASED_EMAIL = cast(col(User.id), String) + literal("@deleted.invalid")


def make_last_administrator_error() -> Conflict:
    return Conflict(
        _(
            "You're the only full administrator. Make someone else a full administrator before you "
            "delete your account."
        )
    )


def ensure_may_delete(actor: Actor) -> None:
    """Check that the actor is signed in on the site, and has confirmed their identity.

    Raise `PermissionDenied` if the actor is a guest, uses an access token, sees the site as another
    user, or must first confirm their identity (`confirmation_required`).
    """
    identity.ensure_session_authentication(actor)
    identity.ensure_recently_confirmed(actor)


async def get_deletion_terms(session: AsyncSession, actor: Actor) -> DeletionTerms:
    """Return until when the account could be restored if the actor deleted it now."""
    identity.ensure_session_authentication(actor)
    user = await identity.get_own_user(session, actor)
    is_last = await administrators.is_last_full_administrator(session, user)
    obstacle = make_last_administrator_error().message if is_last else ""
    return DeletionTerms(restorable_until=clock.now() + RESTORE_PERIOD, obstacle=obstacle)


async def close(session: AsyncSession, actor: Actor, *, content: ContentChoice) -> AccountDeletion:
    """Hide the actor from other users, end all sessions and tokens, and send a link to restore.

    Raise `Conflict` if the actor is the last full administrator.
    """
    ensure_may_delete(actor)
    user = await identity.get_own_user(session, actor, for_update=True)
    try:
        await administrators.ensure_not_last_full_administrator(session, user)
    except Conflict as error:
        raise make_last_administrator_error() from error
    return await close_user(session, user, content=content)


async def close_user(
    session: AsyncSession, user: User, *, content: ContentChoice, is_by_owner: bool = True
) -> AccountDeletion:
    """Close the account of a user who is locked. The caller has checked who may do it."""
    now = clock.now()
    user.deleted_at, user.purge_at = now, now + RESTORE_PERIOD
    user.content_choice = content.value
    await session.flush()
    await session.execute(delete(EmailChange).where(col(EmailChange.user_id) == user.id))
    await identity.end_all_sessions(session, user)
    message = build_account_deleted(
        user.name, user.purge_at, build_restore_url(user), is_by_owner=is_by_owner
    )
    await identity.mails.send(session, "account_deleted", user, message)
    events.record(session, AccountDeleted(user.id))
    return AccountDeletion(content=content, purge_at=user.purge_at)


async def reopen(session: AsyncSession, *, token: str) -> User:
    """Undo `close` with a link or an offer. The user then signs in."""
    user = await use_restore_link(session, token)
    user.deleted_at = user.purge_at = user.content_choice = None
    await session.flush()
    await identity.mails.send(session, "account_restored", user, build_account_restored(user.name))
    events.record(session, AccountRestored(user.id))
    return user


async def lock_restored(session: AsyncSession, user_id: int) -> bool:
    """Lock the row of a user. Return whether the account is active."""
    user = await session.get(User, user_id, with_for_update=True, populate_existing=True)
    return user is not None and user.deleted_at is None


def build_restore_url(user: User) -> str:
    """Return the absolute URL of the link in the mail, which works until the data is erased."""
    assert user.purge_at is not None
    lifetime = user.purge_at - clock.now()
    link = mail_links.build_link(LinkPurpose.RESTORE_ACCOUNT, user, lifetime=lifetime)
    return urls.mail_link(urls.RESTORE_ACCOUNT, link.token)


async def open_restore_link(session: AsyncSession, token: str) -> OpenedLink:
    return await mail_links.open_link(session, LinkPurpose.RESTORE_ACCOUNT, token)


async def use_restore_link(session: AsyncSession, token: str) -> User:
    """Return the user who restores the account, and lock the row. The link works once."""
    link = await mail_links.open_link(session, LinkPurpose.RESTORE_ACCOUNT, token, for_update=True)
    await mail_links.use_link(session, link)
    return link.user


async def find_hidden_author(session: AsyncSession, user_id: int) -> User | None:
    """Lock the row of a user whose content must be hidden. Return None if it must not be."""
    user = await session.get(User, user_id, with_for_update=True, populate_existing=True)
    is_hidden = (
        user is not None
        and user.purge_at is not None
        and user.content_choice == ContentChoice.DELETE
    )
    return user if is_hidden else None


async def list_due_ids(session: AsyncSession, *, limit: int) -> list[int]:
    """Return the ids of accounts whose data must be erased, the oldest deletions first."""
    query = select(User.id).where(_is_due()).order_by(col(User.purge_at), col(User.id))
    return list(await session.scalars(query.limit(limit)))


async def count_due(session: AsyncSession) -> dict[str, int]:
    """Return the number of accounts whose data must be erased, by their choice."""
    rows = await session.execute(
        select(User.content_choice, func.count()).where(_is_due()).group_by(User.content_choice)
    )
    counts = {choice: count for choice, count in rows if choice is not None}
    return {choice.value: counts.get(choice.value, 0) for choice in ContentChoice}


async def filter_due(
    session: AsyncSession, user_ids: Collection[int], content: ContentChoice
) -> list[int]:
    """Return those of the accounts that are due and whose owner made this choice."""
    query = select(User.id).where(
        col(User.id).in_(user_ids), _is_due(), col(User.content_choice) == content.value
    )
    return list(await session.scalars(query))


async def list_emails(session: AsyncSession, user_ids: Collection[int]) -> list[str]:
    """Return the emails of the users in lower case."""
    return list(await session.scalars(select(lower_email).where(col(User.id).in_(user_ids))))


async def erase_emails(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    emails = await list_emails(session, user_ids)
    has_email = func.lower(col(PendingRegistration.email)).in_(emails)
    await _run(session, delete(PendingRegistration).where(has_email))
    is_invited = func.lower(col(Invitation.email)).in_(emails)
    # Without the email, anyone could use the invitation.
    revoked_at = func.coalesce(col(Invitation.revoked_at), clock.now())
    values = {"email": "", "note": "", "revoked_at": revoked_at}
    await _run(session, update(Invitation).where(is_invited).values(**values))


async def erase_users(session: AsyncSession, *, user_ids: Sequence[int]) -> None:
    """Empty the rows of accounts that are due. Afterwards they are not due anymore."""
    await _empty(session, (col(User.id).in_(user_ids), _is_due()))


async def erase_merged_users(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    """Empty the rows of accounts that were merged into accounts that are due."""
    await _empty(session, (col(User.id).in_(user_ids),))


async def _empty(session: AsyncSession, conditions: tuple[ColumnElement[bool], ...]) -> None:
    keeps_name = col(User.content_choice) == ContentChoice.KEEP.value
    values: dict[str, Any] = {
        "slug": _ERASED_SLUG,
        "email": _ERASED_EMAIL,
        "name": case((keeps_name, User.name), else_=""),
        **dict.fromkeys(("bio", "ban_reason", "name_skeleton"), ""),
        **dict.fromkeys(("password_hash", "avatar", "header", "admin_since")),
        **dict.fromkeys(("email_verified_at", "banned_at", "banned_until", "last_seen_at")),
        **dict.fromkeys(("consent_choice", "consent_version", "consent_at", "purge_at")),
        "default_feed": "popular",
        "chosen_badge": None,
        "chosen_name_style": None,
        "shows_online": False,
        "ignored_keywords": [],
        "admin_sections": [],
    }
    await _run(session, update(User).where(*conditions).values(**values))


def _is_due() -> ColumnElement[bool]:
    return col(User.purge_at) <= clock.now()


async def _run(session: AsyncSession, statement: Any) -> None:
    await session.execute(statement.execution_options(synchronize_session=False))
