"""State of the form with the billing details, in the settings and where users buy plans."""

from typing import Any, Final

import reflex as rx
from pydantic import BaseModel, Field

from community.core.errors import DomainError
from community.domain.subscriptions import billing_details
from community.i18n import countries, gettext as _
from community.state.runtime import forms, request_context, toasts
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query

# The ids of the fields differ from those of other forms on the same page.
_PREFIX: Final = "billing_"


class BillingFormData(BaseModel):
    """What the browser submits. The domain has lower limits, with an error for each field."""

    billing_name: str = Field("", max_length=100_000)
    billing_address: str = Field("", max_length=100_000)
    billing_country: str = Field("", max_length=100)
    billing_vat_id: str = Field("", max_length=100_000)


class BillingState(rx.State):
    details: billing_details.BillingDetailsView = billing_details.BillingDetailsView()
    user_id: int = 0  # the owner of the text that the browser keeps until it is saved
    summary: str = ""  # for whom the next invoice is, in one line, or ""
    is_offered: bool = False  # whether users can change the details while they buy
    is_required: bool = False  # whether they cannot buy without a name, an address and a country
    is_open: bool = False  # whether the form is shown where the user buys
    errors: dict[str, str] = {}  # maps the fields of the form to error messages
    save_count: int = 0

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        if await self._save(message):
            await toasts.show_toast(self, _("Saved"))

    @rx.event
    @public()
    async def open(self) -> None:
        self.is_open = True

    @rx.event
    @public()
    async def close(self) -> None:
        self.is_open, self.errors = False, {}

    async def _load_for_purchase(self) -> None:
        """Load the details of a buyer, and open the form if they must fill it in first."""
        billing = await run_query(billing_details.get_purchase_billing)
        self._set_details(billing.details)
        self.is_offered, self.is_required = billing.is_offered, billing.is_required
        self.is_open = self.is_open or billing.is_missing

    def _leave_purchase(self) -> None:
        """Hide the form and the summary where nothing is paid."""
        self.is_offered = self.is_open = False

    async def _save(self, message: dict[str, Any], *, for_purchase: bool = False) -> bool:
        form = forms.parse(BillingFormData, message)
        try:
            details = await run_action(
                billing_details.change_billing_details,
                for_purchase=for_purchase,
                **{name.removeprefix(_PREFIX): value for name, value in form.model_dump().items()},
            )
        except DomainError as error:
            messages = forms.get_first_error_messages(error)
            if not messages:
                raise
            self.errors = {f"{_PREFIX}{name}": text for name, text in messages.items()}
            return False
        self._set_details(details)
        self.save_count, self.is_open = self.save_count + 1, False
        return True

    def _set_details(self, details: billing_details.BillingDetailsView) -> None:
        self.details, self.errors = details, {}
        self.user_id = request_context.get_actor().id
        country = countries.format_country(details.country) if details.country else ""
        parts = [details.name, *details.address.splitlines(), country, details.vat_id]
        self.summary = ", ".join(filter(None, parts))
