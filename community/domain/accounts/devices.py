"""Functions that list and revoke sign-in sessions. The site shows each session as a device."""

from sqlalchemy import ColumnElement, and_, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
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


async def revoke_device(session: AsyncSession, actor: Actor, *, device_id: int) -> None:
    """Revoke the actor's sign-in session whose id is `device_id`.

    Revoking the session signs the user out on that device.

    Raises:
        NotFound: The session does not exist, belongs to another user, was already revoked, or has
            expired.
    """
    policies.ensure_session_authentication(actor)
    is_own = and_(col(UserSession.id) == device_id, col(UserSession.user_id) == actor.id)
    if not await revoke_sessions(session, is_own):
        raise NotFound(_("This device is already signed out."))


async def revoke_other_devices(session: AsyncSession, actor: Actor) -> int:
    """Revoke all sign-in sessions of the actor except the current one.

    Returns:
        The number of revoked sessions.
    """
    policies.ensure_session_authentication(actor)
    is_other = and_(col(UserSession.user_id) == actor.id, col(UserSession.id) != actor.session_id)
    return await revoke_sessions(session, is_other)


async def purge_ended_sessions(session: AsyncSession) -> int:
    """Delete revoked and expired sessions from the database.

    Returns:
        The number of deleted sessions.
    """
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
    """Revoke the active sessions that match an SQL condition.

    The function records a `SessionRevoked` event for each revoked session.

    Returns:
        The number of revoked sessions.
    """
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
    """Return the SQL condition for sessions that are neither revoked nor expired."""
    return and_(col(UserSession.revoked_at).is_(None), col(UserSession.expires_at) > clock.now())
