from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.domain.identity import policies as identity_policies
from community.domain.identity.two_factor.schemas import TwoFactorStatus
from community.models import OneTimeCodeSecret, RecoveryCode


async def get_status(session: AsyncSession, actor: Actor) -> TwoFactorStatus:
    identity_policies.ensure_session_authentication(actor)
    row = await find_confirmed(session, actor.id)
    if row is None:
        return TwoFactorStatus()
    left = await count_recovery_codes(session, actor.id)
    return TwoFactorStatus(enabled_at=row.confirmed_at, recovery_codes_left=left)


async def find_confirmed(session: AsyncSession, user_id: int) -> OneTimeCodeSecret | None:
    """Return the secret whose codes the user enters to sign in, or None."""
    row = await session.get(OneTimeCodeSecret, user_id)
    return row if row is not None and row.confirmed_at is not None else None


async def count_recovery_codes(session: AsyncSession, user_id: int) -> int:
    unused = (col(RecoveryCode.user_id) == user_id, col(RecoveryCode.used_at).is_(None))
    return await session.scalar(select(func.count()).where(*unused)) or 0
