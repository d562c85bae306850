"""State of the page of a payment."""

from typing import Any
from uuid import UUID

import reflex as rx

from community import urls
from community.core.errors import Conflict, NotFound
from community.domain.subscriptions.checkout import checkouts
from community.i18n import gettext as _
from community.realtime import messages
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.payments import payment_content
from community.state.pages.payments.checkout import CheckoutState, ConsentVersion
from community.state.pages.settings.billing import BillingState
from community.state.pages.settings.subscription import SubscriptionState
from community.state.runtime import location, open_tabs, request_context
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query
from community.workflows import payments


class PaymentState(TransientVarsState, rx.State):
    """The payment at `path`. Only its buyer can see it."""

    _transient_vars = frozenset({"form_step"})

    path: str = ""
    # The payment, or None if the viewer has no such payment.
    content: payment_content.PaymentContent | None = None
    has_changed: bool = False  # whether the terms have changed since the page has shown them
    # What the form of the provider needs. It is sent only to the buyer.
    form_step: payment_content.ProviderStep | None = None
    next_url: str = ""  # the page of another payment for the same; empty before it has begun

    @rx.event
    @public(limit="writes")  # it asks the provider about an unfinished payment
    async def load(self) -> None:
        # Otherwise the pages that have led here would lead back to the payment.
        (await self.get_state(CheckoutState)).payment_url = ""
        (await self.get_state(SubscriptionState)).next_url = ""
        (await self.get_state(BillingState))._leave_purchase()
        self.next_url, self.has_changed = "", False
        path = location.get_path(self).rstrip("/")
        if request_context.get_actor().is_guest:
            self.content = None
        else:
            try:
                await self._load_content(self._get_payment_id())
            except NotFound:
                self.content = None
        self.path = path

    @rx.event
    @signed_in(limit="writes")
    async def refresh(self) -> None:
        await self._load_content(self._get_payment_id())

    @rx.event
    @signed_in(limit="writes")
    async def agree(self, version: ConsentVersion) -> None:
        """Agree to what the payment costs now and later. The buyer can pay afterwards."""
        payment_id = self._get_payment_id()
        try:
            await run_action(checkouts.agree, payment_id=payment_id, version=version)
        except Conflict as error:
            if error.code != "terms_changed":
                raise
            self.has_changed = True
        else:
            self.has_changed = False
        await self._load_content(payment_id)

    @rx.event
    @signed_in(limit="writes")
    async def pay(self, card: payment_content.CardCode) -> None:
        payment_id = self._get_payment_id()
        await run_query(checkouts.ensure_may_pay, payment_id=payment_id)
        await payments.pay_at_sandbox(request_context.get_actor(), payment_id, card=card)
        await self._load_content(payment_id)

    @rx.event
    @signed_in(limit="writes")
    async def save_billing(self, message: dict[str, Any]) -> None:
        """Save the billing details. With another VAT, another payment replaces this one."""
        payment_id = self._get_payment_id()
        billing = await self.get_state(BillingState)
        if await billing._save(message, for_purchase=True):
            actor = request_context.get_actor()
            await self._open(await payments.apply_billing_details(actor, payment_id))

    @rx.event
    @signed_in(limit="writes")
    async def answer_bank(self, answer: payment_content.BankAnswer) -> None:
        payment_id = self._get_payment_id()
        await run_query(checkouts.ensure_agreed, payment_id=payment_id)
        await payments.answer_bank_at_sandbox(
            request_context.get_actor(), payment_id, accepts=answer == "yes"
        )
        await self._load_content(payment_id)

    @rx.event
    @signed_in(limit="writes")
    async def cancel(self) -> None:
        payment_id = self._get_payment_id()
        await payments.cancel_payment(request_context.get_actor(), payment_id)
        await self._load_content(payment_id)

    @rx.event
    @signed_in(limit="writes")
    async def pay_overdue(self) -> None:
        """Charge the saved card for the renewal that has failed."""
        await self._pay_overdue(with_other_card=False)

    @rx.event
    @signed_in(limit="writes")
    async def use_other_card(self) -> None:
        """Open the page on which the buyer pays the renewal with another card."""
        await self._pay_overdue(with_other_card=True)

    async def _pay_overdue(self, *, with_other_card: bool) -> None:
        started = await payments.pay_now(
            request_context.get_actor(), with_other_card=with_other_card
        )
        await self._open(started)

    async def _open(self, started: payments.StartedPayment | None) -> None:
        """Open the page of a payment. Without one, the plan of the user has changed."""
        url = urls.payment(started.payment.id) if started else urls.SUBSCRIPTION_SETTINGS
        if url == self.path:
            await self._load_content(self._get_payment_id())
        else:
            self.next_url = url

    def _get_payment_id(self) -> UUID:
        return location.get_uuid(self, urls.payment, _("Payment not found"))

    async def _load_content(self, payment_id: UUID) -> None:
        started = await payments.continue_payment(request_context.get_actor(), payment_id)
        open_tabs.subscribe("page", messages.payment_topic(str(payment_id)))
        terms = await run_query(checkouts.get_payment_terms, payment_id=payment_id)
        self.content = payment_content.build_content(started.payment, started.next_step, terms)
        if self.content.can_change_billing:
            await (await self.get_state(BillingState))._load_for_purchase()
        has_form = not (terms.needs_consent or terms.needs_billing)
        self.form_step = payment_content.build_form_step(started.next_step) if has_form else None
