"""The section with the dialog that offers plans."""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.settings.page import settings_page
from community.components.payments import static_offer
from community.core.errors import Invalid
from community.domain import site, subscriptions
from community.domain.site.definitions import offer
from community.i18n import gettext as _
from community.rendering import el
from community.state.runtime import forms
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_query
from community.styles.admin import form as styles

SECTION = "subscription-modal"
MAX_FIELDS = 20


class OfferTextsData(BaseModel):
    """The texts in the form by the code of the setting."""

    values: dict[str, Any] = Field(max_length=MAX_FIELDS)


class OfferPreviewState(rx.State):
    """A preview of the dialog that offers plans, with the unsaved texts of the form."""

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


_state: Any = OfferPreviewState


def offer_page() -> rx.Component:
    preview = el.div(
        el.h3(_("Preview"), class_name=styles.LABEL),
        rx.cond(_state.offer, static_offer(_state.offer)),
        class_name=styles.CONTROL,
    )
    return settings_page(
        site.OfferSettings, extras={offer.OfferTexts: preview}, on_draft=OfferPreviewState.show
    )
