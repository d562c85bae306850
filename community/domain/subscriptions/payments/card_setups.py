"""Replacing the saved card or wallet of a subscription, without a payment."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, errors, events
from community.core.actor import Actor, make_banned_error
from community.domain import people
from community.domain.subscriptions import payment_methods, policies
from community.domain.subscriptions.events import MethodSetupChanged
from community.domain.subscriptions.on_sale import get_provider
from community.domain.subscriptions.payments.failures import describe_failure
from community.domain.subscriptions.payments.orders import limit_to_batch
from community.domain.subscriptions.payments.schemas import SetupOrder
from community.domain.subscriptions.periods import changes
from community.domain.subscriptions.periods.locking import find_live_subscription, lock_user
from community.domain.subscriptions.schemas import MethodSetupView
from community.domain.subscriptions.statuses import UNFINISHED_STATUSES
from community.gateways.payments import MethodSetup, ProviderSetup
from community.i18n import gettext as _
from community.models import PaymentMethod, PaymentMethodSetup, UserSubscription

_ENDS: Final = {"succeeded": "succeeded", "canceled": "canceled", "failed": "failed"}
_is_unfinished = col(PaymentMethodSetup.status).in_(UNFINISHED_STATUSES)


async def begin_setup(session: AsyncSession, actor: Actor) -> SetupOrder:
    """Begin to replace the card of the actor's subscription, or continue what they have begun.

    Raise `Conflict` if the subscription is not renewed, because it was given, or no provider is on.
    """
    if actor.banned_at is not None:
        raise make_banned_error(actor)
    await lock_user(session, actor.id)
    subscription = await find_live_subscription(session, actor.id)
    if subscription is None:
        raise errors.NotFound(_("You have no subscription."))
    if not policies.may_have_method(subscription):
        message = _("This plan ends by itself, so it needs no card.")
        raise errors.Conflict(message, code="not_renewed")
    setup = await session.scalar(
        select(PaymentMethodSetup).where(PaymentMethodSetup.user_id == actor.id, _is_unfinished)
    )
    if setup is None:
        method = await _find_method(session, subscription)
        provider = method.provider if method else await get_provider(session)
        setup = PaymentMethodSetup(user_id=actor.id, provider=provider)
        session.add(setup)
        await session.flush()
    return await _build_order(session, setup)


async def settle_setup(session: AsyncSession, reported: ProviderSetup) -> int | None:
    """Apply the state of a setup at the provider. The same state again changes nothing.

    After its success, renewals charge the new card, and the old one is removed.

    Returns:
        The id of a subscription whose renewal had failed, and which can be charged now, or None.

    Raises:
        NotFound: The provider names a setup that does not exist.
    """
    found = await session.get(PaymentMethodSetup, reported.setup_id or UUID(int=0))
    if found is None or found.reference not in {"", reported.reference}:
        raise errors.NotFound(_("Card not found"))
    await lock_user(session, found.user_id)
    await session.refresh(found, with_for_update=True)
    found.reference = reported.reference
    if found.status not in UNFINISHED_STATUSES:
        return None
    before = found.status, found.failure
    found.status = _ENDS.get(reported.status, "pending")
    found.failure = reported.failure[:80]
    if (found.status, found.failure) != before:
        events.record(session, MethodSetupChanged(found.id, found.user_id))
    if found.status not in UNFINISHED_STATUSES:
        found.ended_at = clock.now()
    await session.flush()
    if found.status != "succeeded" or reported.method is None:
        return None
    method = await payment_methods.save_method(
        session, user_id=found.user_id, provider=found.provider, method=reported.method
    )
    return await _use_method(session, found.user_id, method)


async def expire_setup(session: AsyncSession, setup_id: UUID) -> None:
    """End a setup that its user has abandoned."""
    setup = await session.get(PaymentMethodSetup, setup_id, with_for_update=True)
    if setup is not None and setup.status in UNFINISHED_STATUSES:
        setup.status, setup.ended_at = "expired", clock.now()
        events.record(session, MethodSetupChanged(setup.id, setup.user_id))
        await session.flush()


async def remove_method(session: AsyncSession, actor: Actor) -> bool:
    await lock_user(session, actor.id)
    subscription = await find_live_subscription(session, actor.id)
    if subscription is None:
        raise errors.NotFound(_("You have no subscription."))
    method = await _find_method(session, subscription)
    if method is None:
        return False
    payment_methods.remove_method(session, method)
    subscription.payment_method_id = None
    if subscription.status != "canceled":
        await changes.end_renewal(session, subscription)
    await session.flush()
    changes.record_change(session, subscription)
    return True


async def find_own_setup(session: AsyncSession, actor: Actor, setup_id: UUID) -> PaymentMethodSetup:
    setup = await session.get(PaymentMethodSetup, setup_id)
    if setup is None or not actor.is_user(setup.user_id):
        raise errors.NotFound(_("Card not found"))
    return setup


async def get_own_setup(session: AsyncSession, actor: Actor, setup_id: UUID) -> MethodSetupView:
    return _to_view(await find_own_setup(session, actor, setup_id))


async def load_setup_order(session: AsyncSession, setup_id: UUID) -> SetupOrder:
    return await _build_order(session, await session.get_one(PaymentMethodSetup, setup_id))


async def find_setup_by_reference(
    session: AsyncSession, provider: str, reference: str
) -> PaymentMethodSetup | None:
    return await session.scalar(
        select(PaymentMethodSetup).where(
            PaymentMethodSetup.provider == provider, PaymentMethodSetup.reference == reference
        )
    )


async def list_unfinished_setups(
    session: AsyncSession,
    *,
    before: datetime,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> Sequence[PaymentMethodSetup]:
    """Return unfinished setups, oldest first."""
    query = select(PaymentMethodSetup).where(_is_unfinished)
    batch = limit_to_batch(query, PaymentMethodSetup, before=before, after=after, limit=limit)
    return (await session.scalars(batch)).all()


async def _use_method(session: AsyncSession, user_id: int, method: PaymentMethod) -> int | None:
    """Let renewals charge a card. Return the id of the subscription if its renewal had failed."""
    subscription = await find_live_subscription(session, user_id)
    if subscription is None or not policies.may_have_method(subscription):
        return None
    await changes.use_method(session, subscription, method.id)
    changes.record_change(session, subscription)
    return subscription.id if subscription.status == "past_due" else None


async def _find_method(
    session: AsyncSession, subscription: UserSubscription
) -> PaymentMethod | None:
    method = await session.get(PaymentMethod, subscription.payment_method_id or 0)
    return method if method is not None and method.removed_at is None else None


async def _build_order(session: AsyncSession, setup: PaymentMethodSetup) -> SetupOrder:
    user = await people.find_user(session, setup.user_id)
    request = MethodSetup(
        setup_id=setup.id,
        email=user.email if user else "",
        customer=await payment_methods.find_customer(session, setup.user_id, setup.provider),
        user_id=setup.user_id,
        return_url=urls.absolute(urls.card_setup(setup.id)),
    )
    return SetupOrder(setup.id, setup.provider, setup.reference, request)


def _to_view(setup: PaymentMethodSetup) -> MethodSetupView:
    return MethodSetupView(
        **setup.model_dump(include={"id", "provider", "status", "created_at"}),
        failure=describe_failure(setup.failure),
    )
