"""The page with the texts of the dialog that offers plans, and a preview of it."""

from typing import Any

import reflex as rx

from community.admin.offer.state import OfferPreviewState
from community.admin.settings.page import settings_page
from community.components.payments import static_offer
from community.domain import site
from community.domain.site.definitions import offer
from community.i18n import gettext as _
from community.rendering import el
from community.styles.admin import form as styles

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
