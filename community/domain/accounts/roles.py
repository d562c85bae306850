"""Who looks after the site."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.domain.accounts.events import AdministratorAppointed
from community.models import User


async def grant_admin(session: AsyncSession, user: User) -> bool:
    """Make somebody an administrator: the operator's door, so there is no actor to ask about.

    Returns:
        False if they were one already.
    """
    if user.admin_since is not None:
        return False
    user.admin_since = clock.now()
    events.record(session, AdministratorAppointed(user.id))
    return True
