"""Encrypted tokens that the browser keeps in a cookie. Each works once, until it expires."""

from datetime import datetime, timedelta
from typing import Any

import orjson
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, encryption, errors
from community.core.http import cookies
from community.i18n import gettext as _
from community.models import UsedLink


def seal(purpose: str, values: dict[str, Any], *, lifetime: timedelta) -> str:
    """Return a token that only `unseal` with the same `purpose` can read."""
    expires_at = int((clock.now() + lifetime).timestamp())
    content = orjson.dumps(values | {"expires_at": expires_at}).decode()
    return encryption.encrypt(content, purpose=purpose)


def unseal(purpose: str, token: str | None) -> dict[str, Any] | None:
    """Return the values of a token, or None if it is forged, expired or of another purpose."""
    if not token or len(token) > cookies.MAX_TOKEN_LENGTH:
        return None
    content = encryption.find_secret(token, purpose=purpose)
    if content is None:
        return None
    values: dict[str, Any] = orjson.loads(content)
    return values if values["expires_at"] > clock.now().timestamp() else None


async def ensure_unused(session: AsyncSession, token_id: str) -> None:
    if await session.get(UsedLink, token_id) is not None:
        raise make_expired_error()


async def use_once(session: AsyncSession, token_id: str, *, lifetime: timedelta) -> None:
    """Make sure that a token does not work again."""
    row = UsedLink(id=token_id, expires_at=get_expiry(lifetime))
    try:
        async with session.begin_nested():
            session.add(row)
    except IntegrityError as error:
        raise make_expired_error() from error


def get_expiry(lifetime: timedelta) -> datetime:
    """Return a time at which every token that exists now has expired."""
    return clock.now() + lifetime


def make_expired_error() -> errors.Invalid:
    message = _("This sign-in has expired or was already completed. Try again.")
    return errors.Invalid(message, code="identity_expired")
