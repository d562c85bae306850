"""The identities of accounts: functions that find their owner, add them and remove them."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.read_models import ReadModel, Timestamp
from community.domain import site
from community.domain.identity import mails, policies
from community.domain.identity.actors import get_own_user
from community.domain.identity.events import IdentityDisconnected
from community.domain.identity.providers import clients
from community.domain.identity.providers.pending import (
    PendingIdentity,
    clean_external_name,
    use_pending,
)
from community.domain.identity.providers.store import add_identity, make_identity_taken_error
from community.gateways.identity import ExternalProfile
from community.i18n import gettext as _
from community.models import Identity, User


class Connection(ReadModel):
    """A service with which the user signs in, or can connect to sign in.

    `email` and `account_name` are those at the service. `can_disconnect` is false for the last way
    to sign in. `is_offered` tells whether people can sign in with the service now.
    """

    provider: str
    name: str
    is_connected: bool = False
    is_offered: bool = True
    can_disconnect: bool = False
    email: str = ""
    account_name: str = ""
    connected_at: Timestamp | None = None
    last_used_at: Timestamp | None = None


async def list_connections(session: AsyncSession, actor: Actor) -> list[Connection]:
    """Return the services that the actor has connected, and those that they can connect."""
    policies.ensure_session_authentication(actor)
    user = await get_own_user(session, actor)
    auth = await site.get_settings_section(session, site.AuthSettings)
    own = await session.scalars(select(Identity).where(Identity.user_id == user.id))
    rows = {row.provider: row for row in own}
    offered = auth.list_ready_providers()
    connections = [
        _to_connection(provider, auth.get_provider_name(provider), rows.get(provider))
        for provider in site.PROVIDERS
        if provider in offered or provider in rows
    ]
    return [
        item.model_copy(
            update={
                "is_offered": item.provider in offered,
                "can_disconnect": item.is_connected
                and await policies.has_other_sign_in_method(
                    session, user, without_provider=item.provider
                ),
            }
        )
        for item in connections
    ]


async def connect(session: AsyncSession, actor: Actor, *, pending: PendingIdentity) -> bool:
    """Let the actor sign in with the identity. Return False if they already can.

    Raises:
        Conflict: The identity belongs to another account, or the actor has connected another
            identity of the same service.
        Invalid: The token of the identity was used before.
    """
    user = await _get_confirmed_user(session, actor)
    owner_id = await session.scalar(
        select(Identity.user_id).where(
            Identity.provider == pending.provider, Identity.subject == pending.subject
        )
    )
    if owner_id == user.id:
        return False
    await use_pending(session, pending)
    if owner_id is not None:
        raise make_identity_taken_error()
    await add_identity(session, user, pending.to_new_identity())
    service = await clients.get_provider_name(session, pending.provider)
    await mails.send_identity_change(session, actor, user, service=service, is_added=True)
    return True


async def disconnect(session: AsyncSession, actor: Actor, *, provider: str) -> None:
    """Remove the identity of the service from the actor's account.

    Raise `Conflict` if the actor could not sign in any more.
    """
    # The lock prevents that two requests at once remove the last two ways to sign in.
    user = await _get_confirmed_user(session, actor)
    row = await session.scalar(
        select(Identity).where(Identity.user_id == user.id, Identity.provider == provider)
    )
    if row is None:
        raise errors.NotFound(_("This service is not connected."))
    if not await policies.has_other_sign_in_method(session, user, without_provider=provider):
        raise policies.make_last_method_error()
    await session.delete(row)
    service = await clients.get_provider_name(session, provider)
    await mails.send_identity_change(session, actor, user, service=service, is_added=False)
    events.record(session, IdentityDisconnected(user.id))


async def _get_confirmed_user(session: AsyncSession, actor: Actor) -> User:
    policies.ensure_recently_confirmed(actor)
    return await get_own_user(session, actor, for_update=True)


def _to_connection(provider: str, name: str, row: Identity | None) -> Connection:
    if row is None:
        return Connection(provider=provider, name=name)
    return Connection(
        provider=provider,
        name=name,
        is_connected=True,
        email=row.email,
        account_name=row.name,
        connected_at=row.created_at,
        last_used_at=row.last_used_at,
    )


async def find_owner(session: AsyncSession, profile: ExternalProfile) -> User | None:
    """Return the user, possibly deleted, who signs in with this identity, or None."""
    return await session.scalar(
        select(User)
        .join(Identity, col(Identity.user_id) == col(User.id))
        .where(Identity.provider == profile.provider, Identity.subject == profile.subject)
    )


def ensure_own(actor: Actor, owner: User) -> None:
    """Check that an identity belongs to the user who is signed in.

    Raise `Conflict` (`identity_taken`) if it belongs to another user.
    """
    if not actor.is_user(owner.id):
        raise make_identity_taken_error()


async def record_sign_in(session: AsyncSession, profile: ExternalProfile) -> User:
    """Return the user who signs in with this identity, and store when they used it.

    Raise `PermissionDenied` if the identity was removed meanwhile, or the account was erased.
    """
    identity = await session.scalar(
        select(Identity)
        .where(Identity.provider == profile.provider, Identity.subject == profile.subject)
        .with_for_update()
    )
    user = None if identity is None else await session.get(User, identity.user_id)
    if identity is None or user is None or not policies.may_sign_in(user):
        raise errors.PermissionDenied(_("This account was deleted."), code="account_deleted")
    identity.last_used_at = clock.now()
    identity.email = profile.email
    identity.name = clean_external_name(profile.name)
    return user
