"""What a buyer does on the page of the sandbox, which other providers do on their own pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from community.core import clock, errors, ids
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.settings import settings
from community.domain import subscriptions
from community.gateways.payments import PaymentProviderError, WebhookEvent
from community.gateways.payments.sandbox import setups as sandbox_setups
from community.gateways.payments.sandbox.gateway import PROCESSING_TIME, SandboxGateway
from community.i18n import gettext as _
from community.workflows.payments.purchases import confirm_payment
from community.workflows.payments.setups import refresh_setup
from community.workflows.payments.webhooks import store_event


async def pay_at_sandbox(actor: Actor, payment_id: UUID, *, card: str) -> subscriptions.PaymentView:
    reference = await _get_reference(actor, payment_id)
    with _convert_errors():
        await SandboxGateway().pay(reference, card)
    return await _report(actor, payment_id, reference)


async def answer_bank_at_sandbox(
    actor: Actor, payment_id: UUID, *, accepts: bool
) -> subscriptions.PaymentView:
    reference = await _get_reference(actor, payment_id)
    with _convert_errors():
        await SandboxGateway().confirm(reference, accepts=accepts)
    return await _report(actor, payment_id, reference)


async def enter_card_at_sandbox(actor: Actor, setup_id: UUID, *, card: str) -> None:
    reference = await _get_setup_reference(actor, setup_id)
    with _convert_errors():
        await sandbox_setups.enter_card(reference, card)
    await _report_setup(reference)


async def confirm_card_at_sandbox(actor: Actor, setup_id: UUID, *, accepts: bool) -> None:
    reference = await _get_setup_reference(actor, setup_id)
    with _convert_errors():
        await sandbox_setups.confirm_card(reference, accepts=accepts)
    await _report_setup(reference)


async def _get_setup_reference(actor: Actor, setup_id: UUID) -> str:
    async with read_session() as session:
        setup = await subscriptions.find_own_setup(session, actor, setup_id)
    if setup.provider != "sandbox" or not settings().allows_sandbox_payments:
        raise errors.NotFound(_("Card not found"))
    return setup.reference


async def _get_reference(actor: Actor, payment_id: UUID) -> str:
    async with read_session() as session:
        payment = await subscriptions.find_own_payment(session, actor, payment_id)
    if payment.provider != "sandbox" or not settings().allows_sandbox_payments:
        raise errors.NotFound(_("Payment not found"))
    return payment.reference


async def _report(actor: Actor, payment_id: UUID, reference: str) -> subscriptions.PaymentView:
    """Send the event that a provider would send, and return the payment as the site knows it."""
    await _send_event(reference)
    payment = await confirm_payment(actor, payment_id)
    if payment.status in subscriptions.UNFINISHED_STATUSES:
        # A slow card succeeds later, and the provider then sends another event.
        await _send_event(reference, due_at=clock.now() + PROCESSING_TIME)
    return payment


async def _report_setup(reference: str) -> None:
    """Send the event that a provider would send, and apply the state of the setup."""
    await _send_event(reference)
    await refresh_setup("sandbox", reference)


async def _send_event(reference: str, *, due_at: datetime | None = None) -> None:
    event = WebhookEvent(event_id=ids.new_token(), kind="payment.changed", reference=reference)
    await store_event("sandbox", event, due_at=due_at)


@contextmanager
def _convert_errors() -> Iterator[None]:
    """Convert errors of the sandbox.

    Raise `Conflict` if the payment or setup has ended, or there is no such card.
    """
    try:
        yield
    except PaymentProviderError as error:
        message = _("This payment has already ended.")
        raise errors.Conflict(message, code="payment_ended") from error
