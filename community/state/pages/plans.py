"""State of the page with the plans."""

from typing import Annotated, Any

import reflex as rx
from pydantic import BaseModel, Field

from community import payment_processing, urls
from community.core.errors import DomainError
from community.domain import subscriptions as paid_plans
from community.domain.subscriptions import PlansPage
from community.i18n import gettext as _
from community.realtime import hub, messages, subscriptions, topics
from community.state.runtime import forms, open_tabs, request_context
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.toasts import show_toast

MAX_PROMO_CODE_INPUT_LENGTH = 60
PromoCode = Annotated[str, Field(max_length=MAX_PROMO_CODE_INPUT_LENGTH)]


class PromoCodeForm(BaseModel):
    promo_code: PromoCode = ""


class PlansState(rx.State):
    """The plans on sale.

    Attributes:
        promo_error: Why the promo code cannot be used, or "".
        payment_url: The page of the payment that the user has begun. Empty before.
        _promo_code: What the user has entered. It counts when they buy a plan.
        _shown_promo_code: The code whose prices are shown.
    """

    content: PlansPage | None = None
    promo_error: str = ""
    payment_url: str = ""
    _promo_code: str = ""
    _shown_promo_code: str = ""

    @rx.event
    @public()
    async def load(self) -> None:
        open_tabs.subscribe("page", topics.PLANS)
        self.promo_error = self.payment_url = self._promo_code = self._shown_promo_code = ""
        await self._load_content()

    @rx.event
    @public()
    async def refresh(self) -> None:
        """Reload the plans. The server triggers this event after a change."""
        await self._load_content()

    @rx.event
    @public()
    async def enter_promo_code(self, code: PromoCode) -> None:
        self._promo_code, self.promo_error = code.strip(), ""

    @rx.event
    @signed_in(limit="writes")
    async def apply_promo_code(self, message: dict[str, Any]) -> None:
        """Show the prices with the promo code, or why it cannot be used."""
        code = forms.parse(PromoCodeForm, message).promo_code.strip()
        self._promo_code = self._shown_promo_code = code
        await self._load_content()
        self.promo_error = self.content.promo_error if self.content else ""

    @rx.event
    @signed_in(limit="writes")
    async def buy(self, plan_id: Id) -> None:
        """Begin to buy a plan, and open the page of the payment."""
        try:
            started = await payment_processing.start_payment(
                request_context.get_actor(), plan_id=plan_id, promo_code=self._promo_code
            )
        except DomainError as error:
            self.promo_error = forms.get_first_error_messages(error).get("promo_code", "")
            if not self.promo_error:
                raise
            return
        if started is None:
            await self._load_content()
            await show_toast(self, _("Your plan has changed"))
        else:
            self.payment_url = urls.payment(started.payment.id)

    @rx.event
    @signed_in(limit="writes")
    async def start_trial(self, plan_id: Id) -> None:
        await run_action(paid_plans.start_trial, plan_id=plan_id)
        await self._load_content()
        await show_toast(self, _("Your free trial has started"))

    async def _load_content(self) -> None:
        self.content = await run_query(paid_plans.get_plans_page, promo_code=self._shown_promo_code)


def refresh_open_pages(_message: messages.PlansChanged | messages.SiteChanged) -> None:
    """Reload the plans in the tabs that show them."""
    open_tabs.trigger(PlansState.refresh, subscriptions.get_subscribed_tabs(topics.PLANS))


hub.subscribe(messages.PlansChanged, refresh_open_pages)
hub.subscribe(messages.SiteChanged, refresh_open_pages)
