"""Who needs a second factor to sign in, and who has one."""

from sqlalchemy import exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.errors import PermissionDenied
from community.domain import site
from community.i18n import gettext as _
from community.models import OneTimeCodeSecret, User


async def is_required(session: AsyncSession) -> bool:
    """Return whether administrators need a second factor to open the Admin Panel."""
    return (await site.get_settings_section(session, site.AuthSettings)).require_admin_second_factor


async def has_second_factor(session: AsyncSession, user_id: int) -> bool:
    is_set_up = exists().where(
        col(OneTimeCodeSecret.user_id) == user_id, col(OneTimeCodeSecret.confirmed_at).is_not(None)
    )
    return bool(await session.scalar(select(is_set_up)))


async def ensure_may_remove(session: AsyncSession, user: User) -> None:
    """Check that the user may switch off their last second factor.

    Raises:
        PermissionDenied: The user is an administrator, and administrators need a second factor.
    """
    if user.admin_since is not None and await is_required(session):
        raise PermissionDenied(_("Administrators of this site need two-step sign-in."))
