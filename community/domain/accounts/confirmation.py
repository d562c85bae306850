"""The confirmation of the password before a sensitive action.

After a user has entered their password, the sign-in session counts as confirmed for
`policies.CONFIRMATION_LIFETIME`.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import PermissionDenied, make_unauthenticated_error
from community.domain.accounts import policies
from community.domain.accounts.events import PasswordConfirmed
from community.domain.accounts.sessions import VerifiedCredentials, load_verified_user
from community.i18n import gettext as _
from community.models import UserSession


def is_recently_confirmed(actor: Actor) -> bool:
    return (
        actor.confirmed_at is not None
        and actor.confirmed_at > clock.now() - policies.CONFIRMATION_LIFETIME
    )


def ensure_recently_confirmed(actor: Actor) -> None:
    """Check that the actor entered their password within the last minutes.

    Raises:
        PermissionDenied: The actor must confirm the password first. The code is
            `confirmation_required`. With an access token, which cannot confirm a password, it is
            `forbidden`.
    """
    policies.ensure_session_authentication(actor)
    if not is_recently_confirmed(actor):
        raise PermissionDenied(
            _("Confirm your password to continue."), code="confirmation_required"
        )


async def confirm_password(
    session: AsyncSession, actor: Actor, *, credentials: VerifiedCredentials
) -> None:
    """Mark the actor's sign-in session as confirmed.

    Args:
        credentials: The result of `verify_own_password`.
    """
    policies.ensure_session_authentication(actor)
    user = await load_verified_user(session, credentials)
    row = await session.get(UserSession, actor.session_id)
    if row is None or row.revoked_at is not None or not actor.is_user(user.id):
        raise make_unauthenticated_error()
    row.confirmed_at = clock.now()
    events.record(session, PasswordConfirmed(user.id))
