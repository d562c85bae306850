"""How a user can confirm their identity, and the confirmation with a password or one-time code."""

from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.core.errors import make_unauthenticated_error
from community.domain.accounts import passkeys, policies, two_factor
from community.domain.accounts.events import PasswordConfirmed
from community.domain.accounts.sessions import VerifiedCredentials, load_verified_user
from community.models import User, UserSession

ConfirmationMethod = Literal["password", "code", "passkey", "mail"]


async def find_methods(session: AsyncSession, actor: Actor) -> list[ConfirmationMethod]:
    """Return how the actor can confirm their identity, the best way first.

    A code by mail is possible only without the other ways, because it proves less.
    """
    policies.ensure_session_authentication(actor)
    user = await session.get_one(User, actor.id)
    methods: list[ConfirmationMethod] = []
    if policies.has_password(user):
        methods.append("password")
    if (await two_factor.get_status(session, actor)).enabled_at is not None:
        methods.append("code")
    if await passkeys.list_credential_ids(session, actor):
        methods.append("passkey")
    return methods or ["mail"]


async def confirm_password(
    session: AsyncSession, actor: Actor, *, credentials: VerifiedCredentials
) -> None:
    """Mark the actor's sign-in session as confirmed.

    Args:
        credentials: The result of `verify_own_password`.
    """
    policies.ensure_session_authentication(actor)
    user = await load_verified_user(session, credentials)
    if not actor.is_user(user.id):
        raise make_unauthenticated_error()
    await mark_as_confirmed(session, actor)


async def confirm_one_time_code(session: AsyncSession, actor: Actor, *, code: str) -> None:
    """Mark the actor's sign-in session as confirmed, after they entered a one-time code.

    Raises:
        Invalid: The code is wrong or was already used, or the actor has no one-time codes.
    """
    policies.ensure_session_authentication(actor)
    user = await session.get_one(User, actor.id, with_for_update=FOR_NO_KEY_UPDATE)
    await two_factor.use_code(session, user, code)
    await mark_as_confirmed(session, actor)


async def mark_as_confirmed(session: AsyncSession, actor: Actor) -> None:
    row = await session.get(UserSession, actor.session_id)
    if row is None or row.revoked_at is not None:
        raise make_unauthenticated_error()
    row.confirmed_at = clock.now()
    events.record(session, PasswordConfirmed(actor.id))
