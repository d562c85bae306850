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
        .where(col(UserSession.user_id) == actor.id, active_session_condition())
        .order_by(col(UserSession.last_seen_at).desc(), col(UserSession.id).desc())
    )
    return [
        Device.model_validate(row).model_copy(update={"is_current": row.id == actor.session_id})
        for row in rows
    ]


async def revoke_device(session: AsyncSession, actor: Actor, *, device_id: int) -> None:
    """Revoke the actor's session with this id, which signs out one of their devices.

    Raises:
        NotFound: The session does not exist, belongs to another user, or has already ended.
    """
    policies.ensure_session_authentication(actor)
    is_own = and_(col(UserSession.id) == device_id, col(UserSession.user_id) == actor.id)
    if not await revoke_sessions(session, is_own):
        raise NotFound(_("This device is already signed out."))


async def revoke_other_devices(session: AsyncSession, actor: Actor) -> int:
    """Revoke the actor's sessions except the current one, and return the number of revoked ones."""
    policies.ensure_session_authentication(actor)
    is_other = and_(col(UserSession.user_id) == actor.id, col(UserSession.id) != actor.session_id)
    return await revoke_sessions(session, is_other)


async def purge_ended_sessions(session: AsyncSession) -> int:
    """Delete the rows of revoked and expired sessions, and return the number of deleted rows."""
    deleted = await session.execute(
        delete(UserSession).where(~active_session_condition()).returning(col(UserSession.id))
    )
    return len(deleted.all())


async def revoke_oldest_sessions(session: AsyncSession, user_id: int) -> None:
    """Revoke the least recently used sessions if a user has more than `MAX_SESSIONS`."""
    newest = (
        select(UserSession.id)
        .where(col(UserSession.user_id) == user_id, active_session_condition())
        .order_by(col(UserSession.last_seen_at).desc(), col(UserSession.id).desc())
        .limit(policies.MAX_SESSIONS)
    )
    await revoke_sessions(
        session, and_(col(UserSession.user_id) == user_id, col(UserSession.id).not_in(newest))
    )


async def revoke_sessions(session: AsyncSession, condition: ColumnElement[bool]) -> int:
    """Revoke all active sessions that match the SQL condition, and return their number."""
    revoked = await session.execute(
        update(UserSession)
        .where(condition, active_session_condition())
        .values(revoked_at=clock.now())
        .returning(col(UserSession.user_id), col(UserSession.id))
        .execution_options(synchronize_session=False)
    )
    revocations = [SessionRevoked(user_id, session_id) for user_id, session_id in revoked]
    for event in revocations:
        events.record(session, event)
    return len(revocations)


def active_session_condition() -> ColumnElement[bool]:
    """Return the SQL condition for sessions that are neither revoked nor expired."""
    return and_(col(UserSession.revoked_at).is_(None), col(UserSession.expires_at) > clock.now())
