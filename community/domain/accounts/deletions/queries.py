"""Functions that read deleted accounts."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.domain.accounts import administrators, policies
from community.domain.accounts.deletions.policies import (
    ContentChoice,
    make_last_administrator_error,
)
from community.domain.accounts.deletions.schemas import DeletionTerms
from community.domain.accounts.queries import get_own_user
from community.models import User


async def get_deletion_terms(session: AsyncSession, actor: Actor) -> DeletionTerms:
    """Return until when the account could be restored if the actor deleted it now.

    Raises:
        PermissionDenied: The actor uses an access token.
    """
    policies.ensure_session_authentication(actor)
    user = await get_own_user(session, actor)
    is_last = await administrators.is_last_full_administrator(session, user)
    obstacle = make_last_administrator_error().message if is_last else ""
    return DeletionTerms(restorable_until=clock.now() + policies.RESTORE_PERIOD, obstacle=obstacle)


async def find_hidden_author(session: AsyncSession, user_id: int) -> User | None:
    """Lock the row of a user whose content must be hidden. Return None if it must not be."""
    user = await session.get(User, user_id, with_for_update=True, populate_existing=True)
    is_hidden = (
        user is not None
        and user.purge_at is not None
        and user.content_choice == ContentChoice.DELETE
    )
    return user if is_hidden else None
