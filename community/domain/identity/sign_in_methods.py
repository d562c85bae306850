"""The ways in which a user can sign in, and who needs a second factor."""

from sqlalchemy import exists, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.errors import Conflict, PermissionDenied
from community.domain import site
from community.domain.identity import policies
from community.i18n import gettext as _
from community.models import Identity, OneTimeCodeSecret, Passkey, User


async def has_other_sign_in_method(
    session: AsyncSession, user: User, *, without_provider: str = "", without_passkey_id: int = 0
) -> bool:
    """Return whether the user could still sign in without the identity or the passkey.

    A service that administrators have switched off does not count.
    """
    if policies.has_password(user):
        return True
    auth = await site.get_settings_section(session, site.AuthSettings)
    others = [name for name in auth.list_ready_providers() if name != without_provider]
    has_identity = exists().where(
        col(Identity.user_id) == user.id, col(Identity.provider).in_(others)
    )
    has_passkey = exists().where(
        col(Passkey.user_id) == user.id, col(Passkey.id) != without_passkey_id
    )
    return bool(await session.scalar(select(or_(has_identity, has_passkey))))


def make_last_method_error() -> Conflict:
    message = _(
        "This is your only way to sign in. First set a password, add a passkey or connect another "
        "service."
    )
    return Conflict(message, code="last_sign_in_method")


async def is_second_factor_required(session: AsyncSession) -> bool:
    return (await site.get_settings_section(session, site.AuthSettings)).require_admin_second_factor


async def has_second_factor(session: AsyncSession, user_id: int) -> bool:
    is_set_up = exists().where(
        col(OneTimeCodeSecret.user_id) == user_id, col(OneTimeCodeSecret.confirmed_at).is_not(None)
    )
    return bool(await session.scalar(select(is_set_up)))


async def ensure_may_remove_second_factor(session: AsyncSession, user: User) -> None:
    """Check that the user may switch off their last second factor.

    Raise `PermissionDenied` if the user is an administrator, and administrators need a second
    factor.
    """
    if user.admin_since is not None and await is_second_factor_required(session):
        raise PermissionDenied(_("Administrators of this site need two-step sign-in."))
