"""Functions that erase the data of accounts whose time to be restored is over."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, String, case, cast, delete, func, literal
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import clock
from community.domain.accounts.deletions.policies import ContentChoice
from community.models import (
    AccessToken,
    EmailChange,
    FormerSlug,
    Identity,
    Invitation,
    InvitationUse,
    OneTimeCodeSecret,
    Passkey,
    PendingRegistration,
    RecoveryCode,
    User,
    UserSession,
)
from community.models.accounts import lower_email

_TABLES: tuple[Any, ...] = (
    AccessToken,
    EmailChange,
    Identity,
    InvitationUse,
    OneTimeCodeSecret,
    Passkey,
    RecoveryCode,
    UserSession,
)
# No user can choose such a username and such an email.
_ERASED_SLUG = literal("~") + cast(col(User.id), String)
_ERASED_EMAIL = cast(col(User.id), String) + literal("@deleted.invalid")


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


async def erase_credentials(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    """Delete sessions, ways to sign in, former usernames and what refers to the emails."""
    for table in _TABLES:
        await _run(session, delete(table).where(table.user_id.in_(user_ids)))
    is_viewed = col(UserSession.viewed_user_id).in_(user_ids)
    await _run(session, update(UserSession).where(is_viewed).values(viewed_user_id=None))
    is_former = (col(FormerSlug.kind) == "user", col(FormerSlug.target_id).in_(user_ids))
    await _run(session, delete(FormerSlug).where(*is_former))
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
