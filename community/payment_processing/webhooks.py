"""Messages of providers: stored first, then applied once."""

import logging
from collections.abc import Mapping
from datetime import datetime

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import subscriptions
from community.payment_processing import updates
from community.payment_processing.gateways import get_gateway
from community.payments import WebhookEvent

log = logging.getLogger(__name__)


async def read_event(provider: str, body: bytes, headers: Mapping[str, str]) -> WebhookEvent | None:
    """Return the event in a message of a provider, or None if it is of no interest.

    Raises:
        NotFound: There is no such provider.
        InvalidSignature: The provider has not signed the message.
        InvalidWebhook: The message is not an event.
    """
    gateway = await get_gateway(provider)
    return gateway.read_webhook(body, headers)


async def store_event(
    provider: str, event: WebhookEvent, *, due_at: datetime | None = None
) -> bool:
    """Store an event once. A job applies it. Return False if it was stored before.

    Args:
        due_at: The earliest time to apply it. The default is now.
    """
    async with unit_of_work() as session:
        return await subscriptions.store_event(session, provider, event, due_at=due_at)


async def apply_event(event_id: int) -> None:
    """Ask the provider for the state of the payment that an event is about, and apply it.

    Raises:
        PaymentProviderError: The provider does not answer. The job is run again.
    """
    async with read_session() as session:
        event = await subscriptions.find_event(session, event_id)
    if event is None or event.applied_at is not None:
        return
    outcome = "ignored"
    if event.reference:
        try:
            settlement = await updates.refresh(event.provider, event.reference)
            outcome = settlement.status if settlement.has_changed else "unchanged"
        except DomainError as error:
            outcome = error.code
    async with unit_of_work() as session:
        await subscriptions.record_applied(session, event_id, outcome)
