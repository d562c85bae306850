"""The devices that one is signed in on: listed, and signed out."""

from sqlalchemy import ColumnElement, and_, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain.accounts import policies
from community.domain.accounts.events import SessionRevoked
from community.domain.accounts.schemas import Device
from community.models import Session


async def list_devices(session: AsyncSession, actor: Actor) -> list[Device]:
    """Where the actor is signed in, the latest used first."""
    policies.ensure_in_person(actor)
    rows = await session.scalars(
        select(Session)
        .where(col(Session.user_id) == actor.id, is_alive())
        .order_by(col(Session.last_seen_at).desc(), col(Session.id).desc())
    )
    return [
        Device.model_validate(row).model_copy(update={"is_current": row.id == actor.session_id})
        for row in rows
    ]


async def revoke_device(session: AsyncSession, actor: Actor, *, device_id: int) -> None:
    """End one of the actor's sign-ins.

    Raises:
        NotFound: it is not theirs, or has ended.
    """
    policies.ensure_in_person(actor)
    own = and_(col(Session.id) == device_id, col(Session.user_id) == actor.id)
    if not await revoke(session, own):
        raise NotFound("You are not signed in on such a device.")


async def revoke_other_devices(session: AsyncSession, actor: Actor) -> int:
    """End all sign-ins of the actor but this one. Returns how many there were."""
    policies.ensure_in_person(actor)
    others = and_(col(Session.user_id) == actor.id, col(Session.id) != actor.session_id)
    return await revoke(session, others)


async def purge_ended(session: AsyncSession) -> int:
    """Remove sign-ins that are over. Returns how many there were."""
    result = await session.execute(delete(Session).where(~is_alive()).returning(col(Session.id)))
    return len(result.all())


async def revoke_oldest(session: AsyncSession, user_id: int) -> None:
    """Make room where somebody is signed in on too many devices: the least lately used go."""
    newest = (
        select(Session.id)
        .where(col(Session.user_id) == user_id, is_alive())
        .order_by(col(Session.last_seen_at).desc(), col(Session.id).desc())
        .limit(policies.MAX_SESSIONS)
    )
    await revoke(session, and_(col(Session.user_id) == user_id, col(Session.id).not_in(newest)))


async def revoke(session: AsyncSession, which: ColumnElement[bool]) -> int:
    """End these sign-ins, as far as they are alive. Returns how many there were."""
    ended = await session.execute(
        update(Session)
        .where(which, is_alive())
        .values(revoked_at=clock.now())
        .returning(col(Session.user_id), col(Session.id))
        .execution_options(synchronize_session=False)
    )
    facts = [SessionRevoked(user_id, session_id) for user_id, session_id in ended]
    for fact in facts:
        events.record(session, fact)
    return len(facts)


def is_alive() -> ColumnElement[bool]:
    """Sign-ins that open something now."""
    return and_(col(Session.revoked_at).is_(None), col(Session.expires_at) > clock.now())
