"""The check of a one-time code or a recovery code."""

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, encryption, errors
from community.domain.identity.two_factor import codes, queries
from community.domain.identity.two_factor.actions import SECRET_PURPOSE
from community.i18n import gettext as _
from community.models import RecoveryCode, User


async def use_code(session: AsyncSession, user: User, code: str) -> None:
    """Check a one-time code. The same code is not accepted again.

    The caller has locked the user, so that two requests cannot use a code at the same time.
    """
    row = await queries.find_confirmed(session, user.id)
    secret = encryption.decrypt(row.secret, purpose=SECRET_PURPOSE) if row else ""
    step = None
    if row is not None and secret and len(code) <= codes.MAX_CODE_LENGTH:
        step = codes.find_step(secret, code, after=row.last_step)
    if row is None or step is None:
        message = _("This code is wrong or was already used. Enter the code that the app shows.")
        raise errors.Invalid.for_field("code", message)
    row.last_step = step


async def use_recovery_code(session: AsyncSession, user: User, code: str) -> None:
    """Check a recovery code. Each code works once."""
    used = None
    if len(code) <= codes.MAX_CODE_LENGTH:
        used = await session.scalar(
            update(RecoveryCode)
            .where(
                col(RecoveryCode.user_id) == user.id,
                col(RecoveryCode.code_hash) == codes.hash_recovery_code(code, user_id=user.id),
                col(RecoveryCode.used_at).is_(None),
            )
            .values(used_at=clock.now())
            .returning(col(RecoveryCode.id))
            .execution_options(synchronize_session=False)
        )
    if used is None:
        message = _("This recovery code is wrong or was already used.")
        raise errors.Invalid.for_field("recovery_code", message)
