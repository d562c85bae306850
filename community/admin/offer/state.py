from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.errors import Invalid
from community.domain import site, subscriptions
from community.state.runtime import forms
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_query

SECTION = "subscription-modal"
MAX_FIELDS = 20


class OfferTextsData(BaseModel):
    """The texts in the form by the code of the setting."""

    values: dict[str, Any] = Field(max_length=MAX_FIELDS)


class OfferPreviewState(rx.State):
    """The dialog with the texts in the form."""

    offer: subscriptions.Offer | None = None

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        self.offer = await run_query(subscriptions.offers.preview_offer)

    @rx.event
    @admin(SECTION)
    async def show(self, message: dict[str, Any]) -> None:
        """Show the texts while the user types. Invalid texts leave the preview as it is."""
        form = forms.parse(OfferTextsData, message)
        try:
            changes = await site.prepare_changes(site.OfferSettings, form.values)
        except Invalid:
            return
        section = site.OfferSettings(**changes.values)
        self.offer = await run_query(subscriptions.offers.preview_offer, section)
