"""Functions that list and revoke sign-in sessions. The site shows each session as a device.

Functions with an actor require a session cookie (`policies.ensure_session_authentication`).
"""

from sqlalchemy import ColumnElement, and_, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.db.pagination import Page, decode_cursor, split_page
from community.core.errors import NotFound
from community.domain.accounts import policies
from community.domain.accounts.events import SessionRevoked
from community.domain.accounts.schemas import Device
from community.i18n import gettext as _
from community.models import UserSession


async def list_devices(session: AsyncSession, actor: Actor) -> list[Device]:
    """Return the actor's active sign-in sessions, most recently used first."""
    policies.ensure_session_authentication(actor)
    rows = await session.scalars(
        select(UserSession)
        .where(col(UserSession.user_id) == actor.id, build_active_session_condition())
        .order_by(col(UserSession.last_seen_at).desc(), col(UserSession.id).desc())
    )
    return [
        Device.model_validate(row).model_copy(update={"is_current": row.id == actor.session_id})
        for row in rows
    ]


async def list_sessions(
    session: AsyncSession, user_id: int, *, cursor: str | None = None, limit: int
) -> Page[UserSession]:
    """Return the sign-in sessions of a user, newest first, also those that have ended."""
    query = select(UserSession).where(col(UserSession.user_id) == user_id)
    if key := decode_cursor(cursor, int):
        query = query.where(col(UserSession.id) < key[0])
    rows = await session.scalars(query.order_by(col(UserSession.id).desc()).limit(limit + 1))
    page, next_cursor = split_page(rows.all(), limit, lambda row: (row.id,))
    return Page(items=page, next_cursor=next_cursor)


def is_session_active(row: UserSession) -> bool:
    return row.revoked_at is None and row.expires_at > clock.now()


async def revoke_device(session: AsyncSession, actor: Actor, *, device_id: int) -> None:
    """Sign the actor out on one device.

    Raises:
        NotFound: The session does not exist, belongs to another user, or has ended.
    """
    policies.ensure_session_authentication(actor)
    is_own = and_(col(UserSession.id) == device_id, col(UserSession.user_id) == actor.id)
    if not await revoke_sessions(session, is_own):
        raise NotFound(_("This device is already signed out."))


async def revoke_other_devices(session: AsyncSession, actor: Actor) -> int:
    """Revoke the actor's sessions except the current one, and return their number."""
    policies.ensure_session_authentication(actor)
    is_other = and_(col(UserSession.user_id) == actor.id, col(UserSession.id) != actor.session_id)
    return await revoke_sessions(session, is_other)


async def purge_ended_sessions(session: AsyncSession) -> int:
    """Delete revoked and expired sessions from the database, and return their number."""
    deleted = await session.execute(
        delete(UserSession).where(~build_active_session_condition()).returning(col(UserSession.id))
    )
    return len(deleted.all())


async def revoke_sessions_over_limit(session: AsyncSession, user_id: int) -> None:
    """Revoke a user's sessions, except the `MAX_SESSIONS` most recently used sessions."""
    newest = (
        select(UserSession.id)
        .where(col(UserSession.user_id) == user_id, build_active_session_condition())
        .order_by(col(UserSession.last_seen_at).desc(), col(UserSession.id).desc())
        .limit(policies.MAX_SESSIONS)
    )
    await revoke_sessions(
        session, and_(col(UserSession.user_id) == user_id, col(UserSession.id).not_in(newest))
    )


async def revoke_sessions(session: AsyncSession, condition: ColumnElement[bool]) -> int:
    """Revoke the active sessions that match an SQL condition, and return their number."""
    revoked = await session.execute(
        update(UserSession)
        .where(condition, build_active_session_condition())
        .values(revoked_at=clock.now())
        .returning(col(UserSession.user_id), col(UserSession.id))
        .execution_options(synchronize_session=False)
    )
    revocations = [SessionRevoked(user_id, session_id) for user_id, session_id in revoked]
    for event in revocations:
        events.record(session, event)
    return len(revocations)


def build_active_session_condition() -> ColumnElement[bool]:
    return and_(col(UserSession.revoked_at).is_(None), col(UserSession.expires_at) > clock.now())
