"""Messages of providers: stored first, then applied once."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import subscriptions
from community.gateways.payments import WebhookEvent
from community.workflows.payments import updates
from community.workflows.payments.gateways import get_gateway
from community.workflows.payments.setups import refresh_setup

log = logging.getLogger(__name__)

# Anyone can send messages in the name of these providers.
UNSIGNED_PROVIDERS: Final = frozenset({"yookassa"})
# The kinds of events about cards that are saved without a payment.
_KINDS_OF_SETUPS: Final = ("setup_intent.", "payment_method.")


async def read_event(provider: str, body: bytes, headers: Mapping[str, str]) -> WebhookEvent | None:
    """Return the event in a message of a provider, or None if it is of no interest.

    If a provider does not sign its messages, only those about payments and cards of the site are of
    interest. Their ids cannot be guessed, so strangers cannot make the site ask the provider.

    Raises:
        InvalidSignature: The provider has not signed the message.
        InvalidWebhook: The message is not an event.
    """
    gateway = await get_gateway(provider)
    event = gateway.read_webhook(body, headers)
    if event is None or provider not in UNSIGNED_PROVIDERS:
        return event
    async with read_session() as session:
        is_known = await subscriptions.is_known_reference(session, provider, event.reference)
    return event if is_known else None


async def store_event(
    provider: str, event: WebhookEvent, *, due_at: datetime | None = None
) -> bool:
    """Store an event once. A job applies it. Return False if it was stored before."""
    async with unit_of_work() as session:
        return await subscriptions.store_event(session, provider, event, due_at=due_at)


async def apply_event(event_id: int) -> None:
    """Ask the provider for the state of what an event is about, and apply it.

    Raises:
        NotFound: The keys of the provider are missing. The job is run again.
        PaymentProviderError: The provider does not answer. The job is run again.
    """
    async with read_session() as session:
        event = await subscriptions.find_event(session, event_id)
    if event is None or event.applied_at is not None:
        return
    outcome = "ignored"
    if event.reference:
        await get_gateway(event.provider)  # before the errors of the payment are an outcome
        try:
            outcome = await _apply(event.provider, event.kind, event.reference)
        except DomainError as error:
            outcome = error.code
    async with unit_of_work() as session:
        await subscriptions.record_applied(session, event_id, outcome)


async def _apply(provider: str, kind: str, reference: str) -> str:
    if (status := await refresh_setup(provider, reference)) is not None:
        return status
    if kind.startswith(_KINDS_OF_SETUPS):
        return "ignored"  # something else at the provider has saved this card
    settlement = await updates.refresh(provider, reference)
    return settlement.status if settlement.has_changed else "unchanged"
