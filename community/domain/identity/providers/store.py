"""Functions that write the rows of identities. `connections.py` contains the rules for them."""

from dataclasses import dataclass

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.domain.identity.events import EmailChanged, IdentityConnected, IdentityDisconnected
from community.i18n import gettext as _
from community.models import Identity, User


@dataclass(frozen=True, slots=True)
class NewIdentity:
    """An identity that is added to an account. `email` and `name` are those at the service."""

    provider: str
    subject: str
    email: str = ""
    name: str = ""
    is_email_verified: bool = False


async def add_identity(session: AsyncSession, user: User, identity: NewIdentity) -> None:
    """Let the user sign in with the identity. A verified email confirms that of the account.

    Raise `Conflict` if the identity belongs to another account (`identity_taken`), or the user has
    another identity of the same service (`already_connected`).
    """
    has_provider = select(Identity.id).where(
        Identity.user_id == user.id, Identity.provider == identity.provider
    )
    if await session.scalar(has_provider) is not None:
        message = _("Another account of this service is connected. Disconnect it first.")
        raise errors.Conflict(message, code="already_connected")
    row = Identity(
        user_id=user.id,
        provider=identity.provider,
        subject=identity.subject,
        email=identity.email,
        name=identity.name,
    )
    try:
        async with session.begin_nested():
            session.add(row)
    except IntegrityError as error:  # It belongs to another account.
        raise make_identity_taken_error() from error
    is_own_email = identity.email.lower() == user.email.lower()
    if identity.is_email_verified and is_own_email and user.email_verified_at is None:
        user.email_verified_at = clock.now()
        events.record(session, EmailChanged(user.id))
    events.record(session, IdentityConnected(user.id))


async def remove_identities(session: AsyncSession, user_id: int) -> None:
    removed = await session.scalars(
        delete(Identity).where(col(Identity.user_id) == user_id).returning(col(Identity.id))
    )
    if removed.all():
        events.record(session, IdentityDisconnected(user_id))


def make_identity_taken_error() -> errors.Conflict:
    message = _("This account is connected to another user. Sign in as that user instead.")
    return errors.Conflict(message, code="identity_taken")
