"""The dialog that offers plans: its content, and the dialog itself on live pages."""

from typing import Any, Final

import reflex as rx

from community import urls
from community.components import ui
from community.components.ui.dialog import native_dialog
from community.domain.subscriptions import Offer
from community.i18n import gettext as _
from community.rendering import Node, each, el, length, present, when
from community.state.runtime.offer import OfferState
from community.styles import payments as styles
from community.styles.ui import button, overlay

_ID: Final = "offer"
_TITLE_ID: Final = "offer-title"


def offer_content(offer: Offer | Any, *actions: Node, title_id: str | None = None) -> Node:
    """Return what the dialog shows, also for the preview and the gallery."""
    return el.div(
        el.span(ui.icon("sparkles", "icon size-5"), class_name=styles.SIGN),
        el.h2(offer.title, id=title_id, class_name=styles.TITLE, dir="auto"),
        el.p(offer.reason, class_name=styles.REASON, dir="auto"),
        el.p(offer.text, class_name=styles.TEXT, dir="auto"),
        when(
            length(offer.advantages) > 0,
            lambda: el.ul(each(offer.advantages, _advantage), class_name=styles.ADVANTAGES),
        ),
        el.ul(each(offer.plans, _plan), class_name=styles.PLANS, aria_label=_("Plans")),
        el.div(*actions, class_name=styles.OFFER_ACTIONS),
        class_name=styles.CONTENT,
    )


def static_offer(offer: Offer | Any) -> Node:
    """Return the offer as the dialog shows it, with buttons that do nothing."""
    return el.div(
        offer_content(
            offer,
            ui.button(_("Not now")),
            ui.button(
                ui.multiline_label(offer.button_label),
                variant="primary",
                class_name=button.MULTILINE,
            ),
        ),
        class_name=styles.OFFER_STATIC,
    )


def offer_dialog() -> rx.Component:
    state: Any = OfferState
    offer = state.offer
    return native_dialog(
        ui.icon_button(
            "x",
            _("Close"),
            has_tooltip=False,
            class_name=overlay.DIALOG_CLOSE,
            custom_attrs=ui.command_attrs(_ID, "close"),
        ),
        rx.cond(
            offer,
            offer_content(
                offer,
                ui.button(_("Not now"), custom_attrs=ui.command_attrs(_ID, "close")),
                ui.link_button(
                    ui.multiline_label(offer.button_label),
                    href=urls.PLANS,
                    variant="primary",
                    class_name=button.MULTILINE,
                    on_click=state.close,
                ),
                title_id=_TITLE_ID,
            ),
        ),
        id=_ID,
        class_name=f"{overlay.DIALOG} {styles.DIALOG}",
        custom_attrs={"aria-labelledby": _TITLE_ID},
        open=state.is_open,
        on_close=state.close,
    )


def _advantage(text: Any) -> Node:
    return el.li(
        ui.icon("check", styles.ADVANTAGE_ICON),
        el.span(text, dir="auto", class_name="min-w-0"),
        key=text,
        class_name=styles.ADVANTAGE,
    )


def _plan(plan: Any) -> Node:
    return el.li(
        el.span(plan.name, dir="auto", class_name=styles.OFFER_PLAN_NAME),
        el.span(
            plan.price,
            present(plan.vat, lambda text: el.span(" ", text, class_name=styles.PLAN_VAT)),
            class_name=styles.PLAN_PRICE,
        ),
        key=plan.id,
        class_name=styles.OFFER_PLAN_ROW,
    )
