"""The links in mails with which users prove that a mailbox is theirs.

A link is signed and expires. It works once: `use_link` stores its id. It also ends when the email
or the password of the user changes, because it contains a digest of both.
"""

import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, ids, signed_tokens
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.identity import policies
from community.i18n import gettext as _
from community.models import UsedLink, User


class LinkPurpose(StrEnum):
    """What a link is for. A link of one purpose is invalid for the others."""

    PASSWORD_RESET = "password-reset"  # noqa: S105  # not a secret
    VERIFICATION = "verification"
    SESSION_REPORT = "session-report"
    EMAIL_CHANGE_OLD = "email-change-old"
    EMAIL_CHANGE_NEW = "email-change-new"
    EMAIL_CHANGE_STOP = "email-change-stop"
    RESTORE_ACCOUNT = "restore-account"


@dataclass(frozen=True, slots=True)
class ResetToken:
    """The signed part of a link, and when it expires."""

    token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A valid link that was not used."""

    id: str
    user: User
    expires_at: datetime
    object_id: int  # the id that was passed to `build_link`, or 0


def build_link(
    purpose: LinkPurpose, user: User, *, lifetime: timedelta, object_id: int = 0
) -> ResetToken:
    """Return the token of a link for the user about the object with the id `object_id`, if any."""
    expires_at = clock.now() + lifetime
    token = signed_tokens.build_token(
        purpose,
        expires_at=expires_at,
        jti=ids.new_token(),
        sub=str(user.id),
        user=_digest_user(purpose, user),
        object=object_id,
    )
    return ResetToken(token, expires_at)


async def open_link(
    session: AsyncSession, purpose: LinkPurpose, token: str, *, for_update: bool = False
) -> OpenedLink:
    claims = signed_tokens.read_token(purpose, token)
    link = (
        None
        if claims is None
        else await _find_link(session, purpose, claims, for_update=for_update)
    )
    if link is None:
        raise make_invalid_link_error()
    return link


async def use_link(session: AsyncSession, link: OpenedLink) -> None:
    """Make sure that the link does not work again. The caller has locked the user."""
    session.add(UsedLink(id=link.id, expires_at=link.expires_at))
    await session.flush()


async def purge_used_links(session: AsyncSession) -> None:
    await session.execute(delete(UsedLink).where(col(UsedLink.expires_at) <= clock.now()))


def make_invalid_link_error() -> errors.Invalid:
    message = _("This link has expired or was already used. Request a new one.")
    return errors.Invalid.for_field("token", message)


async def _find_link(
    session: AsyncSession, purpose: LinkPurpose, claims: dict[str, Any], *, for_update: bool
) -> OpenedLink | None:
    user = await session.get(
        User,
        int(claims["sub"]),
        with_for_update=FOR_NO_KEY_UPDATE if for_update else None,
        populate_existing=for_update,
    )
    if user is None or not _is_for(purpose, user):
        return None
    is_used = await session.scalar(select(UsedLink.id).where(UsedLink.id == claims["jti"]))
    if is_used or not hmac.compare_digest(claims["user"], _digest_user(purpose, user)):
        return None
    expires_at = datetime.fromtimestamp(claims["exp"], tz=clock.now().tzinfo)
    return OpenedLink(claims["jti"], user, expires_at, int(claims["object"]))


def _is_for(purpose: LinkPurpose, user: User) -> bool:
    if purpose == LinkPurpose.RESTORE_ACCOUNT:
        return policies.is_restorable(user)
    return user.deleted_at is None


def _digest_user(purpose: LinkPurpose, user: User) -> str:
    # A new password does not change whose mailbox it is.
    password = "" if purpose == LinkPurpose.VERIFICATION else user.password_hash or ""
    # A link that restores an account does not work after the account was deleted once more.
    deletion = user.deleted_at.isoformat() if user.deleted_at is not None else ""
    return signed_tokens.compute_digest(purpose, password, user.email.lower(), deletion)
