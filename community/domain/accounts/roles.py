"""The function that makes a user an administrator of the site."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.domain.accounts.events import AdminGranted
from community.models import User


async def grant_admin(session: AsyncSession, user: User) -> bool:
    """Make `user` an administrator of the site.

    This function does not check permissions, because only a CLI command calls it.

    Returns:
        False if the user was already an administrator, otherwise True.
    """
    if user.admin_since is not None:
        return False
    user.admin_since = clock.now()
    events.record(session, AdminGranted(user.id))
    return True
