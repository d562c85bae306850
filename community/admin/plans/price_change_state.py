"""State of the dialogs that move subscribers to the current price of a plan."""

from datetime import date
from typing import Any, Literal

import reflex as rx
from pydantic import BaseModel, field_validator

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.plans.state import SECTION
from community.core import clock, errors
from community.domain import subscriptions
from community.i18n import gettext as _
from community.state.runtime import forms, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action

DialogName = Literal["plan", "withdraw"]


class PriceChangeForm(BaseModel):
    first_day: date | None = None

    @field_validator("first_day", mode="before")
    @classmethod
    def _empty_is_none(cls, value: object) -> object:
        return value or None


class PriceChangeState(rx.State):
    """The open dialog."""

    dialog: str = ""  # `plan`, `withdraw` or ""
    plan_id: int = 0
    earliest_day: str = ""
    error: str = ""

    @rx.event
    @admin(SECTION)
    async def ask(self, dialog: DialogName, plan_id: Id) -> None:
        self.dialog, self.plan_id, self.error = dialog, plan_id, ""
        self.earliest_day = (clock.now() + subscriptions.PRICE_CHANGE_NOTICE).date().isoformat()

    @rx.event
    @admin(SECTION)
    async def close(self) -> None:
        self.dialog = ""

    @rx.event
    @admin(SECTION, limit="writes")
    async def confirm(self, message: dict[str, Any]) -> None:
        if not self.dialog:
            return
        try:
            await self._perform(message)
        except errors.DomainError as error:
            if error.code == "confirmation_required":
                raise
            self.error = error.message
            return
        is_planned, self.dialog = self.dialog == "plan", ""
        await toasts.show_toast(
            self, _("Price change planned") if is_planned else _("Price change withdrawn")
        )

    async def _perform(self, message: dict[str, Any]) -> None:
        reason = parse_confirmation(message, needs_reason=True).reason
        common: dict[str, Any] = {"plan_id": self.plan_id, "reason": reason}
        if self.dialog == "withdraw":
            await run_action(subscriptions.price_changes.withdraw_price_change, **common)
            return
        first_day = forms.parse(PriceChangeForm, message).first_day
        if first_day is None:
            raise errors.Invalid.for_field("first_day", _("Choose a day."))
        await run_action(
            subscriptions.price_changes.plan_price_change, first_day=first_day, **common
        )
