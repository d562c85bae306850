"""Replaces the saved card of a subscription, and charges a renewal that has failed to it."""

import logging
from dataclasses import dataclass
from uuid import UUID

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.domain.subscriptions.lifecycle.renewals import begin_renewal
from community.gateways.payments import NextStep, PaymentProviderError, ProviderSetup, UnknownObject
from community.models import PaymentMethodSetup
from community.workflows.payments import updates
from community.workflows.payments.gateways import Reachability, get_gateway
from community.workflows.payments.overdue import begin

log = logging.getLogger(__name__)

BATCH_SIZE = 100
# How often a setup that has ended is replaced before the user gets it.
_MAX_ATTEMPTS = 2
_ENDED_WITHOUT_DECLINE = frozenset({"canceled", "expired"})


@dataclass(frozen=True, slots=True)
class StartedSetup:
    """A card that the user has begun to save."""

    setup: subscriptions.MethodSetupView
    # What the page of the user does now, or None if nothing is left to do
    next_step: NextStep | None


async def start_setup(actor: Actor) -> StartedSetup:
    """Begin to replace the card of the actor's subscription. Nothing is charged."""
    started: StartedSetup | None = None
    for _attempt in range(_MAX_ATTEMPTS):
        async with unit_of_work() as session:
            order = await subscriptions.card_setups.begin_setup(session, actor)
        started = await _send(actor, order)
        if started.setup.status not in _ENDED_WITHOUT_DECLINE:
            break
        # What was continued has ended, for example because the keys of the site were replaced.
    assert started is not None
    return started


async def continue_setup(actor: Actor, setup_id: UUID) -> StartedSetup:
    """Return an own setup with its next step. The provider is asked unless it has ended."""
    async with read_session() as session:
        setup = await subscriptions.get_own_setup(session, actor, setup_id)
        if setup.status not in subscriptions.UNFINISHED_STATUSES:
            return StartedSetup(setup, None)
        order = await subscriptions.card_setups.load_setup_order(session, setup_id)
    return await _send(actor, order)


async def refresh_setup(provider: str, reference: str) -> str | None:
    """Ask the provider for the state of a setup, and apply it.

    An unfinished setup that no account of the site has expires.

    Returns:
        The state. None if `reference` is not that of a setup.
    """
    async with read_session() as session:
        setup = await subscriptions.card_setups.find_setup_by_reference(
            session, provider, reference
        )
    if setup is None:
        return None
    try:
        reported = await (await get_gateway(provider)).fetch_setup(reference)
    except UnknownObject:
        await _expire(setup.id)
        return "expired"
    await _apply(reported)
    return reported.status


async def check_setups(reachability: Reachability) -> int:
    """Check all unfinished setups, and end old ones. Return how many gave no answer."""
    started_at, after, failures = clock.now(), None, 0
    while True:
        async with read_session() as session:
            setups = await subscriptions.card_setups.list_unfinished_setups(
                session, before=started_at, after=after, limit=BATCH_SIZE
            )
        if not setups:
            return failures
        for setup in setups:
            try:
                with reachability.watch(setup.provider):
                    await _check(setup)
            except (PaymentProviderError, errors.DomainError):
                log.warning("The card of setup %s could not be checked", setup.id)
                failures += 1
            except Exception:
                # The others must be checked even if the data of this one is broken.
                log.exception("The card of setup %s could not be checked", setup.id)
                failures += 1
        after = setups[-1].created_at, setups[-1].id


async def _check(setup: PaymentMethodSetup) -> None:
    if setup.reference:
        await refresh_setup(setup.provider, setup.reference)
    if setup.created_at < clock.now() - subscriptions.PAYMENT_LIFETIME:
        await _expire(setup.id)


async def _expire(setup_id: UUID) -> None:
    async with unit_of_work() as session:
        await subscriptions.card_setups.expire_setup(session, setup_id)


async def _send(actor: Actor, order: subscriptions.SetupOrder) -> StartedSetup:
    gateway, next_step = await get_gateway(order.provider), None
    with updates.report_to_buyer():
        try:
            if order.reference:
                reported = await gateway.fetch_setup(order.reference)
            else:
                reported = await gateway.create_setup(order.request)
        except UnknownObject:
            await _expire(order.setup_id)
        else:
            await _apply(reported)
            next_step = reported.next_step
    async with read_session() as session:
        setup = await subscriptions.get_own_setup(session, actor, order.setup_id)
    return StartedSetup(setup, next_step)


async def _apply(reported: ProviderSetup) -> None:
    """Apply the state of a setup. A renewal that has failed is charged to the new card.

    The transaction that saves the card also begins the payment, so that the schedule continues the
    payment if the process stops.
    """
    step: subscriptions.Order | subscriptions.UnfinishedPayment | None = None
    async with unit_of_work() as session:
        subscription_id = await subscriptions.card_setups.settle_setup(session, reported)
        if subscription_id is not None:
            step = await begin_renewal(session, subscription_id, is_early=True)
    if subscription_id is None or step is None:
        return
    try:
        if isinstance(step, subscriptions.UnfinishedPayment):
            await updates.cancel(step.provider, step.reference)
            step = await begin(begin_renewal, subscription_id, is_early=True)
        if step is not None:
            await updates.send_order(step)
    except (PaymentProviderError, errors.DomainError):
        return  # the card is saved, and the schedule continues the payment
