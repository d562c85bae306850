"""What a user has to sign in, for the archive with their data (no secrets) and its deletion."""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import (
    AccessToken,
    Identity,
    OneTimeCodeSecret,
    Passkey,
    RecoveryCode,
    UserSession,
)

_DEVICES: Final = ExportPart(
    "devices",
    noop("Devices on which you signed in"),
    user=UserSession.user_id,
    key=UserSession.id,
    fields=(
        *(UserSession.user_agent, UserSession.address, UserSession.method),
        *(UserSession.created_at, UserSession.last_seen_at, UserSession.confirmed_at),
        *(UserSession.expires_at, UserSession.revoked_at),
    ),
)
_ACCESS_TOKENS: Final = ExportPart(
    "access_tokens",
    noop("Your access tokens, without the tokens themselves"),
    user=AccessToken.user_id,
    key=AccessToken.id,
    fields=(
        *(AccessToken.name, AccessToken.scopes, AccessToken.created_at, AccessToken.last_used_at),
        *(AccessToken.expires_at, AccessToken.revoked_at),
    ),
)
_SIGN_IN_SERVICES: Final = ExportPart(
    "sign_in_services",
    noop("Services with which you sign in"),
    user=Identity.user_id,
    key=Identity.id,
    fields=(
        *(Identity.provider, Identity.subject, Identity.email, Identity.name),
        *(Identity.created_at, Identity.last_used_at),
    ),
)
_PASSKEYS: Final = ExportPart(
    "passkeys",
    noop("Your passkeys, without the keys themselves"),
    user=Passkey.user_id,
    key=Passkey.id,
    fields=(Passkey.name, Passkey.created_at, Passkey.last_used_at),
)
_TWO_STEP_SIGN_IN: Final = ExportPart(
    "two_step_sign_in",
    noop("Since when a second step is needed to sign in"),
    user=OneTimeCodeSecret.user_id,
    key=OneTimeCodeSecret.user_id,
    fields=(OneTimeCodeSecret.created_at, OneTimeCodeSecret.confirmed_at),
    is_single=True,
)

EXPORT_PARTS: Final = (
    _DEVICES,
    _ACCESS_TOKENS,
    _SIGN_IN_SERVICES,
    _PASSKEYS,
    _TWO_STEP_SIGN_IN,
)

_TABLES: Final[tuple[Any, ...]] = (
    AccessToken,
    Identity,
    OneTimeCodeSecret,
    Passkey,
    RecoveryCode,
    UserSession,
)


async def erase_credentials(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    for table in _TABLES:
        await session.execute(
            delete(table)
            .where(table.user_id.in_(user_ids))
            .execution_options(synchronize_session=False)
        )
    await session.execute(
        update(UserSession)
        .where(col(UserSession.viewed_user_id).in_(user_ids))
        .values(viewed_user_id=None)
        .execution_options(synchronize_session=False)
    )
