"""State of the dialog in which a user agrees to the price and the terms of a plan."""

from typing import Annotated, Any

import reflex as rx
from pydantic import Field

from community import urls
from community.core.errors import Conflict, DomainError
from community.domain import subscriptions
from community.domain.subscriptions.checkout import checkouts
from community.domain.subscriptions.checkout.schemas import Checkout
from community.i18n import gettext as _
from community.state.pages.payments.plans import PlansState
from community.state.pages.settings.billing import BillingState
from community.state.runtime import request_context, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query
from community.workflows import payments

ConsentVersion = Annotated[str, Field(min_length=1, max_length=64)]


class CheckoutState(rx.State):
    """The plan that the user is about to buy, to change to, or to try."""

    checkout: Checkout | None = None
    is_open: bool = False
    # Whether the price or the terms have changed since the dialog was opened
    has_changed: bool = False
    payment_url: str = ""  # the page of the payment that the user has begun; empty before
    _plan_id: int = 0  # the plan of the dialog; its price is unknown until the billing details are
    _promo_code: str = ""  # the code whose price the dialog shows

    @rx.event
    @public()
    async def load(self) -> None:
        self.is_open, self.payment_url = False, ""

    @rx.event
    @signed_in()
    async def open(self, plan_id: Id) -> None:
        """Show what a plan costs with the promo code that the user has entered."""
        plans = await self.get_state(PlansState)
        self._promo_code, self._plan_id = plans._promo_code, plan_id
        billing = await self.get_state(BillingState)
        billing._leave_purchase()
        await billing._load_for_purchase()
        if billing.is_open:
            self.checkout, self.is_open = None, True
            return
        try:
            await self._show(plan_id)
        except DomainError as error:
            if not plans._show_promo_error(error):
                raise

    @rx.event
    @signed_in()
    async def open_trial(self, plan_id: Id) -> None:
        (await self.get_state(BillingState))._leave_purchase()
        self.checkout = await run_query(checkouts.preview_trial, plan_id=plan_id)
        self.is_open, self.has_changed = True, False

    @rx.event
    @signed_in(limit="writes")
    async def save_billing(self, message: dict[str, Any]) -> None:
        """Save the billing details, and show what the plan costs with them."""
        billing = await self.get_state(BillingState)
        if self._plan_id and await billing._save(message, for_purchase=True):
            await self._show(self._plan_id)

    @rx.event
    @public()
    async def close(self) -> None:
        self.is_open = False

    @rx.event
    @signed_in(limit="writes")
    async def confirm(self, version: ConsentVersion) -> None:
        """Agree to the version that the dialog shows, and open the page of the payment."""
        if self.checkout is None:
            return
        plan_id = self.checkout.plan.id
        if self.checkout.kind == "trial":
            await run_action(subscriptions.start_trial, plan_id=plan_id)
            await self._end(_("Your free trial has started"))
            return
        try:
            started = await payments.start_payment(
                request_context.get_actor(),
                plan_id=plan_id,
                promo_code=self._promo_code,
                consent=version,
            )
        except Conflict as error:
            if error.code == "billing_address_required":
                await (await self.get_state(BillingState))._load_for_purchase()
            elif error.code == "terms_changed":
                await self._show(plan_id)
                self.has_changed = True
            else:
                raise
            return
        if started is None:
            await self._end(_("Your plan has changed"))
        else:
            self.payment_url = urls.payment(started.payment.id)

    async def _show(self, plan_id: int) -> None:
        self.checkout = await run_query(
            checkouts.preview, plan_id=plan_id, promo_code=self._promo_code
        )
        self.is_open, self.has_changed = True, False

    async def _end(self, message: str) -> None:
        self.is_open = False
        await (await self.get_state(PlansState))._load_content()
        await toasts.show_toast(self, message)
