"""The account to which an identity belongs."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.domain.accounts import policies
from community.domain.accounts.identities.pending import clean_external_name
from community.domain.accounts.identity_store import make_taken_error
from community.gateways.identity import ExternalProfile
from community.i18n import gettext as _
from community.models import Identity, User


async def find_owner(session: AsyncSession, profile: ExternalProfile) -> User | None:
    """Return the user who signs in with this identity, or None if no account has it.

    The account may be deleted, and may be restorable.
    """
    return await session.scalar(
        select(User)
        .join(Identity, col(Identity.user_id) == col(User.id))
        .where(Identity.provider == profile.provider, Identity.subject == profile.subject)
    )


def ensure_own(actor: Actor, owner: User) -> None:
    """Check that an identity belongs to the user who is signed in.

    Raises:
        Conflict: It belongs to another user. The code is `identity_taken`.
    """
    if not actor.is_user(owner.id):
        raise make_taken_error()


async def record_sign_in(session: AsyncSession, profile: ExternalProfile) -> User:
    """Return the user who signs in with this identity, and store when they used it.

    Raises:
        PermissionDenied: The identity was removed meanwhile, or the account was erased.
    """
    identity = await session.scalar(
        select(Identity)
        .where(Identity.provider == profile.provider, Identity.subject == profile.subject)
        .with_for_update()
    )
    user = None if identity is None else await session.get(User, identity.user_id)
    if identity is None or user is None or not policies.may_sign_in(user):
        raise PermissionDenied(_("This account was deleted."), code="account_deleted")
    identity.last_used_at = clock.now()
    identity.email = profile.email
    identity.name = clean_external_name(profile.name)
    return user
