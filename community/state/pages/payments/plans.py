"""State of the page with the plans."""

from typing import Annotated, Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.errors import DomainError
from community.realtime import messages
from community.state.pages.payments.plans_content import PlansPage, get_plans_page
from community.state.runtime import forms, open_tabs
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_query

MAX_PROMO_CODE_INPUT_LENGTH = 60
PromoCode = Annotated[str, Field(max_length=MAX_PROMO_CODE_INPUT_LENGTH)]


class PromoCodeForm(BaseModel):
    promo_code: PromoCode = ""


class PlansState(rx.State):
    content: PlansPage | None = None
    promo_error: str = ""  # why the promo code cannot be used, or ""
    _promo_code: str = ""  # what the user has entered; it counts when they buy a plan
    _shown_promo_code: str = ""  # the code whose prices are shown

    @rx.event
    @public()
    async def load(self) -> None:
        open_tabs.subscribe("page", messages.PLANS_TOPIC)
        self.promo_error = self._promo_code = self._shown_promo_code = ""
        await self._load_content()

    @rx.event
    @public()
    async def refresh(self) -> None:
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

    def _show_promo_error(self, error: DomainError) -> bool:
        """Show why the promo code cannot be used. Return False for other errors."""
        self.promo_error = forms.get_first_error_messages(error).get("promo_code", "")
        return bool(self.promo_error)

    async def _load_content(self) -> None:
        self.content = await run_query(get_plans_page, promo_code=self._shown_promo_code)
