"""State of the dialog with which a user gives a plan to someone else."""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.errors import DomainError
from community.domain import subscriptions
from community.domain.subscriptions.checkout import checkouts
from community.domain.subscriptions.checkout.schemas import Checkout
from community.state.pages.settings.billing import BillingState
from community.state.runtime import forms, location, request_context
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_query
from community.workflows import payments

MAX_RECIPIENT_LENGTH = 60


class GiftFormData(BaseModel):
    """The form of a gift. The domain checks the exact limits."""

    recipient: str = Field("", max_length=1_000)
    message: str = Field("", max_length=5_000)
    consent: str = Field("", max_length=64)


class GiftState(rx.State):
    recipient: str = ""
    checkout: Checkout | None = None
    is_open: bool = False
    # Whether the price or the terms have changed since the dialog was opened
    has_changed: bool = False
    errors: dict[str, str] = {}
    payment_url: str = ""  # the page of the payment that the user has begun; empty before
    _plan_id: int = 0  # the plan of the dialog; its price is unknown until the billing details are

    @rx.event
    @public()
    async def load(self) -> None:
        self.recipient = location.get_query_param(self, "gift")[:MAX_RECIPIENT_LENGTH]
        self.is_open, self.payment_url = False, ""

    @rx.event
    @signed_in()
    async def open(self, plan_id: Id) -> None:
        self._plan_id, self.errors, self.checkout = plan_id, {}, None
        billing = await self.get_state(BillingState)
        billing._leave_purchase()
        await billing._load_for_purchase()
        if not billing.is_open:
            await self._show(plan_id)
        self.is_open = True

    @rx.event
    @signed_in(limit="writes")
    async def save_billing(self, message: dict[str, Any]) -> None:
        billing = await self.get_state(BillingState)
        if self._plan_id and await billing._save(message, for_purchase=True):
            await self._show(self._plan_id)

    @rx.event
    @public()
    async def close(self) -> None:
        self.is_open = False

    @rx.event
    @signed_in(limit="writes")
    async def give(self, message: dict[str, Any]) -> None:
        """Begin to pay for the plan of the dialog, and open the page of the payment."""
        if self.checkout is None:
            return
        self.errors, plan_id = {}, self.checkout.plan.id
        try:
            await self._give(plan_id, forms.parse(GiftFormData, message))
        except DomainError as error:
            if error.code == "terms_changed":
                await self._show(plan_id)
                self.has_changed = True
                return
            if error.code == "billing_address_required":
                await (await self.get_state(BillingState))._load_for_purchase()
                return
            self.errors = forms.get_first_error_messages(error)
            if not self.errors:
                raise

    async def _show(self, plan_id: int) -> None:
        self.checkout = await run_query(checkouts.preview, plan_id=plan_id, is_gift=True)
        self.has_changed = False

    async def _give(self, plan_id: int, form: GiftFormData) -> None:
        recipient_id = await run_query(_find_recipient, form.recipient)
        started = await payments.start_payment(
            request_context.get_actor(),
            plan_id=plan_id,
            recipient_id=recipient_id,
            message=form.message,
            consent=form.consent,
        )
        assert started is not None  # A gift is always paid.
        self.is_open, self.payment_url = False, urls.payment(started.payment.id)


async def _find_recipient(session: Any, _actor: Any, username: str) -> int:
    return await subscriptions.get_recipient_id(session, username)
