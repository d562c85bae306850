from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.read_models import ReadModel, Timestamp
from community.domain.identity import policies as identity_policies
from community.models import OneTimeCodeSecret, RecoveryCode


class TwoFactorStatus(ReadModel):
    """Whether the user signs in with one-time codes, and how many recovery codes are unused."""

    enabled_at: Timestamp | None = None
    recovery_codes_left: int = 0


class TwoFactorSetup(ReadModel):
    """What an app for one-time codes needs. The user scans the QR code or types the secret."""

    secret: str
    url: str
    qr_code: str


class RecoveryCodes(ReadModel):
    """New recovery codes. They cannot be read later."""

    codes: list[str]


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
